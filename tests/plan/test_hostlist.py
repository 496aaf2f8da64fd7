"""Hostlists unfold to the very names that were folded."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.plan.hostlist import fold

STEMS = st.sampled_from(["gpu", "b300-", "login", "rack1-u", "a"])
NUMBERS = st.builds(lambda number, width: f"{number:0{width}d}", st.integers(0, 2000), st.integers(1, 5))
NAMES = st.one_of(st.builds(str.__add__, STEMS, NUMBERS), st.sampled_from(["login", "head", "b300-x"]))


def unfold(hostlist: str) -> list[str]:
    """Read a hostlist as man scontrol describes it: one bracket a word, zeros as wide as a range's first number."""
    names = []
    for word in re.findall(r"(?:[^,\[\]]|\[[^\]]*\])+", hostlist):
        stem, _, inside = word.partition("[")
        if not inside:
            names.append(word)
            continue
        for each in inside.removesuffix("]").split(","):
            first, _, last = each.partition("-")
            names += [f"{stem}{number:0{len(first)}d}" for number in range(int(first), int(last or first) + 1)]
    return names


@given(st.lists(NAMES))
def test_folding_loses_nothing_and_keeps_the_order(names: list[str]) -> None:
    assert unfold(fold(names)) == names


@given(STEMS, st.integers(0, 300), st.integers(1, 900), st.integers(1, 4))
def test_names_in_a_row_become_one_word(stem: str, first: int, count: int, width: int) -> None:
    names = [f"{stem}{number:0{width}d}" for number in range(first, first + count)]
    assert "," not in fold(names)


@pytest.mark.parametrize(
    ("names", "hostlist"),
    [
        ([], ""),
        (["gpu01"], "gpu01"),
        (["gpu01", "gpu02", "gpu03"], "gpu[01-03]"),
        (["gpu9", "gpu10"], "gpu[9-10]"),
        (["gpu09", "gpu10", "gpu12"], "gpu[09-10,12]"),
        (["gpu9", "gpu010"], "gpu[9,010]"),
        (["gpu1", "login", "login", "gpu2"], "gpu1,login,login,gpu2"),
        (["b300-01", "b300-02", "b200-01"], "b300-[01-02],b200-01"),
    ],
)
def test_known_hostlists(names: list[str], hostlist: str) -> None:
    assert fold(names) == hostlist
