"""Programs of the site in acceptance."""

from collections.abc import Iterator

from generator.spec.checks.rule import Finding, KeyFinding, spec_rule
from generator.spec.cluster import ClusterSpec


@spec_rule(
    title="A program of acceptance in an image that nothing starts",
    why="Only Pyxis starts the image of a program of acceptance: without it, the hosts have no such program, and pods of acceptance run programs of the host.",
    fix="Set scheduler.slurm.containers: pyxis, or install the program on the hosts and remove image.",
)
def acceptance_image(spec: ClusterSpec) -> Iterator[Finding]:
    """An image is for hosts of a Slurm with Pyxis."""
    slurm = spec.scheduler.slurm
    if spec.acceptance is None or (slurm is not None and slurm.containers == "pyxis"):
        return
    for name, stated in (("hpl", spec.acceptance.hpl), ("training", spec.acceptance.training)):
        if stated is not None and stated.image is not None:
            yield KeyFinding(
                message=f"nothing starts the image of acceptance.{name}: {'Slurm starts no containers' if slurm else 'there is no Slurm'}",
                loc=("acceptance", name, "image"),
                help="set scheduler.slurm.containers: pyxis, or remove it, and give the program's place on hosts",
            )
