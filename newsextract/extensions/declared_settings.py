"""Settings as they may be written to a file that is passed on: what was changed, and no secrets."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from scrapy.settings import BaseSettings, default_settings

from newsextract.settings import PREFIX

_SECRET_WORDS = ("KEY", "PASS", "TOKEN", "SECRET", "AUTH", "COOKIE", "CREDENTIAL")
"""Rather a harmless setting too many left out (COOKIES_ENABLED) than a password let through."""

_USER_IN_ADDRESS = re.compile(r"//[^/?#\s]*@")
_USER_IN_FRONT = re.compile(r"[^/?#\s:@]+:[^/?#\s]*@")  # of a proxy without a scheme
_PARAMETER = re.compile(r"([?&])([^=&?\s]+)=[^&\s]*")


def changed_settings(settings: BaseSettings) -> dict[str, Any]:
    """The settings that differ from Scrapy's defaults, and all of ours, by name; see ``without_secrets``."""
    # To get a deprecated setting, even one that nobody has set, is a warning.
    was_set = sorted(str(name) for name in settings if settings.getpriority(name))
    values = {name: settings.get(name) for name in was_set}
    chosen = {
        name: values[name] for name in was_set if name.startswith(PREFIX) or _differs(name, values[name])
    }
    return dict(without_secrets(chosen))


def without_secrets(value: Any) -> Any:
    """The value in plain JSON types, without entries whose names tell of a secret and without users,
    passwords and secret parameters in addresses."""
    if isinstance(value, BaseSettings):
        value = value.copy_to_dict()
    if isinstance(value, Mapping):
        return {
            _scrubbed(_named(key)): without_secrets(inner)
            for key, inner in value.items()
            if not _is_secret(_named(key))
        }
    if isinstance(value, (list, tuple)):
        return [without_secrets(inner) for inner in value]
    if isinstance(value, (set, frozenset)):
        return sorted(_texts(value))
    if value is None or isinstance(value, (bool, int)) or (isinstance(value, float) and math.isfinite(value)):
        return value
    return _scrubbed(_named(value))


def _differs(name: str, value: Any) -> bool:
    if not hasattr(default_settings, name):
        return True
    default = getattr(default_settings, name)
    return bool((value.copy_to_dict() if isinstance(value, BaseSettings) else value) != default)


def _texts(values: Iterable[Any]) -> Iterable[str]:
    return (_scrubbed(_named(value)) for value in values)


def _named(value: Any) -> str:
    """A class or function by its path, so that no address in memory gets into the file."""
    if hasattr(value, "__qualname__"):
        return f"{value.__module__}.{value.__qualname__}"
    text = str(value)
    return f"{type(value).__module__}.{type(value).__qualname__}" if " at 0x" in text else text


def _is_secret(name: str) -> bool:
    # An address as a key (FEEDS) is scrubbed, not left out: it may hold such a word in its path.
    return "/" not in name and any(word in name.upper() for word in _SECRET_WORDS)


def _scrubbed(text: str) -> str:
    in_front = _USER_IN_FRONT.match(text)
    text = _USER_IN_ADDRESS.sub("//", text[in_front.end() :] if in_front else text)
    return _PARAMETER.sub(lambda match: _parameter(match[0], match[1], match[2]), text)


def _parameter(whole: str, mark: str, name: str) -> str:
    return f"{mark}{name}=" if _is_secret(name) else whole
