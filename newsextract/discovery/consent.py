"""Consent walls: pages that ask to agree to cookies instead of showing a story.

Such a page has little text, most of that text speaks of consent, and a form or button says yes. A banner on a
page with a story is none: there the rest of the text is longer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from newsextract.page import Page
from newsextract.text.measure import char_length

LONGEST_WALL = 5_000
"""Characters outside of links that a wall has at most: it explains itself on a screen or two."""

LEAST_CONSENT_SHARE = 0.5
"""Share of these characters in rows that speak of consent."""

LONGEST_REST = 500
"""Characters that are left for anything else: a short story below a long banner has more."""

SHORTEST_SENTENCE = 10
"""Characters outside of links from which a row is looked at; shorter ones are labels."""

LEAST_CONSENT_WORDS = 2
"""Different things to be said of it: one word alone may be the subject of a story."""

MOST_LABELS = 200
"""Buttons and links that are read."""

CONSENT_WORDS = (
    "cookie|gdpr|rgpd|dsgvo|consent|privacy|personalised ad|personalized ad|legitimate interest|"
    "tracking technolog|partner|advertis|einwillig|zustimm|datenschutz|vie privée|traceurs|"
    "privacidad|consenso|riservatezza|toestemming|"
    "zgody|zgodę|prywatnoś|ciasteczk|samtykke|personvern|samtycke|integritet|suostumu|eväste|"
    "souhlas|soukrom|súhlas|hozzájárul|adatvédel|sütik|consimțământ|confidențialit|kolačić|privol|piškot|"
    "çerez|gizlilik|согласие|согласия|конфиденциальност|куки|згоду|приватн|συγκατάθεσ|συναίνεσ|απορρήτου|"
    "隐私|隱私|同意|个人信息|個人資料|プライバシー|クッキー|個人情報|쿠키|개인정보|동의|"
    "ملفات تعريف الارتباط|خصوصية|موافقة"
).split("|")
"""What such a page speaks of, in lower case: beginnings of words, none of them the beginning of another."""

_AGREE = re.compile(
    r"\b(?:accept|agree|allow|consent|i understand|got it|akzeptier|zustimm|einverstanden|j'accepte|"
    r"acept|accett|aceit|akkoord|akceptuj|zgadzam|przejdź|godta|godkänn|hyväksy|přijmout|souhlas|"
    r"elfogad|prihvać|kabul|принять|принимаю|соглас|погодж|прийняти|αποδοχή|αποδέχομαι|συμφων)|"
    r"同意|接受|我知道了|承認|許可|동의|수락|موافق|قبول",
    re.IGNORECASE,
)
_LONGEST_LABEL = 60


def is_consent_wall(page: Page) -> bool:
    """Whether a page asks for consent instead of showing something to read."""
    text_length = page.length_sums[-1] - page.linked_length_sums[-1]
    if not 0 < text_length <= LONGEST_WALL:
        return False
    lengths, linked = page.length_sums, page.linked_length_sums
    rows = []
    for start, end in page.row_spans:
        outside = lengths[end] - lengths[start] - (linked[end] - linked[start])
        if outside >= SHORTEST_SENTENCE:
            rows.append(("".join(page.walk.texts[start:end]).lower(), outside))
    whole = "\n".join(text for text, _ in rows)
    said = [word for word in CONSENT_WORDS if word in whole]
    if len(said) < LEAST_CONSENT_WORDS:
        return False
    consenting = sum(outside for text, outside in rows if any(word in text for word in said))
    rest = text_length - consenting
    if rest > min(LONGEST_REST, (1 - LEAST_CONSENT_SHARE) * text_length):
        return False
    return any(_AGREE.search(label) for label in islice(_labels(page), MOST_LABELS))


def _labels(page: Page) -> Iterator[str]:
    """What the page's buttons and short links say."""
    for number in page.numbers_of("button", "label"):
        yield page.text_of(number)[:_LONGEST_LABEL]
    for number in page.numbers_of("input"):
        yield (page.walk.elements[number].get("value") or "")[:_LONGEST_LABEL]
    for anchor in page.anchors:
        if char_length(anchor.text) <= _LONGEST_LABEL:
            yield anchor.text
