from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from newsextract.text import chinese

RUNS = ["中国经济增长", "我们今天去学校", "新闻网站的正文", "的", "龘龘龘", "他来到北京清华大学"]
ROOT = Path(chinese.__file__).parents[2]


@pytest.fixture(scope="module")
def jieba() -> chinese.Cutter:
    return chinese.jieba_cutter()


@pytest.fixture(scope="module")
def rjieba() -> chinese.Cutter:
    pytest.importorskip("rjieba", reason="the extra [fast] is not installed")
    return chinese.rjieba_cutter()


def test_jieba_cuts_words(jieba: chinese.Cutter) -> None:
    assert jieba("中国经济增长") == ["中国", "经济", "增长"]


@pytest.mark.parametrize("run", RUNS)
def test_both_libraries_cut_alike(run: str, jieba: chinese.Cutter, rjieba: chinese.Cutter) -> None:
    assert jieba(run) == rjieba(run)


def test_a_long_run_is_cut_in_pieces_and_nothing_is_lost() -> None:
    run = "中国经济" * chinese.MAX_RUN
    assert chinese.cut(run) == ["中国", "经济"] * chinese.MAX_RUN


def test_jieba_never_sees_a_run_long_enough_to_be_slow(
    jieba: chinese.Cutter, monkeypatch: pytest.MonkeyPatch
) -> None:
    lengths: list[int] = []

    def watched(run: str) -> list[str]:
        lengths.append(len(run))
        return jieba(run)

    monkeypatch.setattr(chinese, "_load", lambda: watched)
    run = "龘" * 1000
    assert "".join(chinese.cut(run)) == run
    assert lengths == [256, 256, 256, 232]


def test_threads_share_one_dictionary() -> None:
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(chinese.cut, ["中国经济增长"] * 16))
    assert results == [["中国", "经济", "增长"]] * 16


def in_new_process(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603  the program is this interpreter with a line written below
        [sys.executable, "-W", "error", "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


WITHOUT_RJIEBA = "import sys, logging; logging.basicConfig(level=0); sys.modules['rjieba'] = None; "
CUT_AND_PRINT = "from newsextract.text.words import words; print(*words('中国经济增长'))"


def test_jieba_takes_over_in_silence_where_rjieba_is_missing() -> None:
    done = in_new_process(WITHOUT_RJIEBA + CUT_AND_PRINT)
    assert (done.stdout, done.stderr) == ("中国 经济 增长\n", "")


def test_jieba_leaves_no_file_in_the_temporary_folder(tmp_path: Path) -> None:
    done = in_new_process(WITHOUT_RJIEBA + CUT_AND_PRINT, TMPDIR=str(tmp_path))
    assert done.stdout == "中国 经济 增长\n"
    assert list(tmp_path.iterdir()) == []


def test_words_added_to_the_shared_dictionary_change_nothing(tmp_path: Path) -> None:
    add_word = "import jieba; jieba.setLogLevel(60); jieba.add_word('中国经济增长'); "
    program = f"import sys; sys.modules['rjieba'] = None; {CUT_AND_PRINT}; {add_word}{CUT_AND_PRINT}"
    assert in_new_process(program, TMPDIR=str(tmp_path)).stdout == "中国 经济 增长\n" * 2
