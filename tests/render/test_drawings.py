"""drawings: the room and the port maps show what the plan holds, once each, small and alike at every size."""

import re
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from generator.catalog.model import Switch
from generator.plan.draft import Draft
from generator.plan.records import Rack, SwitchPort
from generator.render.backends import docs, drawings, room
from generator.render.drawing import racks
from generator.render.drawing.canvas import PAPER_HIGH, PAPER_WIDE, Canvas
from generator.render.drawing.contents import contents_of, fold_names, kinds_of
from generator.render.drawing.port_map import draw_ports
from generator.render.drawing.port_uses import MANAGED, PortUses
from generator.render.drawing.sheet import make_sheet
from tests.conftest import EXAMPLES, ROOT, plan_of, tree_of
from tests.ours import TEMPLATES
from tests.pdu_specs import KEPT, managed
from tests.render.svg import SVG, faults, outside, overlaps, texts
from tests.specs import cluster, plan_data

MOST_BYTES = 32_000
"""Of one port map."""

# One of each shape that is drawn apart: planes and rails, islands, a pair, three tiers of small switches, InfiniBand, appliances' neighbours.
SHAPES = {
    "planes": {
        "gpu": "dgx-b300",
        "count": 20,
        "max": 64,
        "compute": "technology: roce, leaf: {model: sn5600}, planes: 2",
    },
    "islands": {
        "gpu": "dgx-h100",
        "count": 8,
        "max": 16,
        "compute": "technology: roce, topology: rail-only, leaf: {model: sn4700}",
    },
    "tiers": {"gpu": "dgx-h100", "count": 40, "max": 160, "compute": "technology: roce, leaf: {model: sn4700}"},
    "quantum": {"gpu": "dgx-h100", "count": 32, "max": 64, "compute": "technology: infiniband, leaf: {model: qm9700}"},
}
REST = """
  storage:  {technology: roce, leaf: {model: sn5600}, spine: {model: sn5600}}
  frontend: {technology: ethernet, leaf: {model: sn4600c}, spine: {model: sn4600c}, reserve_ports: 4}
  oob:      {technology: ethernet, leaf: {model: sn2201}, spine: {model: sn4600c}}
"""


def shaped(name: str, folder: Path) -> Draft:
    """Plan a cluster whose compute fabric has that shape."""
    shape = SHAPES[name]
    path = folder / "cluster.yaml"
    path.write_text(
        f"clustergen: 1\nname: {name}\ndomain: {name}.example.net\nhosts:\n"
        f"  gpu: {{model: {shape['gpu']}, count: {shape['count']}, max: {shape['max']}}}\n"
        "  storage: {model: storage-2u, count: 2, max: 8}\n"
        f"fabrics:\n  compute: {{{shape['compute']}}}{REST}",
        encoding="utf-8",
    )
    return plan_of(path)


def files(plan: Draft) -> dict[str, str]:
    """Render the backend alone."""
    return {artifact.path: artifact.content for artifact in drawings.render(plan, TEMPLATES)}


def cage_tips(svg: str) -> dict[int, str]:
    """What a pointer over each cage shows, by the cage's number."""
    tips = [title.text or "" for group in ET.fromstring(svg).iter(f"{SVG}g") for title in group.findall(f"{SVG}title")]
    found = {int(tip.split()[1].rstrip(",")): tip for tip in tips}
    assert len(found) == len(tips), "a cage is drawn twice"
    return found


def assert_ports(svg: str, ports: list[SwitchPort]) -> None:
    """Hold a port map against the provisioned ports: each is there once, in its cage, at its place."""
    tips = cage_tips(svg)
    drawn = Counter(re.findall(r"(?:: )(\S+), \d[\d.]*G, ", "\n".join(tips.values())))
    assert drawn == Counter(port.interface for port in ports)
    for port in ports:
        lines = tips[port.cage].split("\n")
        line = lines[port.port] if port.ports > 1 else lines[0]
        start = f"{port.port}: " if port.ports > 1 else f"cage {port.cage}, "
        assert line.startswith(start)
        assert f"{port.interface}, {port.speed_gbps:g}G, {port.peer} {port.peer_interface}" in line
        assert port.kind == "edge" or f", {port.cable}, " in line


