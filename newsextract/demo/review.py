"""The look of the Halmere Review: sectioning elements, hashed class names, JSON-LD, lazy images."""

from __future__ import annotations

import json
from collections.abc import Sequence

from newsextract.demo.markup import (
    HOME_DECOYS,
    SECTION_TEASERS,
    TRACKING,
    Edition,
    cut_off,
    english_date,
    fill,
    joined,
    link,
    pager,
    safe,
    story_link,
    with_lists,
)
from newsextract.demo.plans import Section
from newsextract.demo.stories import LINKED_AT_COMMENTS, MOVED, Story, moment
from newsextract.demo.writing import ITEM, QUOTE, SUBHEAD, Block, first_sentence, word_count

WORDS_A_MINUTE = 220
CURRENT = '<span aria-current="page">{}</span>'
BLANK_IMAGE = "data:image/gif;base64,R0lGODlhAQABAAAAACw="


def article(edition: Edition, story: Story, part: int, path: str) -> str:
    """A story's page: news, or a long read of the magazine."""
    words = sum(word_count(block.text) for block in story.draft.blocks)
    url = edition.base + path
    extras = _extras(edition, story) if part == 1 else {}
    is_magazine = story.section.template == "magazine"
    body = _body(story.parts[part - 1], extras, "css-d2p9" if is_magazine else "css-1p0x")
    main = fill(
        f"review/{story.section.template}",
        crumb=link(edition.section_path(story.section), story.section.label),
        headline=safe(story.title),
        authors=safe(" and ".join(story.authors)),
        **({"first_author": safe(story.authors[0])} if is_magazine else {"time": story.time}),
        published=moment(story, edition.plan.zone),
        date=english_date(story.day),
        minutes=max(1, round(words / WORDS_A_MINUTE)),
        url=safe(url),
        number=story.number,
        caption=safe(story.draft.caption),
        body=_in_sections(body) if is_magazine else body,
        pager=_story_pager(story, part),
        most_read=_most_read(edition),
        related=joined(_card(other) for other in edition.near(story, 4, 4)),
        comments=_comments(story),
    )
    head = article_head(edition, story, part, url)
    return _framed(edition, story.title, main, path, summary=story.draft.summary, head=head, kind="article")


def home(edition: Edition) -> str:
    """The home page."""
    first, *rest = edition.home_stories
    ticker = [
        f"<li><time>{story.time}</time> {link(story.path, cut_off(story.title, 'en'))}</li>"
        for story in edition.home_stories[5:9]
    ]
    main = fill(
        "review/home",
        lead_path=first.path,
        lead_number=first.number,
        lead=story_link(first),
        lead_text=safe(first.draft.summary),
        blocks=joined(_home_block(edition, section, rest) for section in edition.plan.sections),
        ticker=joined(ticker),
        most_read=_most_read(edition),
        elsewhere=_elsewhere(edition),
    )
    return _framed(edition, "News and stories from the valley", main, "/", kind="home")


def section(edition: Edition, section: Section, part: int) -> str:
    """A page of a section: teasers, and on the first one the headlines of older stories."""
    stories = edition.of(section)
    shown = stories[SECTION_TEASERS * (part - 1) : SECTION_TEASERS * part]
    older = stories[SECTION_TEASERS:] if part == 1 else ()
    headlines = joined(f"<li>{story_link(story)}</li>" for story in older)
    main = fill(
        "review/section",
        label=section.label,
        teasers=joined(_card(story, with_text=True) for story in shown),
        pager=pager(
            edition.section_paths(section), part, here=CURRENT, ahead="Next", attributes=' rel="next"'
        ),
        older=f'<section class="css-0ldr"><h2>Older stories</h2><ul>{headlines}</ul></section>'
        if older
        else "",
    )
    return _framed(edition, section.label, main, edition.section_path(section, part), kind="section")


