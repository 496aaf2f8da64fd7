"""Every form with 1 %, 5 % and 20 % of its records lost, swapped or renamed: what is written is what a source states, and the rest is told."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.plan.draft import Draft
from tests.adopt import damage, exports
from tests.adopt.test_round_trip import run
from tests.conftest import example, plan_of
from tests.depth import square
from tests.growth import forms
from tests.specs import cluster

HARMS = {"lost": damage.lost, "swapped": damage.swapped, "renamed": damage.renamed}
SHARES = (1, 5, 20)
FORMS: Mapping[str, Callable[[Any], dict[str, str]]] = {
    "netbox": exports.netbox,
    "netbox-tables": exports.netbox_tables,
    "ini": lambda site: {"hosts.ini": exports.ini(site)},
    "cabling": lambda site: {"list.csv": exports.spreadsheet(site)},
    "ibnetdiscover": lambda site: {"fabric.txt": exports.ibnetdiscover(site), "hosts.ini": exports.ini(site.plan)},
    **{
        f"lldp-{form}": lambda site, form=form: exports.neighbours(site, form)  # type: ignore[misc]
        for form in ("lldpctl", "json0", "sonic", "nvue", "eos", "eos-detail")
    },
}
STATES = {"netbox": "lap", "netbox-tables": "lap", "ini": "p", "ibnetdiscover": ""}
"""What each form states: links, addresses, places; the others state links."""
COLUMNS = [word for what, name in exports.COLUMNS.items() for word in ("--column", f"{what}={name}")]


@cache
def _infiniband() -> tuple[dict[str, Any], Draft]:
    spec = cluster(4, 16, 2, 1)
    spec["fabrics"]["compute"] = {"technology": "infiniband", "leaf": {"model": "qm9700"}}
    return spec, forms.plan_of(spec)


def _answer(folder: Path, sources: list[Path], spec: Path, plan: Draft, *more: str) -> dict[str, Any]:
    """Import, and hold the answer to what every one of them promises."""
    site = exports.site_map(spec, plan, folder)
    code, said = run("import", *sources, "--map", site, "-o", folder / "site", "--format", "json", *more)
    assert code == 0, said
    report: dict[str, Any] = json.loads(said)
    code, said = run("validate", folder / "site" / "cluster.yaml")
    assert code == 0, said
    for counts in report["explained"].values():
        assert counts["as_designed"] + counts["listed"] == counts["found"]
    left = [*report["listed"], *report["contradictions"], *report["not_placed"], *report["not_seen"]["cables"]]
    assert ("plan.json" in report["files"]) <= (not left)
    return report


def _told(report: Mapping[str, Any]) -> str:
    return json.dumps([report["listed"], report["contradictions"], report["not_placed"]])


@pytest.mark.parametrize(("form", "harm", "share"), square(list(FORMS), list(HARMS), SHARES))
def test_never_a_lie(form: str, harm: str, share: int, tmp_path: Path, plans: Callable[[str], Draft]) -> None:
    """Each record is in the plan of the files, or is told; where something was lost, nothing else is made of it."""
    spec, plan = example("small-4-hosts"), plans("small-4-hosts")
    if form == "ibnetdiscover":
        data, plan = _infiniband()
        spec = tmp_path / "spec.yaml"
        spec.write_text(json.dumps(data))
    site = damage.harmed(plan, HARMS[harm], share, f"{form} {harm} {share}")
    folder = exports.write(tmp_path / "in", FORMS[form](site))
    sources, columns = sorted(folder.iterdir()), COLUMNS if form == "cabling" else []
    report = _answer(tmp_path, sources, spec, plan, *columns)
    after, told, states = plan_of(tmp_path / "site/cluster.yaml"), _told(report), STATES.get(form, "l")
    ends = {(x.a.device, x.a.interface): (x.b.device, x.b.interface) for x in after.links}
    for link in site.links if "l" in states else ():
        a, b = ((end.device, end.interface) for end in (link.a, link.b))
        assert ends.get(a) == b or any(" ".join(end) in told or f'"{end[0]} ' in told for end in (a, b)), (a, b)
    addresses = {(x.device, x.interface, x.address) for x in after.addresses}
    for each in site.addresses if "a" in states else ():
        stands = (each.device, each.interface, each.address) in addresses or each.use in {"loopback", "vtep"}
        assert stands or f"{each.device} " in told or each.address in told, each
    places = {each.name: (each.rack, each.unit) for each in after.devices}
    for each in site.devices if "p" in states else ():
        assert places.get(each.name) == (each.rack, each.unit) or f"{each.name} " in told, each.name


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("harm", HARMS)
def test_files_of_switches(harm: str, share: int, tmp_path: Path, plans: Callable[[str], Draft], rendered: Any) -> None:
    """config_db.json of every switch, beside a whole cabling list."""
    tree, plan = rendered("small-4-hosts"), plans("small-4-hosts")
    texts = {
        f"{path.parent.name}/config_db.json": damage.harmed_tables(
            path.read_text(), harm, share, f"{path.parent.name} {share}"
        )
        for path in sorted(tree.glob("switches/*/config_db.json"))
    }
    folder = exports.write(tmp_path / "in", texts)
    report = _answer(tmp_path, [folder, tree / "cabling/cables.csv"], example("small-4-hosts"), plan)
    after, told = plan_of(tmp_path / "site/cluster.yaml"), _told(report)
    addresses = {(x.device, x.interface, x.address) for x in after.addresses}
    addresses |= {(x.name, "eth0", x.management) for x in after.switches}
    addresses |= {(p.switch, p.interface, p.address.partition("/")[0]) for p in after.reserved_ports}
    for path, text in texts.items():
        device = path.partition("/")[0]
        for table in ("INTERFACE", "VLAN_INTERFACE", "MGMT_INTERFACE"):
            for key in json.loads(text).get(table, {}):
                name, _, prefix = key.partition("|")
                address = prefix.partition("/")[0]
                if prefix and ":" not in prefix:
                    assert (device, name, address) in addresses or address in told or f"{device} {name}" in told, key


@pytest.mark.parametrize(("form", "harm", "share"), square(["slurm", "topology", "inventory"], list(HARMS), SHARES))
def test_lists_of_names(
    form: str, harm: str, share: int, tmp_path: Path, plans: Callable[[str], Draft], rendered: Any
) -> None:
    """slurm.conf, topology.conf and an inventory in YAML: every device that a line names is a device of the plan, or is told."""
    tree, plan = rendered("small-4-hosts"), plans("small-4-hosts")
    name, path = {
        "slurm": ("slurm.conf", tree / "slurm/slurm.conf"),
        "topology": ("topology.conf", tree / "slurm/topology.conf"),
        "inventory": ("hosts.yml", tree / "ansible/inventory/hosts.yml"),
    }[form]
    names = [each.name for each in plan.devices]
    text = path.read_text() if form == "inventory" else _written_out(path.read_text(), names)
    if form == "inventory":  # two hosts of one name are one for YAML
        text = yaml.safe_dump(_harmed_groups(yaml.safe_load(text), harm, share))
    else:
        text = damage.harmed_lines(text, harm, share, f"{form} {harm} {share}", names)
    texts = {name: text} | ({"whole.ini": exports.ini(plan)} if form != "inventory" else {})  # Slurm knows no switches
    folder = exports.write(tmp_path / "in", texts)
    site = exports.site_map(example("small-4-hosts"), plan, tmp_path)
    code, said = run("import", folder, "--map", site, "-o", tmp_path / "tried")
    if code:  # one host of a kind more than the map has room for: refused, and nothing is written
        assert harm != "lost"
        assert (code, (tmp_path / "tried").exists()) == (1, False)
        assert "envelope-below-count" in said
        return
    report = _answer(tmp_path, [folder], example("small-4-hosts"), plan)
    after = {each.name for each in plan_of(tmp_path / "site/cluster.yaml").devices}
    told = _told(report)
    for each in names:
        assert each in after or f"{each} " in told or f"{each}x" in told or each not in text or harm == "lost", each
    strangers = [f"{each}x" for each in names if f"{each}x" in text]
    assert all(f"{each} " in told or each in after for each in strangers)


def _written_out(text: str, names: list[str]) -> str:
    """Write every node of a slurm.conf, or of a topology.conf, on a line of its own."""
    nodes = [each for each in names if each.startswith("gpu")]
    if "SwitchName=" in text:
        return "".join(f"SwitchName=leaf{number} Nodes={each}\n" for number, each in enumerate(nodes))
    lines = [line for line in text.splitlines() if not line.startswith(("NodeName", "PartitionName"))]
    lines += [f"NodeName={each}" for each in nodes]
    lines += [f"PartitionName=gpu Nodes={each}" for each in nodes]
    return "\n".join(lines) + "\n"


def _harmed_groups(data: Any, harm: str, share: int) -> Any:
    """Take hosts out of an inventory, exchange their groups, or misspell them, at every depth."""
    for body in data.values():
        if isinstance(body, dict):
            hosts = body.get("hosts") or {}
            for each in list(hosts)[: max(1, len(hosts) * share // 100)] if hosts else ():
                value = hosts.pop(each)
                if harm != "lost":
                    hosts[f"{each}x" if harm == "renamed" else "login1"] = value
            _harmed_groups(body.get("children") or {}, harm, share)
    return data
