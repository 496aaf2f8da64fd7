"""`ping A B`: every port of A pings every port of B in its fabric."""

from generator.twin.answer import Answer, TwinError
from generator.twin.command import Command
from generator.twin.pinging import ask, judge
from generator.twin.running import Running


def _ping(running: Running, one: str, other: str) -> Answer:
    command = f"ping {one} {other}"
    if one == other:
        raise TwinError(f"{one} cannot ping itself: name two devices")
    if running.switch(one) and running.switch(other):
        return _between_switches(running, one, other)
    if running.switch(one) or running.switch(other):
        raise TwinError("ping needs two hosts or two switches")
    asking, asked = running.places_of(one), running.places_of(other)
    pairs = [(a, b) for a in asking for b in asked if a.fabric == b.fabric and a.host != b.host]
    if not pairs:
        raise TwinError(f"{one} and {other} have no address on one fabric that is up")
    return judge(running, command, f"{one} to {other}", pairs, ask(running, pairs))


def _between_switches(running: Running, one: str, other: str) -> Answer:
    bed = running.bed
    source, target = (bed.tree.loopback(name).ip for name in (one, other))
    alive = not {one, other} & bed.dead
    expected = alive and other in bed.routes(one)
    answers = alive and not bed.ping(one, source, [target])
    said = "answers" if answers else "does not answer"
    faults = [] if answers == expected else [f"{other} {said} {one}: by the cables, {'an' if expected else 'no'} answer is expected"]  # fmt: skip
    return Answer(
        command=f"ping {one} {other}",
        summary=f"{other} ({target}) {said} {one} ({source}), as {'expected' if not faults else 'not expected'}",
        faults=faults,
        more={"answered": int(answers), "expected": int(expected)},
    )


COMMAND = Command(
    name="ping",
    usage="ping A B",
    help="Ping from host A to host B, from each port to each port on the same fabric, or between two switches. HOST:PORT is one port.",
    place=2,
    run=_ping,
    kinds=("device", "device"),
    least=2,
)
