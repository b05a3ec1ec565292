"""One page to one article: the whole way, in one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from newsextract.addresses import same_site, site_name
from newsextract.errors import InputError
from newsextract.explanation import Block, Explanation, Reason
from newsextract.items import Article, explained_by
from newsextract.limits import DEFAULT_LIMITS, Limits
from newsextract.metadata.declared import Declared, declared
from newsextract.metadata.title import article_title
from newsextract.metadata.told import told
from newsextract.methods import DEFAULT_METHOD, Context, Extraction, Method, get_method, method_names
from newsextract.page import Page, read_page
from newsextract.site.fields import field_places
from newsextract.site.lessons import known_log_odds
from newsextract.site.links import link_rows
from newsextract.site.places import page_places
from newsextract.site.testimony import Testimony, testify
from newsextract.site.view import RuleReading, SiteView
from newsextract.site.weighing import weighed
from newsextract.text.fingerprints import content_hash
from newsextract.text.measure import clean, clean_line, fold_space
from newsextract.titles import find_title

if TYPE_CHECKING:
    from newsextract.site.memory import SiteMemory

BY_RULE = "rule"
"""Name of the method where a rule of the site chose the text."""

NOTHING_KNOWN = SiteView()

LEAST_REASON = 0.05
"""Log-odds that the site adds to a block; less is not worth a word."""


def extract(
    html: bytes | str,
    url: str = "",
    title: str | Sequence[str] | None = None,
    method: str | None = None,
    site: SiteMemory | None = None,
    *,
    content_type: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Article:
    """The article of a page. Always returns one; see ``Article.page_state`` for a page without.

    ``html`` is what the server sent (bytes are decoded here, with the help of its ``content_type`` header)
    or text. ``title`` is the text of the anchor that led to the page, or several, the best first.
    ``method`` is one of ``methods()``. ``site`` is what ``learn`` made of other pages of the same site: its
    rules are tried first, and where none fits, what it knows is weighed with what the method finds.

    Raises UnknownMethodError, and InputError for a page of another site than ``site``.
    """
    get_method(method)  # a wrong name is said before any work
    _check_site(url, site)
    page = read_page(html, url=url, header=content_type, limits=limits)
    titles = (title,) if isinstance(title, str) else tuple(title or ())
    known = site.view if site else NOTHING_KNOWN

    def explain() -> Explanation:
        again = read_page(html, url=url, header=content_type, limits=limits)
        return explanation_of(again, titles, method, known)

    return explained_by(article_of(page, titles, method, known), explain)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticleReading:
    """An article, and what its page says to those that learn its site."""

    article: Article
    testimony: Testimony | None = None
    """None for a page that was not asked, or has no text."""


class _Choice(NamedTuple):
    """What was taken for the text."""

    text: str
    method: str
    rule: str = ""
    confidence: float | None = None


def article_of(
    page: Page,
    titles: Sequence[str] = (),
    method: str | None = None,
    known: SiteView = NOTHING_KNOWN,
    *,
    run: Method | None = None,
) -> Article:
    """The article of a page that is read already; the rest as in ``extract``. ``known`` is the view that a
    site's memory gives; ``run`` does the work of the method of that name."""
    return read_article(page, titles, method, known, run=run).article


def read_article(
    page: Page,
    titles: Sequence[str] = (),
    method: str | None = None,
    known: SiteView = NOTHING_KNOWN,
    *,
    run: Method | None = None,
    testifies: bool = False,
) -> ArticleReading:
    """The same; a page that ``testifies`` also says what it can teach of its site, as far as anybody wants to
    know: where a rule that has learned enough reads a page, there is nothing to say."""
    by_rule = known.read(page.root)
    rule, found = by_rule.rule, by_rule.found
    says = declared(page)
    at_place = found.title if found else ""
    headline = find_title(page, titles, at_place).text
    # the method weighs the headline that it was trained with; the article gets its own
    title = article_title(page, says, titles, at_place).text or headline
    if rule and found and not (testifies and rule.key in known.growing):
        return ArticleReading(article=_article(page, title, says, _by_rule(by_rule)))
    own = (run or get_method(method))(page, Context(title=headline))
    testimony = None
    if testifies or known.knowledge.has_something:
        testimony = _testimony(page, own, (headline, *titles), says)
    if rule and found:
        choice = _by_rule(by_rule)
    else:
        final = own
        if testimony is not None and known.knowledge.has_something:
            final = weighed(page, own, testimony, known.knowledge)
        choice = _Choice(page.render(final.nodes), method or DEFAULT_METHOD, confidence=final.confidence)
    article = _article(page, title, says, choice)
    return ArticleReading(article=article, testimony=testimony if testifies and article.text else None)


