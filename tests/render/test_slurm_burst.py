"""Burst hosts of a provider: the rendered files."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.analysis.close import close
from generator.plan.slurm.cloud import providers
from generator.render.backends import slurm
from tests.ours import TEMPLATES
from tests.render.test_plan_alone import differing, rows_of
from tests.specs import cluster, plan_data

CLOUD = {
    "machine": "m", "image": "i", "place": "p", "network": "n", "credentials": "/etc/clustergen/burst-credentials",
    "mounts": {"/data": {"source": "10.200.0.5:/data"}, "/red": {"source": "10.200.0.5:/red", "tier": "home", "tenants": ["red"]}},
}  # fmt: skip


def _spec(provider: str = "aws", **cloud: Any) -> dict[str, Any]:
    burst = {
        "count": 2,
        "cpus": 8,
        "memory_gib": 64,
        "tenants": ["red"],
        "cloud": {"provider": provider} | CLOUD | cloud,
    }
    spec = cluster(4)
    spec["scheduler"] = {"slurm": {"burst": burst}}
    return spec | {"tenants": {"red": {"hosts": ["gpu01"]}, "blue": {"hosts": ["gpu02"]}}}


def _files(spec: dict[str, Any], folder: Path) -> dict[str, str]:
    plan = close(plan_data(spec, folder))
    return {each.path.removeprefix("slurm/"): each.content for each in slurm.render(plan, TEMPLATES)}


@pytest.mark.parametrize("provider", providers())
def test_commands_have_every_value(provider: str, tmp_path: Path) -> None:
    """Nothing of the spec is left open, what is known when a command runs is in it, and the tag that finds hosts again."""
    project = {} if provider == "aws" else {"project": "q"}
    if provider == "azure":
        project["login_key"] = "ssh-ed25519 AAAA site@example.net"
    settings = json.loads(_files(_spec(provider, **project), tmp_path)["burst.json"])
    assert "$" not in json.dumps(settings)
    start, stop, found = (" ".join(settings["commands"][name]) for name in ("start", "stop", "list"))
    assert "@name@" in start
    assert "@first_boot@" in start
    assert "@name@" in stop or "@id@" in stop
    assert "clustergen" in start
    assert "clustergen" in found
    assert "/etc/clustergen/burst-credentials" in settings["environment"].values()


def test_only_the_tenants_accounts_and_mounts_are_there(tmp_path: Path) -> None:
    """And powered-down hosts are shown to those who may see hosts."""
    files = _files(_spec(), tmp_path)
    row = next(line for line in files["slurm.conf"].splitlines() if line.startswith("PartitionName=burst "))
    assert " AllowAccounts=red,root " in row
    assert "PrivateData=accounts,events,jobs,reservations,usage,users,cloud\n" in files["slurm.conf"]
    mounts = yaml.safe_load(files["burst-host.yaml"])["mounts"]
    assert [each[:3] for each in mounts] == [["10.200.0.5:/data", "/data", "nfs4"], ["10.200.0.5:/red", "/red", "nfs4"]]
    assert "burst.sh" not in files


def test_it_is_rendered_from_the_plan_alone(tmp_path: Path) -> None:
    plan = plan_data(_spec(), tmp_path)
    assert differing(plan, rows_of(plan)) == set()
