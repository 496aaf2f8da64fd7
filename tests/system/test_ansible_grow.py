"""`grow.yml` on a change that `clustergen plan` told of: the new host comes up, the old one is not touched; what would touch it is refused."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli.main import main
from tests.depth import FULL
from tests.twin.debian import CONTROLLER, bed_tree, debian_spec, planned_tree, stand_in_resolved
from tests.twin.ssh_hosts import SshHosts, require

PLAY = "ansible/playbooks/grow.yml"


def _change(before: Path, after: Path, file: Path) -> Path:
    """Return what `clustergen plan` prints."""
    said = CliRunner().invoke(main, ["plan", str(before), str(after), "--format", "json"])
    assert said.exit_code in {0, 4}, said.output
    file.write_text(said.stdout, encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """roce-16 on Debian 12 as it is, with a third GPU host, and with that and another MTU on the frontend."""
    folder = tmp_path_factory.mktemp("grow")
    spec = debian_spec("roce-16")
    _, before = planned_tree(spec, folder / "before")
    spec["hosts"]["gpu"]["count"] += 1
    _, after = planned_tree(spec, folder / "after")
    spec["fabrics"]["frontend"]["host_mtu_bytes"] = 1500
    return before, after, planned_tree(spec, folder / "other")[1]


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """The first host and the new one, in the tree with both."""
    require(program)
    spec = debian_spec("roce-16")
    spec["hosts"]["gpu"]["count"] += 1
    _, tree = bed_tree(spec, tmp_path_factory.mktemp("bed"))
    with SshHosts(tree, ["gpu01", "gpu03"], controller=CONTROLLER, face="bond0") as bed:
        stand_in_resolved(bed)
        yield bed


def _arguments(change: Path) -> tuple[str, ...]:
    given = json.dumps({"growth_plan": str(change), "hosts_may_reboot": "never"})
    return ("--limit", "gpu01,gpu03", "--tags", "hosts", "-e", given)


@FULL
def test_only_the_new_host_is_touched(
    hosts: SshHosts, trees: tuple[Path, Path, Path], tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """Through the same roles as on the first day; a second run finds nothing to do."""
    change = _change(trees[0], trees[1], tmp_path / "change.json")
    said = hosts.playbook(PLAY, *_arguments(change)).must()
    assert "new hosts: gpu03" in said.stdout
    assert hosts["gpu03"].must("hostname").strip() == "gpu03"
    assert hosts["gpu01"].must("hostname").strip() == "debian"
    assert said.counts["gpu01"].changed == 0  # tasks of the controller count for the first host of a play
    assert hosts.playbook(PLAY, *_arguments(change)).must().changed == {}
    proven("grow.yml over SSH", "a third GPU host of roce-16 from clustergen plan's own JSON")


def test_what_touches_who_is_in_use_is_refused(hosts: SshHosts, trees: tuple[Path, Path, Path], tmp_path: Path) -> None:
    """Until it is allowed; the message has an example and the way out."""
    change = _change(trees[0], trees[2], tmp_path / "change.json")
    said = hosts.playbook(PLAY, *_arguments(change))
    assert said.returncode != 0
    assert "growth_allow" in said.stdout
    assert "effect" in said.stdout


def test_another_cluster_s_change_is_refused(hosts: SshHosts, trees: tuple[Path, Path, Path], tmp_path: Path) -> None:
    change = _change(trees[0], trees[1], tmp_path / "change.json")
    change.write_text(change.read_text(encoding="utf-8").replace('"atlas"', '"other"'), encoding="utf-8")
    said = hosts.playbook(PLAY, *_arguments(change))
    assert "is for other" in said.stdout
