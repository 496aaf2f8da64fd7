"""The programs that read our files: Ansible, Graphviz, SONiC's YANG over every example, and our own `check`."""

import csv
import json
import py_compile
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli.main import main
from generator.plan.draft import Draft
from tests.conftest import EXAMPLES
from tests.depth import IN_FULL
from tests.judges.sonic_yang import SonicYang

pytestmark = pytest.mark.proof


@pytest.mark.parametrize("name", EXAMPLES)
def test_sonic_yang_accepts_every_switch(
    name: str,
    shared: Path,
    program: Callable[[str], str],
    plans: Callable[[str], Draft],
    rendered: Callable[[str], Path],
    proven: Callable[[str, str], None],
) -> None:
    """Every config_db.json of every example, one a switch that runs SONiC, and every table is one that some module knows; of switches whose files have the same tables with the same fields, the first and the last."""
    judge = SonicYang(shared / "schemas" / "sonic-yang", program("yanglint"))
    files = sorted(rendered(name).glob("switches/*/config_db.json"))
    assert {file.parent.name for file in files} == {s.name for s in plans(name).switches if s.os == "sonic"}
    configs = {file.parent.name: json.loads(file.read_text()) for file in files}
    if not IN_FULL:
        configs = {name: configs[name] for name in _ends_of_alike(configs)}
    verdicts = judge.check_all(configs)
    assert {device: said for device, said in verdicts.items() if said} == {}
    assert len(verdicts) == len(configs)
    proven("SONiC YANG (yanglint)", f"{name}: {len(configs)} config_db.json accepted")


def _ends_of_alike(configs: dict[str, dict[str, dict[str, dict[str, object]]]]) -> set[str]:
    """Return the first and the last switch of those whose files have the same tables with the same fields."""
    alike: dict[frozenset[tuple[str, frozenset[str]]], list[str]] = {}
    for name, config in configs.items():
        shape = frozenset((table, frozenset(fields)) for table, rows in config.items() for fields in rows.values())
        alike.setdefault(shape, []).append(name)
    return {end for names in alike.values() for end in (names[0], names[-1])}


@pytest.mark.parametrize("name", EXAMPLES)
def test_ansible_reads_the_inventory(
    name: str, program: Callable[[str], str], rendered: Callable[[str], Path], proven: Callable[[str, str], None]
) -> None:
    """Every device, in its groups, with its address; no warning."""
    tree = rendered(name)
    run = [program("ansible-inventory"), "-i", str(tree / "ansible" / "inventory" / "hosts.yml")]
    listed = subprocess.run([*run, "--list"], capture_output=True, text=True, check=True)
    assert listed.stderr.strip() == ""
    found = json.loads(listed.stdout)
    plan = json.loads((tree / "plan.json").read_text())
    devices = {device["name"] for device in (*plan["hosts"], *plan["switches"])}
    assert set(found["_meta"]["hostvars"]) == devices
    for rack in plan["racks"]:
        members = {d["name"] for d in (*plan["hosts"], *plan["switches"]) if d["rack"] == rack["name"]}
        assert set(found[f"rack_{rack['name'].lower()}"]["hosts"]) == members
    first = next(host["name"] for host in plan["hosts"] if host["role"] == "compute")
    facts = found["_meta"]["hostvars"][first]
    rail = next(link for link in plan["links"] if link["a"]["device"] == first and link["rail"] == 0)
    assert facts["cluster_ports"][0]["switch_port"] == rail["b"]["interface"]
    assert facts["cluster_ports"][0].get("gateway", "") == rail["b"]["address"]
    assert {fabric: roce["priority"] for fabric, roce in facts["cluster_roce"].items()} == dict.fromkeys(
        facts["cluster_roce"], 3
    )
    graph = subprocess.run([*run, "--graph"], capture_output=True, text=True, check=True).stdout
    # The graph shows a group's hosts under each of its parents: its own group below its role, those of managed hosts and of hosts with GPUs
    own = 3
    schedulers = sum(first in found.get(part, {}).get("hosts", []) for part in ("slurm_compute", "kubernetes_worker"))
    domains = 1 if "nvlink_domain_1" in found else 0
    needs = sum(first in each.get("hosts", []) for name, each in found.items() if name.startswith(("power_off_", "without_")))  # fmt: skip
    assert graph.count(f"|--{first}\n") == own + 2 + schedulers + domains + needs, (
        "in its group, rack, scalable unit, its schedulers, its NVLink domain where it has one, its step of a shutdown, and failures that stop it"
    )
    proven("ansible-inventory", f"{name}: {len(devices)} devices in {len(found) - 1} groups, --list and --graph")


@pytest.mark.parametrize("name", EXAMPLES)
def test_graphviz_reads_the_graph(
    name: str, program: Callable[[str], str], rendered: Callable[[str], Path], proven: Callable[[str, str], None]
) -> None:
    """One edge a link, by Graphviz' own count; and dot itself lays it out for the smallest example."""
    tree = rendered(name)
    with (tree / "cabling" / "cables.csv").open() as file:
        links = sum(1 for _ in csv.DictReader(file))
    counted = subprocess.run(
        [program("gc"), "-e", tree / "cabling" / "topology.dot"], capture_output=True, text=True, check=True
    )
    assert counted.stdout.split()[0] == str(links)
    if name == "roce-16":
        drawn = subprocess.run(
            [program("dot"), "-Tplain", tree / "cabling" / "topology.dot"], capture_output=True, text=True, check=True
        )
        assert drawn.stdout.count("\nedge ") == links
    proven("Graphviz", f"{name}: {links} edges in topology.dot")


def test_our_own_check_runs_them_too(
    rendered: Callable[[str], Path], tmp_path: Path, program: Callable[[str], str]
) -> None:
    """`clustergen check` passes a good tree and names what a bad one has."""
    program("vtysh")
    bad = tmp_path / "bad"
    subprocess.run(
        ["cp", "-a", rendered("roce-16"), bad], check=True
    )  # with its times: what Python compiled is told by them
    source = next(bad.glob("ansible/playbooks/collections/**/plugins/filter/*.py"))
    kept = (
        source.parent / "__pycache__" / f"{source.stem}.cpython-311.pyc"
    )  # what Ansible leaves of a plugin that it ran
    kept.parent.mkdir(exist_ok=True)
    py_compile.compile(str(source), str(kept), invalidation_mode=py_compile.PycInvalidationMode.TIMESTAMP)
    result = CliRunner().invoke(main, ["check", str(bad)])
    assert result.exit_code == 0, result.output
    conf = bad / "switches" / "oob-leaf1" / "frr.conf"
    conf.write_text(conf.read_text().replace("route-map ACCEPT", "root-map ACCEPT"))
    (bad / "switches" / "notes.txt").touch()
    result = CliRunner().invoke(main, ["check", str(bad)])
    assert result.exit_code == 1
    assert "switches/notes.txt does not belong to this tree" in result.output
    assert "oob-leaf1/frr.conf" in result.output
    assert "was changed after it was written" in result.output
