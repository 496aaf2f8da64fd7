"""Addresses as coordinates: reversible, disjoint, aligned; and the arithmetic of cable lengths and media."""

from collections.abc import Callable
from ipaddress import IPv4Address, IPv4Network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.model.device import Place
from generator.plan.addressing.layout import Field, Layout
from generator.plan.cabling.media import Media, Socket
from generator.plan.cabling.route import needed_length_m
from generator.plan.draft import Draft
from generator.spec.racks import RacksSpec
from tests.ours import CATALOG

LAYOUT = Layout(
    pool="compute", prefix=IPv4Network("10.0.0.0/9"), use="", origin=(),
    fields=(Field("rail", 3, 8), Field("pod", 4, 1), Field("su", 8, 1), Field("host", 7, 64), Field("end", 1, 2)),
)  # fmt: skip
COORDINATE = st.tuples(
    st.integers(0, 7), st.integers(0, 15), st.integers(0, 255), st.integers(0, 127), st.integers(0, 1)
)


@given(COORDINATE)
def test_a_coordinate_reads_back(coordinate: tuple[int, int, int, int, int]) -> None:
    rail, pod, su, host, end = coordinate
    address = IPv4Address(LAYOUT.address(rail=rail, pod=pod, su=su, host=host, end=end))
    octets = address.packed
    assert octets == bytes([10, rail << 4 | pod, su, host << 1 | end])


@given(COORDINATE, COORDINATE)
def test_two_coordinates_are_two_addresses(one: tuple[int, ...], two: tuple[int, ...]) -> None:
    names = ("rail", "pod", "su", "host", "end")
    first, second = (LAYOUT.address(**dict(zip(names, c, strict=True))) for c in (one, two))
    assert (first == second) == (one == two)


def test_fields_are_never_overrun() -> None:
    with pytest.raises(OverflowError):
        LAYOUT.address(rail=8)


def test_every_rail_and_every_unit_is_one_prefix(plans: Callable[[str], Draft]) -> None:
    """All addresses of a rail lie in its prefix, and the prefixes of rails are apart."""
    plan = plans("roce-256")
    rails = {p.name: IPv4Network(p.prefix) for p in plan.prefixes if p.kind == "rail" and p.fabric == "compute"}
    assert len(rails) == 8
    for link in plan.links:
        if link.rail is not None:
            inside = [name for name, prefix in rails.items() if IPv4Address(link.a.address) in prefix]
            assert inside == [f"rail {link.rail}"]
            assert int(IPv4Address(link.b.address)) == int(IPv4Address(link.a.address)) + 1


def test_cable_lengths() -> None:
    spec = RacksSpec()
    low, high = (Place(rack="A01", row=0, position=0, unit=u, height_u=2) for u in (1, 47))
    same = needed_length_m(spec, low, high)
    assert same == pytest.approx((46 * 0.04445 + 0.6) * 1.1 + 1.0, abs=0.011)
    far = Place(rack="C05", row=2, position=4, unit=1, height_u=2)
    top = 48 * 0.04445 + 0.5
    assert needed_length_m(spec, low, far) == pytest.approx(
        (2 * top - 2 * 0.04445 + 4 * 0.6 + 2 * 3.0 + 0.6) * 1.1 + 1.0, abs=0.011
    )
    assert needed_length_m(spec, low, far) == needed_length_m(spec, far, low)


def test_media_go_from_copper_to_fibre_with_length() -> None:
    media = Media(CATALOG, "ethernet")
    qsfp = Socket("qsfp28", 1)
    kinds = [found.kind for length in (0.4, 3, 8, 25) if (found := media.assembly(qsfp, qsfp, 100.0, length))]
    assert kinds == ["dac", "dac", "aoc", "aoc"]
    twin, flat = Socket("osfp", 2), Socket("osfp-flat", 2)
    near, far = media.fibre(flat, twin, 400.0, 30), media.fibre(flat, twin, 400.0, 80)
    assert near is not None and near.optic_b is not None and near.optic_b.signal == "400g-sr4"
    assert far is not None and far.optic_b is not None and far.optic_b.signal == "400g-dr4"
    assert media.fibre(flat, twin, 400.0, 5000) is None
    splitter = media.assembly(Socket("qsfp112", 1, 2), twin, 400.0, 2.5)
    assert splitter is not None and splitter.cable.model == "dac-osfp-to-2xqsfp112"
