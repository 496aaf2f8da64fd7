"""What is bought for every link: one optic or one cable a cage, copper where racks are neighbours, spares on top."""

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator import catalog
from generator.catalog.load import Catalog
from generator.catalog.model import Optic
from generator.model.device import Place
from generator.pipeline.read import read_plan
from generator.plan.cabling.bom import bill_of_materials, spares_for
from generator.plan.cabling.bundles import id_ranges, plan_bundles
from generator.plan.cabling.media import Media, Socket
from generator.plan.cabling.plugs import plugs, transceivers_of
from generator.plan.cabling.route import needed_length_m
from generator.plan.draft import Draft
from generator.source.diagnostic import Severity, SpecError
from generator.spec.racks import RacksSpec
from tests.depth import tries
from tests.eos_specs import eos_cluster
from tests.growth.past import plan_on
from tests.ours import CATALOG
from tests.specs import Spec, plan_data

FEW = tries(25)
FLAT = {"slack_m": 0.0, "slack_percent": 0, "tray_m": 0.0, "units": 24}
"""A room in which neighbours are near: low racks with the tray right above them, and no slack."""


WHOLE = {"gb200-nvl72-tray"}

UNSPARED = {"host", "switch", "pdu", "cord"}
"""Kinds of pieces that the bill has no spares of."""


def flat_room(model: str) -> dict[str, Any]:
    """Return the room in which neighbours are near, as low as the racks of that host may be."""
    return FLAT | {"units": 38} if model in WHOLE else FLAT


def fabric(model: str, leaf: str, technology: str, count: int, most: int, **more: Any) -> Spec:
    """Return a cluster of one compute fabric and what every cluster has; `more` are keys of the spec."""
    switch = {"model": leaf} if technology == "infiniband" else {"model": leaf, "os": "sonic"}
    # two hosts in a rack, or a rack that is sold whole
    in_rack = {} if model in WHOLE else {"per_rack": 2}
    hosts = {
        "gpu": {"model": model, "count": count, "max": most, **in_rack},
        "control": {"model": "server-1u", "role": "control", "count": 3},
    }
    return {
        "clustergen": 1,
        "name": "atlas",
        "domain": "atlas.example.net",
        "hosts": hosts,
        "fabrics": {
            "compute": {"technology": technology, "leaf": switch, "spine": switch},
            "frontend": {"technology": "ethernet", "leaf": {"model": "sn4600c"}, "oversubscription": 2},
            "oob": {"technology": "ethernet", "leaf": {"model": "sn2201"}, "spine": {"model": "sn4600c"}},
        },
        "scheduler": {"kubernetes": {}},
    } | more


def compute(plan: Draft) -> Counter[tuple[str, float]]:
    """Count the compute fabric's host cables by model and length."""
    return Counter((c.model, c.length_m) for c in plan.cables if c.fabric == "compute" and c.kind == "host_leaf")


PAIRS = [
    ("hgx-h100", "sn5600", "roce"),
    ("dgx-h100", "sn5600", "roce"),
    ("dgx-a100", "sn5600", "roce"),
    ("dgx-b300", "sn5600", "roce"),
    ("gb200-nvl72-tray", "sn5600", "roce"),
    ("mi300x-8gpu", "7060x6-64pe", "roce"),
    ("dgx-h100", "sn4700", "roce"),
    ("dgx-a100", "qm9700", "infiniband"),
    ("dgx-a100", "qm8790", "infiniband"),
    ("hgx-h100", "qm9700", "infiniband"),
    ("gb200-nvl72-tray", "qm9700", "infiniband"),
    ("dgx-b300", "q3400", "infiniband"),
]


