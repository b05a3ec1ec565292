"""The look of the Veldhaven Courier: tables, fonts and line breaks, as sites of about 2011 had them."""

from __future__ import annotations

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
from newsextract.demo.stories import DUPLICATED, LINKED_AT_COMMENTS, MOVED, Story
from newsextract.demo.writing import ITEM, QUOTE, SUBHEAD, Block


def article(edition: Edition, story: Story, part: int, path: str) -> str:
    """A story's page: news with line breaks in a font, sport with paragraphs that are never closed."""
    is_sport = story.section.template == "sport"
    body = _sport_body if is_sport else _news_body
    related = edition.near(story, 5, 4)
    lines = [
        f"<LI>{story_link(other)}" if is_sport else f"&#149; {story_link(other)}<BR>" for other in related
    ]
    main = fill(
        f"courier/{story.section.template}",
        crumb=link(edition.section_path(story.section), story.section.label),
        section=story.section.label.lower(),
        date=english_date(story.day),
        time=story.time,
        headline=safe(story.title),
        authors=safe(" and ".join(story.authors)),
        number=story.number,
        caption=safe(story.draft.caption),
        body=body(story.parts[part - 1], _inner_box(edition, story) if part == 1 else ""),
        pager=_story_pager(story, part),
        path=safe(path),
        related=joined(lines),
        comments=_comments(story),
    )
    return _framed(edition, story.title, main, story.draft.summary)


def home(edition: Edition) -> str:
    """The home page."""
    first, *rest = edition.home_stories
    ticker = [
        link(
            story.path,
            cut_off(story.title, "en"),
            f' title="{safe(story.title)}"' if story.place == 4 else "",
        )
        for story in edition.home_stories[2:6]
    ]
    blocks = [_home_block(edition, section, rest) for section in edition.plan.sections]
    main = fill(
        "courier/home",
        ticker=" +++ ".join(ticker),
        lead_image=_image(first),
        lead=story_link(first),
        lead_text=safe(first.draft.summary),
        lead_path=first.path,
        blocks=joined(blocks),
        elsewhere=_elsewhere(edition),
    )
    return _framed(edition, "News from harbour and town", main, "News from harbour and town since 1851.")


def section(edition: Edition, section: Section, part: int) -> str:
    """A page of a section: teasers, and on the first one the headlines of older stories."""
    stories = edition.of(section)
    shown = stories[SECTION_TEASERS * (part - 1) : SECTION_TEASERS * part]
    older = stories[SECTION_TEASERS:] if part == 1 else ()
    headlines = "".join(
        f"<LI>{story_link(story)} <SPAN CLASS=small>{english_date(story.day)}</SPAN>" for story in older
    )
    main = fill(
        "courier/section",
        label=section.label,
        part_label=f", page {part}" if part > 1 else "",
        teasers=joined(_teaser(story) for story in shown),
        older=f"<B>Earlier in {section.label}</B><UL>{headlines}</UL>" if older else "",
        pager=pager(edition.section_paths(section), part, here="<B>{}</B>", ahead="Next page"),
    )
    return _framed(edition, section.label, main, f"{section.label}: all stories.")


def plain(edition: Edition, path: str, title: str, lines: Sequence[str], extra: str = "") -> str:
    """A page such as the imprint."""
    text = "".join(f"<P>{safe(line)}" for line in lines)
    return _framed(edition, title, f"<H2>{safe(title)}</H2>\n{text}\n{extra}", title)


def consent(edition: Edition) -> str:
    """The wall before a story."""
    headline, *lines = edition.lines("consent")
    text = joined(f"<p>{safe(line)}</p>" for line in lines)
    return fill("courier/consent", headline=safe(headline), text=text)


def video(edition: Edition) -> str:
    """A page with a player."""
    player = '<EMBED SRC="/player.swf" WIDTH="560" HEIGHT="340" TYPE="application/x-shockwave-flash">'
    title = edition.plan.video[1]
    return _framed(edition, title, f"<H1>{safe(title)}</H1>\n{player}", title)


def _framed(edition: Edition, title: str, main: str, description: str) -> str:
    sections = [(edition.section_path(entry), entry.label) for entry in edition.plan.sections]
    service = [(edition.service_path(name), name.capitalize()) for name in ("contact", "imprint", "privacy")]
    side = [
        f'<tr><td bgcolor="#E8EEF2">{link(*entry)}</td></tr>'
        for entry in (("/", "Front page"), *sections, *service)
    ]
    most_read = [f"<LI>{link(story.path + TRACKING, story.title)}</LI>" for story in edition.most_read()]
    return fill(
        "courier/frame",
        title=safe(title),
        description=safe(description),
        head='<LINK REL="alternate" TYPE="application/rss+xml" TITLE="RSS" HREF="/feed.xml">\n',
        nav=" | ".join(link(*entry) for entry in sections),
        side=joined(side),
        main=main,
        most_read=joined(most_read),
        footer=safe(edition.lines("footer")[0]),
    )


def _news_body(blocks: Sequence[Block], box: str) -> str:
    pieces = with_lists(blocks, _news_block, "<UL>", "</UL>")
    return joined([*pieces[:2], *([box] if box else []), *pieces[2:]])


