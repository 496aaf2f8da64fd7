"""acceptance: required figures of tests, pairs of hosts, and the programs that measure and judge."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import asdict

from generator.plan.acceptance.groups import groups_of
from generator.plan.acceptance.machines import machines_of
from generator.plan.acceptance.places import COMPUTE, seats_of, tested_hosts
from generator.plan.acceptance.records import Acceptance, Program, Programs
from generator.plan.acceptance.runs import Run, acceptance_runs
from generator.plan.acceptance.schedule import Pair, pairs_in
from generator.plan.hostlist import fold
from generator.plan.plan import Plan
from generator.plan.slurm.images import pyxis_image
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.kubernetes.file import CORE
from generator.render.kubernetes.host_tests import host_tests
from generator.render.lines import csv_table, json_sections
from generator.render.templates import Templates
from generator.render.yaml_text import yaml_text

NAME = "acceptance"
_FILES = (
    "lines.json", "rounds.json", "pairs.csv", "hosts.csv", "groups.csv", "programs.json", "runs.json",
    "judge.py", "measure.py", "drives.py", "files.py", "together.py", "run.sh",
)  # fmt: skip
_END = {"slurm": ".sbatch", "kubernetes": ".yaml"}
_HEADER = """\
# The tests of all hosts of a model, a pod on each, as acceptance.yml applies it with the hosts that are idle. Nothing else applies it.
"""
_JUDGED = Proof(Grade.APPLIED, "acceptance/judge.py")
_SBATCH = Proof(Grade.APPLIED, "sbatch and slurmd 22.05")
_RUN = Proof(Grade.APPLIED, "Python")
_SHELL = Proof(Grade.APPLIED, "bash")
_STARTED = Proof(Grade.APPLIED, "acceptance.yml under Slurm 22.05")


def paths(plan: Plan) -> Iterable[str]:
    """Name its files, where a host with GPUs is installed."""
    if plan.acceptance is None:
        return []
    return [
        f"acceptance/{name}"
        for name in (*_FILES, *(f"{run.model}{_END[run.scheduler]}" for run in acceptance_runs(plan)))
    ]


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Yield the files: they depend on what is installed, so growth changes them."""
    found = plan.acceptance
    if found is None:
        return
    seats = seats_of(plan)
    pairs = {each.name: list(pairs_in(seats, each)) for each in found.rounds}
    maps = {ports: f"m{number}" for number, ports in enumerate(_port_maps(pairs), 1)}
    rows = ((name, pair.a, pair.b, maps[pair.ports]) for name, each in pairs.items() for pair in each)
    hosts = ((host.name, host.model, host.rack, host.gpus) for host in tested_hosts(plan))
    yield Artifact("acceptance/lines.json", json_sections(_lines(plan, found)), _JUDGED)
    yield Artifact("acceptance/rounds.json", json_sections(_rounds(found, maps)), _JUDGED)
    yield Artifact("acceptance/pairs.csv", csv_table(("round", "a", "b", "ports"), rows), _JUDGED)
    yield Artifact("acceptance/hosts.csv", csv_table(("host", "model", "rack", "gpus"), hosts), _JUDGED)
    groups = ((each.model, each.scope, each.name, host) for each in groups_of(plan) for host in each.hosts)
    yield Artifact("acceptance/groups.csv", csv_table(("model", "scope", "group", "host"), groups), _JUDGED)
    yield Artifact("acceptance/programs.json", json_sections(_programs(found.programs)), _STARTED)
    yield Artifact("acceptance/runs.json", json_sections({"runs": list(acceptance_runs(plan))}), _STARTED)
    yield Artifact("acceptance/judge.py", templates.render("acceptance/judge.py.j2"), _RUN)
    for name in ("measure", "drives", "files", "together"):
        yield Artifact(f"acceptance/{name}.py", templates.render(f"acceptance/{name}.py.j2"), _RUN)
    yield Artifact("acceptance/run.sh", templates.render("acceptance/run.sh.j2"), _SHELL)
    for run in acceptance_runs(plan):
        path = f"acceptance/{run.model}{_END[run.scheduler]}"
        if run.scheduler == "slurm":
            yield Artifact(path, _sbatch(plan, found, run, templates), _SBATCH)
        else:
            yield Artifact(path, _HEADER + "".join(map(yaml_text, host_tests(plan, run))), CORE)


def _sbatch(plan: Plan, found: Acceptance, run: Run, templates: Templates) -> str:
    """Print the array of jobs of a run: a job for each of its parts."""
    return templates.render(
        "acceptance/run.sbatch.j2",
        name=f"{run.model}.sbatch",
        model=run.model,
        partition=plan.slurm.default_partition if plan.slurm else "",
        hosts=fold(run.hosts),
        count=len(run.hosts),
        gpus=run.gpus,
        parts=run.parts,
        burn_in_hours=found.burn_in_hours,
    )


def _programs(programs: Programs) -> dict[str, Any]:
    """Return the programs of the site, with images as Pyxis names them; null where the site states none."""
    training = programs.training
    return {
        "hpl": _started(programs.hpl) if programs.hpl else None,
        "training": asdict(training) | {"program": _started(training.program)} if training else None,
    }


def _started(program: Program) -> dict[str, Any]:
    return asdict(program) | {"image": pyxis_image(program.image)}


def _port_maps(pairs: dict[str, list[Pair]]) -> Iterable[tuple[tuple[str, str], ...]]:
    return dict.fromkeys(pair.ports for each in pairs.values() for pair in each)


def _lines(plan: Plan, found: Acceptance) -> dict[str, Any]:
    return {
        "burn_in_hours": found.burn_in_hours,
        "lines": found.lines,
        "mounts": found.mounts,
        "drives": found.drives,
        "vendors": {each.entry.model: each.gpu.vendor_kind for each in machines_of(plan)},
        "ports": {model: _ports(plan, host) for host, model in _samples(plan)},
    }


def _samples(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield the first host of each model, and the model."""
    first: dict[str, str] = {}
    for host in tested_hosts(plan):
        first.setdefault(host.model, host.name)
    yield from ((host, model) for model, host in first.items())


def _ports(plan: Plan, host: str) -> dict[str, str]:
    """Return the cage and port of each compute port of a host, as in cables.csv."""
    links = [each for each in plan.links_of[host] if each.fabric == COMPUTE and each.kind == "host_leaf"]
    return {link.a.interface: f"{link.a.cage}/{link.a.port}" for link in links}


def _rounds(found: Acceptance, maps: dict[tuple[tuple[str, str], ...], str]) -> dict[str, Any]:
    """Return the rounds, and for each name of a map which port of the first host is tested with which of the second."""
    return {
        "rounds": found.rounds,
        "ports": {name: " ".join(f"{one}:{other}" for one, other in ports) for ports, name in maps.items()},
    }