def plain(edition: Edition, path: str, title: str, lines: Sequence[str], extra: str = "") -> str:
    """A page such as the imprint."""
    text = joined(f"<p>{safe(line)}</p>" for line in lines)
    main = f'<section class="css-pl41"><h1>{safe(title)}</h1>\n{text}\n{extra}</section>'
    return _framed(edition, title, main, path)


def consent(edition: Edition) -> str:
    """The wall before a story."""
    headline, *lines = edition.lines("consent")
    text = joined(f"<p>{safe(line)}</p>" for line in lines)
    return fill("review/consent", headline=safe(headline), text=text)


def video(edition: Edition) -> str:
    """A page with a player."""
    path, title = edition.plan.video
    player = '<video controls preload="none" poster="/img/video-1.jpg"><source src="/media/1.mp4"></video>'
    return _framed(edition, title, f"<article><h1>{safe(title)}</h1>{player}</article>", path, kind="video")


def _framed(
    edition: Edition,
    title: str,
    main: str,
    path: str,
    *,
    summary: str = "",
    head: str = "",
    kind: str = "page",
) -> str:
    nav = [f"<li>{link(edition.section_path(entry), entry.label)}</li>" for entry in edition.plan.sections]
    return fill(
        "review/frame",
        title=safe(title),
        description=safe(summary or title),
        url=safe(edition.base + path),
        head=head,
        kind=kind,
        nav=joined(nav),
        main=main,
        footer=safe(edition.lines("footer")[0]),
    )


def article_head(edition: Edition, story: Story, part: int, url: str) -> str:
    """What the head of a story's page declares; it comes from the same system whatever the look."""
    published = moment(story, edition.plan.zone)
    data = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": story.title,
        "datePublished": published,
        "mainEntityOfPage": url,
        "articleSection": story.section.label,
        "inLanguage": "en",
        "author": [{"@type": "Person", "name": name} for name in story.authors],
        "publisher": {"@type": "NewsMediaOrganization", "name": edition.plan.title},
        "image": [f"{edition.base}/img/{story.number}-1200.jpg"],
    }
    following = story.part_paths[part : part + 1]
    lines = [
        '<meta property="og:type" content="article">',
        f'<meta property="article:published_time" content="{published}">',
        f'<meta property="article:section" content="{story.section.label}">',
        *(f'<link rel="next" href="{safe(path)}">' for path in following),
        f'<script type="application/ld+json">{json.dumps(data, ensure_ascii=False)}</script>',
    ]
    return joined(lines) + "\n"


def _body(blocks: Sequence[Block], extras: dict[int, str], paragraph_class: str) -> str:
    pieces = with_lists(
        blocks, lambda block: _block(block, paragraph_class), '<ul class="css-ul5t">', "</ul>"
    )
    found = []
    for place, piece in enumerate(pieces):
        found.append(piece)
        if place in extras:
            found.append(extras[place])
    return joined(found)


def _block(block: Block, paragraph_class: str) -> str:
    text = safe(block.text)
    if block.kind == ITEM:
        return f"<li>{text}</li>"
    if block.kind == SUBHEAD:
        return f'<h2 class="css-sb2h">{text}</h2>'
    if block.kind == QUOTE:
        return f'<blockquote class="css-bq01"><p>{text}</p></blockquote>'
    return f'<p class="{paragraph_class}">{text}</p>'


def _in_sections(body: str) -> str:
    """The magazine wraps what follows each subheading."""
    parts = body.split('<h2 class="css-sb2h">')
    wrapped = [f'<section class="css-s3c7"><h2 class="css-sb2h">{part}</section>' for part in parts[1:]]
    return joined([f'<section class="css-s3c7 css-dr0p">{parts[0]}</section>', *wrapped])


