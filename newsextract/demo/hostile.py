"""Pages made to mislead what is learned from a site: news articles in its own template, with poison in them.

A few of them among the honest pages of a site must not spoil the rule that the honest ones give.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice

from newsextract.demo.building import LOOKS
from newsextract.demo.grammar import Decks, Teller, material
from newsextract.demo.markup import Edition, joined, link, safe
from newsextract.demo.stories import SPORT, Story
from newsextract.demo.values import DemoPage
from newsextract.demo.volumes import MOST_VOLUMES, demo_page, volume_edition
from newsextract.demo.writing import Comment, Shape, write_story
from newsextract.errors import SettingError

HOSTILE_KINDS = ("long text", "hidden links", "fake body", "swapped")
"""A text much longer than the story beside it; hundreds of links that nobody sees within it; prose in the
footer, in a block of the story's own names; no story, and prose in its comments."""

MOST_HOSTILE = 1_000
"""Pages of a kind."""

LONG_TEXT_CHARACTERS = 20_000
"""Nearly four times the longest story."""

PROSE_CHARACTERS = 3_000
"""Those of a story of 500 English words."""

HIDDEN_LINKS = 300
WRITERS = 6
"""Readers who have the prose between them: no more than honest pages have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seams:
    """Markup that a site's news page has once each, and behind which something can be put."""

    story: str
    """What opens the story block."""
    story_end: str
    """What closes it; it can stand elsewhere, too."""
    side: str
    footer: str


SEAMS = {
    "courier": _Seams(
        story='<TABLE BORDER="0" CELLPADDING="0" CELLSPACING="0"><TR><TD CLASS="story">'
        '<FONT FACE="Georgia,Times" SIZE="3">\n',
        story_end="</FONT></TD></TR></TABLE>\n",
        side='<TD WIDTH="250" VALIGN="top" BGCOLOR="#F4F4EC" CLASS="sidebar">\n',
        footer='<TD COLSPAN="3" BGCOLOR="#CCD6DD" ALIGN="center" CLASS="footer">',
    ),
    "review": _Seams(
        story='<div class="css-b0d7" itemprop="articleBody">\n',
        story_end="</div>\n",
        side='<aside class="css-s1de sidebar">\n',
        footer='<footer class="css-f00t" role="contentinfo">\n',
    ),
    "portal": _Seams(
        story='<div id="artibody" class="BSHARE_POP">\n',
        story_end="</div>\n",
        side='<div class="fr sidebar" id="right">\n',
        footer='<div class="footer" id="footer">',
    ),
}


def hostile_page(name: str, kind: str, number: int = 0, base: str = "") -> DemoPage:
    """A page of a kind for a site, another for each number.

    Its gold is what is to be found all the same: the story that it has, and an empty body where the story
    block is empty. The story is neither among those that the site serves nor in ``many_articles``.
    """
    if kind not in HOSTILE_KINDS:
        raise SettingError(f"hostile pages of kind {kind!r}: must be one of {', '.join(HOSTILE_KINDS)}")
    if name not in SEAMS:
        raise SettingError(f"hostile pages of demo site {name!r}: must be one of {', '.join(SEAMS)}")
    if not 0 <= number < MOST_HOSTILE:
        raise SettingError(f"hostile page {number}: must be 0 to {MOST_HOSTILE - 1}")
    edition, story = _victim(name, number, base)
    if kind == "swapped":
        return _swapped(edition, story)
    return demo_page(edition, story, _poisoned(edition, story, kind))


def _victim(name: str, number: int, base: str) -> tuple[Edition, Story]:
    """The story that is poisoned. Every volume has the same number of news."""
    first = MOST_VOLUMES + 1
    turn, place = divmod(number, len(_news(volume_edition(name, first))))
    edition = volume_edition(name, first + turn, base)
    return edition, _news(edition)[place]


def _news(edition: Edition) -> list[Story]:
    return [story for story in edition.stories if story.section.template == "news"]


def _poisoned(edition: Edition, story: Story, kind: str) -> str:
    seams = SEAMS[edition.plan.name]
    text = LOOKS[edition.plan.name].article(edition, story, 1, story.path)
    if kind == "long text":
        prose = _paragraphs(_prose(edition, story, LONG_TEXT_CHARACTERS))
        return _put_behind(seams.side, f'<div class="about">{prose}</div>\n', text)
    if kind == "hidden links":
        return _put_behind(seams.story, _hidden_links(edition), text)
    prose = _paragraphs(_prose(edition, story, PROSE_CHARACTERS))
    return _put_behind(seams.footer, f"{seams.story}{prose}\n{seams.story_end}", text)


def _put_behind(seam: str, addition: str, text: str) -> str:
    before, found, after = text.partition(seam)
    return before + found + addition + after


def _hidden_links(edition: Edition) -> str:
    titles = islice(cycle(story.title for story in edition.stories), HIDDEN_LINKS)
    links = [link(f"http://links.example/{place}", title) for place, title in enumerate(titles)]
    return f'<div style="display:none">{joined(links)}</div>\n'


def _swapped(edition: Edition, story: Story) -> DemoPage:
    reader = _teller(edition, story.section.topics[0][0], f"{story.path} readers")
    lines = _prose(edition, story, PROSE_CHARACTERS)
    texts = ("\n".join(lines[turn::WRITERS]) for turn in range(WRITERS))
    comments = tuple(Comment(reader.draw("commenter"), text) for text in texts)
    emptied = replace(story, parts=((),), comments=comments, traits=frozenset())
    text = LOOKS[edition.plan.name].article(edition, emptied, 1, story.path)
    page = demo_page(edition, emptied, text)
    return replace(page, article=replace(page.article, body="", words=0))


def _paragraphs(lines: Sequence[str]) -> str:
    return joined(f"<p>{safe(line)}</p>" for line in lines)


def _prose(edition: Edition, story: Story, characters: int) -> list[str]:
    """Lines of so many characters or more, of topics of other sections than the story's."""
    topics = cycle(
        topic
        for section in edition.plan.sections
        if section is not story.section and section.template != SPORT
        for topic, _ in section.topics
    )
    lines: list[str] = []
    while sum(len(line) for line in lines) < characters:
        teller = _teller(edition, next(topics), f"{story.path} {len(lines)}")
        lines += [block.text for block in write_story(teller, Shape(size="long")).blocks]
    return lines


def _teller(edition: Edition, topic: str, seed: str) -> Teller:
    return Teller(Decks(material(*edition.plan.material), seed), topic, edition.plan.language, seed)
