"""IPv6 addresses, and addresses of no interface: each is as designed, listed with its line, or counted; none is dropped silently."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.plan.draft import Draft
from tests.adopt import exports
from tests.adopt.test_round_trip import explained, imported, nothing_changes, run
from tests.conftest import example, plan_of

Plans = Callable[[str], Draft]


def _box(plan: Draft, *rows: dict[str, Any]) -> dict[str, str]:
    answers = {name: json.loads(text) for name, text in exports.netbox(plan).items()}
    answers["ip-addresses.json"]["results"] += rows
    return {name: json.dumps(each, indent=1) for name, each in answers.items()}


def _row(address: str, device: str, port: str) -> dict[str, Any]:
    return {"address": address, "assigned_object": {"device": {"name": device}, "name": port}}


def test_foreign_addresses(tmp_path: Path, plans: Plans) -> None:
    """A design without IPv6 has none of them; link-local ones say nothing of a site, and an address of a virtual machine is none of the cluster's."""
    plan = plans("small-4-hosts")
    rows = [_row(f"fd00::{n}/64", "gpu1", "rail0") for n in range(1, 6)]
    rows += [_row("fe80::1/64", "gpu1", "rail0"), _row("10.0.0.300/24", "gpu1", "bmc")]
    rows += [{"address": "10.99.0.1/24", "assigned_object": None}]
    rows += [{"address": "10.99.0.2/24", "assigned_object": {"virtual_machine": {"name": "vm1"}, "name": "eth0"}}]
    folder = exports.write(tmp_path / "export", _box(plan, *rows))
    before = len(plan.addresses) - sum(1 for each in plan.addresses if each.use in {"loopback", "vtep"})
    site = exports.site_map(example("small-4-hosts"), plan, tmp_path, assume=["asns", "vnis"])
    report = imported(tmp_path, site, folder)
    counts = report["explained"]["addresses"]
    assert counts == {"found": before + 5, "as_designed": before, "listed": 5}
    assert {each["found"] for each in report["listed"]} == {f"fd00::{n}" for n in range(1, 6)}
    assert all(
        "ip-addresses.json:" in each["source"] and "addressing.ipv6" in each["reason"] for each in report["listed"]
    )
    assert [each["what"] for each in report["not_placed"]] == ["gpu1 bmc address: '10.0.0.300/24' is none that is read"]
    assert sorted(each["count"] for each in report["not_used"]) == [1, 2]
    assert "plan.json" not in report["files"]


@pytest.mark.parametrize("name", ["small-4-hosts", "tenants-64"])
def test_a_design_with_both(name: str, tmp_path: Path) -> None:
    """Addresses of both families in files of switches and in NetBox are as designed; those that differ are pinned, or listed if the leaf does not announce them."""
    spec = yaml.safe_load(example(name).read_text())
    spec.setdefault("addressing", {})["ipv6"] = "fd00:10::/32"
    (tmp_path / "spec.yaml").write_text(json.dumps(spec))
    plan = plan_of(tmp_path / "spec.yaml")
    code, said = run("render", tmp_path / "spec.yaml", "-o", tmp_path / "tree")
    assert code == 0, said
    twins = [_row(each.ipv6, each.device, each.interface) for each in plan.addresses if each.ipv6]
    folder = exports.write(tmp_path / "export", _box(plan, *twins))
    configs = sorted((tmp_path / "tree").glob("switches/*/config_db.json"))
    site = exports.site_map(tmp_path / "spec.yaml", plan, tmp_path)
    report = imported(tmp_path, site, folder, *configs)
    explained(report, "addresses")
    assert report["explained"]["addresses"]["found"] > len(twins)
    nothing_changes(tmp_path / "tree", tmp_path)
    (tmp_path / "site").rename(tmp_path / "first")
    rail = next(row for row in twins if row["assigned_object"]["name"] == "rail0")
    before, rail["address"] = rail["address"], "fd00:10::dead/127"
    exports.write(folder, _box(plan, *twins))
    report = imported(tmp_path, site, folder)
    assert [each["found"] for each in report["listed"]] == ["fd00:10::dead"]
    assert "is outside fd00:10:" in report["listed"][0]["reason"]
    (tmp_path / "site").rename(tmp_path / "second")
    ports = [
        row
        for row in twins
        if row["assigned_object"]["name"] == "rail1" and "gpu" in row["assigned_object"]["device"]["name"]
    ]
    held = [row["address"] for row in ports]
    for row, address in zip(ports, held[1:] + held[:1], strict=True):
        row["address"] = address
    rail["address"] = before
    leaves = {(x.a.device, x.a.interface): (x.b.device, x.b.interface) for x in plan.links}
    moved = {leaves[r["assigned_object"]["device"]["name"], "rail1"] for r in ports}
    kept = [
        row for row in twins if (row["assigned_object"]["device"]["name"], row["assigned_object"]["name"]) not in moved
    ]
    exports.write(folder, _box(plan, *kept))
    report = imported(tmp_path, site, folder)
    explained(report, "addresses")
    pins = yaml.safe_load((tmp_path / "site" / "pins.yaml").read_text())["devices"]
    stated = [pin["addresses_ipv6"]["rail1"] for pin in pins.values() if "rail1" in pin.get("addresses_ipv6", {})]
    assert sorted(stated) == sorted(each.partition("/")[0] for each in held)


def test_prefixes(tmp_path: Path, plans: Plans) -> None:
    """An IPv6 prefix of a role is not the pool of IPv4."""
    plan = plans("small-4-hosts")
    more = exports.netbox_more(plan)
    rows = json.loads(more["prefixes.json"])
    rows["results"].insert(0, {"prefix": "fd00::/48", "role": {"name": "Compute", "slug": "compute"}})
    folder = exports.write(tmp_path / "export", exports.netbox(plan) | {"prefixes.json": json.dumps(rows)})
    report = imported(tmp_path, exports.site_map(example("small-4-hosts"), plan, tmp_path), folder)
    explained(report, "addresses")
    assert [each["count"] for each in report["not_used"]] == [1]


def test_inventories(tmp_path: Path, plans: Plans) -> None:
    """ansible_host is an address of either family, or a name, which says nothing of addresses."""
    plan = plans("small-4-hosts")
    text = exports.ini(plan).replace("gpu1 ", "gpu1 loopback=nonsense ")
    lines = [
        line.rpartition("ansible_host=")[0] + "ansible_host=fd00::7" if line.startswith("gpu2 ") else line
        for line in text.split("\n")
    ]
    lines = [
        line.rpartition("ansible_host=")[0] + "ansible_host=gpu3.example.net" if line.startswith("gpu3 ") else line
        for line in lines
    ]
    (tmp_path / "hosts.ini").write_text("\n".join(lines))
    report = imported(tmp_path, exports.site_map(example("small-4-hosts"), plan, tmp_path), tmp_path / "hosts.ini")
    assert [each["found"] for each in report["listed"]] == ["fd00::7"]
    assert [each["what"] for each in report["not_placed"]] == ["gpu1 loopback: 'nonsense' is none that is read"]
    assert [each["count"] for each in report["not_used"]] == [1]