def _news_block(block: Block) -> str:
    text = safe(block.text)
    if block.kind == ITEM:
        return f"<LI>{text}"
    if block.kind == SUBHEAD:
        return f"<B>{text}</B><BR>"
    return f"<BLOCKQUOTE><I>{text}</I></BLOCKQUOTE>" if block.kind == QUOTE else f"{text}<BR><BR>"


def _sport_body(blocks: Sequence[Block], box: str) -> str:
    pieces = with_lists(blocks, _sport_block, "<UL>", "</UL>")
    return joined([*pieces[:3], *([box] if box else []), *pieces[3:]])


def _sport_block(block: Block) -> str:
    tag = {ITEM: "<LI>", SUBHEAD: "<H3>", QUOTE: "<P CLASS=quote>"}.get(block.kind, "<P>")
    return f"{tag}{safe(block.text)}" + ("</H3>" if block.kind == SUBHEAD else "")


def _inner_box(edition: Edition, story: Story) -> str:
    if "inner box" not in story.traits:
        return ""
    links = "".join(f"&raquo; {story_link(other)}<BR>" for other in edition.near(story, 3, 9))
    return (
        '<TABLE ALIGN="left" WIDTH="200" BORDER="0" CELLPADDING="6" BGCOLOR="#E8EEF2" CLASS="readalso">'
        f'<TR><TD><FONT SIZE="1"><B>Read also</B><BR>{links}</FONT></TD></TR></TABLE>'
    )


def _comments(story: Story) -> str:
    if not story.comments:
        return (
            '<FONT SIZE="2"><B>Comments</B> No comments yet. <A HREF="/login">Log in to write one</A>.</FONT>'
        )
    rows = [
        f'<TR><TD BGCOLOR="#F8F8F8"><FONT SIZE="1"><B>{safe(comment.name)}</B> wrote:</FONT><BR>'
        f'<FONT SIZE="2">{safe(comment.text)}</FONT><BR><FONT SIZE="1"><A HREF="/login">Reply</A> '
        '<A HREF="/login">Report</A></FONT></TD></TR>'
        for comment in story.comments
    ]
    head = f"<B>Comments ({len(rows)})</B>"
    table = '<TABLE WIDTH="100%" BORDER="0" CELLPADDING="5" ID="comments" CLASS="comments">'
    return f"{head}{table}{joined(rows)}</TABLE>"


def _story_pager(story: Story, part: int) -> str:
    if len(story.parts) == 1:
        return ""
    numbers = pager(story.part_paths, part, here="<B>{}</B>", ahead="Next page", attributes=' rel="next"')
    return f'<CENTER CLASS="pager">Page {numbers}</CENTER>\n'


def _home_block(edition: Edition, section: Section, stories: Sequence[Story]) -> str:
    rows = [_home_row(story) for story in stories if story.section is section]
    label = link(edition.section_path(section), section.label)
    head = f'<TR><TD COLSPAN="2" BGCOLOR="#AABBCC"><FONT SIZE="3"><B>{label}</B></FONT></TD></TR>'
    return f'<TABLE WIDTH="100%" BORDER="0" CELLPADDING="4">{head}\n{joined(rows)}\n</TABLE>'


def _home_row(story: Story) -> str:
    if story.place == HOME_DECOYS["image only"]:
        return f'<TR><TD>{_image(story)}</TD><TD><A HREF="{story.path}">[Photo]</A></TD></TR>'
    if story.place == HOME_DECOYS["cut off"]:
        short = link(story.path, cut_off(story.title, "en"), f' title="{safe(story.title)}"')
        return f"<TR><TD>{_image(story)}</TD><TD>{short}</TD></TR>"
    tracking = TRACKING if story.place == HOME_DECOYS["tracked"] else ""
    more = f'<A HREF="{safe(story.path + tracking)}">more</A>'
    if story.place == LINKED_AT_COMMENTS:
        more += f' <A HREF="{story.path}#comments">Comments</A>'
    text = f"<B>{story_link(story)}</B><BR>{safe(story.draft.summary)} {more}"
    return f"<TR><TD>{_image(story)}</TD><TD>{text}</TD></TR>"


def _elsewhere(edition: Edition) -> str:
    plan, moved, doubled = edition.plan, edition.stories[MOVED], edition.stories[DUPLICATED]
    links = [
        (edition.duplicate_path, doubled.title),
        (plan.redirect_path, moved.title),
        plan.consent,
        plan.video,
        plan.pdf,
        plan.private,
    ]
    lines = [f"&#149; {link(path, text)}<BR>" for path, text in links]
    return joined(
        [*lines, '<A HREF="http://ads.example/offer/44">Cruises to the Lamb Rocks from 29 crowns</A>']
    )


def _teaser(story: Story) -> str:
    head = f'<B>{story_link(story)}</B> <SPAN CLASS="small">{english_date(story.day)}</SPAN>'
    text = f'{safe(story.draft.summary)} <A HREF="{story.path}">more</A>'
    return f'<TR><TD VALIGN="top">{_image(story)}</TD><TD>{head}<BR>{text}</TD></TR>'


def _image(story: Story) -> str:
    image = f'<IMG SRC="/pictures/{story.number}_s.jpg" WIDTH="110" HEIGHT="75" BORDER="0" ALT="">'
    return f'<A HREF="{story.path}">{image}</A>'
