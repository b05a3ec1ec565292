"""What one source on a page, the meta elements or the JSON-LD, says of the article."""

from __future__ import annotations

from typing import NamedTuple


class Claims(NamedTuple):
    """Plain strings, none empty, the most trusted first. Nothing is checked yet."""

    authors: tuple[str, ...] = ()
    published: tuple[str, ...] = ()
    modified: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    publishers: tuple[str, ...] = ()
    headlines: tuple[str, ...] = ()
    dated: tuple[str, ...] = ()
    """Dates of which it is not said what happened on them."""