@FEW
@given(
    pair=st.sampled_from(PAIRS), count=st.integers(1, 12), more=st.integers(0, 12), flat=st.booleans(), seed=st.data()
)
def test_a_cage_has_one_optic_or_one_cable(
    tmp_path: Path, pair: tuple[str, str, str], count: int, more: int, flat: bool, seed: st.DataObject
) -> None:
    """Whatever is planned: media never mix in a cage, a transceiver has the cage's ports, a cable's speed is the link's."""
    model, leaf, technology = pair
    topology = seed.draw(st.sampled_from(["rail-optimized", "fat-tree"]))
    spec = fabric(model, leaf, technology, count, count + more, racks=flat_room(model) if flat else {})
    spec["fabrics"]["compute"]["topology"] = topology
    if leaf == "7060x6-64pe":
        spec["fabrics"]["compute"] |= {"leaf": {"model": leaf, "os": "eos"}, "spine": {"model": leaf, "os": "eos"}}
    if leaf == "sn4700":
        spec["hosts"]["gpu"]["max"] = spec["hosts"]["gpu"]["count"]
    try:
        plan = plan_data(spec, tmp_path)
    except SpecError as error:
        assert {problem.code for problem in error.problems if problem.severity is Severity.ERROR} == {"no-medium"}
        assert leaf == "sn4700", (
            "two links of a twin-port cage need two ports of one cage: there they go to 1 x 400G cages"
        )
        return
    cages: dict[tuple[str, str], list[Any]] = {}
    for link in plan.links:
        for end in (link.a, link.b):
            cages.setdefault((end.device, end.cage), []).append((link, end))
    optics = {optic.model: optic for optic in plan.catalog.optics}
    for ends in cages.values():
        assert len({end.optic for _, end in ends}) == 1
        assert len({link.medium for link, _ in ends}) == 1
        first = ends[0][1]
        if first.optic:
            assert optics[first.optic].ports == first.ports
            assert len({link.cable for link, _ in ends}) == len(ends), "each link has a fibre of its own"
        else:
            assert len({link.cable for link, _ in ends}) == 1, "one ready-made cable fills the cage"
    carried = Counter(link.cable for link in plan.links)
    assert all(carried[cable.cable] <= cable.links for cable in plan.cables)
    assert set(carried) == {cable.cable for cable in plan.cables}


@pytest.mark.parametrize(
    ("model", "leaf", "technology", "expected"),
    [
        ("hgx-h100", "sn5600", "roce", "dac-osfp-to-2xqsfp112"),
        ("gb200-nvl72-tray", "sn5600", "roce", "dac-osfp-to-2xosfp-flat"),
        ("hgx-h100", "qm9700", "infiniband", "dac-osfp-to-2xqsfp112"),
    ],
)
def test_neighbours_are_joined_with_copper(
    tmp_path: Path, model: str, leaf: str, technology: str, expected: str
) -> None:
    """Two hosts in the rack beside their leaves: passive splitters, half as many as links; a usual room takes fibre."""
    near = plan_data(fabric(model, leaf, technology, 2, 2, racks=flat_room(model)), tmp_path)
    assert {cable for cable, _ in compute(near)} == {expected}
    links = [link for link in near.links if link.fabric == "compute" and link.kind == "host_leaf"]
    assert 2 * sum(compute(near).values()) == len(links)
    usual = plan_data(fabric(model, leaf, technology, 2, 2), tmp_path)
    assert {cable for cable, _ in compute(usual)} == {"mpo-12-apc-om4"}


