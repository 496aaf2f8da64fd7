"""The forms of a cable label's lines.

`tia-606` writes both ends as one identifier: the near one, a slash, the far one, each as cabinet, a hyphen, the rack unit, a colon, the port. So ANSI/TIA-606-B
names the two ends of a cable of a data centre in a public description of it (expresscorp.com, "Cable Label Standards: ANSI/TIA-606-B": 4BK01-55:50/DC.C03-14:04).
The text of the standard, and that of its successors, was not at hand.
"""

import re

from generator.plan.cabling.plugs import Plug
from generator.plan.cabling.records import LEGS

_PLACE = re.compile(r"(?P<rack>\S+)-U(?P<unit>[0-9]+) (?P<device>\S+) (?P<port>\S+)")


def plug_lines(plug: Plug, form: str | None) -> tuple[str, str, bool]:
    """Return the two lines below the id, and whether they are this end and the other one: the second then has an arrow before it."""
    both = None if form is None else tia_lines(plug.here, plug.there)
    return (plug.here, plug.there, True) if both is None else (*both, False)


def tia_lines(here: str, there: str) -> tuple[str, str] | None:
    """Return the identifier of both ends, and the devices that people look for; None where the site has pinned its own text."""
    ends = [[_PLACE.fullmatch(leg) for leg in side.split(LEGS)] for side in (here, there)]
    if not all(leg for side in ends for leg in side):
        return None
    identifier = "/".join("+".join(_identifier(leg) for leg in side if leg) for side in ends)
    return identifier, " > ".join(" + ".join(dict.fromkeys(leg["device"] for leg in side if leg)) for side in ends)


def _identifier(leg: re.Match[str]) -> str:
    return f"{leg['rack']}-{leg['unit']}:{leg['port'].replace('/', '.')}"
