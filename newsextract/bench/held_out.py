"""Networks of ``fusion`` that have not seen a site: a page that the model learned from is measured by the
network of that fold of the cross-validation which left the page's site out.

A file of them holds, beside the networks, the digest of every page that was learned from and the fold that
left it out. Pages that are not in it are new to the model itself.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from newsextract.errors import ModelError
from newsextract.methods.fusion.features import FEATURES
from newsextract.methods.fusion.network import Network, from_bytes, to_bytes

HELD_OUT_FILE = Path(__file__).with_name("held_out.zip")

DIGEST_BYTES = 8
_PAGES = "pages"
_FIXED_DATE = (1980, 1, 1, 0, 0, 0)
"""The same networks make the same file."""


@dataclass(frozen=True, slots=True)
class HeldOut:
    """The networks of the folds, and the fold that left out each page."""

    networks: tuple[Network, ...]
    folds: Mapping[bytes, int]

    def network_for(self, body: bytes) -> Network | None:
        """The network that has not seen the site of a page; None for a page the model did not learn from."""
        fold = self.folds.get(page_digest(body))
        return None if fold is None else self.networks[fold]


def page_digest(body: bytes) -> bytes:
    """Enough of a page's SHA-256 to tell it from all others."""
    return hashlib.sha256(body).digest()[:DIGEST_BYTES]


@cache
def packaged_held_out() -> HeldOut:
    """Those of the package's own model."""
    return read_held_out(HELD_OUT_FILE)


def held_out_bytes(networks: Sequence[Network], folds: Mapping[bytes, int]) -> bytes:
    """A file of held-out networks."""
    pages = b"".join(digest + bytes([fold]) for digest, fold in sorted(folds.items()))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(zipfile.ZipInfo(_PAGES, _FIXED_DATE), pages)
        for fold, network in enumerate(networks):
            archive.writestr(zipfile.ZipInfo(f"fold{fold}", _FIXED_DATE), to_bytes(network))
    return buffer.getvalue()


def read_held_out(path: Path) -> HeldOut:
    """Read such a file; a ``ModelError`` for anything else."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = sorted(name for name in archive.namelist() if name != _PAGES)
            networks = tuple(from_bytes(archive.read(name), path, FEATURES) for name in names)
            pages = archive.read(_PAGES)
    except (OSError, zipfile.BadZipFile, KeyError, ValueError, NotImplementedError, zlib.error) as error:
        raise ModelError(
            f"{path}: no held-out networks ({error}); make them with `newsextract train`"
        ) from error
    size = DIGEST_BYTES + 1
    if len(pages) % size:
        raise ModelError(f"{path}: its table of pages is damaged; make it anew with `newsextract train`")
    lines = [pages[start : start + size] for start in range(0, len(pages), size)]
    folds = {line[:DIGEST_BYTES]: line[-1] for line in lines}
    if any(fold >= len(networks) for fold in folds.values()):
        raise ModelError(f"{path}: names a fold that it does not hold; make it anew with `newsextract train`")
    return HeldOut(networks, folds)
