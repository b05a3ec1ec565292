from __future__ import annotations

import pytest

from newsextract.records.patterns import (
    MOST_KEYWORDS,
    Numbers,
    after_label,
    find_doi,
    find_numbers,
    find_published,
    joined_labels,
    names_abstract,
    section_of,
    split_keywords,
    trimmed_doi,
)


@pytest.mark.parametrize(
    ("line", "volume", "issue", "date"),
    [
        ("Volume 58, Issue 1", "58", "1", ""),
        ("Vol. 58, No. 1 (2019)", "58", "1", "2019"),
        ("Vol 58 No 1, March 2019", "58", "1", "March 2019"),
        ("Journal of Salt, vol. 58, no. 1, 2019", "58", "1", "2019"),
        ("Vol. 58(1), pp. 3-9 (2019)", "58", "1", "2019"),
        ("Vol. 58 (2019)", "58", "", "2019"),
        ("Volume 58, 2019, Issue 1-2", "58", "1-2", "2019"),
        ("Volume 371, Issue 9624", "371", "9624", ""),
        ("VOLUME XII | NUMBER 4", "XII", "4", ""),
        ("Vol. 7, Issue S1", "7", "S1", ""),
        ("Band 12, Heft 3", "12", "3", ""),
        ("Volume: 58", "58", "", ""),
        ("Issue: 1–2", "", "1–2", ""),
        ("Salt Letters volume 41, pages 88–104 (2018)", "41", "", "2018"),
        ("Salt Lett. 2023 Jan 7;15(1):e33", "15", "1", "2023 Jan 7"),
        ("2023;15:33-40", "15", "", "2023"),
        ("2011年 第31卷 第5期", "31", "5", "2011"),
        ("第31卷第1-2期", "31", "1-2", ""),
        ("年,卷(期)：2011, 31(5)", "31", "5", "2011"),
        ("卷：31 期：5", "31", "5", ""),
        ("2011年第5期", "", "5", "2011"),
        ("a volume 5 times as large", "", "", ""),
        ("The volume 10ml was used", "", "", ""),
        ("Volume 2.5 of the tank", "", "", ""),
        ("Grant No. 5", "", "", ""),
        ("", "", "", ""),
    ],
)
def test_volume_and_issue(line: str, volume: str, issue: str, date: str) -> None:
    assert find_numbers([line]) == Numbers(volume, issue, date)


def test_a_line_with_both_numbers_goes_before_lines_with_one() -> None:
    assert find_numbers(["Volume 3", "Vol. 58, No. 1"]) == Numbers("58", "1", "")
    assert find_numbers(["Volume: 3", "Issue: 4", "Issue: 5"]) == Numbers("3", "4", "")


def test_long_lines_are_prose() -> None:
    assert find_numbers(["In Volume 3, Issue 4 " + "we went on " * 40]) == Numbers()


@pytest.mark.parametrize(
    ("lines", "doi"),
    [
        (["DOI: 10.5555/abc.1"], "10.5555/abc.1"),
        (["https://doi.org/10.5555/abc-1."], "10.5555/abc-1"),
        (["DOI：10.5555/xgxb.2011.05.017"], "10.5555/xgxb.2011.05.017"),
        (["see (10.5555/s0-1(98)00012-3)."], "10.5555/s0-1(98)00012-3"),
        (["10.5555/first", "doi:10.5555/labelled"], "10.5555/labelled"),
        (["10.5555/first and 10.5555/second"], "10.5555/first"),
        (["10.55/short", "110.5555/x"], ""),
        (["Section 10.5555 / 3"], ""),
        ([], ""),
    ],
)
def test_doi(lines: list[str], doi: str) -> None:
    assert find_doi(lines) == doi


@pytest.mark.parametrize(
    ("text", "trimmed"), [("10.5555/a),", "10.5555/a"), ("10.5555/a(b)", "10.5555/a(b)"), ("", "")]
)
def test_punctuation_around_a_doi_is_not_part_of_it(text: str, trimmed: str) -> None:
    assert trimmed_doi(text) == trimmed


