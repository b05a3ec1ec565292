from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import newsextract.text

ROOT = Path(newsextract.text.__file__).parents[2]


@pytest.mark.parametrize("heavy", ["jieba", "rjieba", "numpy"])
def test_importing_text_leaves_heavy_modules_alone(heavy: str) -> None:
    program = f"import sys, newsextract.text; print({heavy!r} in sys.modules)"
    done = subprocess.run(  # noqa: S603  the program is this interpreter with the line above
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "False\n"


def test_texts_without_ideographs_never_load_jieba() -> None:
    program = (
        "import sys; from newsextract.text import words, word_count; "
        "words('Größe hello мир かな 한국 東京に'); word_count('中国经济'); "
        "print('jieba' in sys.modules or 'rjieba' in sys.modules)"
    )
    done = subprocess.run(  # noqa: S603  the program is this interpreter with the lines above
        [sys.executable, "-X", "utf8", "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "False\n"


def test_all_public_names_exist() -> None:
    assert [name for name in newsextract.text.__all__ if not callable(getattr(newsextract.text, name))] == []
