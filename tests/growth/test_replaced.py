"""Replaced hardware: a device that stays what it is, with another serial number or other addresses of its ports, is a step of its own."""

import copy
from typing import Any

import pytest

from generator.change.difference import Difference, difference
from generator.change.records import Change, FieldChange, Kind
from generator.change.renames import Renames
from generator.change.replaced import EXCHANGED, SERIAL, with_hands
from generator.change.step import Step
from generator.plan.sections import with_hardware
from generator.render.change.steps import step_text
from generator.render.change.text import text
from generator.render.change.work_order import work_order
from generator.render.encode import plain
from generator.spec.cabling import LabelSpec
from tests.growth.forms import example_spec, exchanged, plan_of
from tests.growth.past import plan_on
from tests.growth.renamed import called
from tests.growth.test_renames import change
from tests.ours import TEMPLATES
from tests.pdu_specs import managed
from tests.plan.test_cables import fabric
from tests.plan.test_harnesses import quad
from tests.specs import Spec, cluster

ASSETS: dict[str, Any] = {
    "gpu01": {"serial": "A1", "macs": {"rail0": "02:00:00:00:00:01", "bmc": "02:00:00:00:00:02"}},
    "storage1": {"serial": "S1", "macs": {"frontend0": "02:00:00:00:01:01"}},
    "compute-leaf1": {"serial": "L1", "macs": {"mgmt0": "02:00:00:00:02:01"}},
}


def replaced(after: dict[str, Any], spec: Spec | None = None) -> Difference:
    spec = spec or cluster(4)
    plans = [plan_of(spec | {"assets": assets}) for assets in (ASSETS, after)]
    return difference(*(plain(with_hardware(plan)) for plan in plans))


def test_a_host_is_replaced_in_its_place() -> None:
    """Drained, its cables out and into the same ports, installed, back; a page of the work order has both serial numbers and every cable."""
    assets = copy.deepcopy(ASSETS)
    assets["gpu01"] = {"serial": "B2", "macs": {"rail0": "06:00:00:00:00:01", "bmc": "06:00:00:00:00:02"}}
    found = replaced(assets)
    (step,) = found.steps
    assert (step.devices, step.drain, step.replaced, step.undrain) == (("gpu01",),) * 4
    cables = {link["cable"] for link in found.new["links"] if "gpu01" in (link["a"]["device"], link["b"]["device"])}
    assert set(step.reused) == cables
    assert {each.fabric for each in step.capacity} == {"compute", "storage", "frontend", "oob"}
    printed = text(found, TEMPLATES)
    assert "1 host to replace; " in printed
    assert "serial A1 -> B2" in printed
    pages = {each.path: each.content for each in work_order(found, TEMPLATES, LabelSpec())}
    page = pages["replace/gpu01.html"]
    for words in (
        "<td>A1<td><b>B2</b>",
        "<td>02:00:00:00:00:01<td><b>06:00:00:00:00:01</b>",
        *(f"<b>{cable}</b>" for cable in cables),
        *(f"<b>{cage}</b><td>osfp-flat-2x400g-sr4" for cage in ("OSFP1", "OSFP2", "OSFP3", "OSFP4")),
        *(f"<b>gpu01-psu{number}</b><td>{number}<td>B01-PDU-" for number in range(1, 7)),
    ):
        assert words in page
    assert "serial B2 for A1" in pages["racks/B01.html"]
    assert sum(path.startswith("replace/") for path in pages) == 1


def test_a_failed_leaf_is_replaced() -> None:
    """Hosts that have a rail on it alone are drained; no host loses two leaves."""
    assets = copy.deepcopy(ASSETS)
    assets["compute-leaf1"]["serial"] = "L2"
    (step,) = replaced(assets).steps
    assert (step.kind, step.replaced, step.out) == ("switch", ("compute-leaf1",), ("compute-leaf1",))
    assert set(step.drain) == {"gpu01", "gpu02", "gpu03", "gpu04"}


