"""One page, decoded once, parsed once, walked once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from newsextract.limits import DEFAULT_LIMITS, Limits
from newsextract.page import declared
from newsextract.page.blocks import HEADINGS, Block, visual_blocks
from newsextract.page.decode import decode
from newsextract.page.parse import Parsed, parse
from newsextract.page.paths import path_depths, path_distance
from newsextract.page.prescan import foreign_kind, too_large, too_many_tags
from newsextract.page.render import render
from newsextract.page.walk import Walk, walk

if TYPE_CHECKING:
    from lxml import etree

    from newsextract.page.measures import Counts, Measures

_NOTHING = Walk([], [], [], [], [], [], [], [], [], {}, [], [], [])


class Page:
    """What every method, the metadata and the clustering read. Nothing is computed before it is asked for.

    Text nodes and elements are numbers; the lists below run over them in document order (see ``walk``).
    Treat all of it as read-only.
    """

    def __init__(
        self,
        *,
        url: str = "",
        encoding: str = "",
        encoding_source: str = "",
        parsed: Parsed | None = None,
        state: str = "",
        reason: str = "",
    ) -> None:
        self.url = url
        self.encoding = encoding
        self.encoding_source = encoding_source
        self.root = parsed.root if parsed else None
        self.truncated = parsed.truncated if parsed else False
        self.state = state
        """Why the page cannot be read (``too large``, ``refused``); empty when it can."""
        self.reason = reason or (parsed.reason if parsed else "")

    @cached_property
    def walk(self) -> Walk:
        """Elements and text nodes, read in one pass."""
        return walk(self.root) if self.root is not None else _NOTHING

    def numbers_of(self, *tags: str) -> Sequence[int]:
        """The numbers of all elements with one of these tags, in page order."""
        numbers = self.walk.numbers
        if len(tags) == 1:
            return numbers.get(tags[0], ())
        return sorted(number for tag in tags for number in numbers.get(tag, ()))

    def elements_of(self, *tags: str) -> Iterator[etree._Element]:
        """The elements with one of these tags, in page order; told without a walk."""
        return iter(()) if self.root is None else self.root.iter(*tags)

    @cached_property
    def measures(self) -> Measures:
        """Characters of several kinds, marks and words of each text node, as arrays."""
        from newsextract.page.measures import measures  # loads NumPy, which takes as long as 100 pages

        return measures(self.walk.texts)

    @cached_property
    def lengths(self) -> list[int]:
        """Characters of each text node, white space left out."""
        return as_list(self.measures.lengths)

    @cached_property
    def marks(self) -> list[int]:
        """Punctuation marks of each text node."""
        return as_list(self.measures.marks)

    @cached_property
    def word_counts(self) -> list[int]:
        """Words of each text node; an ideograph counts as one."""
        return as_list(self.measures.words)

    @cached_property
    def linked(self) -> list[bool]:
        """Whether each text node lies in a link."""
        links = self.walk.links
        return [links[owner] >= 0 for owner in self.walk.owners]

    @cached_property
    def node_paths(self) -> list[int]:
        """Number of the tag path of each text node."""
        path_ids = self.walk.path_ids
        return [path_ids[owner] for owner in self.walk.owners]

    @cached_property
    def _path_depths(self) -> list[int]:
        return path_depths(self.walk.path_steps)

    def path_distance(self, first: int, second: int) -> int:
        """Edit distance of two tag paths given by number."""
        return path_distance(self.walk.path_steps, self._path_depths, first, second)

    @cached_property
    def row_spans(self) -> list[tuple[int, int]]:
        """The text nodes of each row: the first, and one past the last."""
        rows = self.walk.rows
        starts = [node for node in range(len(rows)) if node == 0 or rows[node] != rows[node - 1]]
        return list(pairwise([*starts, len(rows)])) if starts else []

    @cached_property
    def row_texts(self) -> list[str]:
        """The text of each row, as written."""
        texts = self.walk.texts
        return [
            texts[start] if end - start == 1 else "".join(texts[start:end]) for start, end in self.row_spans
        ]

    @cached_property
    def blocks(self) -> list[Block]:
        """Visual blocks."""
        return visual_blocks(self.walk)

    @cached_property
    def length_sums(self) -> list[int]:
        """Running sum of ``lengths``, from 0."""
        return running_sum(self.lengths)

    @cached_property
    def linked_length_sums(self) -> list[int]:
        """Running sum of the lengths inside of links, from 0."""
        return running_sum(
            length if linked else 0 for length, linked in zip(self.lengths, self.linked, strict=True)
        )

    @cached_property
    def link_sums(self) -> list[int]:
        """Running count of ``a`` elements over elements, from 0."""
        return running_sum(tag == "a" for tag in self.walk.tags)

    @cached_property
    def title_tag(self) -> str:
        """Text of the ``title`` element."""
        return declared.title_tag(self.elements_of("title"))

    @cached_property
    def headings(self) -> tuple[declared.Heading, ...]:
        """Headings that show text."""
        return declared.headings(self.walk, self.numbers_of(*sorted(HEADINGS)))

    @cached_property
    def meta(self) -> tuple[tuple[str, str], ...]:
        """Names and contents of the meta elements, OpenGraph among them."""
        return declared.meta_values(self.elements_of("meta"))

    @cached_property
    def json_ld(self) -> tuple[str, ...]:
        """Sources of the JSON-LD scripts."""
        return declared.json_ld(self.elements_of("script"))

    @cached_property
    def anchors(self) -> tuple[declared.Anchor, ...]:
        """Links with an address."""
        return declared.anchors(self.walk, self.numbers_of("a"))

    def text_of(self, element: int) -> str:
        """The text shown inside an element, in one line."""
        return declared.text_of(self.walk, element)

    def render(self, nodes: Iterable[int]) -> str:
        """The text of the given text nodes, a line a row."""
        return render(self.walk, nodes)


def as_list(counts: Counts) -> list[int]:
    """Counts as whole numbers of Python's own, which loops read faster than those of an array."""
    values: list[int] = counts.tolist()
    return values


def running_sum(values: Iterable[int]) -> list[int]:
    """0 and the sums of the first one, two, three ... values."""
    return list(accumulate(values, initial=0))


def read_page(
    html: bytes | str, *, url: str = "", header: str | None = None, limits: Limits = DEFAULT_LIMITS
) -> Page:
    """Decode and parse a page. ``header`` is its Content-Type. Never raises: see ``Page.state``."""
    kind = foreign_kind(html) if isinstance(html, bytes) else None
    if kind:
        return Page(url=url, state="refused", reason=f"not a web page but {kind}")
    reason = too_large(len(html), limits)
    if reason:
        return Page(url=url, state="too large", reason=reason)
    decoded = decode(html, header=header)
    encoding, source = decoded.encoding, decoded.source
    reason = too_many_tags(decoded.text, limits)
    if reason:
        return Page(url=url, encoding=encoding, encoding_source=source, state="too large", reason=reason)
    parsed = parse(decoded.text, limits, utf8=decoded.utf8)
    if parsed.refused:
        return Page(url=url, encoding=encoding, encoding_source=source, state="refused", reason=parsed.reason)
    return Page(url=url, encoding=encoding, encoding_source=source, parsed=parsed)
