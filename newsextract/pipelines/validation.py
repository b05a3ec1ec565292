"""The last look: what leaves the pipelines can be written and read by anyone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from newsextract.pipelines.page_pipeline import PagePipeline, article_of, drop

if TYPE_CHECKING:
    from newsextract.items import Article
from newsextract.page_item import PageItem


class ValidationPipeline(PagePipeline):
    """Turns the page into its ``Article``, if that is one: an address, a text, no broken characters."""

    async def process_page(self, page: PageItem) -> Article:
        """The article, or the end of a page whose article is none."""
        article = article_of(page)
        fault = fault_of(article)
        if fault:
            raise drop(page, "failed", fault)
        return article


def fault_of(article: Article) -> str:
    """Why an article cannot be written; empty when it can."""
    if not article.url:
        return "no address"
    if not article.text.strip():
        return "no text"
    for name, value in article.to_dict().items():
        for string in value if isinstance(value, list) else [value]:
            if isinstance(string, str) and not _is_clean(string):
                return f"characters in {name} that no file can hold"
    return ""


def _is_clean(string: str) -> bool:
    try:
        string.encode("utf-8")
    except UnicodeEncodeError:  # a lone surrogate
        return False
    return "\x00" not in string
