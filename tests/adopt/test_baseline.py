"""A baseline of a site holds what sources, pins and the user state; otherwise the report has the reason and what to do."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.plan.draft import Draft
from tests.adopt import exports
from tests.adopt.test_round_trip import PINNED, explained, imported, nothing_changes, run
from tests.conftest import example

Plans = Callable[[str], Draft]


def _kinds(report: Mapping[str, Any]) -> dict[str, int]:
    return {each["kind"]: each["count"] for each in report["not_stated"]}


@pytest.mark.parametrize("form", [exports.netbox, exports.netbox_tables])
def test_numbers_that_netbox_does_not_have(
    form: Any, tmp_path: Path, plans: Plans, rendered: Callable[[str], Path]
) -> None:
    """NetBox has no AS numbers of devices: those of the design are not as designed, and not a baseline; with them it is one."""
    plan, tree = plans("pinned-4"), rendered("pinned-4")
    folder = exports.write(tmp_path / "export", form(plan))
    spec = yaml.safe_load(example("pinned-4").read_text())
    pools = {"addressing": spec["addressing"]} if "addressing" in spec else {}
    site = exports.site_map(example("pinned-4"), plan, tmp_path, **PINNED)
    data = json.loads(site.read_text())
    data["spec"] |= pools
    site.write_text(json.dumps(data))
    report = imported(tmp_path, site, folder)
    explained(report, "addresses", "cables")
    assert _kinds(report) == {"asns": len([each for each in plan.switches if each.asn])}
    assert "AS numbers" not in report["explained"]["numbers"]["of"]
    assert "plan.json" not in report["files"]
    assert report["baseline"]["written"] is False
    assert len(report["baseline"]["reasons"]) == 1
    (tmp_path / "numbers.ini").write_text(exports.numbers(plan))
    (tmp_path / "site").rename(tmp_path / "first")
    report = imported(tmp_path, site, folder, tmp_path / "numbers.ini")
    assert report["not_stated"] == []
    assert report["baseline"] == {"written": True, "reasons": []}
    nothing_changes(tree, tmp_path)
    code, said = run("plan", tmp_path / "site" / "plan.json", tree)
    assert code == 0, said


@pytest.mark.parametrize("form", ["lldpctl", "eos"])
def test_cables_alone(form: str, tmp_path: Path, plans: Plans) -> None:
    """Neighbours state cables, and no address, number, place, id or length: there is no baseline, and the terminal shows why."""
    plan = plans("small-4-hosts")
    folder = exports.write(tmp_path / "lldp", exports.neighbours(plan, form))
    site = exports.site_map(example("small-4-hosts"), plan, tmp_path)
    report = imported(tmp_path, site, folder, "--strict")
    assert set(_kinds(report)) > {"places", "addresses", "asns", "loopbacks", "labels", "lengths"}
    assert "cables" not in _kinds(report)
    assert "plan.json" not in report["files"]
    code, said = run("import", folder, "--map", site, "-o", tmp_path / "again")
    assert code == 0, said
    assert "No plan.json: it would not be a baseline of this site" in said
    assert f"AS numbers that no source states: {_kinds(report)['asns']} of {_kinds(report)['asns']}, from" in said
    assert "assume: [places, addresses, asns" in said


def test_what_the_user_accepts(tmp_path: Path, plans: Plans, rendered: Callable[[str], Path]) -> None:
    """The kinds under assume: are those of the design, by the word of the user; the report still lists them."""
    plan = plans("small-4-hosts")
    folder = exports.write(tmp_path / "lldp", exports.neighbours(plan, "lldpctl"))
    every = ["places", "addresses", "asns", "loopbacks", "vteps", "vnis", "vlans", "labels", "lengths"]
    report = imported(tmp_path, exports.site_map(example("small-4-hosts"), plan, tmp_path, assume=every), folder)
    assert all(each["assumed"] for each in report["not_stated"])
    assert report["not_stated"]
    assert "plan.json" in report["files"]
    nothing_changes(rendered("small-4-hosts"), tmp_path)


@pytest.mark.parametrize("kind", ["", "places", "addresses", "cables", "labels", "lengths"])
def test_one_value_is_missing(kind: str, tmp_path: Path, plans: Plans, rendered: Callable[[str], Path]) -> None:
    """One value of one kind that is in no source is enough: a rack, an address, an id, a length, a whole out-of-band network."""
    plan = plans("small-4-hosts")
    box = {name: json.loads(text) for name, text in exports.netbox(plan).items()}
    cables, devices = box["cables.json"]["results"], box["devices.json"]["results"]
    if kind == "places":
        devices[0]["rack"] = None
    elif kind == "addresses":
        rows = box["ip-addresses.json"]["results"]
        rows.remove(next(row for row in rows if row["assigned_object"]["name"] == "bmc"))
    elif kind == "cables":
        cables[:] = [row for row in cables if not _touches(row, "oob-leaf1")]
    elif kind:
        cables[0]["label" if kind == "labels" else "length"] = None
    folder = exports.write(tmp_path / "export", {name: json.dumps(each, indent=1) for name, each in box.items()})
    (tmp_path / "numbers.ini").write_text(exports.numbers(plan))
    configs = sorted(rendered("small-4-hosts").glob("switches/*/config_db.json"))
    site = exports.site_map(example("small-4-hosts"), plan, tmp_path)
    report = imported(tmp_path, site, folder, tmp_path / "numbers.ini", *configs)
    if not kind:
        assert report["baseline"] == {"written": True, "reasons": []}
        return
    if kind == "addresses":  # of one of two leaves' hosts: no switch's file has a host's BMC
        assert _kinds(report) == {"addresses": 1}
    else:
        assert kind in _kinds(report)
    assert "plan.json" not in report["files"]
    assert report["baseline"]["reasons"]


def _touches(row: Mapping[str, Any], device: str) -> bool:
    return any(row[side][0]["object"]["device"]["name"] == device for side in ("a_terminations", "b_terminations"))
