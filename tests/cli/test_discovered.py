"""clustergen check --discovered: a discovery of another fabric, of none, and one that is as planned."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli.main import main
from generator.cli.output import write_tree
from generator.render.tree import render_tree
from tests.ours import TEMPLATES
from tests.plan.test_infiniband import cluster
from tests.specs import plan_data


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    plan = plan_data(cluster(2, 2), tmp_path)
    target = tmp_path / "tree"
    write_tree(render_tree(plan, TEMPLATES), target)
    return target


def check(tree: Path, found: str, *more: str) -> Result:
    path = tree.parent / "found"
    path.write_text(found)
    arguments = ["check", str(tree), "--discovered", str(path), *more]
    return CliRunner().invoke(main, arguments, catch_exceptions=False)


def ibnetdiscover(hosts: tuple[str, ...]) -> str:
    """Write what ibnetdiscover prints of one switch with two hosts, as plain as it may be."""
    adapters = [0, 3, 4, 5, 6, 9, 10, 11]
    lines, blocks = [], []
    for index, (adapter, host) in enumerate((a, h) for a in adapters for h in hosts):
        name = f"H-0c42a1{index:010x}"
        lines.append(f'[{index + 1}]\t"{name}"[1](c42a1{index:010x}) \t\t# "{host} mlx5_{adapter}" lid 2 4xNDR')
        blocks.append(f'Ca\t1 "{name}"\t\t# "{host} mlx5_{adapter}"\n[1](c42a1{index:010x}) \t"S-01"[{index + 1}]\n')
    head = 'Switch\t64 "S-01"\t\t# "MF0;compute-leaf1:MQM9700/U1" base port 0 lid 1 lmc 0'
    return "\n".join([head, *lines, "", *blocks])


def test_a_fabric_as_planned_passes(tree: Path) -> None:
    said = check(tree, ibnetdiscover(("gpu1", "gpu2")))
    assert said.exit_code == 0, said.output
    assert "cabling of compute" in said.output


def test_swapped_hosts_are_named(tree: Path) -> None:
    said = check(tree, ibnetdiscover(("gpu2", "gpu1")))
    assert said.exit_code == 1
    assert "two host cables are swapped" in said.output


def test_a_discovery_of_something_else_is_refused(tree: Path) -> None:
    said = check(tree, "nothing of the kind\n")
    assert said.exit_code == 1
    assert "has no port of a subnet of" in said.output


def test_tables_need_a_discovery(tree: Path) -> None:
    said = CliRunner().invoke(main, ["check", str(tree), "--tables", str(tree / "manifest.json")])
    assert said.exit_code == 2
    assert "--discovered" in said.output
