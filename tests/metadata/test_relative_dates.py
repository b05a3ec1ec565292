"""Days told from the day of reading."""

from __future__ import annotations

from datetime import datetime

import pytest

from newsextract.metadata.relative_dates import LONGEST_TEXT, relative_day

FETCHED = datetime(2011, 12, 2, 1, 30)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("3 hours ago", "2011-12-01"),
        ("an hour ago", "2011-12-02"),
        ("2 days ago", "2011-11-30"),
        ("vor 2 Stunden", "2011-12-01"),
        ("vor einem Tag", "2011-12-01"),
        ("il y a 2 jours", "2011-11-30"),
        ("hace 3 horas", "2011-12-01"),
        ("2小时前", "2011-12-01"),
        ("5分钟前", "2011-12-02"),
        ("3時間前", "2011-12-01"),
        ("3시간 전", "2011-12-01"),
        ("2 часа назад", "2011-12-01"),
        ("2 godziny temu", "2011-12-01"),
        ("вчера", "2011-12-01"),
        ("Gestern, 10:12", "2011-12-01"),
        ("сегодня", "2011-12-02"),
        ("昨天", "2011-12-01"),
        ("2 weeks ago", ""),
        ("long ago", ""),
        ("0 hours ago", ""),
        ("Ann was here yesterday", ""),
        ("", ""),
        ("yesterday " + "x" * LONGEST_TEXT, ""),
    ],
)
def test_relative_days(text: str, day: str) -> None:
    assert relative_day(text, FETCHED) == day
