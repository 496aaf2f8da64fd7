"""Pins: what they state stands in the plan and in the tree, what they leave out goes around them, and growth moves nothing."""

import copy
import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.analysis.explain import explain
from generator.plan.draft import Draft
from generator.plan.sections import sections
from generator.render.encode import plain
from generator.spec.load import DocumentError
from generator.verify.ends import ends
from tests.conftest import tree_of
from tests.depth import tries
from tests.growth.forms import example_spec, plan_of
from tests.growth.past import moves, plan_on
from tests.growth.records import assert_records_stand
from tests.plan.pinned_values import Pins, dealt_ports, own_pins, shuffled_pins, some_of
from tests.specs import Spec, cluster

SMALL = ("small-4-hosts", "roce-16", "b300-two-planes-512")


@cache
def _base(name: str) -> tuple[Spec, Draft]:
    spec = example_spec(name)
    return spec, plan_of(spec)


def _with(spec: Spec, devices: Pins, **more: object) -> Spec:
    return spec | {"pins": {"devices": devices, **more}}


@pytest.mark.parametrize("name", SMALL[:2])
@given(seed=st.integers(0, 10_000))
@tries(20)
def test_pins_of_what_would_be_chosen_change_nothing(name: str, seed: int) -> None:
    """Any part of a plan's own values, pinned, gives the same plan to the last byte."""
    spec, plan = _base(name)
    pinned = plan_of(_with(spec, some_of(own_pins(plan), random.Random(seed))))
    assert plain(sections(pinned)) == plain(sections(plan))


@pytest.mark.parametrize("name", SMALL[:2])
@given(seed=st.integers(0, 10_000))
@tries(20)
def test_shuffled_values_stand_and_nothing_collides(name: str, seed: int) -> None:
    """Names, places and addresses of a kind, dealt anew in part: each pin stands, and the kind has the values that it had."""
    spec, plan = _base(name)
    pins = shuffled_pins(plan, random.Random(seed))
    after = plan_of(_with(spec, pins))  # its rules find names, addresses and ports that two devices would have
    devices = {was.name: now for was, now in zip(plan.devices, after.devices, strict=True)}
    addresses = {(each.device, each.interface): each.address for each in after.addresses}
    for device, pin in pins.items():
        now = devices[device]
        assert now.name == pin.get("name", now.name)
        assert (now.rack, now.unit) == (pin.get("rack", now.rack), pin.get("unit", now.unit))
        assert {key: addresses[now.name, key] for key in pin.get("addresses", {})} == pin.get("addresses", {})
    assert {each.name for each in after.devices} == {each.name for each in plan.devices}
    assert {each.address for each in after.addresses} == {each.address for each in plan.addresses}
    units = [(each.rack, each.unit + n) for each in after.devices for n in range(each.height_u)]
    assert len(set(units)) == len(units)


def test_both_ends_agree_in_the_files(tmp_path: Path) -> None:
    """A tree of shuffled values is as whole as any: both ends of each cable, and no name that was replaced in any file."""
    spec, plan = _base("small-4-hosts")
    pins = shuffled_pins(plan, random.Random(3))
    names = {"gpu": {"pattern": "node{:03d}", "start": 17}, "compute-leaf": {"pattern": "sw-a{}"}}
    for device, pin in pins.items():
        if device.startswith(("gpu", "compute-leaf")):
            pin.pop("name", None)
    tree = tree_of(plan_of(_with(spec, pins, names=names)))
    for path, text in tree.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    verdict = ends(tmp_path)
    assert (verdict.ran, verdict.faults) == (True, [])
    assert {path.split("/")[1] for path in tree if path.startswith("hosts/")} >= {
        "node017",
        "node018",
        "node019",
        "node020",
    }
    lost = [path for path, text in tree.items() if "gpu1" in text and "monitoring/prometheus/tests" not in path]
    assert lost == []


