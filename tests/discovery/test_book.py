"""What is gathered of an address until its page arrives."""

from __future__ import annotations

from newsextract.discovery.anchors import MOST_TITLES, MOST_WORDS
from newsextract.discovery.book import CandidateBook
from newsextract.discovery.candidate import INDEX, Candidate

URL = "http://sea.test/ferry"
HEADLINE = "Ferry returns to the north port"
OTHER = "The ferry comes back to us all"
CUT = "Ferry returns to the nor..."


def named(*titles: str, url: str = URL) -> Candidate:
    return Candidate(url=url, titles=titles, words=titles)


def test_an_address_is_new_once() -> None:
    book = CandidateBook()
    assert book.add(named(HEADLINE))
    assert not book.add(named(OTHER))
    assert book.add(named(HEADLINE, url=f"{URL}-2"))


def test_spellings_of_one_address_are_one() -> None:
    book = CandidateBook()
    assert book.add(named())
    assert not book.add(named(url="https://www.sea.test/ferry/"))


def test_the_words_of_all_links_come_together() -> None:
    book = CandidateBook()
    first = Candidate(
        url=URL, titles=(HEADLINE,), words=(HEADLINE, "more"), region="main", depth=2, found_on="a"
    )
    book.add(first)
    book.add(
        Candidate(
            url=URL,
            titles=(OTHER,),
            words=("[3]", OTHER),
            region="nav",
            depth=1,
            date="2024-05-02",
            kind=INDEX,
        )
    )
    assert book.merged(first) == Candidate(
        url=URL,
        titles=(HEADLINE, OTHER),
        words=(HEADLINE, "more", "[3]", OTHER),
        region="main",
        depth=1,
        date="2024-05-02",
        found_on="a",
    )


def test_what_was_handed_over_is_forgotten_and_stays_known() -> None:
    book = CandidateBook()
    book.add(named(HEADLINE))
    book.add(named(OTHER))
    book.merged(named(HEADLINE))
    assert not book.add(named("Too late to say anything"))
    book.note_hint(URL, "Too late as well", "2024-05-02")
    assert book.merged(named(HEADLINE)) == named(HEADLINE)


def test_a_page_that_no_link_led_to_is_handed_back_as_it_is() -> None:
    book = CandidateBook()
    assert book.merged(named(HEADLINE)) == named(HEADLINE)
    assert not book.add(named(HEADLINE))


def test_a_cut_off_title_comes_last() -> None:
    book = CandidateBook()
    book.add(named(CUT))
    book.add(named(HEADLINE))
    assert book.merged(named(CUT)).titles == (HEADLINE, CUT)


def test_a_hint_comes_behind_whole_titles_and_before_those_cut_off() -> None:
    book = CandidateBook()
    book.note_hint(URL, f"  {HEADLINE}\n", "2024-05-02")
    book.add(named(OTHER, CUT))
    found = book.merged(named(OTHER, CUT))
    assert found.titles == (OTHER, HEADLINE, CUT)
    assert found.date == "2024-05-02"
    assert found.words == (OTHER, CUT)


def test_hints_of_several_feeds_fill_each_other_up() -> None:
    book = CandidateBook()
    book.note_hint(URL, "", "2024-05-02")
    book.note_hint(f"{URL}/", HEADLINE, "")
    book.note_hint(URL, OTHER, "2024-05-03")
    found = book.merged(named())
    assert (found.titles, found.date) == ((HEADLINE,), "2024-05-02")


def test_a_hint_does_not_change_a_date_that_is_known() -> None:
    book = CandidateBook()
    book.note_hint(URL, "", "2024-05-02")
    assert book.merged(Candidate(url=URL, date="2024-05-01")).date == "2024-05-01"


def test_a_hint_that_can_be_no_headline_is_none() -> None:
    book = CandidateBook()
    book.note_hint(URL, "more", "")
    assert book.merged(named()).titles == ()


def test_a_hint_does_not_make_an_address_known() -> None:
    book = CandidateBook()
    book.note_hint(URL, HEADLINE, "")
    assert book.add(named())


def test_the_oldest_hints_go() -> None:
    book = CandidateBook(most_hints=2)
    for number in range(3):
        book.note_hint(f"{URL}-{number}", HEADLINE, "")
    found = [book.merged(named(url=f"{URL}-{number}")).titles for number in range(3)]
    assert found == [(), (HEADLINE,), (HEADLINE,)]


def test_an_empty_hint_pushes_none_out() -> None:
    book = CandidateBook(most_hints=1)
    book.note_hint(URL, HEADLINE, "")
    book.note_hint(f"{URL}-2", "", "")
    assert book.merged(named()).titles == (HEADLINE,)


def test_an_address_that_every_page_names_stays_small() -> None:
    book = CandidateBook()
    for number in range(100):
        book.add(named(f"Harbour {number} reopens after the storm"))
    found = book.merged(named())
    assert (len(found.titles), len(found.words)) == (MOST_TITLES, MOST_WORDS)


def test_the_date_of_an_address_is_what_anybody_has_said_of_it() -> None:
    book = CandidateBook()
    assert book.date_of("https://a.example/1") == ""
    book.add(Candidate(url="https://a.example/1"))
    assert book.date_of("https://a.example/1") == ""
    book.note_hint("https://a.example/1", "", "2026-11-09")
    assert book.date_of("https://a.example/1") == "2026-11-09"
    book.add(Candidate(url="https://a.example/1", date="2026-11-08"))
    assert book.date_of("https://a.example/1") == "2026-11-08"
    book.merged(Candidate(url="https://a.example/1"))
    assert book.date_of("https://a.example/1") == ""  # forgotten with all else
