"""The words that ids and classes are put together from."""

from __future__ import annotations

import re

_WORD = re.compile(r"[a-z]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def name_words(value: str) -> list[str]:
    """``relatedStories side_bar-2`` is ``related``, ``stories``, ``side``, ``bar``."""
    return _WORD.findall(_CAMEL.sub(" ", value).lower())
