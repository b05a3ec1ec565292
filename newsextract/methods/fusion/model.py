"""The model that comes with the package: made by ``newsextract train``, read on first use."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from newsextract.errors import ModelError
from newsextract.methods.fusion.features import FEATURES
from newsextract.methods.fusion.network import Network, from_bytes

MODEL_FILE = Path(__file__).with_name("model.npz")


@cache
def packaged_network() -> Network:
    """The network of the package's own model file."""
    return read_network(MODEL_FILE)


def read_network(path: Path) -> Network:
    """The network of a model file; a ``ModelError`` for anything else."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelError(
            f"{path}: cannot be read ({error.strerror}); make a model with `newsextract train`"
        ) from error
    return from_bytes(data, path, FEATURES)
