"""`clustergen init` with many combinations of answers: each spec is valid, its Ethernet switches are one vendor's and run the system that was asked for, and it has no warning but those that the answers themselves cause."""

import itertools
import random
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from generator.catalog.model import Switch
from generator.cli.main import main
from generator.pipeline.read import read_plan
from tests.ours import CATALOG

ANSWERS = {
    "host": ("dgx-h100", "dgx-b200", "dgx-h200", "dgx-a100", "mi300x-8gpu", "gb200-nvl72-tray"),
    "generations": ("none", "dgx-b300=8:16", "dgx-h200=8:16,dgx-b200=8"),
    "fabric": ("roce", "infiniband"),
    "topology": ("rail-optimized", "fat-tree"),
    "os": ("sonic", "cumulus", "eos"),
    "storage": ("local-nvme", "none", "parallel,nfs", "object,nfs,local-nvme"),
    "storage-fabric": ("roce", "infiniband"),
    "scheduler": ("slurm", "kubernetes", "both", "none"),
    "tenants": ("none", "blue=1", "blue=1,red=1"),
    "gpus": ("8", "16", "64"),
}
COMBINATIONS = 80
_CAUSED = {
    "tenants-share-pods": "the answers ask for tenants and for Kubernetes, whose pods share a network",
    "planes-wanted": "the answers put hosts whose rails are two planes on one fabric with hosts whose rails are one",
    "part-unknown": "the only module for 200 Gb/s hosts on an Ethernet leaf of 800 Gb/s has no published part number in the catalog",
    "transceiver-refused": "the answers ask for hosts of 200 Gb/s on Arista, which no document names a coded cable for",
    "manager-costs-leaves": "the answers ask for tenants on InfiniBand with GPUs that no envelope of two hosts less has",
}
"""Warnings that answers cause, with the reason; `init` names each."""
_NOTE = re.compile(r"the spec has warnings: ([a-z, -]+);")
_LARGE = (
    "--gpus 1024 --host gb200-nvl72-tray --tenants blue=4",
    "--gpus 1024 --host gb200-nvl72-tray --fabric infiniband --scheduler kubernetes",
    "--gpus 1024 --os cumulus",
    "--gpus 256 --host gb200-nvl72-tray --os eos",
    "--gpus 1024 --os eos",
    "--gpus 256 --fabric infiniband --os eos --tenants blue=4",
    "--gpus 512 --fabric infiniband --storage-fabric infiniband --storage none --tenants blue=4",
)


def _fits(row: dict[str, str]) -> bool:
    """Whether no model is there twice, which the questions refuse."""
    models = [row["host"], *(each.split("=")[0] for each in row["generations"].split(","))]
    return len(set(models)) == len(models)


def _refused(row: dict[str, str]) -> bool:
    """Whether no Arista switch suits: storage ports of 200 Gb/s with QSFP56 cages on RoCE have no cable that is long enough for their cages."""
    ethernet = "roce" in (row["fabric"], row["storage-fabric"])
    return row["os"] == "eos" and row["host"] == "dgx-a100" and ethernet


def combinations() -> list[dict[str, str]]:
    """Return rows of answers in which any two answers that suit each other meet; the same ones in every run."""
    chance = random.Random(1)
    every = [dict(zip(ANSWERS, row, strict=True)) for row in itertools.product(*ANSWERS.values())]
    fitting = [row for row in every if _fits(row) and not _refused(row)]
    left = {pair for row in fitting for pair in itertools.combinations(row.items(), 2)}
    rows: list[dict[str, str]] = []
    while left or len(rows) < COMBINATIONS:
        tried = chance.sample(fitting, 60)
        row = max(tried, key=lambda each: sum(pair in left for pair in itertools.combinations(each.items(), 2)))
        left -= set(itertools.combinations(row.items(), 2))
        rows.append(row)
    return rows


ROWS = combinations()


def options_of(row: dict[str, str]) -> list[str]:
    return [word for key, value in row.items() for word in (f"--{key}", value)]


def started(options: list[str]) -> tuple[Result, set[str]]:
    """Return what init printed, and the warnings that it names."""
    result = CliRunner().invoke(main, ["init", *options], catch_exceptions=False)
    assert result.exit_code == 0, f"{shlex.join(options)}\n{result.output}"
    note = _NOTE.search(result.stderr)
    return result, set(note[1].split(", ")) if note else set()