def test_an_adapter_is_exchanged() -> None:
    """The serial number is the same: nothing is installed anew."""
    assets = copy.deepcopy(ASSETS)
    assets["storage1"]["macs"]["frontend0"] = "06:00:00:00:01:01"
    found = replaced(assets)
    (step,) = found.steps
    assert (step.replaced, step.parts) == ((), ("storage1",))
    assert "replace adapters of storage1" in text(found, TEMPLATES)
    assert "install" not in text(found, TEMPLATES)


@pytest.mark.parametrize(
    "assets",
    [
        ASSETS | {"gpu02": {"serial": "C3"}},
        {name: {"serial": asset["serial"].lower(), "macs": asset["macs"]} for name, asset in ASSETS.items()},
        {},
    ],
    ids=["a label was read", "another case of letters", "forgotten"],
)
def test_what_is_no_replacement(assets: dict[str, Any]) -> None:
    assert not replaced(assets).steps


def test_two_hosts_whose_serial_numbers_are_exchanged() -> None:
    """Both are told: whoever swaps two machines has two to carry."""
    spec, serials = cluster(4), ({"gpu01": "A1", "gpu02": "A2"}, {"gpu01": "A2", "gpu02": "A1"})
    plans = [plan_of(spec | {"assets": {name: {"serial": each} for name, each in some.items()}}) for some in serials]
    found = difference(*(plain(with_hardware(plan)) for plan in plans))
    assert [step.replaced for step in found.steps] == [("gpu01", "gpu02")]


def test_a_renamed_host_keeps_its_hardware() -> None:
    """Its serial number is told under its new name, and is no replacement."""
    spec = cluster(4) | {"assets": ASSETS}
    before = plan_of(spec)
    renamed = called(spec, "gpu", "train") | {"rename": {"gpu": "train"}}
    renamed["assets"] = {name.replace("gpu", "train"): asset for name, asset in ASSETS.items()}
    after = plan_on(renamed, before)
    assert not any(step.reused for step in difference(plain(with_hardware(before)), plain(with_hardware(after))).steps)
    renamed["assets"]["train01"] = {"serial": "B2"}
    found = difference(plain(with_hardware(before)), plain(with_hardware(plan_on(renamed, before))))
    assert [step.replaced for step in found.steps if step.reused] == [("train01",)]
    assert change(before, after).renames


def test_cables_of_a_device_that_is_carried_stay_in_its_step() -> None:
    """Of two hosts in one step, one moves and one is replaced: the cables of both are unplugged, each once."""
    ends = {"C1": "gpu01", "C2": "gpu02"}
    old = {"links": [{"cable": cable, "a": {"device": host}, "b": {"device": "leaf1"}} for cable, host in ends.items()]}
    serial = FieldChange(SERIAL, "A", "B", effect=True, why=min(EXCHANGED))
    step = Step(kind="host", devices=("gpu01", "gpu02"), again=("C1",))
    done = list(with_hands([step], old, [Change(Kind.EFFECT, "hosts", ("gpu02",), {}, {}, (serial,))], Renames()))
    assert [(each.replaced, each.again, each.reused) for each in done] == [(("gpu02",), ("C1",), ("C2",))]
    said = step_text(done[0])
    assert "unplug 1 cable, and plug them into the same ports of the new device" in said
    assert "unplug 1 more cable" in said


def _changed(spec: Spec, **parts: Any) -> Difference:
    before = plan_of(spec)
    after = plan_on(spec | parts, before, disruptive=True)
    return difference(plain(with_hardware(before)), plain(with_hardware(after)))


