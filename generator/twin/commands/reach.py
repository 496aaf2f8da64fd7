"""`reach`: every pair of ports of different hosts on one fabric."""

from collections import defaultdict

from generator.plan.counts import counted
from generator.twin.answer import Answer, TwinError
from generator.twin.command import Command
from generator.twin.design import Place
from generator.twin.pinging import ask, judge
from generator.twin.running import Running

_MOST_PAIRS = 250_000
"""About a minute of pings on two cores."""


def _reach(running: Running) -> Answer:
    by_fabric: defaultdict[str, list[Place]] = defaultdict(list)
    for place in running.places():
        by_fabric[place.fabric].append(place)
    total = sum(len(places) ** 2 for places in by_fabric.values())
    if not total:
        raise TwinError("no host has an address on a fabric that is up")
    step = -(-total // _MOST_PAIRS)
    pairs = [
        (a, b)
        for places in by_fabric.values()
        for a in places[::step]
        for b in places
        if a.host != b.host
    ]  # fmt: skip
    about = "all hosts" if step == 1 else f"every {step}th port to all hosts"
    answer = judge(running, "reach", about, pairs, ask(running, pairs))
    if step > 1:
        answer.lines.insert(0, f"{counted(total, 'pair')} would take too long: {_MOST_PAIRS:,} at most are asked")
    return answer


COMMAND = Command(
    name="reach",
    usage="reach",
    help="Ping between all ports of all hosts on the same fabric, and compare with the access matrix.",
    place=3,
    run=_reach,
)
