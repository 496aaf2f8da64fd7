"""Spare hosts: reserved by Slurm, cordoned in Kubernetes, and no part of launch files and quotas."""

from pathlib import Path

import yaml

from generator.analysis.close import close
from generator.plan.draft import Draft
from generator.plan.sections import compared
from generator.render.backends import kubernetes, launch, slurm
from generator.render.encode import plain
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

LLM = {"llm": {"model": "llama-3.1-8b", "tokens": 1e9}}


def planned(folder: Path, *spares: str) -> Draft:
    spec = cluster(4) | {"workloads": LLM}
    if spares:
        spec["scheduler"] = spec["scheduler"] | {"spares": list(spares)}
    return plan_data(spec, folder)


def files(plan: Draft) -> dict[str, str]:
    closed = close(plan)
    return {
        each.path: each.content for backend in (slurm, kubernetes, launch) for each in backend.render(closed, TEMPLATES)
    }


def test_spare_hosts_wait(tmp_path: Path) -> None:
    before, after = files(planned(tmp_path)), files(plan := planned(tmp_path, "gpu04"))
    assert "slurm/reservations.sh" not in before
    line = next(each for each in after["slurm/reservations.sh"].splitlines() if each.startswith("reserve spares "))
    assert line.split('"', 2)[2].endswith('0 "Nodes=gpu04" "Flags=IGNORE_JOBS,OVERLAP" "Users=root"')
    nodes = {each["metadata"]["name"]: each for each in yaml.safe_load(after["kubernetes/node-labels.yaml"])["items"]}
    cordoned = {name for name, node in nodes.items() if node.get("spec", {}).get("unschedulable")}
    assert cordoned == {"gpu04"}
    assert nodes["gpu04"]["metadata"]["labels"]["clustergen.dev/spare"] == "true"
    assert "#SBATCH --nodes=4\n" in before["slurm/launch/llm.sbatch"]
    assert "#SBATCH --nodes=3\n" in after["slurm/launch/llm.sbatch"]
    assert sum(flavor.places for each in plan.workloads.workspaces for flavor in each.flavors) == 32
    gpus = [flavor.resources["nvidia.com/gpu"] for each in plan.workloads.workspaces for flavor in each.flavors]
    assert gpus == [24]


def test_no_other_reservation_has_a_spare_host(tmp_path: Path) -> None:
    """slurmctld refuses a reservation that overlaps with another one."""
    spec = cluster(4)
    course = {"course": {"start": "2027-01-31T08:00", "hours": 8}}
    spec["scheduler"] = {"slurm": {"reservations": course}, "spares": ["gpu02"]}
    made = plan_data(spec, tmp_path).slurm
    assert made is not None
    assert {each.name: dict(each.facts)["Nodes"] for each in made.reservations} == {
        "spares": "gpu02",
        "course": "gpu[01,03-04]",
    }


def test_a_spare_host_is_no_other_host(tmp_path: Path) -> None:
    """Nothing of the floor changes: only what schedulers and launches are told."""
    before, after = (plain(compared(plan)) for plan in (planned(tmp_path), planned(tmp_path, "gpu[03-04]")))
    assert [name for name in before if before[name] != after[name]] == []
    old, new = files(planned(tmp_path)), files(planned(tmp_path, "gpu04"))
    changed = {path for path in new if old.get(path) != new[path]}
    assert {path.split("/")[0] for path in changed} == {"slurm", "kubernetes"}
    assert "slurm/slurm.conf" not in changed
