"""When the article was published and last changed: the sources compared, and the best one chosen.

In this order, the first with a date that makes sense: JSON-LD, meta elements, the address, microdata, what a
reader sees, the data of the page's programs. On 822 labelled pages JSON-LD and meta elements differ 8 times,
and each is right in half of them. A meta element that says no more than "date" gives way to what a reader
sees: it is as often the day of a change. The rows of the page are looked at only when nothing better says
the day.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cached_property

from newsextract.metadata.address_dates import address_date
from newsextract.metadata.dates import LONGEST_DATE, iso_date
from newsextract.metadata.declared import Declared
from newsextract.metadata.embedded import embedded_dates
from newsextract.metadata.found import Found
from newsextract.metadata.microdata import microdata
from newsextract.metadata.shown_dates import CLEAR, ShownDate, page_order, shown_dates
from newsextract.metadata.surroundings import Surroundings
from newsextract.metadata.written_dates import written_dates
from newsextract.page import Page

CONFIDENCE = {
    "json-ld": 0.92,
    "meta": 0.93,
    "vague": 0.6,
    "address": 0.93,
    "microdata": 0.9,
    "page": 0.88,
    "page, changed": 0.65,
    "embedded": 0.6,
}
"""Share of labelled pages, 822 of news, blogs and institutions, where the source that was chosen had the
right day."""

SLACK = timedelta(days=1)
"""How far ahead of the crawler's clock a date may lie: of another zone, or of a newspaper of tomorrow."""


class Dating:
    """The dates of one page. ``fetched`` is when it was fetched: without it days like "yesterday" are not
    read, and a date in the future is not told; it is never a date itself."""

    def __init__(
        self, page: Page, says: Declared, around: Surroundings, fetched: datetime | None = None
    ) -> None:
        self._page = page
        self._says = says
        self._around = around
        self._fetched = fetched

    @cached_property
    def published(self) -> Found:
        """The date of publication; one with nothing but ``raw`` when something is declared that is no
        date."""
        for source, date, raw in self._candidates():
            if date and self._is_past(date):
                return Found(date, raw[:LONGEST_DATE], source, CONFIDENCE[source])
        return Found(raw=self._says.date_published_raw)

    @cached_property
    def modified(self) -> Found:
        """The date of the last change. Looked for on the page only where the page was looked at anyway."""
        says = self._says
        if says.date_modified and self._is_past(says.date_modified):
            return Found(says.date_modified, says.date_modified_raw, "declared", CONFIDENCE["meta"])
        if self.published.source.startswith("page"):
            for shown in self._shown:
                if shown.is_modified and self._is_past(shown.date):
                    return Found(shown.date, shown.raw, "page", CONFIDENCE["page"])
        return Found(raw=says.date_modified_raw)

    def _candidates(self) -> Iterator[tuple[str, str, str]]:
        """Source, date and raw string, the most trusted first; made only as far as they are asked for."""
        says, page = self._says, self._page
        declared = says.date_published_source, says.date_published, says.date_published_raw
        is_vague = says.date_published_source == "vague"
        if not is_vague:
            yield declared
            yield from self._reread()
        yield ("address", *address_date(page.url))
        yield from (("microdata", iso_date(raw), raw) for raw in microdata(page, "datePublished"))
        shown = [date for date in self._shown if not date.is_modified]
        if is_vague:
            yield from (("page", date.date, date.raw) for date in shown if date.score >= CLEAR)
            yield from self._changed_before(says.date_published)
            yield declared
            yield from self._reread()
        yield from (("page", date.date, date.raw) for date in shown)
        yield from (("page, changed", shown.date, shown.raw) for shown in self._shown)
        embedded = {iso_date(raw)[:10]: raw for raw in embedded_dates(page) if iso_date(raw)}
        if len(embedded) == 1:
            yield from (("embedded", iso_date(raw), raw) for raw in embedded.values())

    def _changed_before(self, day: str) -> Iterator[tuple[str, str, str]]:
        """The day of a change that a reader sees, where it is earlier: nothing is changed before it is
        published."""
        for shown in self._shown[:1]:
            if shown.is_modified and shown.score >= CLEAR and shown.date[:10] < day[:10]:
                yield "page, changed", shown.date, shown.raw

    def _reread(self) -> Iterator[tuple[str, str, str]]:
        """A declared date in the words or the order of a language."""
        says = self._says
        if says.date_published_raw and not says.date_published:
            order = page_order(self._page, self._around, says.language, (says.date_published_raw,))
            for date in written_dates(says.date_published_raw, order)[:1]:
                yield says.date_published_source, date.date, says.date_published_raw

    @cached_property
    def _shown(self) -> list[ShownDate]:
        return shown_dates(self._page, self._around, self._says.language, self._fetched)

    def _is_past(self, date: str) -> bool:
        return self._fetched is None or date[:10] <= (self._fetched + SLACK).date().isoformat()
