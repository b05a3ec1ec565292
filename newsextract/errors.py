"""Everything newsextract raises on purpose.

NewsextractError
├── UnknownMethodError   (also ValueError)  a method name that nobody registered
├── InputError                              an input, or what was asked of it, that cannot be used
├── OutputError                             a file that cannot be written
├── SettingError         (also ValueError)  a setting, spider argument or profile with a wrong value
├── WorkerDied                              a worker process that ended before its page did (workers.tasks)
│   └── NoWorkers                           worker processes cannot be started at all
├── ModelError                              a model file that is missing, damaged or of another version
├── RuleError            (also ValueError)  an extraction rule, or a record of one, that cannot be used
├── StoreError                              a store that cannot be opened, read or written
├── CorpusError                             a benchmark corpus that is not in the expected form
└── PeerError                               another extractor that does not exist or is not installed

A page that cannot be extracted is not an error: it is an ``Article`` with a ``page_state``.
"""

from __future__ import annotations


class NewsextractError(Exception):
    """Base of all errors below."""


class UnknownMethodError(NewsextractError, ValueError):
    """The method asked for does not exist; the message lists those that do."""


class InputError(NewsextractError):
    """An input cannot be read, or an option does not fit it."""


class OutputError(NewsextractError):
    """An output cannot be written."""


class SettingError(NewsextractError, ValueError):
    """A setting, spider argument or profile is wrong; the message names it, its value and the remedy."""


class ModelError(NewsextractError):
    """A model file of ``fusion`` cannot be used; the message says how to make one."""


class RuleError(NewsextractError, ValueError):
    """A rule, or what is stored of a site, is malformed; the message says what is wrong with it."""


class StoreError(NewsextractError):
    """A store cannot be opened, read or written; the message names it, the reason and the remedy."""


class CorpusError(NewsextractError):
    """A corpus folder for the benchmark is missing, empty or malformed."""


class PeerError(NewsextractError):
    """A peer of the benchmark does not exist or is not installed."""
