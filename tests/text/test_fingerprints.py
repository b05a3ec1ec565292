"""The same text, and nearly the same."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from newsextract.text.fingerprints import (
    NEAR_DISTANCE,
    NearDuplicates,
    content_hash,
    distance,
    similarity_hash,
    tokens,
)

STORY = (
    "The ferry to the outer islands sails again from Monday, the harbour office said on Friday. It had "
    "been laid up since a storm tore away the landing stage at the north pier in January. A new stage, "
    "built in a yard two bays to the south, was towed in last week and bolted to the old piles. For the "
    "first month there will be three crossings a day, at seven, noon and five, and bicycles travel "
    "free. Islanders who had been taking the mail boat will have their winter tickets refunded at the "
    "kiosk until the end of May. The council has set aside money for a second stage on the lee side, so "
    "that one of them can be used in any wind."
)
OTHER = (
    "Rowers from eleven towns met at the weir on Sunday for the oldest cup of the river, which the "
    "miners' club won for the third time in a row. Rain had raised the water to the highest mark at "
    "which the race may be held, and two boats turned over at the bend below the church. Nobody was "
    "hurt. The winners needed nineteen minutes and four seconds for the five miles, a minute more than "
    "their own record of two years ago. Next summer the finish is to move upstream, because the old "
    "boathouse will be torn down to widen the lock."
)
CHINESE = (
    "旧码头的渔灯会昨晚重新开幕，上千名居民和游客沿着海堤观看点灯仪式。主办方介绍，灯会因码头维修停办了两年，"
    "今年展出的灯笼全部由镇上的渔民和小学生手工制作，其中最大的一盏高达六米。灯会将持续到本月底，每晚七点点灯，"
    "十点熄灯，渡轮公司为此加开了两班夜航。镇里还在旧仓库里办了一个小展览，介绍渔灯的历史和制作方法。"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("... — !", []),
        ("It's 5 o'clock", ["it", "s", "5", "o", "clock"]),
        ("ＦＵＬＬ　Width", ["full", "width"]),
        ("渔灯会 2024年", ["渔", "灯", "会", "2024", "年"]),
        ("Straße, ΑΘΗΝΑ", ["straße", "αθηνα"]),
        ("한국어 テスト", ["한", "국", "어", "テ", "ス", "ト"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("One story, told.", "one  STORY\ntold", True),
        ("渔灯会开幕。", "渔 灯 会\n开幕", True),
        ("One story", "One stories", False),
        ("one two", "two one", False),
        ("one two", "onetwo", False),
    ],
)
def test_the_same_words_have_the_same_hash(left: str, right: str, same: bool) -> None:
    assert (content_hash(left) == content_hash(right)) is same


def test_a_content_hash_is_sixteen_bytes_and_nothing_has_none() -> None:
    assert len(bytes.fromhex(content_hash("a"))) == 16
    assert content_hash(" ... ") == ""
    assert content_hash("a lone surrogate \ud800") != ""


def test_hashes_are_the_same_in_every_run() -> None:
    script = (
        "import sys; from newsextract.text.fingerprints import *;"
        "text = sys.argv[1]; print(content_hash(text), similarity_hash(text))"
    )
    printed = {
        subprocess.run(  # noqa: S603  our own interpreter
            [sys.executable, "-c", script, CHINESE],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path), "PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert printed == {f"{content_hash(CHINESE)} {similarity_hash(CHINESE)}\n"}


def near(left: str, right: str) -> int:
    first, second = similarity_hash(left), similarity_hash(right)
    assert first is not None
    assert second is not None
    return distance(first, second)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (STORY, STORY.upper().replace(" ", "\n")),
        (STORY, STORY.replace("Friday", "Thursday")),
        (STORY, STORY.replace("three crossings", "four crossings")),
        (STORY, STORY + " (ap)"),
        (CHINESE, CHINESE.replace("，", "\n")),
        (CHINESE, CHINESE.replace("六米", "七米")),
    ],
)
def test_a_word_more_or_less_is_near(left: str, right: str) -> None:
    assert near(left, right) <= NEAR_DISTANCE


def test_other_stories_are_far() -> None:
    # Two random numbers of 64 bits differ in 32, give or take 4; less than 20 is three deviations away.
    assert near(STORY, OTHER) >= 20
    assert near(STORY, CHINESE) >= 20
    assert near(STORY, " ".join(reversed(STORY.split()))) >= 20


def test_a_bit_is_what_most_pairs_have() -> None:
    # A word over and over is one pair, counted once: the fingerprint is the pair's own hash. Two words in
    # turn are two pairs; a bit is set where both have it, as one of two is not more than half.
    def alternating(first: str, second: str) -> int:
        value = similarity_hash(" ".join([first, second] * 10))
        assert value is not None
        return value

    pairs = alternating("a", "b"), alternating("b", "a")
    assert pairs[0] == pairs[1]
    assert alternating("a", "a") == similarity_hash("a " * 12)
    assert alternating("a", "a") != alternating("b", "b")
    assert 0 < alternating("a", "b").bit_count() < 32


@pytest.mark.parametrize(("count", "has_one"), [(0, False), (11, False), (12, True), (500, True)])
def test_short_texts_have_no_similarity(count: int, has_one: bool) -> None:
    assert (similarity_hash("word " * count) is not None) is has_one


@pytest.mark.parametrize("bits", range(8))
def test_found_up_to_the_distance_wherever_the_bits_are(bits: int) -> None:
    rng = random.Random(bits)  # noqa: S311  a table of cases
    for _ in range(50):
        index = NearDuplicates(distance=4)
        value = rng.getrandbits(64)
        index.add(value, "known")
        other = value
        for bit in rng.sample(range(64), bits):
            other ^= 1 << bit
        assert index.find(other) == ("known" if bits <= 4 else None)


def test_the_nearest_is_found_and_of_equals_the_first() -> None:
    known = {0b111: "three off", 0b11: "two off", 0b101: "two off, later", 0b10000000: "one off"}
    index = NearDuplicates(distance=3)
    for value, key in known.items():
        index.add(value, key)
    assert index.find(0) == "one off"
    assert index.find(0b1) == "two off"
    assert index.find(0b111) == "three off"
    assert index.find((1 << 64) - 1) is None


def test_a_known_value_keeps_its_key() -> None:
    index = NearDuplicates()
    index.add(5, "first")
    index.add(5, "second")
    assert (index.find(5), len(index)) == ("first", 1)


def test_the_oldest_go_when_it_is_full() -> None:
    index = NearDuplicates(distance=0, capacity=3)
    for value in range(10):
        index.add(value, str(value))
    assert [index.find(value) for value in range(10)] == [None] * 7 + ["7", "8", "9"]
    assert len(index) == 3
    assert [len(buckets) for buckets in index._buckets] == [3]


def test_the_same_as_comparing_with_all() -> None:
    rng = random.Random(7)  # noqa: S311  a table of cases
    index = NearDuplicates(distance=6, capacity=60)
    known: list[tuple[int, str]] = []
    for number in range(400):
        base = rng.choice(known[-40:])[0] if known and rng.random() < 0.5 else rng.getrandbits(64)
        for _ in range(rng.randrange(9)):
            base ^= 1 << rng.randrange(64)
        if base in [value for value, _ in known[-60:]]:
            continue
        kept = known[-60:]
        best = min(kept, key=lambda entry: (distance(entry[0], base), kept.index(entry)), default=None)
        expected = best[1] if best and distance(best[0], base) <= 6 else None
        assert index.find(base) == expected
        index.add(base, str(number))
        known.append((base, str(number)))


@pytest.mark.parametrize(("bits", "capacity"), [(-1, 10), (64, 10), (3, 0)])
def test_wrong_numbers_are_refused(bits: int, capacity: int) -> None:
    with pytest.raises(ValueError, match=rf"^distance={bits}, capacity={capacity}: "):
        NearDuplicates(bits, capacity)