def test_active_copper_bridges_what_passive_copper_cannot(tmp_path: Path) -> None:
    """Between 3 m and 5 m InfiniBand has active copper: it comes after passive copper and before fibre."""
    room = {**FLAT, "slack_m": 1.5}
    found = compute(plan_data(fabric("hgx-h100", "qm9700", "infiniband", 2, 2, racks=room), tmp_path))
    assert {model for model, _ in found} == {"acc-osfp-to-2xqsfp112"}


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_odd_hosts_leave_a_leg_free(tmp_path: Path, count: int) -> None:
    """DGX A100 beside DGX H100 on NDR: an active optical splitter serves two hosts' rails, the last perhaps one."""
    spec = fabric("dgx-h100", "qm9700", "infiniband", 4, 8)
    spec["hosts"]["old"] = {"model": "dgx-a100", "count": count, "max": 7, "per_rack": 2}
    found = compute(plan_data(spec, tmp_path))
    splitters = sum(n for (model, _), n in found.items() if model == "aoc-osfp-to-2xqsfp56")
    assert splitters == 8 * -(-count // 2)
    assert sum(n for (model, _), n in found.items() if model == "mpo-12-apc-om4") == 4 * 8


@given(length=st.floats(0.3, 60), technology=st.sampled_from(["ethernet", "infiniband"]))
def test_dearer_media_only_where_cheaper_ones_do_not_reach(length: float, technology: str) -> None:
    """The chosen cable is long enough, and nothing before it in the price order is."""
    media, a, b = Media(CATALOG, technology), Socket("qsfp112", 1, 2), Socket("osfp", 2)
    chosen = media.assembly(a, b, 400, length)
    fits = [c for c in media.cables if c.speed_gbps == 400 and len(c.ends) == 3 and {"qsfp112"} <= _legs(c)]
    reach = [cable for cable in fits if max(cable.lengths_m) >= length]
    assert (chosen.cable if chosen else None) == (reach[0] if reach else None)
    if chosen:
        assert chosen.length_m == min(sold for sold in chosen.cable.lengths_m if sold >= length)
    orders = [cable.price_order for cable in media.cables]
    assert all(one <= two for one, two in pairwise(orders))


def _legs(cable: Any) -> set[str]:
    return {form for end in cable.ends[1:] for form in end.form_factors}


def test_bends_add_to_a_route() -> None:
    """Two within a rack, four over the trays, six into another row; none by default."""
    room = RacksSpec()
    here = Place(rack="A01", row=0, position=0, unit=3, height_u=8)
    for there, bends in (
        (Place(rack="A01", row=0, position=0, unit=40, height_u=2), 2),
        (Place(rack="A05", row=0, position=4, unit=40, height_u=2), 4),
        (Place(rack="B01", row=1, position=0, unit=40, height_u=2), 6),
    ):
        plain = needed_length_m(room, here, there)
        assert plain == needed_length_m(room, here, there, 0.0)
        assert needed_length_m(room, here, there, 0.25) == pytest.approx(plain + bends * 0.25, abs=0.011)


@given(count=st.integers(1, 100_000), per_cent=st.integers(0, 100))
def test_spares_are_rounded_up(count: int, per_cent: int) -> None:
    """At least the per cent, less than one more; at least one of each once any are asked for."""
    spares = spares_for(count, per_cent)
    assert 0 <= spares * 100 - count * per_cent < 100
    assert (spares >= 1) == (per_cent > 0)


def test_the_bill_counts_every_plug(tmp_path: Path) -> None:
    """Cables and transceivers of the bill are those of the plan; devices have no spares; 0 per cent orders what is installed."""
    plan = plan_data(fabric("dgx-a100", "sn5600", "roce", 3, 8), tmp_path)
    lines = list(bill_of_materials(plan))
    optics = sum(map(len, transceivers_of(plan).values()))
    assert sum(i.count for i in lines if i.kind == "transceiver") == optics
    assert sum(i.count for i in lines if i.kind not in {*UNSPARED, "transceiver"}) == len(plan.cables)
    assert all(i.spares == (0 if i.kind in UNSPARED else spares_for(i.count, 5)) for i in lines)
    assert all(i.polarity == "type-b" for i in lines if i.kind == "fibre" and i.connector == "mpo-12-apc")
    bare = plan_data(fabric("dgx-a100", "sn5600", "roce", 3, 8, cabling={"spares_percent": 0}), tmp_path)
    assert all(item.order == item.count for item in bill_of_materials(bare))


def test_every_end_has_one_label(tmp_path: Path) -> None:
    """A splitter has its trunk and its installed legs; every other cable two ends. The trunk names all legs of the envelope."""
    plan = plan_data(fabric("dgx-a100", "sn5600", "roce", 3, 4), tmp_path)
    ends = Counter((plug.link.cable, plug.near.device, plug.near.cage) for plug in plugs(plan))
    assert set(ends.values()) == {1}
    per_cable = Counter(plug.link.cable for plug in plugs(plan))
    assert {(per_cable[c.cable]) for c in plan.cables if c.links == 1} == {2}
    trunks = [plug for plug in plugs(plan) if plug.end == "b" and " + " in plug.there]
    assert all(plug.here.endswith(plug.near.cage) for plug in trunks)
    assert len(trunks) == sum(cable.links > 1 for cable in plan.cables if cable.medium == "aoc")
    last = [plug for plug in plugs(plan) if plug.end == "b" and "gpu4" in plug.there]
    assert last
    assert all("gpu3" in plug.there for plug in last)


def test_bundles_hold_every_cable_between_racks(tmp_path: Path) -> None:
    """Trunks and loose cables make up each bundle, and ids are written shortly."""
    plan = plan_data(fabric("hgx-h100", "sn5600", "roce", 9, 16, cabling={"trunk_cables": 8}), tmp_path)
    bundles = list(plan_bundles(plan))
    crossing = {link.cable for link in plan.links if link.a.rack != link.b.rack}
    assert sum(bundle.cables for bundle in bundles) == len(crossing)
    assert len({(bundle.bundle, bundle.model) for bundle in bundles}) == len(bundles)
    for bundle in bundles:
        assert bundle.trunks * bundle.trunk_cables + bundle.loose == bundle.cables
        assert bundle.trunks == (bundle.cables // 8 if bundle.medium == "fibre" else 0)
    assert id_ranges(["CH003", "CH001", "CH002", "CH009"]) == "CH001-CH003 CH009"
    assert id_ranges(["CH001", "CH002", "K-09", "K-10", "K-1", "K-2", "x"]) == "CH001-CH002 K-1-K-2 K-09-K-10 x"


def test_the_bill_has_racks_that_are_sold_whole(tmp_path: Path) -> None:
    """A rack for each that has a tray, with its nine switch trays and eight power shelves, and no number that no document gives."""
    spec = fabric("gb200-nvl72-tray", "qm9700", "infiniband", 20, 36)
    lines = {
        (item.kind, item.description.partition(",")[0]): item
        for item in bill_of_materials(plan_data(spec, tmp_path))
        if item.kind in {"rack", "fixture"} or item.model == "nvl72-switch-tray"
    }
    counts = {key: (item.model, item.count, item.order, item.part) for key, item in lines.items()}
    model = "gb200-nvl72-tray"
    assert counts == {
        ("rack", "Rack as delivered"): (model, 2, 2, ""),
        ("host", "NVIDIA NVLink switch tray of the NVL72 rack"): ("nvl72-switch-tray", 18, 18, ""),
        ("fixture", "Power shelf"): (model, 16, 16, ""),
    }
    usual = bill_of_materials(plan_data(fabric("dgx-h100", "sn5600", "roce", 2, 2), tmp_path))
    assert not {item.kind for item in usual} & {"rack", "fixture"}


@pytest.mark.parametrize("speed", [400, 800])
def test_locked_switches_get_what_their_system_takes(speed: int, tmp_path: Path) -> None:
    """In ports of EOS stand Arista's own transceivers where the catalog has some; what it may refuse is named on the line, and waited for."""
    spec = eos_cluster(uplink_speed_gbps=speed, spine={"model": "7060x6-64pe", "os": "eos"})
    plan = plan_data(spec, tmp_path)
    systems = {switch.name: switch.os for switch in plan.switches}
    optics = {
        (systems.get(end.device, ""), plan.hardware.get(Optic, end.optic).vendor)
        for link in plan.links
        for end in (link.a, link.b)
        if end.optic and link.fabric == "compute"
    }
    told = [line for line in plan.waiting_for if line.startswith("transceivers and cables of compute")]
    lines = [item for item in bill_of_materials(plan) if "may refuse" in item.description]
    if speed == 400:
        assert optics == {("", "NVIDIA"), ("eos", "Arista")}
        assert not told
        assert not lines
    else:
        # no document at hand has a part of Arista's for one link of 800 Gb/s
        assert ("eos", "generic") in optics
        assert len(told) == 1
        assert [item.model for item in lines] == ["osfp-800g-sr8"]
        assert f"{lines[0].count} ends" in lines[0].description


def test_an_unlocked_system_takes_any_vendors_pieces(tmp_path: Path) -> None:
    """With the licence, the ready-made cable of another maker stands where it is the cheapest, and nothing waits."""
    plan = plan_data(eos_cluster() | {"cabling": {"transceiver_licences": {"eos": "ATLAS"}}}, tmp_path)
    assert any(cable.model == "aoc-qsfp-dd-400g" for cable in plan.cables)
    assert not any("transceivers and cables" in line for line in plan.waiting_for)


def test_a_standing_plan_keeps_the_cables_it_chose(tmp_path: Path) -> None:
    """What was laid before switches were asked what they take stays as it is."""
    old = plan_data(eos_cluster() | {"cabling": {"transceiver_licences": {"eos": "ATLAS"}}}, tmp_path)
    new = plan_on(eos_cluster(), old)
    laid = {cable.cable: (cable.model, cable.length_m) for cable in old.cables}
    assert {cable.cable: (cable.model, cable.length_m) for cable in new.cables} == laid


def test_a_cable_that_a_switch_may_refuse_is_better_than_none(tmp_path: Path) -> None:
    """Where the catalog has no transceiver at all, the ready-made cable stays, with its warning, and nothing is refused."""
    for kind in ("optics", "cables"):
        (tmp_path / kind).mkdir()
    for optic in CATALOG.every(Optic):
        if "osfp" in optic.form_factors:
            text = (Path(catalog.__file__).parent / "optics" / f"{optic.model}.yaml").read_text(encoding="utf-8")
            (tmp_path / "optics" / f"{optic.model}.yaml").write_text(
                re.sub(r"(?m)^technologies: .*$", "technologies: [infiniband]", text), encoding="utf-8"
            )
    spec = eos_cluster(gpu=2, most=2, spine={"model": "7060x6-64pe", "os": "eos"}) | {"racks": FLAT}
    spec["hosts"]["gpu"] |= {"model": "mi300x-8gpu", "per_rack": 2}
    path = tmp_path / "cluster.yaml"
    path.write_text(json.dumps(spec), encoding="utf-8")
    plan = read_plan(path, Catalog((tmp_path,)), "cluster.yaml")[0]
    assert {cable.medium for cable in plan.cables if cable.fabric == "compute"} == {"dac"}
    assert all(cable.model.startswith("dac-osfp-to-2x") for cable in plan.cables if cable.fabric == "compute")
    assert any(problem.code == "transceiver-refused" for problem in plan.warnings)
