"""The role `hosts` on hosts of every kind of roce-256 at once, twice: eight of them, or all with `make proof-full`. The time is told with the proofs."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import yaml

from generator.plan.draft import Draft
from tests.bench.local_hosts import UNCHANGED, files_of, fresh, run_stage, tree_of
from tests.twin.debian import CONTROLLER, bed_tree, debian_spec, stand_in_resolved
from tests.twin.ssh_hosts import SshHosts, require

FULL = os.environ.get("CLUSTERGEN_FULL") == "1"
OF_A_KIND = 1
PLAY = "ansible/playbooks/site.yml"
_OTHERS = ("ansible_", "clustergen_", "waves_")


def _sample(plan: Draft) -> list[str]:
    """A host of every group, or all of them. The controller has the address of the last control host, which is left out."""
    names = [host.name for group in plan.hosts_of.values() for host in (group if FULL else group[:OF_A_KIND])]
    return [name for name in names if name != "control3"]


def _site_variables(tree: Path, names: list[str]) -> None:
    """Add variables of a site for all hosts and for each, named like the tree's without `cluster_`."""
    inventory = tree / "ansible" / "inventory"
    texts = (path.read_text(encoding="utf-8") for path in inventory.glob("*_vars/**/*.yml"))
    called = {each for text in texts for each in yaml.safe_load(text) if not each.startswith(_OTHERS)}
    text = yaml.safe_dump({each.removeprefix("cluster_"): "of the site" for each in sorted(called)})
    for path in ("group_vars/all.yml", *(f"host_vars/{name}.yml" for name in names)):
        place = tree / "ansible" / "playbooks" / path
        place.parent.mkdir(exist_ok=True)
        place.write_text(text, encoding="utf-8")


def test_hosts_of_every_kind_converge(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Through `site.yml`; each boots once, and the second run changes nothing on any, although a site has variables called as ours are without their prefix."""
    require(program)
    plan, tree = bed_tree(debian_spec("roce-256"), tmp_path)
    names = _sample(plan)
    with SshHosts(tree, names, controller=CONTROLLER, face="bond0") as hosts:
        stand_in_resolved(hosts)
        times = []
        for _ in range(2):
            start = time.monotonic()
            said = hosts.playbook(PLAY, "--tags", "hosts").must()
            times.append(time.monotonic() - start)
            _site_variables(tree, names)
        assert said.changed == {}
        assert sorted(said.counts) == sorted(names)
        assert {host.boots for host in hosts} == {2}
    first, second = (round(each) for each in times)
    proven(
        "site.yml --tags hosts over SSH",
        f"{len(names)} fresh hosts of every kind: {first} s with a boot, then {second} s and changed=0",
    )


def test_the_bench_answers_for_hosts(tmp_path: Path, program: Callable[[str], str]) -> None:
    """The stand-ins of `python -m tests.bench hosts` know every module of a first run and of an unchanged one."""
    program("ansible-playbook")
    tree = tree_of(2, tmp_path / "tree")
    first = run_stage(tree, tmp_path / "first", 2, fresh(files_of(tree, "gpu1", "gpu")))
    assert {task.rpartition(" : ")[2] for task in first.changed["gpu2"]} >= {
        "Install what is missing",
        "Place the host's files",
    }
    again = run_stage(tree, tmp_path / "again", 2, UNCHANGED)
    assert again.changed == {}
    assert ("gpu2", "clustergen.cluster.hosts : Find the differences from the plan") in again.of("ok")
    assert min(again.main_s, again.workers_s) > 0