@pytest.mark.parametrize("name", [*EXAMPLES, *SHAPES])
def test_every_port_is_drawn_once_and_every_picture_stands_alone(
    plans: Callable[[str], Draft], tmp_path: Path, name: str
) -> None:
    plan = plans(name) if name in EXAMPLES else shaped(name, tmp_path)
    made = files(plan)
    assert list(made) == list(drawings.paths(plan))
    for switch in plan.switches:
        svg = made[f"cabling/ports/{switch.name}.svg"]
        assert_ports(svg, plan.ports_of[switch.name])
        assert len(svg.encode()) < MOST_BYTES
    for path, svg in made.items():
        assert (path, faults(svg), overlaps(svg), outside(svg)) == (path, [], [], [])
    assert files(plan) == made


@pytest.mark.parametrize("name", [*EXAMPLES, *SHAPES])
def test_every_rack_of_the_envelope_is_on_the_floor_once(
    plans: Callable[[str], Draft], tmp_path: Path, name: str
) -> None:
    plan = plans(name) if name in EXAMPLES else shaped(name, tmp_path)
    svg = files(plan)["docs/floor.svg"]
    tips = re.findall(r"<title>([A-Za-z]+\d+): ([^<]*)</title>", svg)
    assert Counter(name for name, _ in tips) == Counter(slot.name for slot in plan.cluster.floor.racks)
    assert {name for name, what in tips if not what.startswith("kept for")} == {rack.name for rack in plan.racks}


def test_the_floor_shows_racks_as_the_spec_states_them(tmp_path: Path) -> None:
    """Depth and fronts are those of the spec, a load that does not fit hides no name, and the drawing ends on one page."""
    stated = {"depth_m": 1.1, "width_m": 0.75, "row_pitch_m": 4.0, "fronts": "paired", "per_row": 5}
    plan = plan_data(cluster(17, 20) | {"racks": stated}, tmp_path)
    svg = files(plan)["docs/floor.svg"]
    assert (
        "1.1 m deep, a row every 4 m. Fronts face down in row A and every second row after it, up in the others." in svg
    )
    assert re.findall(r">((?:hot|cold) aisle)<", svg)[:2] == ["cold aisle", "hot aisle"]
    assert {slot.name for slot in plan.site.slots} <= set(re.findall(r">([A-Z]\d\d)<", svg))
    width, height = map(int, re.findall(r'<svg[^>]* width="(\d+)" height="(\d+)"', svg)[0])
    assert height / width < PAPER_HIGH / PAPER_WIDE


def test_racks_may_have_any_name(tmp_path: Path) -> None:
    """Rows are called by their letters, whatever the racks in them are called, and names that do not fold stand alone."""
    names = {"A01": "r07", "B01": "hall-a", "B02": "hall-b"}
    plan = plan_data(cluster(17, 20) | {"pins": {"racks": names}}, tmp_path)
    table = next(each.content for each in room.render(plan, TEMPLATES) if each.path == "docs/racks.csv")
    rows = {line.split(",")[0]: line.split(",")[1] for line in table.splitlines()}
    assert (rows["r07"], rows["hall-a"], rows["B03"]) == ("A", "B", "B")
    assert re.findall(r">Row ([^<]*)<", racks.draw_racks(plan, list(contents_of(plan)))) == sorted(
        {*rows.values()} - {"row"}
    )
    here = [each for each in plan.racks if rows[each.name] == "B"]
    assert fold_names(here).endswith("; hall-a; hall-b")


def test_a_port_map_stays_when_hosts_arrive(tmp_path: Path) -> None:
    small, large = (files(plan_data(cluster(gpu, 200, storage), tmp_path)) for gpu, storage in ((3, 1), (150, 8)))
    mine = [path for path in small if path.startswith("cabling/ports/")]
    assert mine
    assert all(small[path] == large[path] for path in mine)


@pytest.mark.parametrize("name", ["roce-16", "ib-256", "b300-two-planes-512", "mixed-schedulers"])
def test_every_port_has_the_id_of_its_cable(plans: Callable[[str], Draft], name: str) -> None:
    """In bold, of every port that the envelope uses; where the cable is installed, it is the one of cables.csv."""
    plan = plans(name)
    made = files(plan)
    for switch in plan.switches:
        bold = re.findall(r'<(?:text|tspan) class="b"[^>]*>([A-Z]{2}[0-9]+)<', made[f"cabling/ports/{switch.name}.svg"])
        ports = plan.reserved_of[switch.name]
        assert set(bold) == {port.cable for port in ports if port.kind != "edge"}
        cables = {(port.cage, port.port): port.cable for port in ports}
        for link in plan.links_of[switch.name]:
            for end in (link.a, link.b):
                if end.device == switch.name and end.interface != MANAGED:
                    assert cables[int(end.cage), end.port] == link.cable