def ethernet(spec: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the vendor and system of each Ethernet tier."""
    tiers = [fabric[tier] for fabric in spec["fabrics"].values() for tier in ("leaf", "spine") if tier in fabric]
    switches = [(CATALOG.get(Switch, tier["model"]), tier.get("os", "")) for tier in tiers]
    return [(switch.vendor, system) for switch, system in switches if switch.technology == "ethernet"]


def test_any_two_answers_meet() -> None:
    """All pairs of answers that no rule above sets apart are in some combination."""
    assert len(ROWS) == COMBINATIONS
    met = {pair for row in ROWS for pair in itertools.combinations(row.items(), 2)}
    every = (dict(zip(ANSWERS, row, strict=True)) for row in itertools.product(*ANSWERS.values()))
    fitting = (row for row in every if _fits(row) and not _refused(row))
    assert {pair for row in fitting for pair in itertools.combinations(row.items(), 2)} == met


@pytest.mark.parametrize("row", ROWS, ids=lambda row: "-".join(row.values()))
def test_a_combination_makes_a_valid_spec_of_one_vendor(row: dict[str, str]) -> None:
    """`init` has planned the spec: an error refuses it, and the note names each warning."""
    result, codes = started(options_of(row))
    assert codes <= _CAUSED.keys(), (codes, shlex.join(options_of(row)))
    found = ethernet(yaml.safe_load(result.stdout))
    assert len({vendor for vendor, _ in found}) == 1
    assert {system for _, system in found} <= {row["os"], *(["none"] if row["os"] == "eos" else [])}


@pytest.mark.proof
@pytest.mark.parametrize("options", [*(shlex.join(options_of(row)) for row in ROWS[::4]), *_LARGE])
def test_validate_agrees_with_init(tmp_path: Path, options: str) -> None:
    result, codes = started(shlex.split(options))
    path = tmp_path / "cluster.yaml"
    path.write_text(result.stdout, encoding="utf-8")
    assert {warning.code for warning in read_plan(path, CATALOG)[0].warnings} == codes
    assert codes <= _CAUSED.keys()
    assert len({vendor for vendor, _ in ethernet(yaml.safe_load(result.stdout))}) == 1


@pytest.mark.parametrize(
    ("options", "reason", "choice"),
    [
        ("--gpus 8 --host dgx-a100 --os eos", "error[no-common-speed]", "--os"),
        ("--gpus 8 --host dgx-h100 --generations dgx-a100=8 --os eos", "error[no-common-speed]", "--os"),
        ("--gpus 8 --host mi355x-8gpu --fabric infiniband", "error[nic-protocol]", "--fabric roce"),
    ],
)
def test_what_cannot_be_is_refused_with_a_choice_that_works(
    tmp_path: Path, options: str, reason: str, choice: str
) -> None:
    """Nothing is written, and the first change that is named makes a spec."""
    path = tmp_path / "cluster.yaml"
    refused = CliRunner().invoke(main, ["init", *shlex.split(options), "-o", str(path)], catch_exceptions=False)
    assert refused.exit_code == 1
    assert list(tmp_path.iterdir()) == []
    assert reason in refused.stderr
    assert "warning[" not in refused.stderr
    named = re.search(r"nothing was written; choose (--[a-z-]+ \S+)", refused.stderr)
    assert named is not None, refused.stderr
    assert named[1].startswith(choice)
    found = ethernet(yaml.safe_load(started([*shlex.split(options), *named[1].split()])[0].stdout))
    assert len({vendor for vendor, _ in found}) == 1


def test_an_assumed_envelope_leaves_ports_to_the_hosts_of_a_subnet_manager() -> None:
    """One host less than fits the leaves costs none; a stated envelope is kept, with the warning."""
    options = shlex.split("--gpus 64 --fabric infiniband --tenants blue=1")
    result, codes = started(options)
    assert yaml.safe_load(result.stdout)["hosts"]["gpu"] == {"model": "dgx-h100", "count": 8, "max": 31}
    assert codes == set()
    result, codes = started([*options, "--max-gpus", "256"])
    assert yaml.safe_load(result.stdout)["hosts"]["gpu"]["max"] == 32
    assert codes == {"manager-costs-leaves"}
