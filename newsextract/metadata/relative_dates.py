"""Days that are told from the day of reading: "3 hours ago", "vor 2 Stunden", "2小时前", "вчера"."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

LONGEST_TEXT = 60
"""Characters of a text that is looked at: such a day stands alone, or behind a word or two."""

_UNITS = {
    word: seconds
    for seconds, words in {
        1: "second seconds sec secs sekunde sekunden seconde secondes segundo segundos secondo secondi "
        "секунд секунды секунду sekund sekundy seconden sekunder saniye 秒 秒钟 초",
        60: "minute minutes min mins minuten minuto minutos minuti минут минуты минуту хвилин хвилини "
        "хвилину minut minuty minutę minuter minutter dakika λεπτά λεπτό 分钟 分鐘 分 분",
        3600: "hour hours hr hrs h stunde stunden std heure heures hora horas ora ore час часа часов годину "
        "години годин godzin godziny godzinę hodinami hodinou uur uren timme timmar time timer saat "
        "ώρα ώρες 小时 小時 个小时 時間 시간",
        86400: "day days d tag tage tagen jour jours día días dia dias giorno giorni день дня дней дні днів "
        "dzień dni dny dag dagen dagar dage dager gün ημέρα ημέρες μέρες 天 日 일",
    }.items()
    for word in words.split()
}
_ONES = frozenset("a an one ein eine einer einem un une una uma um en ett et één een jeden μία μια".split())
_YESTERDAYS = frozenset(
    "yesterday gestern hier ayer ieri ontem вчера вчора wczoraj včera gisteren igår dün χθες χτες 昨天 "
    "昨日 어제".split()
)
_TODAYS = frozenset(
    "today heute aujourd'hui hoy oggi hoje сегодня сьогодні dziś dzisiaj dnes vandaag idag bugün σήμερα "
    "今天 今日 오늘".split()
)
_WORD = r"[^\W\d_]{1,8}"
_AGO = tuple(
    re.compile(form)
    for form in (
        rf"(?<!\w)(\d{{1,3}}|{_WORD}) ({_WORD}) (?:ago|fa|назад|тому|temu|geleden|siden|sedan|önce)(?!\w)",
        rf"(?<!\w)(?:vor|il y a|hace|há|před|πριν(?: από)?) (\d{{1,3}}|{_WORD}) ({_WORD})(?!\w)",
        r"(?<!\d)(\d{1,3}) ?([秒分小时時间間个钟鐘天日초분시간일]{1,3}?)(?:之?前| ?전)",
    )
)
_FIRST_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def relative_day(text: str, fetched: datetime) -> str:
    """The day that the text speaks of, as ``2011-12-01``, when it was read at the given time; empty when it
    speaks of none. Weeks and months ago are no days."""
    if len(text) > LONGEST_TEXT:
        return ""
    text = text.casefold()
    for form in _AGO:
        for number, unit in form.findall(text):
            seconds = _UNITS.get(unit)
            count = int(number) if number.isdecimal() else int(number in _ONES)
            if seconds and count:
                return (fetched - timedelta(seconds=seconds * count)).date().isoformat()
    words = _FIRST_WORD.findall(text)
    for days, names in ((0, _TODAYS), (1, _YESTERDAYS)):
        if words and words[0] in names:
            return (fetched - timedelta(days=days)).date().isoformat()
    return ""
