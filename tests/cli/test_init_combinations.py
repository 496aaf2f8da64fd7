"""`clustergen init` with many combinations of answers: each spec validates, its Ethernet switches are one vendor's, and it has no warning but those that the answers themselves cause."""

import itertools
import random
import shlex
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from generator.catalog.model import Switch
from generator.cli.main import main
from generator.pipeline.read import read_plan
from tests.ours import CATALOG

ANSWERS = {
    "host": ("dgx-h100", "dgx-b200", "dgx-h200", "dgx-a100", "mi300x-8gpu"),
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
    "tenants-share-pods": "tenants and Kubernetes: pods of all tenants share a network",
    "manager-costs-leaves": "tenants on a small InfiniBand fabric: the hosts of the subnet manager need ports",
    "planes-wanted": "hosts that split their rails over two planes share a fabric with hosts that do not",
    "part-unknown": "a cable of these hosts has no published part number",
}
"""Warnings that answers cause; `init` names each."""


def _fits(row: dict[str, str]) -> bool:
    """Whether answers suit each other: no model is there twice, and what is out of the catalog's reach is left out."""
    models = [row["host"], *(each.split("=")[0] for each in row["generations"].split(","))]
    # No Arista frontend of the catalog has a port for the hosts of a subnet manager; with storage over InfiniBand and no storage hosts, none could manage it
    managed = row["tenants"] != "none" and "infiniband" in (row["fabric"], row["storage-fabric"])
    served = row["storage"] in {"parallel,nfs", "object,nfs,local-nvme"}
    return len(set(models)) == len(models) and not (managed and row["os"] == "eos") and (served or not managed)


def combinations() -> list[dict[str, str]]:
    """Return rows of answers in which any two answers that suit each other meet; the same ones in every run."""
    chance = random.Random(1)
    every = [dict(zip(ANSWERS, row, strict=True)) for row in itertools.product(*ANSWERS.values())]
    fitting = [row for row in every if _fits(row)]
    left = {pair for row in fitting for pair in itertools.combinations(row.items(), 2)}
    rows: list[dict[str, str]] = []
    while left or len(rows) < COMBINATIONS:
        tried = chance.sample(fitting, 60)
        row = max(tried, key=lambda each: sum(pair in left for pair in itertools.combinations(each.items(), 2)))
        left -= set(itertools.combinations(row.items(), 2))
        rows.append(row)
    return rows


ROWS = combinations()


def test_any_two_answers_that_suit_each_other_meet() -> None:
    """Two answers that no combination has are refused together, or are left out above."""
    assert len(ROWS) == COMBINATIONS
    met = {pair for row in ROWS for pair in itertools.combinations(row.items(), 2)}
    every = (dict(zip(ANSWERS, row, strict=True)) for row in itertools.product(*ANSWERS.values()))
    assert {pair for row in every if _fits(row) for pair in itertools.combinations(row.items(), 2)} == met


@pytest.mark.parametrize("row", ROWS, ids=lambda row: "-".join(row.values()))
def test_a_combination_makes_a_spec_without_warnings_and_of_one_vendor(tmp_path: Path, row: dict[str, str]) -> None:
    options = [word for key, value in row.items() for word in (f"--{key}", value)]
    result = CliRunner().invoke(main, ["init", *options], catch_exceptions=False)
    assert result.exit_code == 0, f"{shlex.join(options)}\n{result.output}"
    path = tmp_path / "cluster.yaml"
    path.write_text(result.stdout, encoding="utf-8")
    codes = {warning.code for warning in read_plan(path, CATALOG)[0].warnings}
    assert codes <= _CAUSED.keys(), shlex.join(options)
    assert all(code in result.stderr for code in codes)
    fabrics = yaml.safe_load(result.stdout)["fabrics"].values()
    models = {fabric[tier]["model"] for fabric in fabrics for tier in ("leaf", "spine") if tier in fabric}
    switches = [CATALOG.get(Switch, model) for model in models]
    assert len({each.vendor for each in switches if each.technology == "ethernet"}) == 1
