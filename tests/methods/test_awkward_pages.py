"""What every method owes every page, however odd: an answer, in form, and always the same one."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from newsextract.methods import Context, Extraction, get_method, method_names
from newsextract.page import read_page

TITLE = "Ferry returns to harbour"

ORDINARY = (
    "<ul><li><a href='/'>Home</a></li><li><a href='/news'>News</a></li></ul><h1>Ferry returns to harbour</h1>"
    "<div><p>The ferry returns on Monday, the harbour says.</p>"
    "<p>It was <b>gone</b> for a year, in repair.</p></div>"
    "<p>All rights reserved.</p>"
)

PAGES = {
    "empty": "",
    "white space": " \n\t ",
    "script only": "<script>var a = '<p>Not text, at all.</p>';</script>",
    "one word": "word",
    "one mark": "<p>.</p>",
    "text without tags": "Some text, and more of it. Then a full stop.",
    "links only": "<a href='/a'>One, two.</a> <a href='/b'>Three, four.</a>" * 5,
    "no body": "<html><head><title>Title, only.</title></head></html>",
    "unclosed": "<div><p>One, two.<p>Three<b>four.<div>Five",
    "deep": "<div>" * 3000 + "Deep, deep down." + "</div>" * 3000,
    "deep text": "".join(f"<div>Level {level}, here." for level in range(300)),
    "deep links": "<a href='/'>x<span>" * 300,
    "NUL": "<p>One\0, two.</p>\0<p>Three\0</p>",
    "NUL alone": "\0",
    "table only": "<table><tr><td>One, two.</td><td>3</td></tr><tr><td>Four.</td></tr></table>",
    "frameset": "<frameset cols='1,2'><frame src='a'><noframes>None, here.</noframes></frameset>",
    "form only": "<form><input><label>Name:</label><textarea>Text, here.</textarea></form>",
    "same rows": "<p>The same, again.</p>" * 20,
    "Chinese": "<h1>台风登陆广东</h1><p>台风今天登陆，风很大。</p><p>人们，都在家。</p><p>“完”。</p>",
    "lone surrogate": "<p>One \ud800, two.</p>",
    "zero width": "<p>\u200b</p><p>\u200b,\u200b.</p>",
    "ordinary": ORDINARY,
}


def run(name: str, html: str, others: tuple[str, ...] = ()) -> Extraction:
    context = Context(title=TITLE, others=tuple(map(read_page, others)))
    return get_method(name)(read_page(html), context)


@pytest.mark.parametrize("html", PAGES.values(), ids=PAGES)
@pytest.mark.parametrize("name", method_names())
def test_an_answer_in_form(name: str, html: str) -> None:
    page = read_page(html)
    extraction = get_method(name)(page, Context(title=TITLE))
    count = len(page.walk.texts)
    assert len(extraction.values) == count
    assert list(extraction.nodes) == sorted(set(extraction.nodes))
    assert set(extraction.nodes) <= set(range(count))
    assert all(value >= 0 for value in extraction.values)
    # the same page again, and read anew after another one
    assert get_method(name)(page, Context(title=TITLE)) == extraction
    run(name, ORDINARY, others=(html,))
    assert run(name, html) == extraction


@pytest.mark.parametrize("html", PAGES.values(), ids=PAGES)
@pytest.mark.parametrize("name", method_names())
def test_other_pages_of_any_kind(name: str, html: str) -> None:
    count = len(read_page(ORDINARY).walk.texts)
    assert set(run(name, ORDINARY, others=(html, ORDINARY)).nodes) <= set(range(count))
    assert len(run(name, html, others=(ORDINARY, "")).values) == len(read_page(html).walk.texts)


@pytest.mark.parametrize("name", method_names())
def test_no_title_is_no_error(name: str) -> None:
    extraction = get_method(name)(read_page(ORDINARY), Context())
    assert len(extraction.values) == len(read_page(ORDINARY).walk.texts)


def test_one_page_for_all_methods_in_any_order() -> None:
    page, context = read_page(ORDINARY), Context(title=TITLE)
    forwards = {name: get_method(name)(page, context) for name in method_names()}
    backwards = {name: run(name, ORDINARY) for name in reversed(method_names())}
    assert forwards == backwards


def test_hash_seeds_make_no_difference() -> None:
    script = (
        "import sys\n"
        "from newsextract.methods import Context, get_method, method_names\n"
        "from newsextract.page import read_page\n"
        "html, title = sys.stdin.read(), sys.argv[1]\n"
        "context = Context(title=title, others=(read_page(html[:90]),))\n"
        "for name in method_names():\n"
        "    print(name, get_method(name)(read_page(html), context))\n"
    )
    # three rows that share words, so that there are topics as well
    html = ORDINARY + "".join(
        f"<p>The ferry, harbour and pier {word}.</p>" for word in ("sail", "wait", "sleep")
    )
    outputs = {
        subprocess.run(  # noqa: S603  # this interpreter with a fixed script
            [sys.executable, "-c", script, TITLE],
            input=html,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1
    assert outputs.pop().count("Extraction(") == len(method_names())
