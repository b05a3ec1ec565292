"""Keeps every response that is fetched, in a WARC file beside the output (needs the extra ``archive``)."""

from __future__ import annotations

from settings_profiles.default import *  # noqa: F403  a profile is the default and a few lines

NEWSEXTRACT_ARCHIVE = "archive/%(name)s-%(time)s.warc.gz"
