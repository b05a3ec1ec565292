"""For sites that have agreed to it, or your own: many requests at once, no waiting for slow answers."""

from __future__ import annotations

from settings_profiles.default import *  # noqa: F403  a profile is the default and a few lines

CONCURRENT_REQUESTS = 128
CONCURRENT_REQUESTS_PER_DOMAIN = 32
DOWNLOAD_TIMEOUT = 15
RETRY_TIMES = 1
REACTOR_THREADPOOL_MAXSIZE = 30
"""Names are looked up in threads; ten would hold up a start with many sites."""
