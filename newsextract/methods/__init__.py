"""The methods: functions from a page (and what is known beside it) to the text nodes that are content.

One file a system, registered here by name and loaded when first asked for. To add one, write a function
``(Page, Context) -> Extraction`` and name it in ``_REGISTERED``.
"""

from __future__ import annotations

from importlib import import_module

from newsextract.errors import UnknownMethodError
from newsextract.methods.extraction import Context, Extraction, Method

_REGISTERED: dict[str, tuple[str, str]] = {
    "cepf-es": ("cepf", "cepf_es"),
    "cepf-e": ("cepf", "cepf_e"),
    "cepf-s": ("cepf", "cepf_s"),
    "cepf-es-select": ("cepf", "cepf_es_select"),
    "twcem": ("twcem", "twcem"),
    "twcem-microblog": ("twcem", "twcem_microblog"),
    "cedst": ("cedst", "cedst"),
    "cedst-nc": ("cedst", "cedst_nc"),
    "cedst-tf": ("cedst", "cedst_tf"),
    "vbptc": ("vbptc", "vbptc"),
    "density": ("density", "density"),
    "cetr": ("cetr", "cetr"),
    "cepr": ("cepr", "cepr"),
    "cetd": ("cetd", "cetd"),
    "mcstd": ("mcstd", "mcstd"),
}
"""Name to module and function; the first is the default."""

DEFAULT_METHOD = next(iter(_REGISTERED))


def method_names() -> list[str]:
    """The names of all methods, the default first."""
    return list(_REGISTERED)


def get_method(name: str | None = None) -> Method:
    """The method of that name, or the default one."""
    if name is None:
        name = DEFAULT_METHOD
    if name not in _REGISTERED:
        raise UnknownMethodError(f"method={name!r} does not exist; choose one of: {', '.join(_REGISTERED)}")
    module, function = _REGISTERED[name]
    method: Method = getattr(import_module(f"newsextract.methods.{module}"), function)
    return method


__all__ = ["DEFAULT_METHOD", "Context", "Extraction", "Method", "get_method", "method_names"]
