"""Who hears whom, what the layers come to, and the model file."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from newsextract.errors import ModelError
from newsextract.methods.fusion.network import (
    GROUPS,
    HEARD,
    LARGEST_VALUE,
    Neighbourhood,
    Network,
    from_bytes,
    to_bytes,
)

Floats = NDArray[np.float32]

WAYS = sorted({way for ways in HEARD for way in ways})
PAGES = np.repeat([0, 1, 2, 3], [5, 1, 2, 7])
NAMES = ("length", "links", "marks")


def ints(*values: int) -> NDArray[np.int64]:
    return np.array(values, dtype=np.int64)


def column(*values: float) -> Floats:
    return np.array(values, dtype=np.float32)[:, None]


def heard(around: Neighbourhood, way: str, rows: Floats) -> Floats:
    into = np.zeros_like(rows)
    around.hear(way, rows, into)
    return into


def answered(around: Neighbourhood, way: str, rows: Floats) -> Floats:
    into = np.zeros_like(rows)
    around.answer(way, rows, into)
    return into


def random_groups(rng: np.random.Generator, pages: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Groups that keep to their page, with numbers in no order."""
    return [rng.integers(0, 3, len(pages)) + 10 * pages for _ in GROUPS[:-1]]


def random_network(seed: int = 1, width: int = 4) -> Network:
    rng = np.random.default_rng(seed)
    shapes = [(len(NAMES), width), *((width, (1 + len(ways)) * width) for ways in HEARD), (width, 1)]
    weights: list[Floats] = []
    for shape in shapes:
        weights.append(rng.normal(0, 0.5, shape).astype(np.float32))
        weights.append(rng.normal(0, 0.5, min(shape[1], width)).astype(np.float32))
    return Network(
        NAMES,
        rng.normal(0, 1, len(NAMES)).astype(np.float32),
        rng.uniform(0.5, 2, len(NAMES)).astype(np.float32),
        tuple(weights),
        rng.normal(0, 1, 7).astype(np.float32),
        {"made": "by hand"},
    )


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        ("1 before", [0, 1, 2, 4, 8]),
        ("1 behind", [2, 4, 8, 16, 0]),
        ("2 before", [0, 0, 1, 2, 4]),
        ("2 behind", [4, 8, 16, 0, 0]),
        ("4 before", [0, 0, 0, 0, 1]),
        ("4 behind", [16, 0, 0, 0, 0]),
        ("siblings", [1, 3, 3, 12, 12]),
        ("signature", [7, 5, 7, 5, 7]),
        ("container", [6.2] * 5),
        ("page", [6.2] * 5),
        ("all before", [1, 3 / 2, 7 / 3, 15 / 4, 31 / 5]),
        ("all behind", [31 / 5, 30 / 4, 28 / 3, 24 / 2, 16]),
    ],
)
def test_what_the_rows_of_a_page_hear(way: str, expected: list[float]) -> None:
    groups = (ints(5, 7, 7, 2, 2), ints(9, 1, 9, 1, 9), ints(0, 0, 0, 0, 0))
    assert heard(Neighbourhood(groups), way, column(1, 2, 4, 8, 16))[:, 0].tolist() == pytest.approx(expected)


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        ("1 before", [0, 1, 2, 0, 8]),
        ("1 behind", [2, 4, 0, 16, 0]),
        ("2 before", [0, 0, 1, 0, 0]),
        ("2 behind", [4, 0, 0, 0, 0]),
        ("4 before", [0] * 5),
        ("4 behind", [0] * 5),
        ("siblings", [1.5, 1.5, 4, 12, 12]),
        ("page", [7 / 3] * 3 + [12] * 2),
        ("all before", [1, 3 / 2, 7 / 3, 8, 12]),
        ("all behind", [7 / 3, 3, 4, 12, 16]),
    ],
)
def test_nothing_is_heard_from_another_page(way: str, expected: list[float]) -> None:
    groups = (ints(0, 0, 1, 2, 2), *[ints(0, 1, 2, 3, 4)] * 2)
    around = Neighbourhood(groups, pages=ints(0, 0, 0, 1, 1))
    assert heard(around, way, column(1, 2, 4, 8, 16))[:, 0].tolist() == pytest.approx(expected)


@pytest.mark.parametrize("way", WAYS)
def test_a_row_alone_hears_itself_or_nothing(way: str) -> None:
    alone = heard(Neighbourhood([ints(3)] * 3), way, column(5))[0, 0]
    assert alone == (5 if way in (*GROUPS, "all before", "all behind") else 0)