def test_a_missing_a_doubled_and_a_moved_port_are_found(plans: Callable[[str], Draft]) -> None:
    """Faults put into the ports: the check that the tests rely on must see each of them."""
    plan = plans("roce-16")
    switch = next(switch for switch in plan.switches if switch.tier == "leaf" and switch.fabric == "compute")
    ports = plan.ports_of[switch.name]
    svg = draw_ports(PortUses(plan), switch)
    assert_ports(svg, ports)
    moved = replace(ports[0], cage=ports[-1].cage, port=ports[-1].port)
    for wrong in (
        ports[1:],
        [*ports, ports[0]],
        [moved, *ports[1:]],
        [replace(ports[0], peer="other1"), *ports[1:]],
        [replace(ports[0], cable="CH999"), *ports[1:]],
    ):
        with pytest.raises(AssertionError):
            assert_ports(svg, wrong)


def test_what_a_port_is_for_has_its_colour(tmp_path: Path) -> None:
    """A cage that a breakout disables, a half that is free, a peer, an uplink, a downlink, a management port."""
    spec = cluster(4, 32)
    spec["fabrics"]["compute"]["spines"] = 2
    plan = plan_data(spec, tmp_path)
    uses = {
        f"{switch.fabric}-{switch.tier}": {
            cell.use for bank in PortUses(plan).banks(switch) for cage in bank.cages for cell in cage.cells
        }
        for switch in plan.switches
    }
    assert uses["compute-leaf"] == {"host", "uplink", "service"}
    assert uses["compute-spine"] == {"downlink", "service"}
    assert uses["storage-leaf"] == {"host", "peer", "free", "service"}
    assert {"host", "management", "free"} <= uses["oob-leaf"]


def test_a_divided_cage_darkens_the_next_where_the_metal_says_so(plans: Callable[[str], Draft]) -> None:
    """The eight-way split of an SN5600 takes an odd cage, and the even one after it goes dark."""
    plan = plans("roce-16")
    switch = next(switch for switch in plan.switches if switch.model == "sn5600")
    (first, *_) = plan.ports_of[switch.name]
    ports = tuple(replace(first, cage=5, port=port, ports=8, interface=f"swp5s{port - 1}") for port in range(1, 7))
    bent = replace(plan, ports=ports, reserved_ports=ports)
    bank = next(PortUses(bent).banks(switch))
    assert [cell.use for cell in bank.cages[4].cells] == ["host"] * 6 + ["free"] * 2
    assert [cell.use for cell in bank.cages[5].cells] == ["dark"]
    svg = draw_ports(PortUses(bent), switch)
    assert "unusable: the divided cage before it disables it (1)" in svg
    assert (overlaps(svg), outside(svg)) == ([], [])


def test_names_are_escaped(plans: Callable[[str], Draft]) -> None:
    plan = plans("roce-16")
    switch = plan.switches[0]
    ports = tuple(replace(port, peer='<b> & "c"') for port in plan.ports_of[switch.name])
    svg = draw_ports(PortUses(replace(plan, ports=ports, reserved_ports=ports)), switch)
    assert '<b> & "c"' in " ".join(ET.fromstring(svg).itertext())


def test_racks_are_folded_by_what_they_hold(tmp_path: Path) -> None:
    plan = plan_data(cluster(200, 200), tmp_path)
    contents = list(contents_of(plan))
    kinds = kinds_of(contents)
    assert sum(map(len, kinds.values())) == len(contents)
    for kind in kinds.values():
        first = [(slot.model, slot.unit) for slot in kind[0].slots]
        assert all([(slot.model, slot.unit) for slot in each.slots] == first for each in kind)


def test_racks_that_differ_are_not_called_alike(plans: Callable[[str], Draft]) -> None:
    """Where cables or watts differ among racks of the same models, the title says so; what comes with a rack counts no cables."""
    plan = plans("nvl72-8-racks")
    contents = list(contents_of(plan))
    words = [text for *_, text in texts(racks.draw_racks(plan, contents))]
    assert "0 cables" not in words
    assert any(text.startswith("tray-nvsw") for text in words)
    assert any("from the least to the most" in text for text in words)
    for kind in kinds_of(contents).values():
        same = len({tuple(slot.cables for slot in each.slots) for each in kind}) == 1
        title = f"{kind[0].rack.name} and {len(kind) - 1}"
        if len(kind) > 1:
            assert (f"{title} like it" if same else f"{title}, same models") in words


