"""``newsextract bench --crawl``, from its command line to what it prints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from newsextract.commands.bench_crawl import crawl_sites, made_up_sites
from newsextract.commands.main import main
from newsextract.demo import SITE_NAMES, build_site
from newsextract.errors import InputError

TITLE = "Ferries sail again after the storm"
PAGE = f"<title>{TITLE}</title><h1>{TITLE}</h1>" + "".join(
    f"<p>The {ship} left the harbour at noon, the company said, with most of its seats taken by then.</p>"
    for ship in ("ferry", "tanker", "trawler", "yacht", "barge")
)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_set(tmp_path / "ships", "http://news.example/2024/05/01/ferries-sail.html")


def write_set(folder: Path, url: str) -> Path:
    (folder / "html").mkdir(parents=True)
    row = {"id": "a", "url": url, "title": TITLE, "body": "x", "language": "English"}
    (folder / "gold.jsonl").write_text(json.dumps(row) + "\n")
    (folder / "html" / "a.html").write_text(PAGE)
    return folder


def bench_main(*arguments: object) -> int:
    return main(["bench", *map(str, arguments)])


def test_a_run(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out.json"
    assert bench_main(corpus, "--crawl", "--rounds", 1, "--workers", 1, "--json", target) == 0
    output = capsys.readouterr()
    assert output.out.startswith("ships: 1 site served on this machine; digest ")
    assert "scrapy crawl news" in output.out
    assert output.err == ""
    (crawl,) = json.loads(target.read_text())["crawl"]
    (turn,) = crawl["rounds"]
    # a home page and a story
    assert [turn[way]["pages"] for way in ("pool", "crawl", "bare")] == [2, 2, 2]
    assert [turn[way]["articles"] for way in ("pool", "crawl", "bare")] == [1, 1, 0]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--crawl", "--method", "all"], "--crawl measures no methods: leave out --method, --against"),
        (["--crawl", "--against", "all"], "--crawl measures no methods"),
        (["--crawl", "--kinds"], "--crawl measures no methods"),
        (["--crawl", "--worst", "3"], "--crawl measures no methods"),
        (["--crawl", "--limit", "3"], "choose pages of a CORPUS: name one"),
        (["--crawl", "--json", "absent/out.json"], "--json absent/out.json: cannot be written"),
        (["--crawl", "absent"], "absent: no such folder"),
        (["--rounds", "3"], "--rounds goes with --crawl"),
        ([], "name a CORPUS, a folder with gold.jsonl; only --crawl can do without"),
        (["--kinds"], "name a CORPUS"),
    ],
)
def test_wrong_usage(capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    assert bench_main(*arguments) == 2
    output = capsys.readouterr()
    assert complaint in output.err
    assert output.out == ""


def test_a_set_without_addresses_cannot_be_crawled(tmp_path: Path) -> None:
    folder = write_set(tmp_path / "nowhere", "")
    with pytest.raises(InputError, match="nowhere: no page to crawl; the gold has to say the url of each"):
        list(crawl_sites([folder]))


def test_sets_below_a_folder_and_their_language(corpus: Path) -> None:
    (sites,) = crawl_sites([corpus.parent], language="english", limit=1)
    assert (sites.name, sites.homes) == ("ships", ("http://news.example/",))
    with pytest.raises(InputError, match="ships: no page to crawl"):
        list(crawl_sites([corpus], language="Latin"))


def test_made_up_sites_are_repeated_under_other_names() -> None:
    sites = made_up_sites(2)
    assert sites.homes == tuple(f"http://{name}-{copy}.example/" for copy in (1, 2) for name in SITE_NAMES)
    site = build_site("courier", "http://courier-2.example")
    assert len(sites.answers) == 2 * sum(len(build_site(name).pages) for name in SITE_NAMES)
    for article in site.articles:
        served = sites.answers[f"http://courier-2.example{article.path}"]
        assert served.unpacked() == site.pages[article.path].body
    moved = [served for served in sites.answers.values() if served.status == 301]
    assert [list(served.headers) for served in moved] == [["Location"]] * 2 * len(SITE_NAMES)