@pytest.mark.parametrize("way", WAYS)
def test_what_is_heard_is_added_to_what_is_there(way: str) -> None:
    around = Neighbourhood([ints(0, 1, 0)] * 3)
    rows = column(1, 2, 4)
    for call, plain in ((around.hear, heard), (around.answer, answered)):
        into = column(10, 20, 30)
        call(way, rows, into)
        assert into.ravel().tolist() == pytest.approx(
            (plain(around, way, rows) + column(10, 20, 30)).ravel().tolist()
        )
        assert rows.ravel().tolist() == [1, 2, 4]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("pages", [PAGES, None])
def test_an_answer_is_the_transpose_of_hearing(way: str, seed: int, pages: NDArray[np.int64] | None) -> None:
    rng = np.random.default_rng(seed)
    around = Neighbourhood(random_groups(rng, PAGES if pages is not None else np.zeros_like(PAGES)), pages)
    one, other = rng.normal(size=(2, len(PAGES), 3)).astype(np.float32)
    forth = float((heard(around, way, one) * other).sum())
    back = float((one * answered(around, way, other)).sum())
    assert forth == pytest.approx(back, abs=1e-4)
    assert abs(forth) > 1e-3


def test_every_way_that_a_layer_hears_is_known() -> None:
    around = Neighbourhood([ints(0, 0)] * 3)
    for ways in HEARD:
        assert len(set(ways)) == len(ways)
    for way in WAYS:
        assert np.isfinite(heard(around, way, column(1, 2))).all()


@pytest.mark.parametrize("seed", [1, 2])
def test_pages_end_to_end_are_judged_like_each_alone(seed: int) -> None:
    rng = np.random.default_rng(seed)
    network = random_network(seed)
    evidence = rng.normal(size=(len(NAMES), len(PAGES))).astype(np.float32)
    groups = random_groups(rng, PAGES)
    together = network.logits(evidence, Neighbourhood(groups, PAGES))
    alone = [
        network.logits(evidence[:, here], Neighbourhood([group[here] for group in groups]))
        for here in (np.flatnonzero(page == PAGES) for page in range(4))
    ]
    assert together.tolist() == pytest.approx(np.concatenate(alone).tolist(), abs=1e-4)
    # and the rows of a page do hear each other
    single = network.logits(evidence, None)
    assert not np.allclose(single, together, atol=1e-2)


def test_without_neighbours_every_row_is_judged_by_itself() -> None:
    network = random_network()
    evidence = np.random.default_rng(5).normal(size=(len(NAMES), 6)).astype(np.float32)
    each = [float(network.logits(evidence[:, [row]], None)[0]) for row in range(6)]
    assert network.logits(evidence, None).tolist() == pytest.approx(each, abs=1e-5)


def layer_by_layer(network: Network, evidence: Floats, around: Neighbourhood) -> Floats:
    """The layers as their description says, in the plainest form."""
    scaled = (evidence - network.mean[:, None]) / network.deviation[:, None]
    matrix, bias, *others, last, constant = network.weights
    state = np.maximum(np.clip(scaled, -LARGEST_VALUE, LARGEST_VALUE).T @ matrix + bias, 0)
    size = state.shape[1]
    for ways, (mixing, offset) in zip(HEARD, zip(others[::2], others[1::2], strict=True), strict=True):
        parts = np.split(mixing, 1 + len(ways), axis=1)
        total = state @ parts[0] + offset
        for way, part in zip(ways, parts[1:], strict=True):
            total = total + heard(around, way, (state @ part).astype(np.float32))
        state = state + np.maximum(total, 0)
    assert state.shape[1] == size
    logits: Floats = (state @ last + constant)[:, 0]
    return logits


@pytest.mark.parametrize("far", [1.0, 100.0])  # 100 is cut off at the largest value
def test_logits_are_what_the_layers_come_to(far: float) -> None:
    rng = np.random.default_rng(7)
    network = random_network()
    evidence = (far * rng.normal(size=(len(NAMES), len(PAGES)))).astype(np.float32)
    around = Neighbourhood(random_groups(rng, PAGES), PAGES)
    kept = evidence.copy()
    found = network.logits(evidence, around)
    assert found.tolist() == pytest.approx(layer_by_layer(network, evidence, around).tolist(), abs=1e-3)
    assert (evidence == kept).all()


def test_evidence_far_from_the_mean_counts_as_the_largest_value() -> None:
    network = random_network()
    edge = network.mean + LARGEST_VALUE * network.deviation
    beyond = network.mean + 1000 * network.deviation
    assert network.logits(beyond[:, None], None).tolist() == pytest.approx(
        network.logits(edge[:, None], None).tolist(), abs=1e-5
    )