def rack(name: str) -> Rack:
    row, place = re.fullmatch(r"([A-Z])(\d+)", name).groups()  # type: ignore[union-attr]
    return Rack(name=name, row=ord(row) - 65, position=int(place) - 1, use="hosts", units=48)


def test_names_of_racks_fold() -> None:
    assert fold_names([rack("A01")]) == "A01"
    assert fold_names([rack(name) for name in ("A01", "A02", "A03", "A07")]) == "row A: 01-03, 07"
    assert fold_names([rack(f"{row}{place:02d}") for row in "ABCE" for place in (1, 2)]) == "rows A-C, E: 01-02"
    assert fold_names([rack("B02"), rack("A01")]) == "A01; B02"


@pytest.mark.parametrize("rows", [1, 2, 6, 18, 35, 70, 250, 1000])
def test_every_hall_fits_the_width_and_no_rack_covers_another(rows: int) -> None:
    sheet = make_sheet(rows, 14.4, 0.6, 3.0, 1.2)
    boxes = [sheet.box(row, position) for row in range(rows) for position in (0, 23)]
    assert max(x + width for x, _, width, _ in boxes) <= 1600
    assert len({(x, y) for x, y, _, _ in boxes}) == len(boxes)
    assert sheet.bands == -(-rows // sheet.rows_per_band)


def test_ports_of_power_strips_are_not_free(tmp_path: Path) -> None:
    """They take kept ports of a leaf, and are no hosts: key, count and cages agree."""
    plan = plan_data(managed(), tmp_path)
    leaf = next(switch for switch in plan.switches if switch.name == "oob-leaf1")
    strips = sum(port.cable.endswith("-mgmt0") for port in plan.reserved_of[leaf.name])
    svg = draw_ports(PortUses(plan), leaf)
    assert strips
    assert f"; {KEPT - strips} host ports kept free (reserve_ports)" in svg
    assert f"to an appliance ({strips})" in svg


def test_a_port_map_is_cheap(plans: Callable[[str], Draft]) -> None:
    """Well under 1 ms each is what a thousand switches need; a slow machine under load gets ten times that."""
    plan = plans("roce-256")
    uses = PortUses(plan)
    start = time.process_time()
    for _ in range(5):
        for switch in plan.switches:
            draw_ports(uses, switch)
    assert (time.process_time() - start) / 5 / len(plan.switches) < 0.01


@pytest.mark.parametrize("model", sorted(path.stem for path in (ROOT / "generator/catalog/switches").glob("*.yaml")))
def test_every_switch_of_the_catalog_has_a_faceplate(plans: Callable[[str], Draft], model: str) -> None:
    """All cages in the order of their numbers, odd above even, whatever their count."""
    plan = plans("roce-16")
    switch = replace(plan.switches[0], model=model)
    known = {**plan.hardware.switches, model: plan.catalog.get(Switch, model)}
    bare = replace(plan, ports=(), hardware=replace(plan.hardware, switches=known))
    svg = draw_ports(PortUses(bare), switch)
    banks = list(PortUses(bare).banks(switch))
    assert sorted(cage_tips(svg)) == [cage.number for bank in banks for cage in bank.cages]
    assert (faults(svg), overlaps(svg), outside(svg)) == ([], [], [])
    places = {words: (left + right, top) for left, top, right, _, words in texts(svg) if words.isdigit()}
    for bank in banks:
        for odd, even in zip(bank.cages[::2], bank.cages[1::2], strict=False):
            (x, y), (below, lower) = places[str(odd.number)], places[str(even.number)]
            assert abs(x - below) < 1
            assert y < lower


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_of_fabric_is_drawn_clean(tmp_path: Path, name: str) -> None:
    plan = shaped(name, tmp_path)
    made = {artifact.path: artifact.content for artifact in docs.render(plan, TEMPLATES)}
    for path in ("docs/topology.svg", "docs/racks.svg"):
        assert (path, faults(made[path]), overlaps(made[path]), outside(made[path])) == (path, [], [], [])
    words = [words for *_, words in texts(made["docs/topology.svg"])]
    said = " ".join(words)
    assert ("2 planes, all alike: plane 0 is drawn" in said) == (name == "planes")
    assert ("islands: nothing joins the leaves" in said) == (name == "islands")
    assert ("spine n of every pod to each core of group n" in said) == (name == "tiers")
    assert not any(switch.name in words for switch in plan.switches if switch.plane)
    links = [link for link in plan.links if link.fabric == "compute" and link.kind == "host_leaf"]
    cables = {link.cable for link in links}
    assert f"hosts to leaves: {len(links):,} links on {len(cables):,} cables" in said


def test_the_reader_of_drawings_sees_what_is_wrong() -> None:
    """Texts that meet in a shape drawn by reference, a text beyond the edge, a reference to nothing."""
    shape, canvas = Canvas(), Canvas()
    shape.text(0, 20, "shape")
    canvas.define("shape", shape)
    canvas.use("shape", 40, 40)
    canvas.text(45, 62, "meets")
    svg = canvas.svg("t", "d")
    assert overlaps(svg) == [("shape", "meets")]
    assert (faults(svg), outside(svg)) == ([], [])
    assert outside(svg.replace('x="45.0"', 'x="-45.0"')) == ["meets"]
    assert faults(svg.replace('href="#shape"', 'href="#other"')) == ["#other"]
    assert faults(svg.replace('fill="#ffffff"/>', 'fill="#000000"/>')) == ["no white ground"]


def test_kinds_of_rack_that_are_too_many_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_data(cluster(200, 200), tmp_path)
    monkeypatch.setattr(racks, "_KINDS", 2)
    svg = racks.draw_racks(plan, list(contents_of(plan)))
    words = [words for *_, words in texts(svg)]
    kinds = len(kinds_of(list(contents_of(plan))))
    assert sum(word.startswith("Not drawn: ") for word in words) == kinds - 2 > 0
    assert (overlaps(svg), outside(svg)) == ([], [])


@pytest.mark.parametrize(("units", "hosts"), [(48, 8), (51, 8), (60, 8), (60, 200)])
def test_racks_begin_on_the_page_of_the_title(units: int, hosts: int, tmp_path: Path) -> None:
    """However high racks are, and whatever their head says: a page with the title alone is wasted."""
    spec = cluster(hosts, hosts) | {"racks": {"units": units, "reserved_units": [24]}, "power": {"rack_kw": 60}}
    plan = plan_data(spec, tmp_path)
    svg = racks.draw_racks(plan, list(contents_of(plan)))
    fronts = [top for _, top, _, _, words in texts(svg) if words == "front"]
    assert fronts[0] + units * 12 < PAPER_HIGH
    assert (overlaps(svg), outside(svg)) == ([], [])


def test_reserved_units_are_marked(tmp_path: Path) -> None:
    """In the drawing and on the page of every rack, adjacent ones together; they are neither devices nor used units, and the documents name them."""
    racked = {"racks": {"reserved_units": [24, 25, 40]}}
    plans = [plan_data(cluster(8, 32) | keys, tmp_path) for keys in ({}, racked)]
    plain, marked = (tree_of(plan) for plan in plans)
    count = len(plans[1].racks)
    tips = Counter(re.findall(r"<title>reserved: no device, ([^<]*)</title>", marked["docs/racks.svg"]))
    assert tips == {"units 24 to 25": count, "unit 40": count}
    assert "reserved" not in plain["docs/racks.svg"]
    for rack in plans[1].racks:
        text = marked[f"cabling/racks/{rack.name}.html"]
        assert text.count(">reserved<") == 4
        installed = sum(device.rack == rack.name for device in plans[1].devices)
        assert f"<p>{installed} device" in text
    assert "of which 24-25, 40 are reserved for patch panels" in marked["docs/design.md"]
    assert "Units of each rack reserved for patch panels, cable managers and power strips: 24-25, 40." in marked["docs/report.html"]  # fmt: skip


@pytest.mark.parametrize("name", ["roce-256", "mixed-schedulers", "nvl72-8-racks"])
def test_a_port_map_names_the_port_at_the_other_end(plans: Callable[[str], Draft], name: str) -> None:
    """Of every port, beside its device or below it; and the drawing ends on one page."""
    plan = plans(name)
    made = files(plan)
    for switch in plan.switches:
        svg = made[f"cabling/ports/{switch.name}.svg"]
        cages = {
            int(tip.split()[1].rstrip(",")): " ".join(
                text for part in group.findall(f"{SVG}text") for text in part.itertext()
            )
            for group in ET.fromstring(svg).iter(f"{SVG}g")
            for tip in [group.findtext(f"{SVG}title")]
            if tip
        }
        ports = {
            port: f"{port.peer.removeprefix(f'{switch.fabric}-')} {port.peer_interface}"
            for port in plan.reserved_of[switch.name]
        }
        assert [each for port, each in ports.items() if each not in cages[port.cage]] == [], switch.name
        width, height = map(int, re.findall(r'<svg[^>]* width="(\d+)" height="(\d+)"', svg)[0])
        assert height / width <= PAPER_HIGH / PAPER_WIDE, switch.name
