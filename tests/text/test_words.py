from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsextract.text.words import has_ideographs, word_count, words

repeatable = settings(deadline=None, derandomize=True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [], id="empty"),
        pytest.param(" \t\n\xa0\u3000", [], id="white space"),
        pytest.param("... -- !? |", [], id="marks only"),
        pytest.param("The Cat, the HAT", ["the", "cat", "the", "hat"], id="lower case"),
        pytest.param("don't", ["don't"], id="apostrophe inside"),
        pytest.param("don’t", ["don't"], id="typographic apostrophe is the plain one"),
        pytest.param("пʼять п’ять", ["п'ять", "п'ять"], id="Ukrainian apostrophe"),
        pytest.param("'so' the dogs' bone", ["so", "the", "dogs", "bone"], id="quotes are not part of words"),
        pytest.param("rock'n'roll", ["rock'n'roll"], id="two apostrophes"),
        pytest.param(
            "well-known snake_case a/b", ["well", "known", "snake", "case", "a", "b"], id="dividers"
        ),
        pytest.param("3.5 % of 1,000", ["3", "5", "of", "1", "000"], id="digits"),
        pytest.param("ﬁve ＡＢＣ", ["five", "abc"], id="compatibility forms"),
        pytest.param("cafe\u0301 café", ["café", "café"], id="accents composed"),
        pytest.param("Regierungs\xaderklärung", ["regierungserklärung"], id="soft hyphen"),
        pytest.param("zero\u200bwidth \ufeffmark", ["zerowidth", "mark"], id="zero-width space and mark"),
        pytest.param("İstanbul ISI", ["istanbul", "isi"], id="Turkish capital"),
        pytest.param("ΟΔΟΣ ΣΟΦΙΑΣ", ["οδος", "σοφιας"], id="Greek final sigma"),
        pytest.param("हिन्दी में", ["हिन्दी", "में"], id="Devanagari vowel signs"),
        pytest.param("مُحَمَّد", ["مُحَمَّد"], id="Arabic vowels"),
        pytest.param("می\u200cشود", ["می\u200cشود"], id="Persian non-joiner"),
        pytest.param("❤️ 👍🏽 ok", ["ok"], id="emoji"),
        pytest.param("東京に行く。", ["東", "京", "に", "行", "く"], id="Japanese"),
        pytest.param("カ\u3099ス ｶﾞｽ", ["ガ", "ス", "ガ", "ス"], id="kana voicing composed"),
        pytest.param("한국어 뉴스", ["한", "국", "어", "뉴", "스"], id="Korean"),
        pytest.param("ไทยดี่", ["ไ", "ท", "ย", "ดี่"], id="Thai, marks with their base"),
        pytest.param("ປີ", ["ປີ"], id="Lao"),
        pytest.param("ខ្មែរ", ["ខ្", "មែ", "រ"], id="Khmer"),
        pytest.param("မြန်", ["မြ", "န်"], id="Myanmar"),
        pytest.param("iPhone뉴스2024", ["iphone", "뉴", "스", "2024"], id="scripts divide each other"),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == [unicodedata.normalize("NFKC", word) for word in expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("中国经济增长", ["中国", "经济", "增长"]),
        ("《中国》，“经济”……", ["中国", "经济"]),
        ("iPhone手机 2024年", ["iphone", "手机", "2024", "年"]),
        ("手机Don't", ["手机", "don't"]),
        ("㐀𠀀", ["㐀", "𠀀"]),  # ideographs that no dictionary has
        ("二〇二四", ["二", "〇", "二四"]),  # the zero is not in jieba's table and divides
    ],
)
def test_chinese_is_cut_with_a_dictionary(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        (" \t\n\xa0\u3000\u2028", 0),
        ("— | » …", 0),
        ("' ' ’", 0),
        ("don't stop", 2),
        ("don’t stop", 2),
        ("Größe für alle", 3),
        ("snake_case", 2),
        ("Не сейчас, друг", 3),
        ("हिन्दी में", 2),
        ("中国经济 GDP 3%", 6),  # four ideographs, a word, a number
        ("東京タワー", 5),
        ("한국어", 3),
        ("ดี่", 1),  # one letter with two marks above it
        ("𝐍𝐞𝐰𝐬 today", 2),  # mathematical letters, as social media use them
    ],
)
def test_word_count(text: str, count: int) -> None:
    assert word_count(text) == count


@given(st.text())
@repeatable
def test_any_text_is_counted_and_cut(text: str) -> None:
    assert 0 <= word_count(text) <= len(text)
    assert all(word and word == word.lower() for word in words(text))


@given(st.text(alphabet=" \t\n\r\x0b\x0c\x1c\x85\xa0\u1680\u2003\u2028\u3000"))
@repeatable
def test_white_space_has_no_words(text: str) -> None:
    assert word_count(text) == 0
    assert words(text) == []


# Everything word_count and words treat alike: no ideographs, nothing that NFKC or lower() would change
plain = st.text(alphabet="ab1'’_-., \n\xadéжωก\u0e35क\u093fか한\u200d")


@given(plain)
@repeatable
def test_the_count_is_the_number_of_words(text: str) -> None:
    assert word_count(text) == len(words(text))


@given(st.text(alphabet="ab ,;中国经济的-1"))
@repeatable
def test_no_letter_is_lost(text: str) -> None:
    assert "".join(words(text)) == "".join(filter(str.isalnum, text))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("", False),
        ("abc", False),
        ("привет", False),
        ("かな", False),
        ("한국", False),
        ("a中b", True),
        ("𠀀", True),
    ],
)
def test_has_ideographs(text: str, answer: bool) -> None:
    assert has_ideographs(text) is answer
