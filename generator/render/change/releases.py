"""Steps that install another release, of a switch's system or of a scheduler, as sentences."""

from generator.change.step import Step
from generator.render.change.words import folded


def image_text(step: Step) -> str:
    """Return the work of another release of a switch: an image beside the present one, and then the new file."""
    names = folded(step.released)
    after = f"its new file (`switches.yml --limit {','.join(step.released)}`)"
    if not step.of:
        return f"install the other releases of the systems of {names} and boot them, then load {after}"
    system, *between, release = step.of
    first = (
        f"render and install {system} {between[0]} first, as {release} is installed only from there; "
        if between
        else ""
    )
    return f"{first}install {system} {release} beside the present release of {names} and boot it, then load {after}: docs/{system}.md, Another release"


def upgrade_text(step: Step) -> str:
    """Return the work of another release of a scheduler."""
    names, of = folded(step.was or step.devices), " and ".join(step.join)
    first, limit = _before_systems(step)
    if not step.join:
        return f"{first}place the files for the earlier release on {names} (`slurm.yml`{limit}), whose daemons stay as they are and read them"
    if step.drain:
        return f"drain {names}; {first}install the new release of {of}; verify {names}; undrain {names}"
    if of != "slurm":
        minors = (
            f"take all hosts to {' and then '.join(step.of)} first, in this order, as no minor release may be skipped; "
            if step.of
            else ""
        )
        return f"{minors}{first}install the new release of {of} on {names}, one after the other; verify {names}"
    way = (
        f"render and install {' and then '.join(step.of)} first, as the new release does not read what the old one wrote; "
        if step.of
        else ""
    )
    return f"{way}{first}install the new release of slurm on {names} (`slurm.yml -e allow=release`{limit}: controllers first, jobs continue); verify {names}"


def _before_systems(step: Step) -> tuple[str, str]:
    """Return from which tree a scheduler is upgraded, if not from the new one, and the hosts without which: later steps install these."""
    if step.systems and {*step.systems} & {*step.devices}:
        return (
            f"render the release first, with the earlier systems of {folded(step.systems)}, as `slurm.yml` takes packages by the systems in the tree; from that tree ",
            "",
        )
    alone = "from a tree in which only the release is new (render it first, with the rest of the spec as it was), "
    limit = (
        f" with `--limit`, without {folded(step.systems)}, which later steps install with it" if step.systems else ""
    )
    return alone if step.apart else "", limit
