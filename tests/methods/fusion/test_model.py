"""The model that comes with the package, as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from newsextract.errors import ModelError, NewsextractError
from newsextract.methods.fusion import model
from newsextract.methods.fusion.features import FEATURES
from newsextract.methods.fusion.network import to_bytes


def test_a_written_model_is_read(tmp_path: Path, linear_network: Any) -> None:
    path = tmp_path / "model.npz"
    path.write_bytes(to_bytes(linear_network({"link share": -2.0}, constant=0.5)))
    read = model.read_network(path)
    assert read.features == FEATURES
    assert read.weights[-1].tolist() == [0.5]
    assert read.weights[0][FEATURES.index("link share")].tolist() == [-2, 2]


def test_a_missing_file_is_an_error_with_a_remedy(tmp_path: Path) -> None:
    path = tmp_path / "absent.npz"
    with pytest.raises(ModelError, match=r"absent\.npz: cannot be read .*`newsextract train`") as raised:
        model.read_network(path)
    assert isinstance(raised.value, NewsextractError)
    assert str(path) in str(raised.value)


def test_a_folder_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        model.read_network(tmp_path)


def test_another_file_is_no_model(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    path.write_bytes(b"something else")
    with pytest.raises(ModelError, match=r"model\.npz: no model of fusion"):
        model.read_network(path)


def test_the_package_reads_its_own_file_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, linear_network: Any
) -> None:
    path = tmp_path / "model.npz"
    path.write_bytes(to_bytes(linear_network({})))
    monkeypatch.setattr(model, "MODEL_FILE", path)
    model.packaged_network.cache_clear()
    try:
        first = model.packaged_network()
        path.unlink()
        assert model.packaged_network() is first
    finally:
        model.packaged_network.cache_clear()
