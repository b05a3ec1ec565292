"""The Halmere Review after its redesign: nested boxes with class names made by build tools, the story in two
containers with an advertisement between them, the byline and the date at its end.

Class names are written with a ``#`` where the tools put a hash: ``Article_body__#`` gets a new one with every
release of the site's program, ``css-#text`` one of its own on every page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b
from string import ascii_letters, ascii_lowercase, digits

from newsextract.demo.markup import (
    TRACKING,
    Edition,
    english_date,
    fill,
    joined,
    link,
    pager,
    safe,
    story_link,
    with_lists,
)
from newsextract.demo.review import CURRENT, WORDS_A_MINUTE, article_head
from newsextract.demo.stories import Story
from newsextract.demo.writing import ITEM, QUOTE, SUBHEAD, Block, first_sentence, word_count

STORIES_A_RELEASE = 9
"""The site's program is released about every twelve days."""

BLOCKS_BEFORE_AD = 4
"""A page with no more blocks than these and one has no advertisement, and one container."""

LETTER_BOX = (
    '<form class="Letter_box__#" action="/letter" method="post"><h4>Halmere before breakfast</h4>'
    "<p>We read the valley for you and send what matters, six days a week. It is free, and it is short.</p>"
    '<input type="email" name="mail" aria-label="E-mail"><button>Yes, send it</button></form>'
)

_MODULE_NAME = re.compile(r"\b([A-Z][a-z]+_[a-z]+__)#")
_STYLE_NAME = re.compile(r"\bcss-#([a-z]+)")


def article(edition: Edition, story: Story, part: int, path: str) -> str:
    """A story's page, of news and magazine alike."""
    words = sum(word_count(block.text) for block in story.draft.blocks)
    url = edition.base + path
    nav = [f"<li>{link(edition.section_path(entry), entry.label)}</li>" for entry in edition.plan.sections]
    page = fill(
        "redesign/story",
        title=safe(story.title),
        description=safe(story.draft.summary),
        url=safe(url),
        head=article_head(edition, story, part, url),
        nav=joined(nav),
        number=story.number,
        crumb=link(edition.section_path(story.section), story.section.label),
        headline=safe(story.title),
        most_read=_most_read(edition),
        caption=safe(story.draft.caption),
        body=_containers(edition, story, part),
        pager=_story_pager(story, part),
        authors=safe(" and ".join(story.authors)),
        date=english_date(story.day),
        time=story.time,
        minutes=max(1, round(words / WORDS_A_MINUTE)),
        comments=_comments(story),
        related=joined(_tile(other) for other in edition.near(story, 5, 6)),
        footer=safe(edition.lines("footer")[0]),
    )
    return hashed(page, release=story.place // STORIES_A_RELEASE, page=story.number)


def hashed(markup: str, *, release: int, page: int) -> str:
    """Markup with hashes in its class names."""

    def module_name(match: re.Match[str]) -> str:
        return match[1] + _hash(f"{release} {match[1]}", ascii_letters + digits, 5)

    def style_name(match: re.Match[str]) -> str:
        return "css-" + _hash(f"{page} {match[1]}", ascii_lowercase + digits, 6)

    return _STYLE_NAME.sub(style_name, _MODULE_NAME.sub(module_name, markup))


def _hash(text: str, alphabet: str, length: int) -> str:
    number = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
    return "".join(alphabet[number // len(alphabet) ** place % len(alphabet)] for place in range(length))


def _containers(edition: Edition, story: Story, part: int) -> str:
    blocks = story.parts[part - 1]
    cut = _cut(blocks)
    boxes = _boxes(edition, story) if part == 1 else {}
    if cut == len(blocks):
        return _container(blocks, boxes)
    advertisement = (
        f'<div class="Ad_slot__#" id="ad-{story.number}-{part}"><span>Advertisement</span>'
        '<div class="css-#ad"><a href="http://ads.example/r/7301" rel="sponsored">Winter coats from the '
        "mill, mended for life</a></div></div>"
    )
    later = {0: _recommended(edition, story)} if "inner box" not in story.traits else {}
    return joined([_container(blocks[:cut], boxes), advertisement, _container(blocks[cut:], later)])


def _cut(blocks: Sequence[Block]) -> int:
    """Where the second container begins: never within a list, nor between a subheading and its text."""
    if len(blocks) <= BLOCKS_BEFORE_AD + 1:
        return len(blocks)
    cut = BLOCKS_BEFORE_AD - (blocks[BLOCKS_BEFORE_AD - 1].kind == SUBHEAD)
    while cut < len(blocks) and blocks[cut].kind == ITEM:
        cut += 1
    return cut


def _container(blocks: Sequence[Block], boxes: dict[int, str]) -> str:
    pieces = with_lists(blocks, _block, '<ul class="Text_list__#">', "</ul>")
    found = []
    for place, piece in enumerate(pieces):
        found.append(piece)
        if place in boxes:
            found.append(boxes[place])
    return f'<div class="Article_body__# css-#text">\n{joined(found)}\n</div>'


def _block(block: Block) -> str:
    text = safe(block.text)
    if block.kind == ITEM:
        return f"<li>{text}</li>"
    if block.kind == SUBHEAD:
        return f'<h3 class="Text_head__#"><span>{text}</span></h3>'
    if block.kind == QUOTE:
        return f'<figure class="Text_quote__#"><blockquote>{text}</blockquote></figure>'
    return f'<p class="Text_p__# css-#p">{text}</p>'


def _boxes(edition: Edition, story: Story) -> dict[int, str]:
    """What is put between the first paragraphs, by the place it comes after."""
    found = {}
    if "inner box" in story.traits:
        found[0] = _recommended(edition, story)
    if story.place % 2:
        found[1] = LETTER_BOX
    if "pull quote" in story.traits:
        quoted = safe(first_sentence(story.parts[0][1].text))
        found[2] = f'<aside class="Pull_quote__#"><span>{quoted}</span></aside>'
    return found


def _recommended(edition: Edition, story: Story) -> str:
    links = "".join(f"<li>{story_link(other)}</li>" for other in edition.near(story, 3, 9))
    return f'<section class="Recommended_box__# css-#box"><h4>We recommend</h4><ul>{links}</ul></section>'


def _story_pager(story: Story, part: int) -> str:
    if len(story.parts) == 1:
        return ""
    numbers = pager(story.part_paths, part, here=CURRENT, ahead="Read on", attributes=' rel="next"')
    return f'<nav class="Pages_row__#">{numbers}</nav>\n'


def _comments(story: Story) -> str:
    if not story.comments:
        return '<p>Be the first: <a href="/login">sign in</a> and write.</p>'
    return joined(
        f'<section class="Replies_one__#" id="reply-{story.number}-{place}"><h6>{safe(comment.name)}</h6>'
        f"<p>{safe(comment.text)}</p><button>Agree</button> <button>Answer</button></section>"
        for place, comment in enumerate(story.comments, 1)
    )


def _tile(story: Story) -> str:
    picture = f'<img src="/img/{story.number}-300.avif" alt="" loading="lazy">'
    return f'<div class="Shelf_tile__#">{picture}<h4>{story_link(story)}</h4></div>'


def _most_read(edition: Edition) -> str:
    return joined(f"<li>{link(story.path + TRACKING, story.title)}</li>" for story in edition.most_read(6))