def _extras(edition: Edition, story: Story) -> dict[int, str]:
    """What is put between the paragraphs, by the place it comes after."""
    found = {}
    if story.place % 4 == 1 and len(story.draft.blocks) > 4:
        found[1] = '<div class="css-4d02 ad-slot" data-slot="inline"><span>Advertisement</span></div>'
    if "inner box" in story.traits:
        links = "".join(f"<li>{story_link(other)}</li>" for other in edition.near(story, 3, 9))
        found[2] = f'<aside class="css-in3r related-inline"><h4>Related</h4><ul>{links}</ul></aside>'
    if "pull quote" in story.traits:
        quoted = safe(first_sentence(story.parts[0][3].text))
        found[4] = f'<aside class="css-pu11 pullquote" aria-hidden="true"><p>{quoted}</p></aside>'
    return found


def _comments(story: Story) -> str:
    if not story.comments:
        return '<p>Nobody has written yet. <a href="/login">Sign in</a> to be the first.</p>'
    rows = [
        f'<li class="css-cm01 comment"><header><b>{safe(comment.name)}</b> '
        f"<span>{2 + 3 * number} hours ago</span></header><p>{safe(comment.text)}</p>"
        "<footer><button>Like</button> <button>Reply</button></footer></li>"
        for number, comment in enumerate(story.comments)
    ]
    return f'<ol class="css-cml5 comment-list">{joined(rows)}</ol>'


def _story_pager(story: Story, part: int) -> str:
    if len(story.parts) == 1:
        return ""
    numbers = pager(story.part_paths, part, here=CURRENT, ahead="Next page", attributes=' rel="next"')
    return f'<nav class="css-p4g2 pagination" aria-label="Pages of this story">{numbers}</nav>\n'


def _home_block(edition: Edition, section: Section, stories: Sequence[Story]) -> str:
    cards = [_home_card(story) for story in stories if story.section is section]
    head = f"<h2>{link(edition.section_path(section), section.label)}</h2>"
    return f'<section class="css-bl0k">{head}\n{joined(cards)}\n</section>'


def _home_card(story: Story) -> str:
    if story.place == HOME_DECOYS["image only"]:
        return (
            f'<article class="css-t3as">{_image(story)}<a href="{safe(story.path)}">[Gallery]</a></article>'
        )
    if story.place == HOME_DECOYS["cut off"]:
        short = link(story.path, cut_off(story.title, "en"), f' title="{safe(story.title)}"')
        return f'<article class="css-t3as">{_image(story)}<h3>{short}</h3></article>'
    tracking = TRACKING if story.place == HOME_DECOYS["tracked"] else ""
    more = link(story.path + tracking, "more")
    if story.place == LINKED_AT_COMMENTS:
        more += " " + link(story.path + "#comments", f"{len(story.comments)} comments")
    return (
        f'<article class="css-t3as">{_image(story)}<h3>{story_link(story)}</h3>'
        f"<p>{safe(story.draft.summary)} {more}</p></article>"
    )


def _card(story: Story, *, with_text: bool = False) -> str:
    text = f"<p>{safe(story.draft.summary)}</p>" if with_text else ""
    date = f'<time datetime="{story.day.isoformat()}">{english_date(story.day)}</time>'
    return f'<article class="css-c4rd">{_image(story)}<h3>{story_link(story)}</h3>{text}{date}</article>'


def _elsewhere(edition: Edition) -> str:
    plan = edition.plan
    links = [
        (plan.redirect_path, edition.stories[MOVED].title),
        plan.consent,
        plan.video,
        plan.pdf,
        plan.private,
    ]
    lines = [f"<li>{link(path, text)}</li>" for path, text in links]
    return joined(
        [*lines, '<li><a href="http://ads.example/offer/81" rel="sponsored">Bicycles at half price</a></li>']
    )


def _most_read(edition: Edition) -> str:
    return joined(f"<li>{link(story.path + TRACKING, story.title)}</li>" for story in edition.most_read(6))


def _image(story: Story) -> str:
    image = f'<img src="{BLANK_IMAGE}" data-src="/img/{story.number}-400.jpg" alt="" loading="lazy">'
    return f'<a href="{safe(story.path)}" aria-hidden="true" tabindex="-1">{image}</a>'
