"""The look of Yuchuan Online: a Chinese portal with div columns, link lists and indented paragraphs."""

from __future__ import annotations

from collections.abc import Sequence

from newsextract.demo.markup import (
    HOME_DECOYS,
    SECTION_TEASERS,
    TRACKING,
    Edition,
    cut_off,
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
from newsextract.demo.writing import ITEM, QUOTE, SUBHEAD, Block

INDENT = "\u3000\u3000"
CURRENT = '<span class="cur">{}</span>'


def article(edition: Edition, story: Story, part: int, path: str) -> str:
    """A story's page: news in paragraphs, sport with line breaks."""
    is_sport = story.section.template == "sport"
    body = _sport_body if is_sport else _news_body
    row = "<tr><td>·{}</td></tr>" if is_sport else "<li>{}</li>"
    editor = edition.plan.staff[(story.place + 5) % len(edition.plan.staff)]
    main = fill(
        f"portal/{story.section.template}",
        crumb=link(edition.section_path(story.section), story.section.label),
        headline=safe(story.title),
        authors=safe(" ".join(story.authors)),
        date=_date(story),
        time=story.time,
        number=story.number,
        caption=safe(story.draft.caption),
        body=body(story.parts[part - 1], _inner_box(edition, story) if part == 1 else ""),
        pager=_story_pager(story, part),
        editor=safe(editor),
        related=joined(row.format(story_link(other)) for other in edition.near(story, 6, 4)),
        recommended=joined(
            f"<li>{_image(other)}{story_link(other)}</li>" for other in edition.near(story, 4, 11)
        ),
        comments=_comments(story),
    )
    head = (
        f'<meta name="author" content="{safe(",".join(story.authors))}" />\n'
        f'<meta name="publishdate" content="{moment(story, edition.plan.zone)}" />\n'
    )
    return _framed(edition, story.title, main, story.draft.summary, head=head, kind=story.section.name)


def home(edition: Edition) -> str:
    """The home page."""
    first, *rest = edition.home_stories
    ticker = [
        f"<li>{link(story.path, cut_off(story.title, 'zh'))}</li>" for story in edition.home_stories[3:9]
    ]
    main = fill(
        "portal/home",
        ticker=joined(ticker),
        lead_path=first.path,
        lead_number=first.number,
        lead=story_link(first),
        lead_text=safe(first.draft.summary),
        blocks=joined(_home_block(edition, section, rest) for section in edition.plan.sections),
        elsewhere=_elsewhere(edition),
    )
    return _framed(edition, "屿川新闻门户", main, "屿川及周边县镇的新闻。", kind="home")


def section(edition: Edition, section: Section, part: int) -> str:
    """A page of a section: headlines with dates, and on the first one the older headlines."""
    stories = edition.of(section)
    shown = stories[SECTION_TEASERS * (part - 1) : SECTION_TEASERS * part]
    older = stories[SECTION_TEASERS:] if part == 1 else ()
    headlines = joined(f"<li>{story_link(story)}</li>" for story in older)
    main = fill(
        "portal/section",
        label=section.label,
        teasers=joined(_teaser(story) for story in shown),
        pager=pager(edition.section_paths(section), part, here=CURRENT, ahead="下一页"),
        older=f'<div class="box"><h3>往期回顾</h3><ul>{headlines}</ul></div>' if older else "",
    )
    return _framed(edition, section.label, main, f"{section.label}频道", kind=section.name)


def plain(edition: Edition, path: str, title: str, lines: Sequence[str], extra: str = "") -> str:
    """A page such as the imprint."""
    text = joined(f"<p>{INDENT}{safe(line)}</p>" for line in lines)
    return _framed(
        edition, title, f'<div class="fl" id="left"><h2>{safe(title)}</h2>{text}{extra}</div>', title
    )


def consent(edition: Edition) -> str:
    """The wall before a story."""
    headline, *lines = edition.lines("consent")
    text = joined(f"<p>{safe(line)}</p>" for line in lines)
    return fill("portal/consent", headline=safe(headline), text=text)


def video(edition: Edition) -> str:
    """A page with a player."""
    title = edition.plan.video[1]
    player = (
        '<embed src="/player.swf?id=108455" width="640" height="400" type="application/x-shockwave-flash" />'
    )
    main = f'<div class="fl" id="left"><h1>{safe(title)}</h1><div class="player">{player}</div></div>'
    return _framed(edition, title, main, title, kind="video")


def _framed(
    edition: Edition, title: str, main: str, description: str, *, head: str = "", kind: str = "page"
) -> str:
    nav = [f"<li>{link(edition.section_path(entry), entry.label)}</li>" for entry in edition.plan.sections]
    most_read = [
        f"<li><em>{number}</em>{link(story.path + TRACKING, story.title, _whole(story))}</li>"
        for number, story in enumerate(edition.most_read(10), 1)
    ]
    return fill(
        "portal/frame",
        title=safe(title),
        description=safe(description),
        head=head,
        kind=kind,
        nav=joined(nav),
        main=main,
        most_read=joined(most_read),
        footer=safe(edition.lines("footer")[0]),
    )


def _news_body(blocks: Sequence[Block], box: str) -> str:
    pieces = with_lists(blocks, _news_block, '<div class="list_box">', "</div>")
    return joined([*pieces[:2], *([box] if box else []), *pieces[2:]])


def _news_block(block: Block) -> str:
    text = safe(block.text)
    if block.kind == SUBHEAD:
        return f"<p>{INDENT}<strong>{text}</strong></p>"
    return f'<p class="quote">{INDENT}{text}</p>' if block.kind == QUOTE else f"<p>{INDENT}{text}</p>"


def _sport_body(blocks: Sequence[Block], box: str) -> str:
    pieces = with_lists(blocks, _sport_block, "", "")
    return joined([*pieces[:2], *([box] if box else []), *pieces[2:]])


def _sport_block(block: Block) -> str:
    text = safe(block.text)
    marked = {SUBHEAD: f"<b>{text}</b>", ITEM: f"·{text}"}.get(block.kind, text)
    return f"{INDENT}{marked}<br /><br />"


def _inner_box(edition: Edition, story: Story) -> str:
    if "inner box" not in story.traits:
        return ""
    links = "".join(f"<li>{story_link(other)}</li>" for other in edition.near(story, 3, 9))
    return f'<div class="hzh_botleft" id="inner-related"><h4>推荐阅读</h4><ul>{links}</ul></div>'


def _comments(story: Story) -> str:
    if not story.comments:
        return '<p>暂无评论，<a href="/login">登录</a>后发表。</p>'
    rows = [
        f'<div class="comment_item"><p class="user">{safe(comment.name)} <span>{number}楼</span></p>'
        f'<p class="con">{safe(comment.text)}</p>'
        '<p class="do"><a href="/login">回复</a> <a href="/login">顶</a></p></div>'
        for number, comment in enumerate(story.comments, 1)
    ]
    return joined(rows)


def _story_pager(story: Story, part: int) -> str:
    if len(story.parts) == 1:
        return ""
    behind = [link(story.part_paths[part - 2], "上一页")] if part > 1 else []
    numbers = pager(story.part_paths, part, here=CURRENT, ahead="下一页")
    return f'<div class="page" id="artpage">{" ".join([*behind, numbers])}</div>\n'


def _home_block(edition: Edition, section: Section, stories: Sequence[Story]) -> str:
    rows = [f"<li>{_home_row(story)}</li>" for story in stories if story.section is section]
    path = edition.section_path(section)
    head = f"{link(path, section.label)} {link(path, '更多>>')}"
    return f'<div class="box channel"><h3>{head}</h3><ul>\n{joined(rows)}\n</ul></div>'


def _home_row(story: Story) -> str:
    if story.place == HOME_DECOYS["image only"]:
        return f"{_image(story)} {link(story.path, '[图]')}"
    if story.place == HOME_DECOYS["cut off"]:
        return link(story.path, cut_off(story.title, "zh"), _whole(story))
    tracking = TRACKING if story.place == HOME_DECOYS["tracked"] else ""
    extra = link(story.path + tracking, "详细") if story.place % 3 == 0 else ""
    if story.place == LINKED_AT_COMMENTS:
        extra += " " + link(story.path + "#comments", "评论")
    picture = f"{_image(story)} {link(story.path, '[图]')} " if story.place % 4 == 0 else ""
    return f"{picture}{story_link(story)} {extra}".rstrip()


def _teaser(story: Story) -> str:
    text = f"{safe(story.draft.summary)}{link(story.path, '[详细]')}"
    return f"<li><span>{_date(story)}</span>{story_link(story)}<p>{text}</p></li>"


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
    return joined([*lines, '<li><a href="http://ads.example/c?p=1040">海景新房，首付两成起</a></li>'])


def _whole(story: Story) -> str:
    """The headline as an attribute, for columns that cut it off."""
    return f' title="{safe(story.title)}"'


def _image(story: Story) -> str:
    image = f'<img src="/upload/{story.number}_s.jpg" width="110" height="75" alt="" />'
    return f'<a href="{story.path}">{image}</a>'


def _date(story: Story) -> str:
    return f"{story.day.year}年{story.day.month:02}月{story.day.day:02}日"
