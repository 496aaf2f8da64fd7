"""Division of cages on Cumulus Linux, which states it beside the ports: of another division there are other ports, with other lanes.

SONiC and EOS state the lanes of each port, which both ends of a cable are compared by.
"""

from collections.abc import Iterator

from generator.verify.settings.wanted import CUMULUS, EOS, SONIC, Rule, SwitchRows, Wanted

_OTHER = "the plan divides this cage otherwise, and its ports have other lanes"


def _cumulus(switch: SwitchRows) -> Iterator[Wanted]:
    for port in switch.ports:
        name, parts = port["interface"], port["ports"]
        division = ("interface", name if parts == 1 else name.rpartition("s")[0], "link", "breakout")
        yield Wanted(division, None, _OTHER) if parts == 1 else Wanted((*division, f"{parts}x"), "", _OTHER)


def _none(switch: SwitchRows) -> Iterator[Wanted]:
    del switch
    yield from ()


RULES: dict[str, Rule] = {SONIC: _none, CUMULUS: _cumulus, EOS: _none}
