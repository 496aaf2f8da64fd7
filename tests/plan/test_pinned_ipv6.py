"""Pins of IPv6 addresses: of ports of hosts and leaves, of gateways of rails, of loopbacks. What is not pinned goes around."""

import random
from collections import Counter
from functools import cache
from ipaddress import IPv6Address
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.plan.draft import Draft
from generator.plan.sections import sections
from generator.render.encode import plain
from generator.spec.load import DocumentError
from tests.depth import tries
from tests.growth.forms import plan_of
from tests.growth.past import moves, plan_on
from tests.growth.records import assert_records_stand
from tests.specs import Spec, cluster
from tests.vlan_specs import sharing

POOL = "fd42:c1:7a00::/48"
FORMS = ("links", "vlan")


def _spec(form: str, count: int = 4, most: int = 16) -> Spec:
    spec = cluster(count, most, 2, 1) if form == "links" else sharing(count, most)
    return spec | {"addressing": spec.get("addressing", {}) | {"ipv6": POOL}}


@cache
def base(form: str) -> tuple[Spec, Draft]:
    """Return a small cluster with IPv6, and its plan."""
    spec = _spec(form)
    return spec, plan_of(spec)


def twins(plan: Draft) -> dict[tuple[str, str], str]:
    """Return every IPv6 address by device and interface."""
    return {(each.device, each.interface): each.ipv6 for each in plan.addresses if each.ipv6}


def pinned(spec: Spec, pins: dict[tuple[str, str], str]) -> Spec:
    """Return a spec with these IPv6 addresses in its pins."""
    devices: dict[str, Any] = {}
    for (device, interface), address in pins.items():
        pin = devices.setdefault(device, {})
        if interface == "Loopback0":
            pin["loopback_ipv6"] = address
        else:
            pin.setdefault("addresses_ipv6", {})[interface] = address
    return spec | {"pins": {"devices": devices}}


def dealt(plan: Draft, dice: random.Random) -> dict[tuple[str, str], str]:
    """Return pins that deal addresses anew among what may hold them: hosts' ports of a rail in a unit, loopbacks of a fabric."""
    sus = {host.name: host.su for host in plan.hosts}
    classes: dict[tuple[Any, ...], list[tuple[str, str]]] = {}
    for each in plan.addresses:
        if each.ipv6 and each.use == "link" and each.device in sus:
            classes.setdefault((each.fabric, each.interface, sus[each.device]), []).append(
                (each.device, each.interface)
            )
        elif each.ipv6 and each.use == "loopback":
            classes.setdefault((each.fabric, "loopback"), []).append((each.device, each.interface))
    held, pins = twins(plan), dict[tuple[str, str], str]()
    for ports in classes.values():
        values = dice.sample([held[port] for port in ports], len(ports))
        pins |= {port: value for port, value in zip(ports, values, strict=True) if dice.random() < 0.6}
    return pins


def without_ipv6(plan: Draft) -> list[tuple[str, str, str, str]]:
    """Return every IPv4 address, which no pin of IPv6 may change."""
    return [(each.device, each.interface, each.use, each.address) for each in plan.addresses]


@pytest.mark.parametrize("form", FORMS)
def test_addresses_of_every_interface_may_be_stated(form: str) -> None:
    """Whatever IPv6 address a plan has may be pinned where it is, and changes no byte."""
    spec, plan = base(form)
    found = twins(plan)
    assert {interface.rstrip("0123456789") for _, interface in found} >= {"rail", "Loopback"}
    assert plain(sections(plan_of(pinned(spec, found)))) == plain(sections(plan))


@pytest.mark.parametrize("form", FORMS)
@given(seed=st.integers(0, 10_000))
@tries(10)
def test_addresses_dealt_anew_stand(form: str, seed: int) -> None:
    """Each pinned address stands, none is there twice, links keep both addresses of their /127, and no IPv4 address changes."""
    spec, plan = base(form)
    pins = dealt(plan, random.Random(seed))
    after = plan_of(pinned(spec, pins))
    found = twins(after)
    assert {port: found[port] for port in pins} == pins
    assert without_ipv6(after) == without_ipv6(plan)
    every = Counter(each.ipv6 for each in after.addresses if each.ipv6 and each.use != "gateway")
    assert every == Counter(each.ipv6 for each in plan.addresses if each.ipv6 and each.use != "gateway")
    for link in after.links if form == "links" else ():
        if link.a.ipv6:
            near, far = (int(IPv6Address(end.ipv6.partition("/")[0])) for end in (link.a, link.b))
            assert near ^ far == 1, link


