"""Sessions that FRR never begins, because its daemons disagree on the neighbour of a port.

A switch learns a neighbour by its router advertisement. If that arrives while the port's own state changes, bgpd can lose the neighbour while zebra
has it, and is never updated again: seen with FRR 8.4 and 10.7, about once in several thousand ports that come up on a busy machine. Taking the port
down and up repairs this; a twin does so, as an operator would, and reports it.
"""

import json

from generator.twin.bed import Bed
from generator.twin.tree import End

_REASONS = ("Neighbor address lost", "No path to specified Neighbor")
"""The last reason of bgpd for such a session (bgp_fsm.c, `peer_down_str`)."""


def lost(bed: Bed) -> list[End]:
    """Return the ports with a cable whose session never was up, and whose neighbour bgpd has lost."""
    down = {end for end, up in bed.sessions().items() if not up}
    ends = [end for link in bed.alive() for end, _ in link.ends() if end in down]
    return [end for end in ends if _never_begun(bed, end)]


def learn_again(bed: Bed, ports: list[End]) -> None:
    """Take each port down and up."""
    for end in ports:
        for state in ("down", "up"):
            bed.set_port(end, state)
        bed.notes.append(f"{end}: FRR lost the neighbour while the port came up, and learned it again once the port was down and up")  # fmt: skip


def _never_begun(bed: Bed, end: End) -> bool:
    peer = json.loads(bed.show(end.device, f"show bgp neighbors {end.interface} json")).get(end.interface, {})
    return not peer.get("connectionsEstablished") and peer.get("lastResetDueTo") in _REASONS
