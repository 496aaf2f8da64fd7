"""What is done at hosts that get another in-band address, at which the new inventory has them already."""

from collections.abc import Sequence

from generator.change.step import Step
from generator.render.change.words import folded

_PAGE = "docs/plan.md, Another in-band network"


def placed_ahead(step: Step) -> list[str]:
    """Return how hosts that a step drains get their files for another address; none where it drains no such host."""
    names = [name for name in step.readdressed if name in step.drain]
    return (
        [
            f"place the new files of {folded(names)} (`hosts.yml --tags files`) at the addresses that they still have, not in effect before they boot: {_PAGE}"
        ]
        if names
        else []
    )


def booted(names: Sequence[str]) -> str:
    """Return how hosts take their new address."""
    return f"boot {folded(names)} by their BMCs or consoles, so that their new files are in effect, and run `hosts.yml -e allow=network`"