def test_a_pair_may_lie_the_other_way_round() -> None:
    """The leaf has the even address of a /127; the other end follows, whichever of the two is pinned, and IPv4 stays."""
    spec, plan = base("links")
    link = next(each for each in plan.links if each.a.ipv6)
    near, far = (end.ipv6.partition("/")[0] for end in (link.a, link.b))
    for end, value in ((link.a, far), (link.b, near)):
        after = plan_of(pinned(spec, {(end.device, end.interface): value}))
        same = next(x for x in after.links if (x.a.device, x.a.interface) == (link.a.device, link.a.interface))
        assert (same.a.ipv6.partition("/")[0], same.b.ipv6.partition("/")[0]) == (far, near)
        assert without_ipv6(after) == without_ipv6(plan)


def test_the_gateway_of_a_rail() -> None:
    """In VLANs the leaf's address can be pinned; the host that had it gets the leaf's."""
    spec, plan = base("vlan")
    gateway = next(each for each in plan.addresses if each.use == "gateway" and each.ipv6)
    host = next(
        each
        for each in plan.addresses
        if each.use == "link" and each.ipv6.rpartition(":")[0] == gateway.ipv6.rpartition(":")[0]
    )
    after = twins(plan_of(pinned(spec, {(gateway.device, gateway.interface): host.ipv6})))
    assert after[gateway.device, gateway.interface] == host.ipv6
    assert after[host.device, host.interface] == gateway.ipv6


@pytest.mark.parametrize("form", FORMS)
@given(seed=st.integers(0, 10_000))
@tries(5)
def test_growth_with_pins(form: str, seed: int) -> None:
    """Hosts that come inside the envelope change no address."""
    dice = random.Random(seed)
    spec, plan = base(form)
    pins = pinned(spec, dealt(plan, dice))["pins"]
    before, after = (plan_of(_spec(form, count) | {"pins": pins}) for count in (4, dice.randint(5, 16)))
    assert_records_stand(before, after)


def test_growth_past_the_envelope() -> None:
    """On a baseline, spines, leaves and hosts come, and every IPv6 address stays."""
    small, large = (
        cluster(count, most, 2, 1, su_hosts=16, spines=8, spines_installed=spines) | {"addressing": {"ipv6": POOL}}
        for count, most, spines in ((2, 64, 4), (40, 96, 8))
    )
    pins = pinned(small, dealt(plan_of(small), random.Random(5)))["pins"]
    before = plan_of(small | {"pins": pins})
    past = plan_on(large | {"pins": pins}, before)
    assert moves(past, before) == {}
    found = twins(past)
    assert {port: found[port] for port in twins(before)} == twins(before)


@pytest.mark.parametrize("form", FORMS)
@given(seed=st.integers(0, 10_000))
@tries(20)
def test_no_pin_is_a_fault_of_ours(form: str, seed: int) -> None:
    """Whatever a pin says, it is kept, or refused at its line."""
    spec, plan = base(form)
    dice = random.Random(seed)
    values = [*sorted(set(twins(plan).values())), "fd42:c1:7a00::", "fd42:c1:7a00:1::", "2001:db8::1"]
    ports = [(link.a.device, link.a.interface) for link in plan.links] + [
        (link.b.device, link.b.interface) for link in plan.links
    ]
    ports += [(switch.name, name) for switch in plan.switches for name in ("Loopback0", "Vlan900", "eth0")]
    pins = {port: dice.choice(values) for port in dice.sample(ports, 4)}
    try:
        after = plan_of(pinned(spec, pins))
    except DocumentError as error:
        faults = [problem for problem in error.problems if problem.severity == "error"]
        assert all(problem.loc[:1] == ("pins",) for problem in faults), faults
    else:
        assert {port: twins(after)[port] for port in pins} == pins
