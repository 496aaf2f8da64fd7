"""Pins of both ends of links: addresses of any interface, uplinks' ports, ports on another leaf, planes. What is not pinned goes around."""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.plan.cabling.records import Link
from generator.plan.draft import Draft
from generator.plan.sections import sections
from generator.render.encode import plain
from generator.spec.load import DocumentError
from tests.depth import tries
from tests.eos_specs import with_everything
from tests.growth.forms import example_spec, plan_of
from tests.growth.past import moves, plan_on
from tests.growth.records import assert_records_stand
from tests.plan.pinned_values import dealt_ports, dealt_uplinks, interface_pins
from tests.render.cumulus_specs import on_cumulus
from tests.specs import Spec, cluster
from tests.vlan_specs import sharing

NAMES = ("numbered", "vlan", "cumulus", "ipoib", "small-4-hosts")


@cache
def base(name: str) -> tuple[Spec, Draft]:
    """Return a small cluster of a kind, and its plan."""
    made: dict[str, Callable[[], Spec]] = {
        "numbered": lambda: cluster(4, 16, 2, 1, underlay="numbered"),
        "vlan": lambda: sharing(4, 16),
        "cumulus": lambda: on_cumulus(cluster(4, 16, 2, 1)),
        "ipoib": _ipoib,
        "planes": lambda: example_spec("b300-two-planes-512"),
    }
    spec = made.get(name, lambda: example_spec(name))()
    return spec, plan_of(spec)


def _ipoib() -> Spec:
    spec = cluster(4, 16, 2, 1)
    spec["fabrics"]["compute"] = {"technology": "infiniband", "leaf": {"model": "qm9700"}, "ipoib": True}
    return spec


def addresses(plan: Draft) -> dict[tuple[str, str, str], str]:
    """Return every address by device, interface and use."""
    return {(each.device, each.interface, each.use): each.address for each in plan.addresses}


def ends(plan: Draft) -> dict[str, str]:
    """Return the upper end of every link by its lower one."""
    return {f"{x.a.device} {x.a.interface}": f"{x.b.device} {x.b.interface}" for x in plan.links}


def with_pins(spec: Spec, **pins: Any) -> Spec:
    """Return a spec with pins in it."""
    return spec | {"pins": pins}


@pytest.mark.parametrize("name", NAMES)
def test_addresses_of_every_interface_may_be_stated(name: str) -> None:
    """Whatever address a plan has, of whatever use, may be pinned where it is, and changes no byte."""
    spec, plan = base(name)
    devices, gateways = interface_pins(plan)
    pinned = plan_of(with_pins(spec, devices=devices, gateways=gateways))
    assert plain(sections(pinned)) == plain(sections(plan))
    uses = {each.use for each in plan.addresses if each.use not in {"loopback", "vtep"}}
    told = {each.use for each in plan.addresses if each.address in _values(devices, gateways)}
    assert told >= uses


def _values(devices: dict[str, Any], gateways: dict[str, str]) -> set[str]:
    return {at for pin in devices.values() for at in pin["addresses"].values()} | {*gateways.values()}


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 10_000))
@tries(8)
def test_addresses_dealt_anew_stand(name: str, seed: int) -> None:
    """Addresses of links, VLANs and gateways, dealt anew within their prefix: each stands, and nothing collides."""
    spec, plan = base(name)
    devices, gateways = interface_pins(plan, random.Random(seed))
    after = plan_of(with_pins(spec, devices=devices, gateways=gateways))
    found = {(device, interface): at for (device, interface, use), at in addresses(after).items() if use != "gateway"}
    found |= {(d, i): at for (d, i, use), at in addresses(after).items() if use == "gateway" and (d, i) not in found}
    for device, pin in devices.items():
        assert {key: found[device, key] for key in pin["addresses"]} == pin["addresses"], device
    shared = {each.name: each.gateway for each in after.vlans if each.name in gateways}
    assert shared == gateways
    single = [each.address for each in after.addresses if each.use != "gateway"]
    assert len(set(single)) == len(single)


