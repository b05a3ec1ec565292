"""Consent walls."""

from __future__ import annotations

import pytest

from newsextract.discovery.consent import CONSENT_WORDS, is_consent_wall
from newsextract.page import read_page

ENGLISH = (
    "<p>We and our partners use cookies to show personalised ads.</p>"
    "<p>By going on you give your consent; see our privacy policy.</p>"
)
CHINESE = "<p>我们和合作伙伴使用 Cookie 来存储信息。</p><p>请阅读我们的隐私政策，并点击同意继续浏览。</p>"
GERMAN = "<p>Wir nutzen Cookies für Werbung.</p><p>Mit Ihrer Zustimmung: mehr im Datenschutz.</p>"
RUSSIAN = "<p>Мы используем файлы cookie.</p><p>Нажимая кнопку, вы даёте согласие на это.</p>"
STORY = "<p>The ferry left the harbour at noon, the company said, with most of its seats taken by then.</p>"


@pytest.mark.parametrize(
    "markup",
    [
        ENGLISH + "<button>Accept all</button>",
        ENGLISH + "<form><input type=submit value='I agree'></form>",
        ENGLISH + "<a href=/go>Accept and continue</a>",
        CHINESE + "<button>同意</button>",
        GERMAN + "<button>Alle akzeptieren</button>",
        RUSSIAN + "<button>Принять</button>",
        "<h1>Welcome to the paper</h1>" + ENGLISH + "<button>Accept all</button>",
    ],
)
def test_walls(markup: str) -> None:
    assert is_consent_wall(read_page(f"<title>Paper</title>{markup}"))


@pytest.mark.parametrize(
    "markup",
    [
        "",
        ENGLISH,  # nothing to agree with
        ENGLISH + "<button>Close</button>",
        ENGLISH + "<button>Accept all</button>" + STORY * 7,  # a banner above a story
        "<p>The baker sells every cookie by noon.</p><button>Accept</button>",  # one word alone
        STORY + "<button>Accept</button>",
        ENGLISH * 60 + "<button>Accept all</button>",  # a whole policy to read: 60 times 100 characters
    ],
)
def test_no_walls(markup: str) -> None:
    assert not is_consent_wall(read_page(f"<title>Paper</title>{markup}"))


def test_no_word_counts_twice() -> None:
    assert [
        word for word in CONSENT_WORDS for other in CONSENT_WORDS if word != other and other in word
    ] == []
    assert all(word == word.lower() and word for word in CONSENT_WORDS)
