"""The progress line: what it says, and when it keeps quiet."""

from __future__ import annotations

import io

import pytest

from newsextract.commands.progress import Progress, progress_line


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


class Clock:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("done", "total", "seconds", "expected"),
    [
        (0, 120, 0, "pages  0/120  0%"),
        (30, 120, 2, "pages  30/120  25%  15.0/s  0:06 left"),  # 90 left at 15 a second
        (120, 120, 8, "pages  120/120  100%  15.0/s  0:00 left"),
        (130, 120, 10, "pages  130/120  108%  13.0/s  0:00 left"),
        (1500, None, 3, "pages  1,500  500.0/s"),
        (0, None, 3, "pages  0"),
        (0, 0, 1, "pages  0/0"),
        (5, 10, 0, "pages  5/10  50%"),
    ],
)
def test_progress_line(done: int, total: int | None, seconds: float, expected: str) -> None:
    assert progress_line("pages", done, total, seconds) == expected


def test_it_draws_at_most_ten_times_a_second_and_erases_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    stream, clock = Terminal(), Clock()
    with Progress(4, "pages", stream, clock=clock) as progress:
        clock.now += 0.0625
        progress.advance()  # too soon to draw
        clock.now += 0.0625
        progress.advance()
        clock.now += 0.0625
        progress.advance(2)  # the last one is drawn however soon it comes
    drawn = stream.getvalue().split("\r\x1b[K")
    # 2 in 0.125 s are 16 a second and 2 are left; 4 in 0.1875 s are 21.33 a second.
    assert drawn == [
        "",
        "pages  0/4  0%",
        "pages  2/4  50%  16.0/s  0:00 left",
        "pages  4/4  100%  21.3/s  0:00 left",
        "",
    ]


def test_it_never_wraps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "10")
    stream = Terminal()
    with Progress(4, "a long label", stream):
        pass
    assert stream.getvalue().split("\r\x1b[K") == ["", "a long l…", ""]


def test_it_is_silent_where_there_is_no_terminal() -> None:
    stream = io.StringIO()
    with Progress(1, "pages", stream) as progress:
        progress.advance()
    assert stream.getvalue() == ""


def test_by_default_it_writes_to_standard_error_of_the_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    with Progress(1, "pages"):
        pass
    assert "pages  0/1" in stream.getvalue()


def test_an_exception_passes_and_the_line_is_erased() -> None:
    stream = Terminal()
    with pytest.raises(KeyError), Progress(1, "pages", stream):
        raise KeyError
    assert stream.getvalue().endswith("\r\x1b[K")
