"""Stop words: articles, prepositions, pronouns, conjunctions, auxiliaries: what says nothing of the subject.

One file a language in ``stop-words/``, one word a line, as ``words()`` would cut it; lines with ``#`` are
comments. Each is read when first asked for.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

LANGUAGES = (
    "cs",  # Czech
    "de",  # German
    "el",  # Greek
    "en",  # English
    "es",  # Spanish
    "fr",  # French
    "it",  # Italian
    "ja",  # Japanese
    "nl",  # Dutch
    "pl",  # Polish
    "pt",  # Portuguese
    "ru",  # Russian
    "sv",  # Swedish
    "tr",  # Turkish
    "uk",  # Ukrainian
    "zh",  # Chinese
)

_FOLDER = Path(__file__).with_name("stop-words")


def stop_words(language: str | None = None) -> frozenset[str]:
    """The stop words of a language, given as a tag of BCP 47 (``en``, ``pt-BR``); of all languages for None.

    A language without a list has none. The union is blunt: it has the German ``war`` and takes the English
    one with it, so name the language where it is known.
    """
    if language is None:
        return _union()
    code = language.replace("_", "-").partition("-")[0].lower()
    return _of_language(code) if code in LANGUAGES else frozenset()


@cache
def _union() -> frozenset[str]:
    return frozenset().union(*map(_of_language, LANGUAGES))


@cache
def _of_language(code: str) -> frozenset[str]:
    lines = (_FOLDER / f"{code}.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))
