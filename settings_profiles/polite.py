"""For sites that are small or slow: one request at a time, with pauses that follow the server's pace."""

from __future__ import annotations

from settings_profiles.default import *  # noqa: F403  a profile is the default and a few lines

CONCURRENT_REQUESTS_PER_DOMAIN = 1
DOWNLOAD_DELAY = 2
AUTOTHROTTLE_ENABLED = True
AUTOTHROTTLE_START_DELAY = 2
AUTOTHROTTLE_MAX_DELAY = 60
RETRY_TIMES = 1