def own_testimony(page: Page, titles: Sequence[str] = (), run: Method | None = None) -> Testimony | None:
    """What a page can teach of its site, and nothing else; None for a page in which the method finds no
    text."""
    headline = find_title(page, titles).text
    own = (run or get_method())(page, Context(title=headline))
    return _testimony(page, own, (headline, *titles), declared(page)) if own.nodes else None


def _by_rule(reading: RuleReading) -> _Choice:
    if reading.rule is None or reading.found is None:
        raise ValueError("no rule has read the page")
    return _Choice(reading.found.text, BY_RULE, reading.rule.key, reading.rule.expected.sureness)


def _testimony(page: Page, own: Extraction, titles: Sequence[str], says: Declared) -> Testimony:
    places = page_places(page)
    fields = field_places(page, places, titles, says)
    return testify(page, own, fields=fields, links=link_rows(page), places=places)


def _article(page: Page, title: str, says: Declared, choice: _Choice) -> Article:
    state, reason = _state(page, choice.text)
    found = told(page, says, title)
    return Article(
        url=clean(page.url),
        canonical_url=says.canonical_url,
        site=site_name(page.url),
        title=fold_space(clean(title)),
        text=choice.text,
        authors=found.authors.names,
        date_published=found.published.value,
        date_published_raw=found.published.raw,
        date_modified=found.modified.value,
        date_modified_raw=found.modified.raw,
        section=says.section,
        tags=says.tags,
        language=says.language,
        publisher=says.publisher,
        page_state=state,
        state_reason=reason,
        truncated=page.truncated,
        method=choice.method,
        rule=choice.rule,
        confidence=choice.confidence if choice.text else None,
        content_hash=content_hash(choice.text),
        encoding=page.encoding,
        encoding_source=page.encoding_source,
    )


def explanation_of(
    page: Page,
    titles: Sequence[str] = (),
    method: str | None = None,
    known: SiteView = NOTHING_KNOWN,
) -> Explanation:
    """Why ``article_of`` gives the text it gives."""
    by_rule = known.read(page.root)
    if by_rule.rule and by_rule.found:
        return _explained_by_rule(page, by_rule)
    context = Context(title=find_title(page, titles).text)
    own = get_method(method)(page, context)
    blocks = _own_blocks(page, context, own, method or DEFAULT_METHOD)
    if known.knowledge.has_something:
        testimony = _testimony(page, own, (context.title, *titles), declared(page))
        final = weighed(page, own, testimony, known.knowledge)
        blocks = _with_site(page, blocks, final, known_log_odds(testimony, known.knowledge))
        own = final
    sure = own.confidence if page.render(own.nodes) else None
    return Explanation(method or DEFAULT_METHOD, sure, blocks)


def _own_blocks(page: Page, context: Context, own: Extraction, method: str) -> tuple[Block, ...]:
    if method == "fusion":
        from newsextract.methods.fusion.reasons import explain_fusion  # loads NumPy

        return explain_fusion(page, context)
    values, kept = own.values, _rows_with(page, own)
    return tuple(
        Block(clean_line(text), row in kept, max(values[start:end]))
        for row, (text, (start, end)) in enumerate(zip(page.row_texts, page.row_spans, strict=True))
    )


def _explained_by_rule(page: Page, reading: RuleReading) -> Explanation:
    """For each row whether the rule has taken it."""
    choice = _by_rule(reading)
    lines = set(choice.text.split("\n"))
    texts = [clean_line(text) for text in page.row_texts]
    blocks = tuple(Block(text, text in lines, float(text in lines)) for text in texts)
    return Explanation(f"rule {choice.rule}", choice.confidence, blocks)


def _with_site(
    page: Page, blocks: Sequence[Block], final: Extraction, added: Sequence[float]
) -> tuple[Block, ...]:
    """The blocks with what the site's other pages say of them."""
    kept = _rows_with(page, final)
    shown = []
    for row, block in enumerate(blocks):
        weight = added[row] if row < len(added) else 0.0
        said = (Reason("the site's other pages", weight),) if abs(weight) >= LEAST_REASON else ()
        shown.append(
            Block(
                block.text,
                row in kept,
                block.value,
                (*said, *block.speaks_for) if weight > 0 else block.speaks_for,
                (*said, *block.speaks_against) if weight < 0 else block.speaks_against,
            )
        )
    return tuple(shown)


def _rows_with(page: Page, extraction: Extraction) -> set[int]:
    kept = set(extraction.nodes)
    return {row for row, (start, end) in enumerate(page.row_spans) if not kept.isdisjoint(range(start, end))}


def methods() -> list[str]:
    """The names of the extraction methods, the default first."""
    return method_names()


def _check_site(url: str, site: SiteMemory | None) -> None:
    if site is not None and url and site.name and not _is_of(url, site.name):
        raise InputError(
            f"site={site.name!r}: the page {url} is of another site; rules hold on the site that they were "
            "learned on"
        )


def _is_of(url: str, name: str) -> bool:
    return site_name(url) == name or same_site(url, f"http://{name}/")


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