@given(seed=st.integers(0, 10_000))
@tries(10)
def test_growth_inside_the_envelope_moves_nothing(seed: int) -> None:
    """Hosts that come change nothing of what stands, whatever is pinned, of them too."""
    dice = random.Random(seed)
    whole = plan_of(cluster(8, 8, 4, 2))
    pins = shuffled_pins(whole, dice)
    before, after = (plan_of(_with(cluster(count, 8, count // 2, 1), pins)) for count in (2, dice.randint(3, 8)))
    assert_records_stand(before, after)


def test_pinned_things_stay_past_the_envelope() -> None:
    """On the ground of its own plan, a pinned cluster grows past its envelope, and nothing that stands moves."""
    spec = cluster(8, 8, 2, 1)
    pins = shuffled_pins(plan_of(spec), random.Random(5))
    before = plan_of(_with(spec, pins))
    after = plan_on(_with(cluster(20, 24, 2, 1), pins), before)
    assert moves(after, before) == {}
    names = {each.name: (each.rack, each.unit) for each in after.devices}
    assert all(names[each.name] == (each.rack, each.unit) for each in before.devices)


@given(seed=st.integers(0, 10_000))
@tries(60)
def test_no_pin_is_a_fault_of_ours(seed: int) -> None:
    """Whatever a pin says, it is kept, or refused at its line."""
    spec, plan = _base("small-4-hosts")
    dice = random.Random(seed)
    own = own_pins(plan)
    pins = copy.deepcopy(some_of(own, dice))
    ports = [f"{end.device} {end.interface}" for link in plan.links for end in (link.a, link.b)]
    links = [
        {"a": dice.choice(ports), "b": dice.choice(ports), "cable": dice.choice(["CH01", "K-1"])} for _ in range(4)
    ]
    values = [
        0,
        1,
        48,
        "",
        "gpu2",
        "login1",
        "B02",
        "Z99",
        "10.0.0.1",
        "10.160.0.1",
        "10.196.0.255",
        "224.0.0.1",
        [],
        {},
        65001,
        "9",
    ]
    for pin in pins.values():
        where = pin["addresses"] if pin.get("addresses") and dice.random() < 0.5 else pin
        where[dice.choice([*where, "name", "unit", "rail0", "eth0"])] = dice.choice(values)
    try:
        plan_of(
            _with(spec, pins, links=dice.sample(links, dice.randint(0, 2)), vnis={"inband": dice.choice([1, 10200])})
        )
    except DocumentError as error:
        assert all(problem.loc[:1] == ("pins",) for problem in error.problems if problem.severity == "error")


def test_racks_are_called_as_their_labels_say() -> None:
    """A rack's name is in places, labels and pull lists; one that the layout has not come to is added."""
    spec, plan = _base("small-4-hosts")
    devices: Pins = {"gpu1": {"rack": "r07", "unit": 20}, "oob-leaf1": {"rack": "far", "unit": 5}}
    after = plan_of(_with(spec, devices, racks={"B02": "r07", "D05": "far"}))
    where = {each.name: (each.rack, each.unit) for each in after.devices}
    assert (where["gpu1"], where["oob-leaf1"]) == (("r07", 20), ("far", 5))
    assert {each.rack for each in plan.devices} - {each.rack for each in after.devices} == {"B02", "A01"}
    far = next(rack for rack in after.racks if rack.name == "far")
    assert (far.row, far.position) == (3, 4)
    assert all("B02" not in link.label_a + link.label_b for link in after.links)


def test_cables_have_the_ids_and_lengths_that_are_pinned() -> None:
    """A cable's id is on its labels and nobody else's; whoever would have had it takes the one that this cable leaves."""
    spec, plan = _base("small-4-hosts")
    links = [{"a": "gpu3 rail0", "b": "compute-leaf1 Ethernet8", "cable": "K-0042", "length_m": 15}]
    links += [{"a": "gpu1 rail0", "cable": "CH02"}]
    after = plan_of(spec | {"pins": {"links": links}})
    found = {(link.a.device, link.a.interface): link for link in after.links}
    assert (found["gpu3", "rail0"].cable, found["gpu3", "rail0"].length_m) == ("K-0042", 15)
    assert found["gpu3", "rail0"].label_a.startswith("K-0042 ")
    assert (found["gpu1", "rail0"].cable, found["gpu1", "rail1"].cable) == ("CH02", "CH01")
    others = {key: link for key, link in found.items() if link.cable not in {"K-0042", "CH01", "CH02"}}
    before = {(link.a.device, link.a.interface): link for link in plan.links}
    assert others == {key: before[key] for key in others}


def test_out_of_band_prefixes_of_a_site() -> None:
    """A /22 for the BMCs of ten hosts: any address of it may be pinned, and its leaf is its gateway."""
    spec, _ = _base("small-4-hosts")
    devices: Pins = {"gpu3": {"addresses": {"bmc": "10.200.3.77"}}}
    after = plan_of(
        _with(spec, devices, prefixes={"management": "10.192.0.0/24", "bmc": "10.200.0.0/22"}, vnis={"inband": 5200})
    )
    bands = {each.device: (each.address, each.length) for each in after.addresses if each.use == "bmc"}
    assert (bands["gpu3"], bands["gpu1"]) == (("10.200.3.77", 22), ("10.200.0.1", 22))
    assert {prefix.gateway for prefix in after.prefixes if prefix.prefix == "10.200.0.0/22" and prefix.gateway} == {
        "10.200.0.254"
    }
    assert next(vlan.vni for vlan in after.vlans if vlan.name == "inband") == 5200


def test_a_small_pool_out_of_band_has_two_segments() -> None:
    """A /22 holds the management and BMC segments of two leaves, as a site of a few hosts has it."""
    spec = example_spec("small-4-hosts") | {"addressing": {"oob": "192.168.4.0/22"}}
    after = plan_of(spec)
    assert {each.address.rpartition(".")[0] for each in after.addresses if each.use == "bmc"} == {"192.168.6"}
    assert {each.address.rpartition(".")[0] for each in after.addresses if each.use == "management"} == {"192.168.4"}


def test_as_numbers_of_leaves() -> None:
    """Both ends of a session have the pinned number; the leaf whose number it was takes the one that is left."""
    spec, plan = _base("roce-16")
    first, second = (switch for switch in plan.switches if switch.name in {"compute-leaf1", "compute-leaf2"})
    after = plan_of(_with(spec, {"compute-leaf1": {"asn": second.asn}, "compute-leaf3": {"asn": 65003}}))
    asns = {switch.name: switch.asn for switch in after.switches}
    assert (asns["compute-leaf1"], asns["compute-leaf2"], asns["compute-leaf3"]) == (second.asn, first.asn, 65003)
    peers = {port.peer: port.peer_asn for port in after.ports if port.peer_asn is not None}
    assert {name: peers[name] for name in asns if name in peers} == {name: asns[name] for name in asns if name in peers}


def test_ports_of_a_leaf_are_dealt_as_they_are_cabled() -> None:
    """A host stands on the pinned port, and who was meant for it on the one that is left; both ends and the cable follow."""
    spec, plan = _base("small-4-hosts")
    links = [{"a": "gpu1 rail0", "b": "compute-leaf1 Ethernet12"}, {"a": "gpu1 bmc", "b": "oob-leaf1 Ethernet6"}]
    after = plan_of(spec | {"pins": {"links": links}})
    ports = {(link.a.device, link.a.interface): (link.b.device, link.b.interface) for link in after.links}
    before = {(link.a.device, link.a.interface): (link.b.device, link.b.interface) for link in plan.links}
    assert ports["gpu1", "rail0"] == ("compute-leaf1", "Ethernet12") == before["gpu4", "rail0"]
    assert ports["gpu4", "rail0"] == ("compute-leaf1", "Ethernet0") == before["gpu1", "rail0"]
    assert ports["gpu1", "bmc"] == ("oob-leaf1", "Ethernet6")
    assert sorted(ports.values()) == sorted(before.values())
    peers = {(port.switch, port.interface): (port.peer, port.peer_interface) for port in after.ports}
    assert {end: peers[end] for end in ports.values() if end in peers} == {
        end: own for own, end in ports.items() if end in peers
    }
    addresses = {(each.device, each.interface): each.address for each in after.addresses}
    assert addresses["gpu1", "rail0"] == {(e.device, e.interface): e.address for e in plan.addresses}["gpu1", "rail0"]


def test_explain_says_what_is_pinned() -> None:
    """Of a device with pins: what, and by which entry."""
    spec, _ = _base("small-4-hosts")
    devices: Pins = {"gpu1": {"unit": 20}, "oob-leaf1": {"name": "mgmt-a", "loopback": "10.230.0.9"}}
    after = plan_of(_with(spec, devices, names={"gpu": {"pattern": "node{:03d}", "start": 17}}))
    assert "pinned: unit by pins.devices.gpu1; the name by pins.names.gpu" in explain(after, "node017").lines
    assert "pinned: the name by pins.names.gpu" in explain(after, "node018").lines
    assert "pinned: name, loopback by pins.devices.oob-leaf1" in explain(after, "mgmt-a").lines
    assert not any("pinned" in line for line in explain(after, "storage1").lines)


def test_a_pin_against_what_stands_is_a_move() -> None:
    """On a baseline a pin may not move what has another place, name or address, unless that is allowed."""
    spec, plan = _base("small-4-hosts")
    pinned = _with(spec, {"gpu1": {"unit": 30}, "gpu2": {"addresses": {"bond0": "10.160.40.2"}}})
    with pytest.raises(DocumentError, match="would-move"):
        plan_on(pinned, plan)
    after = plan_on(pinned, plan, disruptive=True)
    assert set(moves(after, plan)) >= {("", "places"), ("frontend", "addresses")}


@pytest.mark.parametrize("name", ["roce-16", "rke2-shared-rails-4", "ib-256"])
@given(seed=st.integers(0, 10_000))
@tries(10)
def test_any_ports_of_a_leaf_may_be_dealt_anew(name: str, seed: int) -> None:
    """Each pinned port stands, and the hosts of a leaf have the ports that they had together."""
    spec, plan = _base(name)
    pins = dealt_ports(plan, random.Random(seed))
    after = plan_of(spec | {"pins": {"links": pins}})
    ends = {f"{link.a.device} {link.a.interface}": f"{link.b.device} {link.b.interface}" for link in after.links}
    assert {pin["a"]: ends[pin["a"]] for pin in pins} == {pin["a"]: pin["b"] for pin in pins}
    assert sorted(ends.values()) == sorted(f"{link.b.device} {link.b.interface}" for link in plan.links)