def test_a_pair_may_lie_the_other_way_round() -> None:
    """The leaf has the even address of a /31, as many sites have it; the other end follows, whichever of the two is pinned."""
    spec, plan = base("numbered")
    link = next(each for each in plan.links if each.fabric == "compute" and each.kind == "host_leaf")
    trunk = next(each for each in plan.links if each.fabric == "compute" and each.kind != "host_leaf")
    for near, far in ((link.a, link.b), (trunk.a, trunk.b)):
        for end, value in ((near, far.address), (far, near.address)):
            after = plan_of(with_pins(spec, devices={end.device: {"addresses": {end.interface: value}}}))
            same = next(x for x in after.links if (x.a.device, x.a.interface) == (near.device, near.interface))
            assert (same.a.address, same.b.address) == (far.address, near.address)


@pytest.mark.parametrize("name", ["roce-16", "small-4-hosts", "roce-64", "ib-256", "planes"])
@given(seed=st.integers(0, 10_000))
@example(seed=1720)
@tries(6)
def test_uplinks_are_dealt_as_they_are_cabled(name: str, seed: int) -> None:
    """Each pinned uplink ends where it is cabled, and each leaf has as many links to each spine as before."""
    spec, plan = base(name)
    pins = dealt_uplinks(plan, random.Random(seed))
    after = plan_of(with_pins(spec, links=pins))
    found = ends(after)
    assert {pin["a"]: found[pin["a"]] for pin in pins} == {pin["a"]: pin["b"] for pin in pins}
    assert _joined(after.links) == _joined(plan.links)
    # an uplink without a pin may take the port of a leaf that comes later, which then takes its
    assert len({*found.values()}) == len(found) == len(ends(plan))


def _joined(links: Iterable[Link]) -> Counter[tuple[str, str]]:
    return Counter((each.a.device, each.b.device) for each in links if each.kind != "host_leaf")


def test_uplinks_stay_as_the_fabric_grows() -> None:
    """Spines and leaves that come inside the envelope, or past it on a baseline, leave every pinned uplink where it is."""
    spec = cluster(2, 64, 2, 1, su_hosts=16, spines=8, spines_installed=4)
    plan = plan_of(spec)
    links = dealt_uplinks(plan, random.Random(3))
    before = plan_of(with_pins(spec, links=links))
    later = cluster(40, 64, 2, 1, su_hosts=16, spines=8, spines_installed=8)
    after = plan_of(with_pins(later, links=links))
    assert_records_stand(before, after)
    past = plan_on(with_pins(cluster(40, 96, 2, 1, su_hosts=16, spines=8, spines_installed=8), links=links), before)
    assert moves(past, before) == {}
    assert {pin["a"]: ends(past)[pin["a"]] for pin in links} == {pin["a"]: pin["b"] for pin in links}


def test_more_uplinks_to_a_spine_than_its_share_are_refused() -> None:
    spec, plan = base("roce-16")
    trunks = [each for each in plan.links if each.fabric == "compute" and each.kind == "leaf_spine"]
    leaf, spine = trunks[0].a.device, trunks[0].b.device
    mine = [f"{leaf} {each.a.interface}" for each in trunks if each.a.device == leaf]
    there = [f"{spine} {each.b.interface}" for each in trunks if each.b.device == spine]
    links = [{"a": a, "b": b} for a, b in zip(mine, there, strict=False)]
    with pytest.raises(DocumentError, match=r"pin-cable|pin-twice"):
        plan_of(with_pins(spec, links=links))


@given(seed=st.integers(0, 10_000))
@tries(6)
def test_ports_of_several_planes(seed: int) -> None:
    """In a fabric of two planes a port of each is dealt by itself."""
    spec, plan = base("planes")
    pins = dealt_ports(plan, random.Random(seed))
    assert {pin["a"][-2:] for pin in pins} >= {"p0", "p1"}
    after = ends(plan_of(with_pins(spec, links=pins)))
    assert {pin["a"]: after[pin["a"]] for pin in pins} == {pin["a"]: pin["b"] for pin in pins}
    assert sorted(after.values()) == sorted(ends(plan).values())


