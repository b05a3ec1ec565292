"""Which store a command works on."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from newsextract.commands.stores import open_to_read, open_to_write, store_path
from newsextract.errors import StoreError

DEFAULT = Path(".scrapy") / "newsextract.db"


@pytest.mark.parametrize(("given", "path"), [("mine.db", "mine.db"), (None, str(DEFAULT))])
def test_without_a_project_the_default_is_in_this_folder(
    given: str | None, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert store_path(given) == path


@pytest.mark.parametrize("folder", [".", "below/it"])
def test_in_a_project_the_default_is_that_of_its_crawls(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "scrapy.cfg").touch()
    (tmp_path / "below" / "it").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / folder)
    assert Path(store_path(None)) == tmp_path / DEFAULT
    assert store_path("mine.db") == "mine.db"


def test_what_is_written_is_made_and_then_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError, match="there is no such store"):
        open_to_read(None)
    with closing(open_to_write(None)) as store:
        store.update("rules", "a", lambda _: 1)
    with closing(open_to_read(None)) as store:
        assert store.keys("rules") == ["a"]
