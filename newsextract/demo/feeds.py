"""What a site tells machines: feeds, sitemaps, robots.txt."""

from __future__ import annotations

import gzip
import json
from datetime import datetime
from email.utils import format_datetime

from newsextract.demo.markup import Edition, joined, safe
from newsextract.demo.stories import Story, moment

FEED_STORIES = 20


def rss(edition: Edition) -> str:
    """RSS 2.0 with the newest stories."""
    items = [
        f"<item><title>{safe(story.title)}</title><link>{_url(edition, story)}</link>"
        f'<guid isPermaLink="true">{_url(edition, story)}</guid><pubDate>{_rfc_822(edition, story)}</pubDate>'
        f"<description>{safe(story.draft.summary)}</description></item>"
        for story in edition.stories[:FEED_STORIES]
    ]
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel>'
        f"<title>{safe(edition.plan.title)}</title><link>{edition.base}/</link>"
        f"<description>{safe(edition.plan.title)}</description>\n{joined(items)}\n</channel></rss>\n"
    )


def atom(edition: Edition) -> str:
    """Atom with the newest stories, in the site's own encoding."""
    entries = [
        f'<entry><title>{safe(story.title)}</title><link rel="alternate" href="{_url(edition, story)}"/>'
        f"<id>{_url(edition, story)}</id><published>{moment(story, edition.plan.zone)}</published>"
        f"<updated>{moment(story, edition.plan.zone)}</updated>"
        f"<author><name>{safe(story.authors[0])}</name></author><summary>{safe(story.draft.summary)}</summary></entry>"
        for story in edition.stories[:FEED_STORIES]
    ]
    newest = moment(edition.stories[0], edition.plan.zone)
    return (
        f'<?xml version="1.0" encoding="{edition.plan.encoding}"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
        f"<title>{safe(edition.plan.title)}</title><id>{edition.base}/</id><updated>{newest}</updated>\n"
        f"{joined(entries)}\n</feed>\n"
    )


def json_feed(edition: Edition) -> str:
    """JSON Feed 1.1 with the newest stories."""
    items = [
        {
            "id": _url(edition, story),
            "url": _url(edition, story),
            "title": story.title,
            "summary": story.draft.summary,
            "date_published": moment(story, edition.plan.zone),
            "authors": [{"name": name} for name in story.authors],
        }
        for story in edition.stories[:FEED_STORIES]
    ]
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": edition.plan.title,
        "home_page_url": f"{edition.base}/",
        "feed_url": f"{edition.base}/feed.json",
        "items": items,
    }
    return json.dumps(feed, ensure_ascii=False, indent=1) + "\n"


def plain_sitemap(edition: Edition) -> str:
    """A sitemap of sections and stories."""
    sections = [edition.section_path(section) for section in edition.plan.sections]
    pages = "".join(f"<url><loc>{safe(edition.base + path)}</loc></url>\n" for path in ("/", *sections))
    return _urlset(pages + _story_entries(edition))


def news_sitemap(edition: Edition) -> str:
    """A news sitemap, with titles."""
    plan = edition.plan
    publication = f"<news:name>{safe(plan.title)}</news:name><news:language>{plan.language}</news:language>"
    entries = "".join(
        f"<url><loc>{safe(_url(edition, story))}</loc><news:news>"
        f"<news:publication>{publication}</news:publication>"
        f"<news:publication_date>{moment(story, plan.zone)}</news:publication_date>"
        f"<news:title>{safe(story.title)}</news:title></news:news></url>\n"
        for story in edition.stories
    )
    return _urlset(entries, ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"')


def sitemap_index(edition: Edition, child: str) -> str:
    """An index with one child."""
    newest = edition.stories[0].day.isoformat()
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        f"<sitemap><loc>{edition.base}{child}</loc><lastmod>{newest}</lastmod></sitemap></sitemapindex>\n"
    )


def packed_sitemap(edition: Edition) -> bytes:
    """A sitemap of stories, compressed; the same bytes at any time."""
    return gzip.compress(_urlset(_story_entries(edition)).encode(), mtime=0)


def robots(edition: Edition) -> str:
    """robots.txt."""
    rules = "User-agent: *\nDisallow: /login\nDisallow: /private/\n"
    return f"{rules}\nSitemap: {edition.base}/sitemap.xml\n"


def _story_entries(edition: Edition) -> str:
    return "".join(
        f"<url><loc>{safe(_url(edition, story))}</loc><lastmod>{story.day.isoformat()}</lastmod></url>\n"
        for story in edition.stories
    )


def _urlset(entries: str, namespaces: str = "") -> str:
    opening = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"{namespaces}>'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{opening}\n{entries}</urlset>\n'


def _url(edition: Edition, story: Story) -> str:
    return edition.base + story.path


def _rfc_822(edition: Edition, story: Story) -> str:
    return format_datetime(datetime.fromisoformat(moment(story, edition.plan.zone)))