@pytest.mark.parametrize("name", ["roce-16", "vlan", "small-4-hosts", "ipoib"])
@given(seed=st.integers(0, 10_000))
@tries(8)
def test_a_port_on_another_leaf(name: str, seed: int) -> None:
    """Who stands on another leaf of its unit has an address that this leaf announces; nothing else changes its own."""
    spec, plan = base(name)
    pins = dealt_ports(plan, random.Random(seed), across=True)
    after = plan_of(with_pins(spec, links=pins))
    found = ends(after)
    assert {pin["a"]: found[pin["a"]] for pin in pins} == {pin["a"]: pin["b"] for pin in pins}
    assert sorted(found.values()) == sorted(ends(plan).values())
    was, now = ({(x.a.device, x.a.interface): x for x in each.links} for each in (plan, after))
    kept = [key for key, link in was.items() if link.b.device == now[key].b.device and link.fabric != "oob"]
    assert {key: now[key].a.address for key in kept} == {key: was[key].a.address for key in kept}
    every = Counter(each.address for each in after.addresses if each.use == "link")
    assert every == Counter(each.address for each in plan.addresses if each.use == "link")


def _numbered(count: int) -> Spec:
    return cluster(count, 8, count // 2, 1, underlay="numbered")


def _sharing(count: int) -> Spec:
    return sharing(count, 8)


@given(seed=st.integers(0, 10_000))
@tries(5)
def test_growth_with_every_kind_of_pin(seed: int) -> None:
    """Hosts that come inside the envelope change nothing of what stands, whatever is pinned."""
    dice = random.Random(seed)
    form = dice.choice((_numbered, _sharing))
    whole = plan_of(form(8))
    links = dealt_ports(whole, dice, across=dice.random() < 0.5) + dealt_uplinks(whole, dice)
    dealt = plan_of(with_pins(form(8), links=links))
    devices, gateways = interface_pins(dealt, dice)
    pins = {"devices": devices, "gateways": gateways, "links": links}
    before, after = (plan_of(with_pins(form(count), **pins)) for count in (2, dice.randint(3, 8)))
    assert_records_stand(before, after)


def test_what_eos_prints_has_the_pinned_gateway() -> None:
    """The shared gateway of a segment stands in the files of every leaf."""
    spec = with_everything()
    plan = plan_of(with_pins(spec, gateways={"inband": "10.160.255.254"}))
    assert {each.address for each in plan.addresses if each.use == "gateway" and each.interface == "Vlan200"} == {
        "10.160.255.254"
    }
    assert all(host.gateway in {"", "10.160.255.254"} for host in plan.hosts if hasattr(host, "gateway"))


@pytest.mark.parametrize("name", ["numbered", "vlan", "ipoib"])
@given(seed=st.integers(0, 10_000))
@tries(20)
def test_no_pin_is_a_fault_of_ours(name: str, seed: int) -> None:
    """Whatever a pin says of an interface, a gateway or an uplink, it is kept, or refused at its line."""
    spec, plan = base(name)
    dice = random.Random(seed)
    held = [*sorted({each.address for each in plan.addresses}), "10.0.0.0", "10.160.255.255", "224.0.0.1", "10.242.0.9"]
    ports = sorted({f"{end.device} {end.interface}" for link in plan.links for end in (link.a, link.b)})
    taken = [port.partition(" ") for port in dice.sample(ports, 6)]
    taken += [
        (dice.choice(plan.switches).name, " ", dice.choice(("Vlan900", "Vlan100", "Vlan200", "eth0"))) for _ in range(3)
    ]
    devices: dict[str, Any] = {}
    for device, _, interface in taken:
        devices.setdefault(device, {"addresses": {}})["addresses"][interface] = dice.choice(held)
    fabrics = {link.fabric: [each for each in plan.links if each.fabric == link.fabric] for link in plan.links}
    links = []
    for _ in range(dice.randint(0, 6)):
        one, other = (dice.choice(fabrics[dice.choice(sorted(fabrics))]) for _ in range(2))
        links.append({"a": f"{one.a.device} {one.a.interface}", "b": f"{other.b.device} {other.b.interface}"})
    gateways = {dice.choice(("inband", "none")): dice.choice(held)} if dice.random() < 0.5 else {}
    try:
        after = plan_of(with_pins(spec, devices=devices, links=links, gateways=gateways))
    except DocumentError as error:
        faults = [problem for problem in error.problems if problem.severity == "error"]
        assert all(problem.loc[:1] == ("pins",) for problem in faults), faults
    else:
        found = ends(after)
        assert all(found[pin["a"]] == pin["b"] for pin in links)
