"""Who wrote the article: people, apart from organisations, as machines are told or else as readers see it."""

from __future__ import annotations

from dataclasses import dataclass

from newsextract.metadata.bylines import shown_byline
from newsextract.metadata.declared import Declared
from newsextract.metadata.organisations import is_agency, is_organisation
from newsextract.metadata.people import people
from newsextract.metadata.surroundings import Surroundings
from newsextract.page import Page

CONFIDENCE = {"json-ld": 0.95, "meta": 0.9, "page": 0.8, "": 0.0}


@dataclass(frozen=True, slots=True)
class Authorship:
    """The authors of a page and where they were found."""

    people: tuple[str, ...] = ()
    organisations: tuple[str, ...] = ()
    """Agencies, desks and publishers among what is declared."""
    names: tuple[str, ...] = ()
    """What goes for the authors: the people, with the agencies that are declared beside them; where no
    person is named, the organisations that are declared."""
    raw: str = ""
    source: str = ""
    """``json-ld``, ``meta`` or ``page``."""
    confidence: float = 0.0


def authorship(page: Page, says: Declared, around: Surroundings) -> Authorship:
    """The people that are declared; where the site only declares itself, those of a byline on the page.

    An agency that is declared alone is believed: the byline then is of somebody else.
    """
    names = people(says.authors) or says.authors
    raw = "; ".join(says.authors)
    organisations = tuple(name for name in names if is_organisation(name, says.publisher, page.url))
    persons = tuple(name for name in names if name not in organisations)
    kept = tuple(name for name in names if name in persons or is_agency(name))
    if not kept:
        byline = shown_byline(page, around)
        if byline:
            shown = tuple(
                name for name in byline.names if not is_organisation(name, says.publisher, page.url)
            )
            if shown:
                return Authorship(shown, organisations, shown, byline.raw, "page", CONFIDENCE["page"])
    kept = kept or organisations
    source = says.authors_source
    return Authorship(persons, organisations, kept, raw, source, CONFIDENCE[source] if kept else 0.0)
