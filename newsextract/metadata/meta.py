"""What the meta elements, ``time`` elements and the ``html`` tag of a page say of its article."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from newsextract.metadata.claims import Claims
from newsextract.metadata.names import author_names
from newsextract.metadata.plain import plain
from newsextract.page import Page
from newsextract.page.declared import element_text

# Names in lower case without the marks that divide them: "article:published_time", "Publish-Date".
# In each list the most exact comes first.
AUTHORS = (
    "author articleauthor articleauthorname ogauthor ogarticleauthor parselyauthor sailthruauthor "
    "dccreator dctermscreator citationauthor creator byl"
).split()
PUBLISHED = (
    "articlepublishedtime ogarticlepublishedtime ogpublishedtime articlepublished ogpublishedat "
    "datepublished parselypubdate sailthrudate dcdateissued dctermsissued dcissued prismpublicationdate "
    "publicationdate originalpublicationdate publishdate publisheddate pubdate publishtime publishedtime "
    "publishedat dcdatecreated dctermscreated dccreated cxenseparserecspublishtime "
    "citationpublicationdate"
).split()
DATED = "dcdate dctermsdate datecreated date".split()
MODIFIED = (
    "articlemodifiedtime ogarticlemodifiedtime ogmodifiedtime ogupdatedtime datemodified modifieddate "
    "dcdatemodified dctermsmodified dcmodified articleupdated revisiondate lastmodified lastmod moddate"
).split()
SECTIONS = "articlesection ogarticlesection ogsection parselysection prismsection section".split()
TAGS = "articletag ogarticletag newskeywords keywords parselytags sailthrutags".split()
LANGUAGES = "oglocale contentlanguage language dclanguage dctermslanguage inlanguage".split()
PUBLISHERS = "ogsitename applicationname dcpublisher publisher".split()

_MARKS = str.maketrans("", "", "-_.: ")


def meta_claims(page: Page) -> Claims:
    """The claims of a page outside of its JSON-LD."""
    values: dict[str, list[str]] = {}
    for name, content in page.meta:
        if content:
            values.setdefault(name.translate(_MARKS), []).append(content)
    authors = (author_names(_texts(values[name])) for name in AUTHORS if name in values)
    return Claims(
        authors=next(filter(None, authors), ()),
        published=_texts([*_all(values, PUBLISHED), *_times(page, "datepublished")]),
        modified=_texts([*_all(values, MODIFIED), *_times(page, "datemodified")]),
        sections=_texts(_all(values, SECTIONS)),
        tags=_texts(_all(values, TAGS)),
        languages=_texts([*_languages_of_root(page), *_all(values, LANGUAGES), *_languages_of_server(page)]),
        publishers=_texts(_all(values, PUBLISHERS)),
        dated=_texts(_all(values, DATED)),
    )


def _all(values: Mapping[str, list[str]], names: Iterable[str]) -> Iterator[str]:
    return (content for name in names if name in values for content in values[name])


def _texts(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(filter(None, map(plain, values)))


def _times(page: Page, wanted: str) -> Iterator[str]:
    """What ``time`` elements with this ``itemprop`` hold; ``pubdate`` was HTML5's own mark for a while."""
    for element in page.elements_of("time"):
        attributes = element.attrib
        marks = (attributes.get("itemprop") or "").lower().split()
        if wanted in marks or (wanted == "datepublished" and "pubdate" in attributes):
            yield attributes.get("datetime") or attributes.get("content") or element_text(element)


def _languages_of_root(page: Page) -> Iterator[str]:
    for element in islice(page.elements_of("html"), 1):
        attributes = element.attrib
        yield from (attributes.get(name) or "" for name in ("lang", "xml:lang"))


def _languages_of_server(page: Page) -> Iterator[str]:
    """What stands in for the header of the server, a list of languages."""
    for element in page.elements_of("meta"):
        if (element.get("http-equiv") or "").strip().lower() == "content-language":
            yield (element.get("content") or "").partition(",")[0]
