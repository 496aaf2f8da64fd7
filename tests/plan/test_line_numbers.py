"""Numbers of a filter's lines follow from what they say: whatever else is there, and in whatever order."""

import random
from hashlib import sha256
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.plan.access.line_numbers import LAST, numbered, overfull, placed, short_numbers
from generator.plan.access.lines import Band, FilterLine
from generator.plan.draft import Draft
from tests.depth import tries
from tests.growth.forms import FORMS, Form, base_of

NARROW_LAST = 65535
PORTS = st.none() | st.sampled_from([(22, 22), (53, 53), (1024, 65535), (60001, 63000)])
PREFIXES = st.builds("10.{}.{}.0/24".format, st.integers(0, 3), st.integers(0, 255))
LINES = st.builds(
    FilterLine,
    band=st.sampled_from(Band),
    protocol=st.sampled_from(["any", "icmp", "tcp", "udp"]),
    source=PREFIXES,
    destination=PREFIXES,
    source_ports=PORTS,
    ports=PORTS,
    established=st.booleans(),
    why=st.sampled_from(["ssh to inband/login", "icmp to inband", "answers of dns to inband", "all else"]),
)
LISTS = st.lists(LINES, unique_by=lambda line: (line.band, line.says), max_size=60)
TEXTS = st.lists(st.text(max_size=5), unique=True, max_size=40)
KEPT = 0.98
"""The share of lines that stand, among all that were asked, when another comes."""


@tries(100)
@given(lines=LISTS)
def test_numbers_are_within_their_bands_and_nobody_else_s(lines: list[FilterLine]) -> None:
    """Bands decide in their order, a reason stands before its lines, and a priority belongs to one band."""
    found = numbered(lines)
    assert sorted((line.band, line.says) for line in found) == sorted((line.band, line.says) for line in lines)
    assert all(0 < low.number < high.number < LAST - 1 and low.band <= high.band for low, high in pairwise(found))
    assert all(low.priority >= high.priority for low, high in pairwise(found))
    assert all(low.priority > high.priority for low, high in pairwise(found) if low.band != high.band)
    assert all(1 < line.priority < 9999 and line.remark < line.number for line in found)
    reasons = {line.remark: (line.band, line.why) for line in found}
    assert all(reasons[line.remark] == (line.band, line.why) for line in found)
    assert not reasons.keys() & {line.number for line in found}
    marks = sorted(reasons)
    for line in found:
        assert max(mark for mark in marks if mark < line.number) == line.remark, "a line stands below its own reason"


@tries(100)
@given(lines=LISTS)
def test_short_numbers_are_within_their_bands(lines: list[FilterLine]) -> None:
    """Below NVUE's last, above what stands before the lines, each once."""
    found = short_numbers(lines)
    assert len(found) == len(lines)
    assert all(999 < number < NARROW_LAST for number, _ in found)
    assert all(low[0] < high[0] and low[1].band <= high[1].band for low, high in pairwise(found))


@tries(100)
@given(lines=LISTS, order=st.randoms(use_true_random=False))
def test_order_does_not_matter(lines: list[FilterLine], order: random.Random) -> None:
    """The same lines have the same numbers."""
    other = order.sample(lines, len(lines))
    assert numbered(lines) == numbered(other)
    assert short_numbers(lines) == short_numbers(other)


@tries(100)
@given(texts=TEXTS, newcomer=st.text(max_size=5), room=st.integers(42, 200))
def test_who_ranks_before_a_newcomer_stays(texts: list[str], newcomer: str, room: int) -> None:
    """However crowded it is: only what has a higher digest may have to make place, and nothing shares one."""
    before, after = placed(texts, room), placed([*texts, newcomer], room)
    rank = sha256(newcomer.encode()).digest()
    assert len(set(after.values())) == len(after) == len({*texts, newcomer})
    assert all(0 <= place < room for place in after.values())
    assert {t: p for t, p in before.items() if sha256(t.encode()).digest() < rank}.items() <= after.items()
    if newcomer not in before and after[newcomer] not in before.values():
        assert before.items() <= after.items(), "who takes what was free moves nobody"


def test_a_line_more_moves_next_to_none() -> None:
    """Lists of 100 lines of 20 reasons: what a line more moves is as rare as the numbering says."""
    dice = random.Random(5)
    asked = moved = moved_short = 0
    for _ in range(60):
        lines = [
            FilterLine(
                band=Band.WITHIN,
                protocol="tcp",
                source="10.0.0.0/8",
                destination=f"10.{dice.randrange(256)}.{dice.randrange(256)}.{number}/32",
                ports=(port := dice.randrange(1, 65536), port),
                why=f"{number % 20} to inband/compute",
            )
            for number in range(101)
        ]
        before, after = numbered(lines[:-1]), numbered(lines)
        asked += len(before)
        moved += len(set(before) - set(after))
        moved_short += len(set(short_numbers(lines[:-1])) - set(short_numbers(lines)))
    assert moved / asked < 1 - KEPT
    assert moved_short / asked < 1 - KEPT
    assert moved_short <= 2


def test_numbers_do_not_change_with_a_release() -> None:
    """What is on switches was numbered by an earlier one."""
    line = FilterLine(
        band=Band.WITHIN,
        protocol="tcp",
        source="10.160.0.0/16",
        destination="10.160.32.0/20",
        ports=(22, 22),
        why="ssh to inband/compute",
    )
    (found,) = numbered([line])
    assert line.says == "tcp 10.160.0.0/16 10.160.32.0/20 22-22"
    assert (found.number, found.remark, found.priority) == (489282719, 489226240, 8715)
    assert short_numbers([line])[0][0] == 28728


def test_a_crowd_is_refused() -> None:
    with pytest.raises(ValueError, match="3 lines, and 2 numbers"):
        placed(["a", "b", "c"], 2)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_filters_of_every_form(form: Form) -> None:
    """Lines come in the order of their numbers, and none twice."""
    plan: Draft = base_of(form)
    assert plan.port_filters
    for each in plan.port_filters.values():
        for lines in (each.lines, each.lines_ipv6):
            assert list(lines) == list(numbered(lines))
            assert len({(line.band, line.says) for line in lines}) == len(lines)
            assert all(line.source and line.destination and line.why for line in lines)


@pytest.mark.parametrize("short", [True, False])
def test_lines_without_enough_numbers_are_counted_by_band(short: bool) -> None:
    """For the rule that refuses them: until then they are without numbers, and nothing fails."""
    room = 4_000 if short else (1 << 16) - 1
    lines = [FilterLine(Band.ENTERING, "tcp", "10.0.0.0/8", str(at), "ssh") for at in range(room + 1)]
    assert list(overfull(lines, short=short)) == [(Band.ENTERING, room + 1, room)]
    assert not list(overfull(lines[1:], short=short))
    if not short:
        assert {line.number for line in numbered(lines)} == {0}