@pytest.mark.parametrize(
    ("line", "date"),
    [
        ("Published: 14 March 2019", "14 March 2019"),
        ("Published online 14 March 2019", "14 March 2019"),
        ("First published on March 14, 2019", "March 14, 2019"),
        ("Received: 1 May 2018; Accepted: 2 June 2018; Published: 3 July 2018", "3 July 2018"),
        ("Publication date: 2019-03-14", "2019-03-14"),
        ("Available online March 2019", "March 2019"),
        ("Veröffentlicht am 3. Mai 2019", "3. Mai 2019"),
        ("发表时间：2011年12月1日", "2011年12月1日"),
        ("出版日期: 2011-12-01", "2011-12-01"),
        ("Published by Harbour Press 2019", ""),
        ("results published 2019 elsewhere", ""),
        ("Accepted: 2 June 2018", ""),
    ],
)
def test_published(line: str, date: str) -> None:
    assert find_published([line]) == date


@pytest.mark.parametrize(
    ("text", "keywords"),
    [
        ("silt; tidal basin; budget", ("silt", "tidal basin", "budget")),
        ("silt, tidal basin, budget.", ("silt", "tidal basin", "budget")),
        ("网页抽取；视觉块；密度", ("网页抽取", "视觉块", "密度")),
        ("网页抽取、视觉块，密度", ("网页抽取", "视觉块", "密度")),
        ("drag (wind, water), reeds", ("drag (wind, water)", "reeds")),
        ("符号密度（文本、标点）、块", ("符号密度（文本、标点）", "块")),
        ("oxidation, catalytic; silver", ("oxidation, catalytic", "silver")),
        ("drag (wind, reeds", ("drag (wind", "reeds")),  # never closed
        ("a) wind, b) reeds", ("a) wind", "b) reeds")),
        ("silt; silt;; ", ("silt",)),
        ("网页；抽取 中图分类号：TP391", ("网页", "抽取")),
        ("reeds DOI: 10.5555/x", ("reeds",)),
        ("", ()),
        (";".join(f"word{number}" for number in range(MOST_KEYWORDS + 1)), ()),
        ("a sentence that is much too long to be a keyword, " + "for it goes on " * 10, ()),
    ],
)
def test_keywords_are_split_outside_of_brackets(text: str, keywords: tuple[str, ...]) -> None:
    assert split_keywords(text) == keywords


@pytest.mark.parametrize(
    ("line", "section"),
    [
        ("Abstract", "abstract"),
        ("ABSTRACT:", "abstract"),
        ("Summary", "abstract"),
        ("摘 要", "abstract"),
        ("【摘要】", "abstract"),
        ("Key words", "keywords"),
        ("关键字：", "keywords"),
        ("References", "references"),
        ("References (31)", "references"),
        ("6. References", "references"),
        ("参考文献", "references"),
        ("Related articles", "related"),
        ("Cited by", "related"),
        ("相关文章", "related"),
        ("Abstract algebra", ""),
        ("Introduction", ""),
        ("", ""),
    ],
)
def test_a_label_alone_opens_a_section(line: str, section: str) -> None:
    assert section_of(line) == section


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("Abstract", True),
        ("Graphical abstract", True),
        ("【摘要】", True),
        ("Abstract: We ask.", True),
        ("Abstract algebra", False),
        ("Summary", False),
        ("In the abstract", False),
    ],
)
def test_a_summary_is_no_mark_of_a_paper(line: str, named: bool) -> None:
    assert names_abstract(line) is named


@pytest.mark.parametrize(
    ("kind", "line", "content"),
    [
        ("abstract", "Abstract: We ask.", "We ask."),
        ("abstract", "Abstract—We ask.", "We ask."),
        ("abstract", "Abstract We ask.", "We ask."),
        ("abstract", "摘 要：本文提出", "本文提出"),
        ("abstract", "【摘要】 本文提出", "本文提出"),
        ("abstract", "Abstract algebra is fun", ""),
        ("abstract", "Abstract:", ""),
        ("keywords", "Keywords: silt; sand", "silt; sand"),
        ("keywords", "Keywords silt; sand", "silt; sand"),
        ("keywords", "Index Terms - silt", "silt"),
        ("keywords", "关键词：块", "块"),
        ("keywords", "The keywords: silt", ""),
    ],
)
def test_content_behind_a_label(kind: str, line: str, content: str) -> None:
    assert after_label(kind, line) == content


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        (["Volume:", "XII", "Issue", "3"], ["Volume: XII", "XII", "Issue: 3", "3"]),
        (["DOI"], ["DOI"]),
        (["Volume 3", "x"], ["Volume 3", "x"]),
        ([], []),
    ],
)
def test_a_label_in_a_cell_of_its_own_is_joined_with_the_next(lines: list[str], joined: list[str]) -> None:
    assert joined_labels(lines) == joined
