"""launch: the script and the rank map of every workload on Slurm."""

from collections.abc import Iterable, Iterator
from math import ceil

from generator.plan.launches.ranks import ranks_of
from generator.plan.launches.records import Launch
from generator.plan.plan import Plan
from generator.plan.slurm.images import pyxis_image
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.templates import Templates

NAME = "launch"
_FOLDER = "slurm/launch/"
_SBATCH = Proof(Grade.APPLIED, "sbatch and slurmd 22.05")
_MAP = Proof(Grade.APPLIED, "ranks of a job on slurmd 22.05")
_TEMPLATES = {"hpc": "mpi"}
_PORT = 29500
"""Where rank 0 waits for the others: torchrun's own default."""
_MARGIN_MINUTES = 15
"""Left of a partition's longest time for a last checkpoint, beside what writing takes."""


def paths(plan: Plan) -> Iterable[str]:
    """Name two files for each workload that Slurm runs."""
    for launch in _on_slurm(plan):
        yield from (f"{_FOLDER}{launch.name}.sbatch", f"{_FOLDER}{launch.name}.ranks.csv")


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them: they are for all hosts of a workload, so growth changes them."""
    contained = plan.slurm is not None and plan.slurm.containers is not None
    for launch in _on_slurm(plan):
        text = templates.render(
            f"launch/{_TEMPLATES.get(launch.kind, 'torchrun')}.sbatch.j2",
            launch=launch,
            split=str(launch.split),
            step=f"{launch.step_s:.3g}",
            save=f"{launch.save_s:.3g}",
            lines=list(_lines(launch.arguments)),
            port=_PORT,
            exit_minutes=_exit_minutes(launch),
            container=_container(launch) if contained else "",
        )
        yield Artifact(f"{_FOLDER}{launch.name}.sbatch", text, _SBATCH)
        yield Artifact(f"{_FOLDER}{launch.name}.ranks.csv", "".join(_rows(launch)), _MAP)


def _on_slurm(plan: Plan) -> list[Launch]:
    return [launch for launch in plan.launches if launch.scheduler == "slurm"]


def _rows(launch: Launch) -> Iterator[str]:
    yield "rank,host,gpu,rail,tp,cp,pp,dp\n"
    for each in ranks_of(launch):
        rail = "" if each.rail is None else each.rail
        yield f"{each.rank},{each.host},{each.gpu},{rail},{each.tp},{each.cp},{each.pp},{each.dp}\n"


def _lines(words: Iterable[str]) -> Iterator[str]:
    """Yield an option a line, with what follows it; each word is quoted, so that a shell reads nothing in it."""
    line: list[str] = []
    for word in words:
        if word.startswith("--") and line:
            yield " ".join(line)
            line = []
        line.append(word if word.replace("-", "").replace("_", "").isalnum() else f"'{word}'")
    if line:
        yield " ".join(line)


def _exit_minutes(launch: Launch) -> int:
    """Return after how many minutes the program ends by itself, with a checkpoint, before Slurm ends it."""
    return max(0, launch.max_minutes - _MARGIN_MINUTES - ceil(launch.save_s / 60))


def _container(launch: Launch) -> str:
    """Return the options of pyxis."""
    if not launch.image:
        return ""
    mount = f" --container-mounts={launch.checkpoints}" if launch.checkpoints else ""
    return f" --container-image='{pyxis_image(launch.image)}'{mount}"
