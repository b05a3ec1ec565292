"""Text: how it is cut, counted, compared and cleaned. Knows nothing of pages.

words       words, folded, word_count, has_ideographs
chinese     jieba or rjieba, loaded when the first Chinese word is asked for
scripts     which characters make words
normal      nfkc
measure     char_length, punctuation_count, fold_space, clean, clean_line
fingerprints  content_hash, similarity_hash, NearDuplicates
distance    edit_distance, sequence_distance, normalized_distance, common_words
keywords    keywords, text_rank
stopwords   stop_words
"""

from __future__ import annotations

from newsextract.text.distance import common_words, edit_distance, normalized_distance, sequence_distance
from newsextract.text.keywords import keywords, text_rank
from newsextract.text.measure import char_length, clean, clean_line, fold_space, punctuation_count
from newsextract.text.normal import nfkc
from newsextract.text.stopwords import stop_words
from newsextract.text.words import folded, has_ideographs, word_count, words

__all__ = [
    "char_length",
    "clean",
    "clean_line",
    "common_words",
    "edit_distance",
    "fold_space",
    "folded",
    "has_ideographs",
    "keywords",
    "nfkc",
    "normalized_distance",
    "punctuation_count",
    "sequence_distance",
    "stop_words",
    "text_rank",
    "word_count",
    "words",
]
