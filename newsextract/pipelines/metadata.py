"""What is known of an article from outside of its page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from newsextract.pipelines.page_pipeline import PagePipeline, article_of, site_of

if TYPE_CHECKING:
    from newsextract.page_item import PageItem


class MetadataPipeline(PagePipeline):
    """Adds the candidate titles, the site, the time of fetching, and the date of a feed or sitemap where the
    page itself declares none. What the page declares is on the article already: a worker read it."""

    async def process_page(self, page: PageItem) -> PageItem:
        """Complete the article."""
        article, known = article_of(page), page.candidate
        date, raw = article.date_published, article.date_published_raw
        if known and known.date and _says_more(known.date, date):
            date = raw = known.date
        page.article = replace(
            article,
            site=site_of(page),
            candidate_titles=known.titles if known else (),
            date_published=date,
            date_published_raw=raw,
            cluster=page.cluster,
            fetched_at=page.fetched_at,
        )
        return page


def _says_more(listed: str, date: str) -> bool:
    """Whether the date of a feed or sitemap says more than the page's: there is none, or it is the bare day
    of it, as from the address."""
    return not date or (len(date) == len("2026-11-01") and listed.startswith(f"{date}T"))
