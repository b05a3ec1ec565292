"""One thread of linear algebra a process: for matrices as small as those of a page a second one only gets
in the way, and every process of ours has a core to itself anyway."""

from __future__ import annotations

from collections.abc import MutableMapping

_LIBRARIES = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")


def use_one_thread(environment: MutableMapping[str, str]) -> None:
    """Say so in an environment, unless it says something already. Has to come before NumPy is imported."""
    for library in _LIBRARIES:
        environment.setdefault(library, "1")
