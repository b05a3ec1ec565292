"""The default method on the pages of a small made-up site, whose texts are known."""

from __future__ import annotations

from pathlib import Path

import pytest

import newsextract
from newsextract.bench.score import score_text, text_gold, title_is_exact

COURIER = Path(__file__).parents[1] / "pages" / "courier"
FLOOR = 0.88

TITLES = {
    "council-budget": "What the new town budget means for buses, pools and street lamps",
    "deichschule": "Eine Schule zieht auf den Deich",
    "ferry-returns": "Night ferry returns to Veldhaven after eleven winters on land",
    "lantern-festival": "维尔德港灯会开幕，千盏渔灯照亮旧码头",
    "observatory-roof": "Observatory opens its stuck roof with the help of a retired baker",
    "rowing-cup": "Harbour school wins rowing cup by the length of a teapot",
    "tide-mill": "The tide mill that ground flour for two kingdoms",
}


def extracted(name: str) -> newsextract.Article:
    return newsextract.extract(
        (COURIER / f"{name}.html").read_bytes(), f"https://courier.example/{name}.html"
    )


@pytest.mark.parametrize("name", TITLES)
def test_the_body_is_found(name: str) -> None:
    body = (COURIER / f"{name}.txt").read_text(encoding="utf-8")
    assert score_text(extracted(name).text, text_gold(body, TITLES[name])).f1 >= FLOOR


# the head of the tide mill's page alone calls it by the site's name too, and nothing else names it
@pytest.mark.parametrize("name", sorted(set(TITLES) - {"tide-mill"}))
def test_the_headline_is_found(name: str) -> None:
    assert title_is_exact(extracted(name).title, TITLES[name])


@pytest.mark.parametrize(
    ("name", "encoding"),
    [("lantern-festival", "gbk"), ("tide-mill", "windows-1252"), ("ferry-returns", "utf-8")],
)
def test_the_encoding_is_found(name: str, encoding: str) -> None:
    assert extracted(name).encoding == encoding
