"""Who wrote an article and when, from all that the page tells to machines and to readers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from newsextract.metadata.authorship import Authorship, authorship
from newsextract.metadata.dating import Dating
from newsextract.metadata.declared import Declared
from newsextract.metadata.found import Found
from newsextract.metadata.surroundings import Surroundings
from newsextract.page import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """Each value with its source, the string it was read from and a confidence."""

    published: Found
    modified: Found
    authors: Authorship


def told(page: Page, says: Declared, headline: str, fetched: datetime | None = None) -> Told:
    """What is known of an article with this headline. The rows of the page are looked at only for what is not
    declared. ``fetched`` is when the page was: see ``Dating``."""
    around = Surroundings(page, headline)
    dating = Dating(page, says, around, fetched)
    return Told(published=dating.published, modified=dating.modified, authors=authorship(page, says, around))