def test_a_model_file_gives_back_the_network() -> None:
    network = random_network()
    read = from_bytes(to_bytes(network), "here", NAMES)
    assert (read.features, read.about) == (network.features, network.about)
    for name in ("mean", "deviation", "calibration"):
        assert getattr(read, name).tolist() == getattr(network, name).tolist()
    assert len(read.weights) == len(network.weights)
    for one, other in zip(read.weights, network.weights, strict=True):
        assert one.dtype == np.float32
        assert (one == other.astype(np.float16)).all()


def test_what_was_read_makes_the_same_file_again() -> None:
    data = to_bytes(random_network())
    assert to_bytes(from_bytes(data, "here", NAMES)) == data


def test_a_model_file_holds_arrays_and_json_and_nothing_else() -> None:
    with np.load(io.BytesIO(to_bytes(random_network())), allow_pickle=False) as stored:
        assert not any(stored[name].dtype.hasobject for name in stored.files)
        about = json.loads(stored["about"].tobytes())
    assert about == {"format": 1, "features": list(NAMES), "about": {"made": "by hand"}}


def stored_arrays() -> dict[str, Any]:
    with np.load(io.BytesIO(to_bytes(random_network())), allow_pickle=False) as stored:
        return dict(stored.items())


def without(name: str) -> dict[str, Any]:
    return {key: array for key, array in stored_arrays().items() if key != name}


def file_of(arrays: dict[str, Any]) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


def json_array(value: object) -> NDArray[np.uint8]:
    return np.frombuffer(json.dumps(value).encode(), dtype=np.uint8)


def not_a_network() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("about.npy", b"")
    return buffer.getvalue()


def one_array() -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, np.zeros(3))
    return buffer.getvalue()


def flipped(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]


WHOLE = to_bytes(random_network())


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"no model", id="text"),
        pytest.param(b"PK\x03\x04no model", id="starts like a zip file"),
        pytest.param(WHOLE[:-1], id="last byte gone"),
        pytest.param(WHOLE[: len(WHOLE) // 2], id="cut in half"),
        pytest.param(flipped(WHOLE, 60), id="a wrong byte near the start"),
        pytest.param(flipped(WHOLE, len(WHOLE) // 2), id="a wrong byte in the middle"),
        pytest.param(
            WHOLE[: WHOLE.index(b"PK\1\2") + 10] + b"\x63" + WHOLE[WHOLE.index(b"PK\1\2") + 11 :],
            id="packed in a way that nobody knows",
        ),
        pytest.param(not_a_network(), id="another zip file"),
        pytest.param(one_array(), id="one array"),
        pytest.param(file_of({"mean": np.zeros(3)}), id="arrays missing"),
        pytest.param(file_of(without("weight05")), id="a weight missing"),
        pytest.param(file_of({**stored_arrays(), "weight02": np.zeros((4, 4))}), id="a weight too small"),
        pytest.param(file_of({**stored_arrays(), "about": json_array([])}), id="about is a list"),
        pytest.param(file_of({**stored_arrays(), "about": json_array({})}), id="about is empty"),
        pytest.param(
            file_of({**stored_arrays(), "about": np.frombuffer(b"{", np.uint8)}), id="about is no JSON"
        ),
        pytest.param(
            file_of({**stored_arrays(), "mean": np.array([{}], dtype=object)}), id="an object, not an array"
        ),
    ],
)
def test_a_damaged_model_file_is_an_error_with_a_remedy(data: bytes) -> None:
    with pytest.raises(ModelError, match=r"^models/x\.npz: .*`newsextract train`") as raised:
        from_bytes(data, "models/x.npz", NAMES)
    assert "unsafely" not in str(raised.value)  # as NumPy advises for a file that it does not know


@pytest.mark.parametrize(
    ("about", "features"),
    [
        ({"format": 1, "features": list(NAMES), "about": {}}, (*NAMES, "place")),
        ({"format": 1, "features": list(NAMES), "about": {}}, NAMES[:-1]),
        ({"format": 1, "features": list(NAMES), "about": {}}, NAMES[::-1]),
        ({"format": 2, "features": list(NAMES), "about": {}}, NAMES),
        ({"features": list(NAMES), "about": {}}, NAMES),
    ],
)
def test_a_model_of_another_version_is_an_error_with_a_remedy(
    about: dict[str, object], features: tuple[str, ...]
) -> None:
    data = file_of({**stored_arrays(), "about": json_array(about)})
    with pytest.raises(ModelError, match=r"^old\.npz: made for other features .*`newsextract train`"):
        from_bytes(data, "old.npz", features)
