"""More articles of a site than it serves: hundreds of pages of its templates, to learn from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from newsextract.demo.building import article_setter, plan_of, site_base
from newsextract.demo.markup import Edition
from newsextract.demo.stories import Story, stories_of
from newsextract.demo.values import DemoPage
from newsextract.errors import SettingError

MOST_VOLUMES = 11
"""Of articles for everybody; later ones are the hostile pages'. The smallest has 49 stories."""

MOST_ARTICLES = 500


def many_articles(name: str, count: int, base: str = "") -> tuple[DemoPage, ...]:
    """So many articles of a site, none of them among those it serves, the newest first.

    They are set in the site's two templates, about as many in each as on the site; those of
    ``review-redesigned`` are the articles of ``review``, all in the new template.
    """
    if not 0 <= count <= MOST_ARTICLES:
        raise SettingError(f"{count} articles of a demo site: must be 0 to {MOST_ARTICLES}")
    return tuple(islice(_pages(name, base), count))


def _pages(name: str, base: str) -> Iterator[DemoPage]:
    set_article = article_setter(name)
    for volume in range(1, MOST_VOLUMES + 1):
        edition = volume_edition(name, volume, base)
        for story in edition.stories:
            yield demo_page(edition, story, set_article(edition, story, 1, story.path))


def volume_edition(name: str, volume: int, base: str = "") -> Edition:
    """A volume as an edition of its site: its pages have the lists that the site has on all pages today."""
    plan = plan_of(name)
    return Edition(plan, stories_of(plan.name, volume), site_base(name, base), listed=stories_of(plan.name))


def demo_page(edition: Edition, story: Story, text: str) -> DemoPage:
    """A page by itself, in the encoding of its site."""
    return DemoPage(
        url=edition.base + story.path,
        html=text.encode(edition.plan.encoding),
        article=story.gold(edition.plan.zone),
    )
