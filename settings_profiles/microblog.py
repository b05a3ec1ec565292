"""For pages of short posts: TWCEM's reading of them, and only the same text counts as the same post."""

from __future__ import annotations

from settings_profiles.default import *  # noqa: F403  a profile is the default and a few lines

NEWSEXTRACT_METHOD = "twcem-microblog"
NEWSEXTRACT_NEAR_DUPLICATES = 0
