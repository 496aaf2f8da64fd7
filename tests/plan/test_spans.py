"""Runs of addresses: what is left of some without others, held against netaddr's sets."""

from hypothesis import given
from hypothesis import strategies as st
from netaddr import IPSet

from generator.plan.addressing.spans import less, less_prefixes

ENDS = st.integers(0, 60)
SPANS = st.lists(st.tuples(ENDS, ENDS).map(lambda ends: (min(ends), max(ends))), max_size=6)


@given(SPANS, SPANS)
def test_what_is_left_is_in_one_and_not_in_the_other(
    spans: list[tuple[int, int]], others: list[tuple[int, int]]
) -> None:
    def numbers(every: list[tuple[int, int]]) -> set[int]:
        return {n for first, last in every for n in range(first, last + 1)}

    assert numbers(list(less(spans, others))) == numbers(spans) - numbers(others)


PREFIXES = st.tuples(st.integers(0, 255), st.integers(24, 32)).map(
    lambda p: f"10.1.2.{p[0] >> (32 - p[1]) << (32 - p[1])}/{p[1]}"
)


@given(st.lists(PREFIXES, max_size=8))
def test_the_fewest_prefixes_are_left(others: list[str]) -> None:
    left = list(less_prefixes("10.1.2.0/24", others))
    assert left == list(map(str, (IPSet(["10.1.2.0/24"]) - IPSet(others)).iter_cidrs()))


def test_ipv6_is_taken_as_well() -> None:
    assert list(less_prefixes("fd00::/126", ["fd00::1/128"])) == ["fd00::/128", "fd00::2/127"]
