"""The plans of the three sites: sections, topics, staff, addresses, and what is not an article."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section of a site."""

    name: str
    """As in its address."""
    label: str
    topics: tuple[tuple[str, int], ...]
    """Topics of the material, and how many stories of each are written."""
    template: str
    stories: tuple[str, ...] = ()
    """Stories written by hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All that makes a site but its stories' words and its markup."""

    name: str
    title: str
    language: str
    encoding: str
    charset_header: str
    """What the server adds to the content type of pages; empty when it leaves that to the page."""
    material: tuple[str, ...]
    sections: tuple[Section, ...]
    staff: tuple[str, ...]
    article_path: str
    """With the slots section, year, month, day, slug, number."""
    part_path: str
    """Of a later page of an article; with the slots stem (the article's path without its ending) and part."""
    section_path: str
    section_part_path: str
    """Of a later page of a section; with the slots section and part."""
    service_path: str
    zone: str
    """Offset from UTC of its moments."""
    redirect_path: str
    duplicate_path: str = ""
    """Like ``article_path``, of the one story that is shown a second time; empty for none."""
    consent: tuple[str, str]
    video: tuple[str, str]
    pdf: tuple[str, str]
    private: tuple[str, str]
    """Path and headline each."""


COURIER = Plan(
    name="courier",
    title="The Veldhaven Courier",
    language="en",
    encoding="windows-1252",
    charset_header="",
    material=("english", "courier"),
    sections=(
        Section(name="town", label="Town", topics=(("harbour", 9), ("council", 8)), template="news",
                stories=("ferry-returns", "council-budget")),
        Section(name="county", label="County", topics=(("weather", 8),), template="news",
                stories=("observatory-roof", "tide-mill")),
        Section(name="schools", label="Schools", topics=(("schools", 8),), template="news"),
        Section(name="sport", label="Sport", topics=(("football", 8), ("rowing", 8)), template="sport",
                stories=("rowing-cup",)),
    ),
    staff=("Orla Benskin", "Piet Hallam", "Maren Achterberg", "Dunstan Eyre", "Gerrit Ploeg", "Sunniva Rusk",
           "Hamish Tarrant", "Noor Vellacott", "Silas Mossop"),
    article_path="/{section}/{year}/{month}/{day}/{slug}.html",
    part_path="{stem}-{part}.html",
    section_path="/{section}/",
    section_part_path="/{section}/page{part}.html",
    service_path="/{service}.html",
    zone="+01:00",
    redirect_path="/node/1734",
    duplicate_path="/islands/{year}/{month}/{day}/{slug}.html",
    consent=("/town/2026/11/13/what-the-lighthouse-earns.html", "What the lighthouse earns in a year of fog"),
    video=("/video/2026/lifeboat-launch.html", "Video: The lifeboat goes down the slip"),
    pdf=("/files/tide-table-2027.pdf", "Tide table 2027 (PDF)"),
    private=("/private/rota.html", "Rota of the editors"),
)  # fmt: skip

REVIEW = Plan(
    name="review",
    title="Halmere Review",
    language="en",
    encoding="utf-8",
    charset_header="utf-8",
    material=("english", "review"),
    sections=(
        Section(name="city", label="City", topics=(("transport", 8),), template="news"),
        Section(name="business", label="Business", topics=(("business", 8),), template="news"),
        Section(name="science", label="Science", topics=(("science", 8),), template="news"),
        Section(name="nature", label="Nature", topics=(("nature", 8),), template="news"),
        Section(name="magazine", label="Magazine", template="magazine",
                topics=(("food", 8), ("stage", 7), ("finds", 7))),
    ),
    staff=("Livia Quillan", "Tobias Ndiaye-Holm", "Priya Everleigh", "Anselm Garrity", "Carys Wyndle",
           "Farid Holbeck", "Thea Lorrimer", "Casper Inskip", "Adaeze Prideaux", "Ewan Nettleship"),
    article_path="/{section}/{year}/{month}/{day}/{slug}-{number}",
    part_path="{stem}?page={part}",
    section_path="/{section}",
    section_part_path="/{section}?page={part}",
    service_path="/{service}",
    zone="+01:00",
    redirect_path="/r/k7q2",
    consent=("/city/2026/11/13/the-last-night-of-the-old-depot-40977", "The last night of the old depot"),
    video=("/video/2026/11/09/inside-the-clock-tower-41002", "Watch: Inside the clock tower"),
    pdf=("/assets/autumn-programme.pdf", "Autumn programme of the city theatre (PDF, 1 MB)"),
    private=("/private/desk", "Desk planner"),
)  # fmt: skip

PORTAL = Plan(
    name="portal",
    title="屿川在线",
    language="zh",
    encoding="gbk",
    charset_header="",
    material=("chinese", "portal"),
    sections=(
        Section(name="news", label="要闻", topics=(("metro", 6), ("community", 6)), template="news"),
        Section(name="society", label="社会", topics=(("education", 6), ("weather", 6)), template="news"),
        Section(name="culture", label="文化", topics=(("culture", 5),), template="news",
                stories=("lantern-festival",)),
        Section(name="economy", label="财经", topics=(("farming", 6), ("research", 6)), template="news"),
        Section(name="sports", label="体育", topics=(("football", 6), ("boating", 6)), template="sport"),
    ),
    staff=("林若溪", "沈景行", "顾秋荻", "陆学文", "温书瑶", "孟一舟", "秦采薇", "邵立群", "钟知夏"),
    article_path="/{section}/{year}-{month}/{day}/content_{number}.shtml",
    part_path="{stem}_{part}.shtml",
    section_path="/{section}/index.shtml",
    section_part_path="/{section}/index_{part}.shtml",
    service_path="/{service}.shtml",
    zone="+08:00",
    redirect_path="/zt/old_20931.html",
    consent=("/society/2026-11/13/content_108801.shtml", "老灯塔要不要搬家？记者走访三个渔村"),
    video=("/video/2026-11/10/content_108455.shtml", "视频：万亩芦花迎风开"),
    pdf=("/upload/2026/bus-map.pdf", "屿川公交线路图（PDF）"),
    private=("/private/duty.shtml", "值班表"),
)  # fmt: skip

PLANS = {plan.name: plan for plan in (COURIER, REVIEW, PORTAL)}
