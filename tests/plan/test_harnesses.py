"""Cages that are divided at both ends: harnesses, panels and cords, splitters, and what of them is counted, labelled and kept."""

from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.catalog.load import Catalog
from generator.catalog.model import Cable, Optic
from generator.change.difference import Difference, difference
from generator.pipeline.read import read_plan
from generator.plan.cabling.bom import bill_of_materials
from generator.plan.cabling.ends import plug_ports
from generator.plan.cabling.media import Media, Socket
from generator.plan.cabling.plugs import plugs
from generator.plan.cabling.pulls import pulls
from generator.plan.cabling.records import Link
from generator.plan.draft import Draft
from generator.plan.hosts.roce import cable_lengths
from generator.plan.sections import with_hardware
from generator.render.change.work_order import work_order
from generator.render.encode import plain
from generator.source.diagnostic import SpecError
from generator.spec.cabling import LabelSpec
from tests.conftest import tree_of
from tests.growth.past import plan_on
from tests.ours import CATALOG, TEMPLATES
from tests.specs import Spec, plan_data
from tests.test_growth import assert_grown


def quad(count: int, most: int, **more: Any) -> Spec:
    """Return B300 hosts over four planes, and nothing else."""
    return {
        "clustergen": 1, "name": "quad", "domain": "quad.example", "hosts": {"gpu": {"model": "dgx-b300", "count": count, "max": most}},
        "fabrics": {"compute": {"technology": "roce", "planes": 4, "leaf": {"model": "sn5600"}}},
    } | more  # fmt: skip


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Draft:
    """Five hosts of forty, in two tiers."""
    return plan_data(quad(5, 40), tmp_path_factory.mktemp("quad"))


def host_links(plan: Draft) -> list[Link]:
    return [link for link in plan.links if link.kind == "host_leaf"]


def test_four_planes_need_nothing_but_what_ships(plan: Draft) -> None:
    """Every cage of a host ends on the same rail's leaf of each plane, on a cord of its own, at one speed at both ends."""
    found = host_links(plan)
    assert len(found) == len({link.cable for link in found}) == 5 * 8 * 4
    cages = defaultdict(list)
    for link in found:
        cages[link.a.device, link.a.cage].append(link)
    for links in cages.values():
        assert sorted(link.a.port for link in links) == [1, 2, 3, 4]
        assert sorted(link.plane for link in links) == [0, 1, 2, 3]
        assert len({link.b.device for link in links}) == 4
        assert len({link.rail for link in links}) == 1
    for link in plan.links:
        for end in (link.a, link.b):
            optic = plan.catalog.get(Optic, end.optic)
            assert end.form_factor in optic.form_factors
            assert (end.ports, link.speed_gbps) in {(split.ports, split.speed_gbps) for split in optic.splits}
            assert optic.ports * optic.speed_gbps == end.ports * link.speed_gbps


def test_what_meets_has_pins_on_one_side_and_crosses_in_all(plan: Draft) -> None:
    """Transceivers have pins, the ends of harnesses and patch cords have none, cords between panels have; all cross."""
    cords = {cable.cable: plan.catalog.get(Cable, cable.model) for cable in plan.cables}
    harnesses = {(h.device, h.cage, int(h.ports[0])): plan.catalog.get(Cable, h.model) for h in plan.harnesses}
    for link in plan.links:
        ends = [harnesses.get((end.device, end.cage, plug_ports(end, 2)[0])) for end in (link.a, link.b)]
        cord = cords[link.cable]
        assert cord.polarity == "type-b"
        assert all(ends) if link.kind == "host_leaf" else not any(ends)
        for harness in filter(None, ends):
            assert (cord.connector, cord.fibre) == (harness.tail_connector, harness.fibre)
            assert "crossover" in harness.notes[0]
        assert cord.pins == all(ends)


def test_links_of_one_pair_of_cages_share_straight_cords(plan: Draft) -> None:
    """Leaf and spine: two links a cord, four of a cage over its two connectors, lane on lane."""
    ups = defaultdict(list)
    for link in plan.links:
        if link.kind == "leaf_spine":
            ups[link.cable].append(link)
    assert ups
    assert {len(links) for links in ups.values()} == {2}
    for links in ups.values():
        assert len({(link.a.device, link.a.cage, link.b.device, link.b.cage) for link in links}) == 1
        assert {link.a.port for link in links} == {link.b.port for link in links} in ({1, 2}, {3, 4})
        assert all(link.a.port == link.b.port for link in links)
        assert len({(link.label_a, link.label_b) for link in links}) == 1
        assert f"/{min(link.a.port for link in links)}-" in links[0].label_a


