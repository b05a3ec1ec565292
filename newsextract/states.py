"""The states a page can end in. Every page that is asked for ends in exactly one."""

from __future__ import annotations

STATES: dict[str, str] = {
    "article": "there is a text",
    "index": "a home, section or list page: read for its links",
    "part": "a further page of a story, joined to its first",
    "duplicate": "a story of this crawl once more, under the same or another address",
    "out of range": "an article that was not asked for: older than `since`, or beyond `max_articles`",
    "consent wall": "asks for consent to cookies instead of showing the story",
    "bot challenge": "wants to see a human instead of showing the story",
    "soft 404": "says that there is no such page, with the status of a good one",
    "other": "a page that is neither a story nor a list: a form, a video, a shop",
    "empty": "shows no text, or none that the method keeps",
    "too large": "above the limit of bytes or tags; not parsed",
    "truncated": "the parsers could not reach any text",
    "refused": "not a web page (PDF, image ...), or one made to stall a parser",
    "timeout": "took longer to read than a page may, or killed the process that read it",
    "forbidden": "robots.txt, or an address that may not be fetched (private, not http)",
    "http error": "the server answered with an error (404, 500 ...)",
    "unreachable": "no answer: name unknown, connection refused or broken, too slow",
    "failed": "a fault of newsextract's own or of a spider; the log says which",
}
"""Every state and what it means, in the order of the summary table."""
