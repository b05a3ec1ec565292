"""VB-PTC's fields: what a journal-article page says about its article (Gong et al. 2020, section V).

The paper calls the fields of a page its records; here a page is one ``Record`` with these fields. Each is
found in the page's visual blocks, after noise (forms, link clusters) was left out:

by pattern   volume, issue, doi, keywords, published: the name of the field, then its content
by entities  authors: people, places, organisations. references: years, number strings
by density   abstract: the block with the largest symbol density score
by the head  title

A value that the head declares for machines (Highwire, Dublin Core, JSON-LD) is taken before any of these;
``Record.sources`` tells which way each field came. Left to the formula alone, the abstract of a page with the
whole article would be its longest paragraph, so what stands under the label "Abstract" goes before it.
"""

from __future__ import annotations

from newsextract.limits import DEFAULT_LIMITS, Limits
from newsextract.page import read_page
from newsextract.records.reading import read_record
from newsextract.records.record import Record

__all__ = ["Record", "records"]


def records(
    html: bytes | str,
    url: str = "",
    *,
    content_type: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Record:
    """The fields of a journal-article page. Never raises: a page that cannot be read has empty fields.

    A page without the marks of a journal has its title and nothing else: by themselves the formulas would
    find authors and an abstract anywhere. Marks are a head made for papers, a DOI, a headed list of works
    cited, or two of volume, issue, keywords, abstract.
    """
    return read_record(read_page(html, url=url, header=content_type, limits=limits))