def test_another_model_of_a_switch_is_new_hardware() -> None:
    """Each leaf in a step of its own, with its cables, an installation and a page; the headline replaces, and changes nobody."""
    spec = cluster(4)
    leaf = {"leaf": {"model": "sn5610", "os": "sonic"}}
    found = _changed(spec, fabrics=spec["fabrics"] | {"storage": spec["fabrics"]["storage"] | leaf})
    leaves = ("storage-leaf1", "storage-leaf2")
    steps = [step for step in found.steps if step.replaced]
    assert [step.replaced for step in steps] == [(name,) for name in leaves]
    files = {each.path: each.content for each in work_order(found, TEMPLATES, LabelSpec())}
    for step in steps:
        (name,) = step.replaced
        mine = {x["cable"] for x in found.old["links"] if name in (x["a"]["device"], x["b"]["device"])}
        assert mine == {*step.reused, *step.unplug}
        assert f"install {name} (a first start, then `switches.yml`)" in step_text(step)
        page = files[f"replace/{name}.html"]
        assert "<td>model<td>sn5600<td><b>sn5610</b>" in page
        assert all(f"<b>{cable}</b>" in page for cable in step.reused)
        assert any(f"replaces sn5600; replace/{name}.html" in sheet for sheet in files.values())
    head = text(found, TEMPLATES).splitlines()[0]
    assert "2 switches to replace" in head
    assert "to change" not in head


def test_cables_wait_for_a_switch_with_other_ports() -> None:
    """Leaves of a lower model, in other units: new cables are plugged in once it is there, and what goes to no port of it is not plugged in again."""
    spec = example_spec("roce-64")
    other = {"leaf": {"model": "sn4700", "os": "sonic"}}
    found = _changed(spec, fabrics=spec["fabrics"] | {"storage": spec["fabrics"]["storage"] | other})
    leaves = ("storage-leaf1", "storage-leaf2")
    kept = {x["cable"] for x in found.old["links"]} & {x["cable"] for x in found.new["links"]}
    ends = {x["cable"]: (x["a"]["device"], x["b"]["device"]) for x in found.new["links"]}
    to_come, pulled = set(leaves), set[str]()
    for step in found.steps:
        to_come -= set(step.replaced)
        assert not [name for name in step.plug if to_come & set(ends[name])]
        assert not pulled & set(step.reused)
        pulled |= {*step.unplug} - kept
    assert not to_come
    files = {each.path: each.content for each in work_order(found, TEMPLATES, LabelSpec())}
    assert "take out; a sn4700 in A01-U" in files["racks/A01.html"]
    assert "carry" not in files["order.html"]


def test_another_model_of_a_host_is_new_hardware() -> None:
    """Also where its serial number is known, and is another one: once, with both."""
    spec = cluster(4)
    hosts = spec["hosts"] | {"gpu": spec["hosts"]["gpu"] | {"model": "dgx-h200"}}
    spec["assets"] = {"gpu01": {"serial": "A1"}}
    found = _changed(spec, hosts=hosts, assets={"gpu01": {"serial": "B2"}})
    names = ("gpu01", "gpu02", "gpu03", "gpu04")
    (step,) = found.steps
    assert (step.replaced, step.drain, step.undrain) == (names,) * 3
    assert "install gpu[01-04] (`provision.yml`, then `site.yml`)" in step_text(step)
    assert text(found, TEMPLATES).startswith("atlas: 4 hosts to replace; 4 devices interrupted, 4 hosts to drain.")
    files = {each.path: each.content for each in work_order(found, TEMPLATES, LabelSpec())}
    assert {path for path in files if path.startswith("replace/")} == {f"replace/{name}.html" for name in names}
    assert "<td>A1<td><b>B2</b>" in files["replace/gpu01.html"]
    assert "<td>dgx-h100<td><b>dgx-h200</b>" in files["replace/gpu01.html"]


def test_a_model_with_other_cages_is_installed_once() -> None:
    """Its ports have another form factor, and its cables stay: its own step places all of its files, and no later one does."""
    spec = cluster(4)
    hosts = spec["hosts"] | {"login": spec["hosts"]["login"] | {"model": "server-1u-400g"}}
    (step,) = _changed(spec, hosts=hosts).steps
    assert step.replaced == step.drain == step.undrain == ("login1",)