def test_the_bill_has_every_piece(plan: Draft) -> None:
    """A harness for each connector that is lit, two adapters a cord, a transceiver a cage; spares on all; nothing is numbered by guess."""
    lit = {(end.device, end.cage, (end.port - 1) // 2) for link in host_links(plan) for end in (link.a, link.b)}
    placed = plan.harnesses
    assert {(h.device, h.cage, (int(h.ports[0]) - 1) // 2) for h in placed} == lit
    assert len(placed) == len(lit) == len({h.label for h in placed})
    lines = list(bill_of_materials(plan))
    counts = Counter[str]()
    for line in lines:
        counts[line.kind] += line.count
    assert counts["harness"] == len(lit)
    assert counts["adapter"] == 2 * len(host_links(plan))
    assert counts["fibre"] == len(plan.cables)
    assert counts["transceiver"] == len({(e.device, e.cage) for link in plan.links for e in (link.a, link.b)})
    assert all(line.part == "" for line in lines if line.kind in {"harness", "adapter"})
    assert all(line.spares for line in lines if line.kind in {"harness", "adapter", "fibre", "transceiver"})
    assert len({(line.model, line.length_m) for line in lines}) == len(lines)


def test_light_reaches_through_harnesses_and_cord(plan: Draft) -> None:
    """A way is its cord and two harnesses, and the buffers of switch and NIC are reckoned for all of it."""
    nics = {host.name: cable_lengths(plan, host) for host in plan.hosts}
    lengths = {(port.switch, port.interface): port.length_m for port in plan.ports}
    for link in host_links(plan):
        whole = lengths[link.b.device, link.b.interface]
        assert whole == link.length_m + 2 * 3
        assert whole in nics[link.a.device]
        assert whole <= min(plan.catalog.get(Optic, end.optic).splits[0].reach_m for end in (link.a, link.b))


def test_every_plug_has_one_label_and_every_cord_one_pull(plan: Draft) -> None:
    """Two plugs a cord, each with a text that no other has; a row of a pull sheet for each cord."""
    found = list(plugs(plan))
    assert Counter(plug.link.cable for plug in found) == Counter(cable.cable for cable in plan.cables for _ in "ab")
    assert len({(plug.link.cable, plug.here) for plug in found}) == len(found)
    rows = [pull for _, mine in pulls(plan) for pull in mine]
    assert sorted(pull.link.cable for pull in rows) == sorted(cable.cable for cable in plan.cables)
    by_kind = {
        kind: {pull.near.port for pull in rows if pull.link.kind == kind} for kind in ("host_leaf", "leaf_spine")
    }
    assert by_kind == {"host_leaf": {"1", "2", "3", "4"}, "leaf_spine": {"1 + 2", "3 + 4"}}


def test_hosts_that_come_change_nothing(tmp_path: Path) -> None:
    """No cord, harness or label of the first hosts is another when more stand beside them."""
    before, after = (tree_of(plan_data(quad(count, 40), tmp_path)) for count in (3, 6))
    assert_grown(before, after)
    path = "cabling/harnesses.csv"
    assert set(before[path].splitlines()) < set(after[path].splitlines())
    labels = {line for line in before["cabling/labels/B01.html"].splitlines() if "panel:" in line}
    assert labels
    assert labels <= set(after["cabling/labels/B01.html"].splitlines())


def test_a_way_that_is_too_long_is_refused_with_what_reaches(tmp_path: Path) -> None:
    """Harnesses and cord may measure 50 m in all."""
    with pytest.raises(SpecError) as caught:
        plan_data(quad(5, 40, racks={"slack_m": 40}), tmp_path)
    found = [problem for problem in caught.value.problems if problem.code == "no-medium"]
    assert any("the longest that the catalog has for them is 40 m" in problem.message for problem in found)


def test_only_adapters_that_a_document_names_are_divided() -> None:
    """The same transceiver in the same cage: four ends for ConnectX-8, none for ConnectX-7."""
    media, leaf = Media(CATALOG, "ethernet"), Socket("osfp", 4)
    ends = {
        name: media.fibre(Socket("osfp-flat", 4, adapter=name), leaf, 200, 10)
        for name in ("connectx-8", "connectx-7", "")
    }
    assert [name for name, medium in ends.items() if medium] == ["connectx-8"]


def splitters(folder: Path, **racks: Any) -> Draft:
    """Plan hosts with 200 Gb/s ports of QSFP112 on leaves whose cages have four ports."""
    spec = quad(5, 13, **({"racks": racks} if racks else {}))
    spec["hosts"]["gpu"] |= {"model": "hgx-h100"}
    sonic = {"model": "sn5600"}
    spec["fabrics"] = {
        "compute": {"technology": "roce", "leaf": sonic},
        "frontend": {"technology": "ethernet", "leaf": sonic},
    }
    return plan_data(spec, folder)


def test_a_splitter_serves_two_hosts_from_one_connector(tmp_path: Path) -> None:
    """Two to a cage; each is one cable with a trunk and two legs, named for the envelope, and needs no panel."""
    plan = splitters(tmp_path)
    found = [link for link in host_links(plan) if link.fabric == "frontend"]
    assert {link.speed_gbps for link in found} == {200}
    cables = defaultdict(list)
    for link in found:
        cables[link.cable].append(link)
    for links in cables.values():
        assert len({(link.b.device, link.b.cage, (link.b.port - 1) // 2) for link in links}) == 1
        assert len({link.a.device for link in links}) == len(links)
        (label,) = {link.label_b for link in links}
        assert label.count(" + ") == 1
        assert all(f"{link.a.device} {link.a.cage}" in label for link in links)
    assert Counter(map(len, cables.values())) == {2: 4, 1: 2}, "the fifth host leaves a leg free on each leaf"
    assert not [h for h in plan.harnesses if h.device.startswith("frontend")]
    bill = {line.model: line.count for line in bill_of_materials(plan)}
    assert bill["harness-mpo-12-apc-2x-om4"] == len(cables)
    trunks = [pull for _, mine in pulls(plan) for pull in mine if pull.link.cable in cables]
    assert {pull.near.port for pull in trunks} == {"1 + 2", "3 + 4"}
    for pull in trunks:
        assert [f"{pull.near.cage}/{port}" in pull.far.label for port in pull.near.port.split(" + ")] == [True, True]


def test_near_hosts_have_one_copper_splitter_a_cage() -> None:
    media = Media(CATALOG, "ethernet")
    near = media.assembly(Socket("qsfp112", 1, 4), Socket("osfp", 4), 200, 2.5)
    assert near
    assert (near.cable.model, near.cable_m) == ("dac-osfp-to-4xqsfp112", 3)


def test_another_optic_and_harness_are_files(tmp_path: Path) -> None:
    """Eight planes: what no document of ours names, told in two files of a user's folder."""
    optic = {
        "model": "osfp-dr8", "vendor": "nobody", "title": "made for this test", "form_factors": ["osfp", "osfp-flat"], "ports": 2,
        "speed_gbps": 400, "signal": "x", "fibre": "os2", "connector": "mpo-12-apc", "reach_m": 500, "power_w": None, "part": None,
        "splits": [{"ports": 8, "speed_gbps": 100, "signal": "100g-dr", "reach_m": 500}], "technologies": ["ethernet"], "sources": {},
    }  # fmt: skip
    harness = {
        "model": "harness-mpo-4xlc", "vendor": "nobody", "title": "made for this test", "kind": "harness", "fibre": "os2", "tails": 4,
        "connector": "mpo-12-apc", "tail_connector": "lc-duplex", "lengths_m": [2], "technologies": ["ethernet"], "price_order": 1, "sources": {},
    }  # fmt: skip
    for folder, entry in (("optics", optic), ("cables", harness)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{entry['model']}.yaml").write_text(yaml.safe_dump(entry), encoding="utf-8")
    spec = quad(4, 8)
    spec["fabrics"]["compute"] |= {"planes": 8, "leaf": {"model": "7060x6-64pe"}}
    (tmp_path / "cluster.yaml").write_text(yaml.safe_dump(spec), encoding="utf-8")
    plan = read_plan(tmp_path / "cluster.yaml", Catalog((tmp_path,)), "cluster.yaml")[0]
    found = host_links(plan)
    assert len(found) == 4 * 8 * 8
    assert {cable.model for cable in plan.cables if cable.kind == "host_leaf"} == {"lc-duplex-os2"}
    placed = plan.harnesses
    assert {h.ports for h in placed} == {"1 + 2 + 3 + 4", "5 + 6 + 7 + 8"}
    assert len([h for h in placed if h.device.startswith("gpu")]) == 4 * 8 * 2
    assert {line.model for line in bill_of_materials(plan) if line.kind == "adapter"} == {"adapter-lc-duplex"}


def _order(old: Draft, new: Draft) -> tuple[Difference, dict[str, str]]:
    found = difference(*(plain(with_hardware(plan)) for plan in (old, new)))
    return found, {each.path: each.content for each in work_order(found, TEMPLATES, LabelSpec())}


def test_a_work_order_has_the_harnesses_of_what_comes_and_moves(plan: Draft, tmp_path: Path) -> None:
    """Each is on a sheet, with its panel and what is done, and has labels; a rack with another name only gets these."""
    more = plan_data(quad(6, 40), tmp_path)
    _, files = _order(plan, more)
    come = [each for each in more.harnesses if each.device == "gpu06"]
    assert come
    for each in come:
        assert f"<b>{each.harness}</b><td>{each.panel}<td>{each.positions}" in files[f"racks/{each.rack}.html"]
        assert each.harness in files[f"labels/{each.rack}.html"]
    moved = plan_data(quad(5, 40, pins={"devices": {"gpu2": {"rack": "B04", "unit": 5}}}), tmp_path)
    _, files = _order(plan, moved)
    assert "<td>to B04-U05, with its panel" in files["racks/B01.html"]
    assert "<td>from B01-U13, with its panel; new label" in files["racks/B04.html"]
    assert "gpu02-HOSFP1.1" in files["labels/B04.html"]
    found, files = _order(plan, plan_on(quad(5, 40, pins={"racks": {"B01": "hall-7"}}), plan))
    assert not found.steps
    assert not found.hosts
    assert "<b>gpu04-HOSFP1.1</b>" in files["racks/hall-7.html"]
    assert "hall-7-U33 gpu04 OSFP1/1-2" in files["labels/hall-7.html"]
