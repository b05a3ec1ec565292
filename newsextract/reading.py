"""One page to one article: the whole way, in one place."""

from __future__ import annotations

from collections.abc import Sequence

from newsextract.addresses import site_name
from newsextract.explanation import Block, Explanation
from newsextract.items import Article, explained_by
from newsextract.limits import DEFAULT_LIMITS, Limits
from newsextract.metadata.declared import declared
from newsextract.methods import DEFAULT_METHOD, Context, Extraction, Method, get_method, method_names
from newsextract.page import Page, read_page
from newsextract.text.fingerprints import content_hash
from newsextract.text.measure import clean, clean_line, fold_space
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
    get_method(method)  # a wrong name is said before any work
    page = read_page(html, url=url, header=content_type, limits=limits)
    titles = (title,) if isinstance(title, str) else tuple(title or ())

    def explain() -> Explanation:
        again = read_page(html, url=url, header=content_type, limits=limits)
        return explanation_of(again, titles, method)

    return explained_by(article_of(page, titles, method), explain)


def article_of(
    page: Page, titles: Sequence[str] = (), method: str | None = None, *, run: Method | None = None
) -> Article:
    """The article of a page that is read already; the rest as in ``extract``. ``run`` does the work of the
    method of that name."""
    headline = find_title(page, titles).text
    extraction = (run or get_method(method))(page, Context(title=headline))
    text = page.render(extraction.nodes)
    state, reason = _state(page, text)
    says = declared(page)
    return Article(
        url=clean(page.url),
        canonical_url=says.canonical_url,
        site=site_name(page.url),
        title=fold_space(clean(headline)),
        text=text,
        authors=says.authors,
        date_published=says.date_published,
        date_published_raw=says.date_published_raw,
        date_modified=says.date_modified,
        date_modified_raw=says.date_modified_raw,
        section=says.section,
        tags=says.tags,
        language=says.language,
        publisher=says.publisher,
        page_state=state,
        state_reason=reason,
        truncated=page.truncated,
        method=method or DEFAULT_METHOD,
        confidence=extraction.confidence if text else None,
        content_hash=content_hash(text),
        encoding=page.encoding,
        encoding_source=page.encoding_source,
    )


def explanation_of(page: Page, titles: Sequence[str] = (), method: str | None = None) -> Explanation:
    """Why ``article_of`` gives the text it gives."""
    from newsextract.methods.fusion.reasons import explain_fusion  # loads NumPy

    context = Context(title=find_title(page, titles).text)
    extraction = get_method(method)(page, context)
    is_fusion = (method or DEFAULT_METHOD) == "fusion"
    blocks = explain_fusion(page, context) if is_fusion else _blocks_with_values(page, extraction)
    sure = extraction.confidence if page.render(extraction.nodes) else None
    return Explanation(method or DEFAULT_METHOD, sure, blocks)


def _blocks_with_values(page: Page, extraction: Extraction) -> tuple[Block, ...]:
    """For methods that have a value for each text node and no reasons."""
    kept = set(extraction.nodes)
    values = extraction.values
    return tuple(
        Block(clean_line(text), not kept.isdisjoint(range(start, end)), max(values[start:end]))
        for text, (start, end) in zip(page.row_texts, page.row_spans, strict=True)
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
