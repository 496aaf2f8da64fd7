"""What import fills in of the spec is what the site has, and no more: switches of upper tiers, devices that come with racks."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.adopt.formats import formats
from generator.plan.draft import Draft
from tests.adopt import exports
from tests.adopt.test_round_trip import explained, imported, nothing_changes, run
from tests.conftest import example

Plans = Callable[[str], Draft]
FORMS: Mapping[str, Callable[[Draft], Mapping[str, str]]] = {
    "netbox": exports.netbox,
    "tables": exports.netbox_tables,
    "inventory": lambda plan: {"hosts.ini": exports.ini(plan)},
}


def _fabrics(tmp_path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((tmp_path / "site" / "cluster.yaml").read_text())["fabrics"]
    return found


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["tenants-64", "ib-256", "storage-scale-256", "nvl72-8-racks"])
def test_fabrics_stay_as_they_are_stated(
    name: str, form: str, tmp_path: Path, plans: Plans, rendered: Callable[[str], Path]
) -> None:
    """Upper tiers that have the leaf's model and system get no key of their own, which would lose the release."""
    plan = plans(name)
    folder = exports.write(tmp_path / "export", FORMS[form](plan))
    report = imported(tmp_path, exports.site_map(example(name), plan, tmp_path), folder, "--strict")
    explained(report, "names", "places")
    assert _fabrics(tmp_path) == yaml.safe_load(example(name).read_text())["fabrics"]
    nothing_changes(rendered(name), tmp_path)


@pytest.mark.parametrize("name", ["ib-256", "storage-scale-256"])
def test_systems_by_the_files_of_switches(
    name: str, tmp_path: Path, plans: Plans, rendered: Callable[[str], Path]
) -> None:
    """config_db.json has the system of a spine, and no model."""
    tree, plan = rendered(name), plans(name)
    sources = [*sorted(tree.glob("switches/*/config_db.json")), tree / "cabling/cables.csv"]
    report = imported(tmp_path, exports.site_map(example(name), plan, tmp_path), *sources)
    explained(report, "cables")
    nothing_changes(tree, tmp_path)


def test_a_spine_of_another_model(tmp_path: Path, plans: Plans) -> None:
    """Another model is kept, with the release of the leaves, whose system it has; so is another system, without it."""
    plan = plans("tenants-64")
    box = {name: json.loads(text) for name, text in exports.netbox(plan).items()}
    for device in box["devices.json"]["results"]:
        if device["name"].startswith("compute-spine"):
            device["device_type"]["slug"] = "sn5610"
    folder = exports.write(tmp_path / "export", {name: json.dumps(each) for name, each in box.items()})
    site = exports.site_map(example("tenants-64"), plan, tmp_path)
    code, said = run("import", folder, "--map", site, "-o", tmp_path / "site")
    assert code == 0, said
    assert _fabrics(tmp_path)["compute"]["spine"] == {"model": "sn5610", "os": "cumulus", "version": "5.15"}
    for device in box["devices.json"]["results"]:
        if device["name"].startswith("compute-spine"):
            device["device_type"]["slug"], device["platform"]["slug"] = "sn5600", "sonic"
    exports.write(folder, {name: json.dumps(each) for name, each in box.items()})
    code, said = run("import", folder, "--map", site, "-o", tmp_path / "other", "--format", "json")
    (tmp_path / "other").rename(tmp_path / "site2")
    found = yaml.safe_load((tmp_path / "site2" / "cluster.yaml").read_text())["fabrics"]["compute"]["spine"]
    assert found == {"model": "sn5600", "os": "sonic"}


@pytest.mark.parametrize("stated", [True, False])
def test_switch_trays_of_racks(stated: bool, tmp_path: Path, plans: Plans, rendered: Callable[[str], Path]) -> None:
    """Devices that come with the racks of a group are a kind of their own, also where only sources have the group's model."""
    plan = plans("nvl72-8-racks")
    folder = exports.write(tmp_path / "export", exports.netbox(plan))
    site = exports.site_map(example("nvl72-8-racks"), plan, tmp_path)
    if not stated:
        data = json.loads(site.read_text())
        del data["spec"]["hosts"]["tray"]["model"]
        site.write_text(json.dumps(data))
    report = imported(tmp_path, site, folder)
    explained(report, "names", "places", "cables")
    assert report["not_seen"] == {"devices": [], "cables": []}
    assert report["devices"]["kinds"]["tray-nvsw"] == sum(1 for host in plan.hosts if host.group == "tray-nvsw")
    nothing_changes(rendered("nvl72-8-racks"), tmp_path)


def test_a_format_that_is_stated_is_the_only_one(tmp_path: Path, plans: Plans, rendered: Callable[[str], Path]) -> None:
    """`import netbox FILES`: other files of the folder do not count, and a file of another format is refused."""
    plan = plans("roce-16")
    folder = exports.write(tmp_path / "export", exports.netbox(plan))
    (folder / "cables.csv").write_bytes((rendered("roce-16") / "cabling/cables.csv").read_bytes())
    site_map = exports.site_map(example("roce-16"), plan, tmp_path)
    report = imported(tmp_path, site_map, "netbox", folder)
    assert report["sources"][str(folder / "cables.csv")] == ""
    assert set(report["sources"].values()) == {"", "netbox"}
    nothing_changes(rendered("roce-16"), tmp_path)
    code, said = run("import", "lldp", folder / "cables.csv", "--map", site_map, "-o", tmp_path / "other")
    assert (code, "formats that clustergen detects by their contents: neighbours by LLDP" in said) == (1, True), said
    assert not (tmp_path / "other").exists()
    for words in (["lldp"], [folder, "lldp"], ["lldp", "netbox", folder]):
        assert run("import", *words, "-o", tmp_path / "other")[0] == 2
    _, printed = run("import", "--help")
    assert [each.name for each in formats() if each.name not in printed] == []


def test_a_source_that_is_neither_a_file_nor_a_format_is_named_with_the_formats(tmp_path: Path) -> None:
    code, said = run("import", "inventory", "-o", tmp_path / "site")
    assert code == 2
    assert "no file or folder 'inventory'" in said
    assert "formats: ansible, cabling" in said
