"""The methods: functions from a page (and what is known beside it) to the text nodes that are content.

One file a system, registered here by name and loaded when first asked for. To add one, write a function
``(Page, Context) -> Extraction`` and name it in ``_REGISTERED``.
"""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from newsextract.errors import UnknownMethodError
from newsextract.methods.extraction import Context, Extraction, Method


class _Entry(NamedTuple):
    module: str
    function: str
    summary: str


_REGISTERED = {
    "fusion": _Entry("fusion", "fusion", "all of that evidence weighed by a small trained network"),
    "cedst-plus": _Entry("cedst", "cedst_plus", "cedst-nc with the names of a page's parts, kept to one run"),
    "cedst-nc": _Entry("cedst", "cedst_nc", "layout fused by Dempster-Shafer (Zhang et al. 2018)"),
    "cedst": _Entry("cedst", "cedst", "cedst-nc and topics"),
    "cedst-tf": _Entry("cedst", "cedst_tf", "topics alone"),
    "cepf-es": _Entry("cepf", "cepf_es", "tag path features with deviations, smoothed (Wu et al. 2016)"),
    "cepf-e": _Entry("cepf", "cepf_e", "tag path features with deviations"),
    "cepf-s": _Entry("cepf", "cepf_s", "tag path features, smoothed"),
    "cepf-es-select": _Entry("cepf", "cepf_es_select", "cepf-es, features chosen page by page"),
    "twcem": _Entry("twcem", "twcem", "from and to where the title's words stand (Tan et al. 2018)"),
    "twcem-microblog": _Entry("twcem", "twcem_microblog", "twcem with the thresholds for microblogs"),
    "vbptc": _Entry("vbptc", "vbptc", "visual blocks without link clusters (Gong et al. 2020)"),
    "density": _Entry("density", "density", "the densest block of the page (Wang, Chen, Dai 2018)"),
    "cetr": _Entry("cetr", "cetr", "baseline: text-to-tag ratios (Weninger et al. 2010)"),
    "cepr": _Entry("cepr", "cepr", "baseline: tag path ratios (Wu et al. 2013)"),
    "cetd": _Entry("cetd", "cetd", "baseline: composite text density (Sun, Song, Liao 2011)"),
    "mcstd": _Entry("mcstd", "mcstd", "baseline: maximum continuous sum of text density (Sun et al. 2016)"),
}
"""Name to module, function and a line for people. The first is the default: `fusion` has the
highest F1 on each of six labelled sets."""

_UNLISTED = {
    "density-paper": _Entry("density", "density_paper", "density as it is printed"),
}
"""Known by name, but nothing to choose: worse than the text of the whole page on some sets. It is there to
measure what the pages of a site mend together (``newsextract bench --site``)."""

DEFAULT_METHOD = next(iter(_REGISTERED))


def method_names() -> list[str]:
    """The names of all methods, the default first."""
    return list(_REGISTERED)


def get_method(name: str | None = None) -> Method:
    """The method of that name, or the default one."""
    entry = _entry(DEFAULT_METHOD if name is None else name)
    method: Method = getattr(import_module(f"newsextract.methods.{entry.module}"), entry.function)
    return method


def method_summary(name: str) -> str:
    """What a method is, in a line."""
    return _entry(name).summary


def _entry(name: str) -> _Entry:
    entry = _REGISTERED.get(name) or _UNLISTED.get(name)
    if entry is None:
        raise UnknownMethodError(f"method={name!r} does not exist; choose one of: {', '.join(_REGISTERED)}")
    return entry


__all__ = [
    "DEFAULT_METHOD",
    "Context",
    "Extraction",
    "Method",
    "get_method",
    "method_names",
    "method_summary",
]
