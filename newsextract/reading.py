"""One page to one article: the whole way, in one place."""

from __future__ import annotations

from collections.abc import Sequence

from newsextract.items import Article
from newsextract.limits import DEFAULT_LIMITS, Limits
from newsextract.methods import DEFAULT_METHOD, Context, get_method, method_names
from newsextract.page import Page, read_page
from newsextract.text.measure import clean, fold_space
from newsextract.titles import find_title


def extract(
    html: bytes | str,
    url: str = "",
    title: str | Sequence[str] | None = None,
    method: str | None = None,
    site: None = None,
    *,
    content_type: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Article:
    """The article of a page. Always returns one; see ``Article.page_state`` for a page without.

    ``html`` is what the server sent (bytes are decoded here, with the help of its ``content_type`` header)
    or text. ``title`` is the text of the anchor that led to the page, or several, the best first.
    ``method`` is one of ``methods()``. ``site`` is kept for what is known of the site and has no effect yet.
    """
    choose = get_method(method)
    page = read_page(html, url=url, header=content_type, limits=limits)
    candidates = (title,) if isinstance(title, str) else tuple(title or ())
    headline = find_title(page, candidates).text
    extraction = choose(page, Context(title=headline))
    text = page.render(extraction.nodes)
    state, reason = _state(page, text)
    return Article(
        url=clean(url),
        title=fold_space(clean(headline)),
        text=text,
        page_state=state,
        state_reason=reason,
        truncated=page.truncated,
        method=method or DEFAULT_METHOD,
        encoding=page.encoding,
        encoding_source=page.encoding_source,
    )


def methods() -> list[str]:
    """The names of the extraction methods, the default first."""
    return method_names()


def _state(page: Page, text: str) -> tuple[str, str]:
    """The page's state and, unless all is well, the reason."""
    if page.state:
        return page.state, page.reason
    if text:
        return "article", page.reason
    if page.truncated:
        return "truncated", page.reason
    if not page.walk.texts:
        return "empty", "the page shows no text"
    return "empty", "the method kept none of the page's text"
