"""Whether a switch's file fits its box: each fault that is planted into it is found by `clustergen check`, with its file and line."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.analysis.close import close
from generator.cli.main import main
from generator.render.backends import cumulus, eos, plan_json, sonic
from generator.verify.boxes import boxes
from tests.cli.planted import planted
from tests.eos_specs import eos_cluster
from tests.ours import TEMPLATES
from tests.plan.test_cables import FLAT
from tests.render.cumulus_specs import on_cumulus
from tests.specs import Spec, cluster, plan_data

BACKENDS = {"sonic": sonic, "cumulus": cumulus, "eos": eos}
FILES = {"sonic": "config_db.json", "cumulus": "startup.yaml", "eos": "running.cfg"}


def near(os: str) -> Spec:
    """Return a small cluster whose racks stand close enough for copper; Cumulus Linux is of a release that turns negotiation off where a speed is stated."""
    if os == "eos":
        return eos_cluster(2, 2)
    spec = cluster(2, 4, storage=1, login=1) | {"racks": FLAT}
    spec["hosts"]["gpu"]["per_rack"] = 2
    return on_cumulus(spec, "5.13") if os == "cumulus" else spec


@pytest.fixture(scope="module", params=FILES)
def tree(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The plan, and all switches of one system."""
    name = str(request.param)
    folder = tmp_path_factory.mktemp(name)
    plan = close(plan_data(near(name), folder))
    for artifact in (*BACKENDS[name].render(plan, TEMPLATES), *plan_json.render(plan, TEMPLATES)):
        file = folder / name / artifact.path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(artifact.content, encoding="utf-8")
    return folder / name


# Of the lines 2.1, 2.2, 2.3 and 2.5 of docs/fabrics.md: a system's leaf, what is in its file, what is planted there, what is in the line that is named (else any that the planted text is in), and what is said.
FAULTS = [
    ("sonic", "storage-leaf1", '"platform": "[^"]+"', '"platform": "x86_64-other-r0"', "", "refuses another platform"),
    ("sonic", "storage-leaf1", '"hwsku": "[^"]+"', '"hwsku": "ACS-MSN4700"', "", "the SKU is ACS-MSN4700, and sn5600 has"),
    ("sonic", "storage-leaf1", '"bfd,bfdv6"', '"bfd"', '"COPP_TRAP"', "bfdv6 has no trap"),
    ("sonic", "storage-leaf1", '"bfd,bfdv6"', '"bfd,bfdv6,arp_req"', "", "BFD shares the group clustergen-bfd"),
    ("sonic", "storage-leaf1", '"trap_group": "[^"]+"', '"trap_group": "queue4_group1"', "", "with traps of the image"),
    ("sonic", "storage-leaf1", '"always_enabled": "true"', '"always_enabled": "false"', "", "is not always enabled"),
    ("sonic", "storage-leaf1", '"queue": "5", "trap', '"queue": "1", "trap', "", "clustergen-bfd has queue 1"),
    ("sonic", "storage-leaf1", '"cir": "6000"', '"cir": "6"', "", "passes 6 packets a second"),
    ("sonic", "storage-leaf1", '"autoneg": "on"', '"autoneg": "off"', "", "does not negotiate its speed, but 400G over dac"),
    ("sonic", "oob-leaf1", '"autoneg": "on"', '"autoneg": "off"', "", "does not negotiate its speed, but 1G over copper"),
    ("sonic", "compute-leaf1", '"fec": "rs"', '"fec": "rs", "autoneg": "on"', "", "the other end of fibre does not"),
    ("cumulus", "storage-leaf1", "auto-negotiate: on", "auto-negotiate: off", "", "does not negotiate its speed, but 400G over dac"),
    ("cumulus", "oob-leaf1", r"swp1:((?:\n .*)*?)\n +auto-negotiate: on", r"swp1:\1", "link:", "does not negotiate its speed, but 1G over copper"),
    ("cumulus", "compute-leaf1", "( +)fec: rs", r"\1auto-negotiate: on", "", "the other end of fibre does not"),
    ("eos", "compute-leaf1", "speed 400g-4", "speed auto 400g-4", "", "the other end of fibre does not"),
]  # fmt: skip


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return the plan and all switches of a cluster with this system."""

    @cache
    def of(os: str) -> Path:
        folder = tmp_path_factory.mktemp(os)
        plan = close(plan_data(near(os), folder))
        for artifact in (*BACKENDS[os].render(plan, TEMPLATES), *plan_json.render(plan, TEMPLATES)):
            file = folder / "tree" / artifact.path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(artifact.content, encoding="utf-8")
        return folder / "tree"

    return of


@pytest.mark.parametrize("os", FILES)
def test_what_is_rendered_fits(os: str, trees: Callable[[str], Path]) -> None:
    """All switches with a file were looked at, and there are ports of both kinds where a catalog has copper."""
    verdict = boxes(trees(os))
    assert verdict.faults == []
    assert verdict.files == len([*trees(os).glob(f"switches/*/{FILES[os]}")])


@pytest.mark.parametrize(("os", "leaf", "pattern", "instead", "at", "said"), FAULTS)
def test_a_planted_fault_is_found_at_its_line(
    os: str, leaf: str, pattern: str, instead: str, at: str, said: str, trees: Callable[[str], Path]
) -> None:
    """One fault, one finding."""
    where = f"switches/{leaf}/{FILES[os]}"
    with planted(trees(os) / where, pattern, instead) as text:
        (fault,) = boxes(trees(os)).faults
    place, _, message = fault.partition(": ")
    file, _, line = place.rpartition(":")
    assert file == where
    assert said in message
    assert (at or instead.removeprefix(r"\1")) in text.splitlines()[int(line) - 1]


def test_check_asks_for_it(trees: Callable[[str], Path]) -> None:
    """The command names the file and the line, and ends as it does where something is refused."""
    tree = trees("sonic")
    with planted(tree / "switches/storage-leaf1/config_db.json", '"cir": "6000"', '"cir": "6"'):
        result = CliRunner().invoke(main, ["check", str(tree), "--changed"], catch_exceptions=False)
    assert result.exit_code == 1
    assert re.search(r"boxes: switches/storage-leaf1/config_db\.json:\d+: clustergen-bfd passes 6", result.output)
