"""The grammar of places in rules, and what a selector means."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsextract.errors import RuleError
from newsextract.site.places import LAID_OUT, LAST_POSITION
from newsextract.site.selectors import (
    CHILD,
    INSIDE,
    LONGEST_SELECTOR,
    MOST_STEPS,
    Selector,
    Step,
    parse_selector,
    parse_step,
    way_of,
)


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("p", Step("p")),
        ("div#story", Step("div", id="story")),
        ("div#post-*", Step("div", id="post-*")),
        ("div.text.wide", Step("div", classes=("text", "wide"))),
        ("div.wide.*", Step("div", classes=("wide",), is_open=True)),
        ("div.*", Step("div", is_open=True)),
        ("div#story.*", Step("div", id="story", is_open=True)),
        ("td[2]", Step("td", position=2)),
        (f"div[{LAST_POSITION}]", Step("div", position=LAST_POSITION)),
        ("my-tag.md:flex", Step("my-tag", classes=("md:flex",))),
        ("div.w-1*2", Step("div", classes=("w-1*2",))),
        ("div.新闻", Step("div", classes=("新闻",))),
    ],
)
def test_steps(text: str, step: Step) -> None:
    assert parse_step(text) == step
    assert step.text == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no step"),
        ("#story", "no step"),
        ("Div", "no step"),
        ("div#", "no step"),
        ("div.", "no step"),
        ("div..a", "no step"),
        ("div#a#b", "no step"),
        ("div[x]", "no step"),
        ("div[]", "no step"),
        ("div[-1]", "no step"),
        ("*", "no step"),
        ("div:nth-child(2)", "no step"),
        ("div[@id]", "no step"),
        ("div\n", "no step"),
        ("div[0]", "a position is a number from 1"),
        (f"div[{LAST_POSITION + 1}]", f"to {LAST_POSITION}"),
        ("p[1]", "of a article, center"),
        ("div.a[1]", "without id and class"),
        ("div#a[1]", "without id and class"),
    ],
)
def test_no_steps(text: str, reason: str) -> None:
    with pytest.raises(RuleError) as caught:
        parse_step(text)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("text", "ties"),
    [
        ("p", ()),
        ("div#a > p", (CHILD,)),
        ("div#a p", (INSIDE,)),
        ("div#a > p b.x", (CHILD, INSIDE)),
        ("  div#a\t>\n p ", (CHILD,)),
        (" > ".join(["p"] * MOST_STEPS), (CHILD,) * (MOST_STEPS - 1)),
    ],
)
def test_ties(text: str, ties: tuple[str, ...]) -> None:
    selector = parse_selector(text)
    assert selector.ties == ties
    assert selector.text == " ".join(text.split())


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("", "no selector"),
        (" ", "no selector"),
        (">", "a > stands between two steps"),
        ("> p", "a > stands between two steps"),
        ("p >", "a > stands between two steps"),
        ("p > > p", "a > stands between two steps"),
        ("p>p", "no step"),
        ("//div", "no step"),
        (" ".join(["p"] * (MOST_STEPS + 1)), f"more than {MOST_STEPS} steps"),
        ("p" * (LONGEST_SELECTOR + 1), "no selector"),
        (None, "not NoneType"),
        (5, "not int"),
        (["p"], "not list"),
    ],
)
def test_no_selectors(value: object, reason: str) -> None:
    with pytest.raises(RuleError) as caught:
        parse_selector(value)
    assert reason in str(caught.value)
    assert len(str(caught.value)) < 200


NAMES = st.from_regex(r"[\w:-]{1,8}(\*[\w:-]{0,4})?", fullmatch=True)
TAGS = st.sampled_from(["p", "div", "td", "h1", "my-tag"])


@st.composite
def steps(draw: st.DrawFn) -> Step:
    tag = draw(TAGS)
    kind = draw(st.sampled_from(["id", "classes", "position", "bare"]))
    if kind == "id":
        return Step(tag, id=draw(NAMES), is_open=draw(st.booleans()))
    if kind == "classes":
        names = draw(st.lists(NAMES, min_size=1, max_size=4))
        return Step(tag, classes=tuple(names), is_open=draw(st.booleans()))
    if kind == "position" and tag in LAID_OUT:
        return Step(tag, position=draw(st.integers(1, LAST_POSITION)))
    return Step(tag)


@st.composite
def selectors(draw: st.DrawFn) -> Selector:
    found = draw(st.lists(steps(), min_size=1, max_size=6))
    ties = draw(st.lists(st.sampled_from([CHILD, INSIDE]), min_size=len(found) - 1, max_size=len(found) - 1))
    return Selector(tuple(found), tuple(ties))


@settings(deadline=None, derandomize=True)
@given(selectors())
def test_what_is_written_is_read_back(selector: Selector) -> None:
    assert parse_selector(selector.text) == selector


@settings(deadline=None, derandomize=True)
@given(st.text(max_size=40) | st.text(alphabet="pdiv.#[]>* 12-", max_size=40))
def test_text_is_a_selector_or_refused(text: str) -> None:
    try:
        selector = parse_selector(text)
    except RuleError:
        return
    assert parse_selector(selector.text) == selector


@pytest.mark.parametrize(
    ("step", "element", "expected"),
    [
        ("p", "p", True),
        ("p", "h1", False),
        ("p", "p.x", False),  # no class is said: none is meant
        ("p", "p#x", False),
        ("p.x", "p.x", True),
        ("p.x", "p.x.y", False),
        ("p.x.y", "p.x", False),
        ("p.x.*", "p.x.y", True),
        ("p.x.*", "p.y.x", True),
        ("p.x.*", "p.x", True),
        ("p.x.*", "p.y", False),
        ("p.*", "p.y", True),
        ("p.*", "p", True),
        ("div#a", "div#a", True),
        ("div#a", "div#b", False),
        ("div#a", "div.a", False),
        ("div[2]", "div[2]", True),
        ("div[2]", "div[3]", False),
        ("div", "div[3]", True),  # anywhere
        ("div[2]", "div.x", False),
        ("div.css-*", "div.css-*", True),
        ("div.css-*", "div.css-1", False),  # names are compared as they are cut down
    ],
)
def test_which_element_a_step_means(step: str, element: str, expected: bool) -> None:
    assert parse_step(step).matches(parse_step(element)) is expected


@pytest.mark.parametrize(
    ("selector", "place", "expected"),
    [
        ("p", "div#a > p", True),
        ("div#a", "div#a > p", False),  # the place itself, not what lies in it
        ("div#a > p", "div#a > p", True),
        ("div#a > p", "div#a > div.x > p", False),
        ("div#a p", "div#a > div.x > p", True),
        ("div#a p", "div#a > p", True),
        ("div#a div.x > p", "div#a > div.x > div.y > p", False),
        ("div#a div.x p", "div#a > div.x > div.y > p", True),
        ("div#a > div.x p", "div#a > div.y > div.x > p", False),
        # the nearer div.x stands in no div#a, but the farther one does
        ("div#a > div.x p", "div#a > div.x > div.y > div.x > p", True),
        ("div.x > div.x > p", "div.x > div.x > p", True),
        ("div.x > div.x > p", "div.x > p", False),
        ("div.x div.x p", "div.x > p", False),
        ("p", "", False),
    ],
)
def test_which_place_a_selector_means(selector: str, place: str, expected: bool) -> None:
    assert parse_selector(selector).matches(way_of(place)) is expected


def naive(selector: Selector, way: tuple[Step, ...]) -> bool:
    """Every way to lay the steps on the elements."""
    if not way or not selector.last.matches(way[0]):
        return False
    if len(selector.steps) == 1:
        return True
    rest = Selector(selector.steps[:-1], selector.ties[:-1])
    if selector.ties[-1] == CHILD:
        return naive(rest, way[1:])
    return any(naive(rest, way[start:]) for start in range(1, len(way)))


FEW = st.sampled_from([Step("p"), Step("div", classes=("a",)), Step("div", is_open=True)])


@st.composite
def few_steps(draw: st.DrawFn) -> Selector:
    found = draw(st.lists(FEW, min_size=1, max_size=4))
    ties = draw(st.lists(st.sampled_from([CHILD, INSIDE]), min_size=len(found) - 1, max_size=len(found) - 1))
    return Selector(tuple(found), tuple(ties))


@settings(deadline=None, derandomize=True)
@given(few_steps(), st.lists(st.sampled_from(["p", "div.a", "div.b"]), max_size=7))
def test_matching_is_as_if_all_were_tried(selector: Selector, place: list[str]) -> None:
    way = way_of(" > ".join(place))
    assert selector.matches(way) is naive(selector, way)


@pytest.mark.parametrize("tie", [CHILD, INSIDE])
@pytest.mark.parametrize("last", ["div.a", "div.b"])
def test_long_selectors_in_deep_pages_take_few_comparisons(
    tie: str, last: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    depth = 2_000
    selector = Selector(
        (parse_step(last), *[parse_step("div.a")] * (MOST_STEPS - 1)), (tie,) * (MOST_STEPS - 1)
    )
    way = [parse_step("div.a")] * depth
    compared: list[int] = []
    matches = Step.matches

    def counted(self: Step, element: Step) -> bool:
        compared.append(1)
        return matches(self, element)

    monkeypatch.setattr(Step, "matches", counted)
    assert selector.matches(way) is (last == "div.a")
    assert len(compared) <= MOST_STEPS * depth


@pytest.mark.parametrize(
    ("one", "other", "common"),
    [
        ("div.a.b", "div.a.b", "div.a.b"),
        ("div.a.b", "div.c.b", "div.b.*"),
        ("div.a", "div.b", "div.*"),
        ("div[2]", "div[3]", "div"),
        ("div[2]", "div[2]", "div[2]"),
        ("div[2]", "div.a", "div.*"),
        ("div.a.*", "div.a", "div.a.*"),
        ("div#x", "div#y", "div"),
    ],
)
def test_what_two_steps_have_in_common(one: str, other: str, common: str) -> None:
    assert parse_step(one).common(parse_step(other)).text == common
    assert parse_step(other).common(parse_step(one)).text == common


def test_selectors_of_places() -> None:
    assert Selector.of_place(["div#a", "p"]) == parse_selector("div#a > p")
    assert way_of("div#a > p") == (Step("p"), Step("div", id="a"))
    assert way_of("") == ()