def test_another_system_of_a_switch_is_installed() -> None:
    """The cables stay in."""
    spec = cluster(4)
    leaf = {"leaf": {"model": "sn5600", "os": "cumulus"}}
    found = _changed(spec, fabrics=spec["fabrics"] | {"storage": spec["fabrics"]["storage"] | leaf})
    steps = [step for step in found.steps if step.installed]
    assert [step.installed for step in steps] == [("storage-leaf1",), ("storage-leaf2",)]
    for step in steps:
        assert (step.replaced, step.reused, step.unplug) == ((), (), ())
        assert f"install the new system of {step.installed[0]} (a first start, " in step_text(step)


def _page(spec: Spec, device: str) -> tuple[Difference, list[str]]:
    """Return the replacement of a device, and the lines of its page."""
    plans = [plan_of(spec | {"assets": {device: {"serial": serial}}}) for serial in "AB"]
    found = difference(*(plain(with_hardware(plan)) for plan in plans))
    made = {each.path: str(each.content) for each in work_order(found, TEMPLATES, LabelSpec())}
    return found, made[f"replace/{device}.html"].splitlines()


def test_a_splitter_is_one_plug_of_a_replaced_switch() -> None:
    """Cage by cage, each in the words of its label; the count of the step is that of the rows."""
    found, page = _page(fabric("dgx-a100", "sn5600", "roce", 3, 4), "compute-leaf1")
    rows = [line for line in page if "compute-leaf1 " in line and "<b>" in line and "psu" not in line]
    assert len(rows) == 17
    assert "CH01</b><td>B03-U47 compute-leaf1 1<td>B01-U03 gpu1 RAIL0 + B01-U09 gpu2 RAIL0" in rows[0]
    assert "CH17</b><td>B03-U47 compute-leaf1 2<td>" in rows[1]
    assert "unplug 17 cables, and plug" in step_text(found.steps[0])


@pytest.mark.parametrize(("device", "words", "cables", "trunks"), [
    ("gpu02", "unplug 16 trunks of harnesses, and plug", 0, 16),
    ("compute-p0-leaf1", "unplug 64 cables and 9 trunks of harnesses, and plug", 64, 9),
])  # fmt: skip
def test_cords_of_harnesses_stay_in_the_panel(device: str, words: str, cables: int, trunks: int) -> None:
    """Only the trunks are unplugged, and what has none; the links are down nevertheless."""
    found, page = _page(quad(5, 40), device)
    (step,) = found.steps
    assert words in step_text(step)
    assert sum("-panel: " in line for line in page) == len(step.trunks) == trunks
    assert sum("<b>C" in line for line in page) == cables
    assert not [cable for cable in step.behind if any(f"<b>{cable}</b>" in line for line in page)]
    assert {*step.behind} <= {*step.reused}


def test_who_is_set_aside_leaves_its_panel() -> None:
    """The trunks of a leaf with harnesses are unplugged, and the cords behind them are not."""
    spec = quad(5, 40)
    plans = [plan_of(each) for each in (spec, exchanged(spec, "compute-p0-leaf1", "compute-p0-leaf2"))]
    found = difference(*(plain(with_hardware(plan)) for plan in plans))
    (number, step), *_ = ((n, each) for n, each in enumerate(found.steps, 1) if each.kind == "aside")
    sheet = next(each.content for each in work_order(found, TEMPLATES, LabelSpec()) if each.path == "racks/B11.html")
    rows = [line for line in sheet.splitlines() if line.startswith(f'<tr><td class="step">{number}<')]
    assert sum("compute-p0-leaf1-panel: " in row for row in rows) == len(step.trunks) == 9
    assert sum(">CU" in row for row in rows) == 64
    assert not [row for row in rows if ">CH" in row]


def test_cables_of_strips_are_on_the_page_of_their_leaf() -> None:
    _, page = _page(managed(), "oob-leaf1")
    rows = [line for line in page if "-pdu-a-mgmt0</b>" in line]
    assert rows
    assert all(" oob-leaf1 " in row and "-PDU-A mgmt0" in row for row in rows)
