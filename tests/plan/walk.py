"""A walk through the steps of a migration on a floor of its own: what is plugged where, who is cut off, who has jobs.

It knows links and steps only, nothing of how the steps came about. Every rule that it holds is an assertion.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from generator.change.step import Step
from tests.plan.plan_rows import Plain

OOB = "oob"
Ports = tuple[tuple[str, str, int], tuple[str, str, int]]


class WalkError(AssertionError):
    """A rule that a step breaks."""


def need(holds: bool, words: str) -> None:
    """Raise where a rule does not hold, also where assertions are off."""
    if not holds:
        raise WalkError(words)


def ports(link: Plain) -> Ports:
    """The two holes in the metal that a link joins."""
    a, b = link["a"], link["b"]
    return (a["device"], a["cage"], a["port"]), (b["device"], b["cage"], b["port"])


class Walk:
    """The floor between two plans."""

    def __init__(self, old: Plain, new: Plain) -> None:
        self.old, self.new = old, new
        self.hosts = {row["name"] for row in old["hosts"]}
        self.here = {row["name"] for part in ("hosts", "switches") for row in old[part]}
        self.after = {row["name"] for part in ("hosts", "switches") for row in new[part]}
        places = {row["name"]: (row["rack"], row["unit"]) for part in ("hosts", "switches") for row in new[part]}
        self.moved = {
            row["name"]
            for part in ("hosts", "switches")
            for row in old[part]
            if places.get(row["name"], (row["rack"], row["unit"])) != (row["rack"], row["unit"])
        }
        lowers = {ports(link)[0] for link in old["links"]}
        later = [ports(link) for link in new["links"]]
        # a link that comes to a lower end where one was is that one, and nobody else's that was at its upper end
        self.by_end = [{pair[0]: pair for pair in later}, {pair[1]: pair for pair in later if pair[0] not in lowers}]
        self.plugged: dict[Ports, Plain] = {ports(link): link for link in old["links"]}
        self.loose: list[Plain] = []
        self.idle: set[str] = set()

    def through(self, steps: Sequence[Step]) -> None:
        """Take all steps; at the end the floor is the later plan's, and everybody works again."""
        for step in steps:
            self.take(step)
        need(
            {k: _wire(v) for k, v in self.plugged.items()} == {ports(x): _wire(x) for x in self.new["links"]},
            "another floor",
        )
        need(not self.loose, "cables hang loose at the end")
        need(not self.idle & self.after, f"still drained: {self.idle & self.after}")
        need(self.here == self.after, "devices that were never set up, or never taken out")

    def take(self, step: Step) -> None:
        """Take a step, and hold it against the rules while it lasts."""
        if step.kind in {"add", "limits"}:
            need(not step.out and not step.unplug, "adding touches something")
            need(
                step.kind == "add" or (not step.plug and self.here >= set(step.devices)),
                "limits are loaded, and nothing else",
            )
            self.here |= set(step.devices)
        self.idle |= set(step.drain)
        self.carry(step)
        gone = set(step.devices) if step.kind == "leave" else set()
        self.idle |= gone & self.hosts
        apart = set(step.out) | gone
        unplugged = [link for link in self.plugged.values() if link["cable"] in step.unplug and self.changes(link)]
        anew = self.anew(step)
        unplugged = [link for link in unplugged if ports(link) not in anew]
        for link in (*unplugged, *anew.values()):
            del self.plugged[ports(link)]
        self.loose += [*unplugged, *anew.values()]
        down = [*self.loose, *(link for link in self.plugged.values() if apart & {end[0] for end in ports(link)})]
        self.hold(down, apart)
        if step.kind not in {"add", "limits"}:
            told = {each.fabric: each.down for each in step.capacity}
            need(all(each.down <= each.of for each in step.capacity), "more links down than there are")
            need(told == Counter(link["fabric"] for link in down), f"{told} is not what is down")
        self.loose = [link for link in self.loose if self.returns(link) and ports(link) not in anew]
        self.plugged |= {ports(link): link for link in self.new["links"] if ports(link) in anew}
        self.plug(step.plug)
        need(set(step.undrain) <= self.idle, "undrained without a drain")
        self.idle -= set(step.undrain)
        need(not set(self.dead(self.loose)) - self.idle, "a host has jobs and a dead rail")
        self.here -= gone
        need(not any(gone & {end[0] for end in pair} for pair in self.plugged), "a device left with a cable in it")

    def carry(self, step: Step) -> None:
        """A device that comes to another rack or unit has no cable in it meanwhile: the step unplugs all that are there."""
        moved = self.moved & set(step.devices) if step.kind in {"switch", "host"} else set()
        pulled = {*step.unplug, *step.again, *step.reused}
        left = [x["cable"] for x in self.plugged.values() if moved & {end[0] for end in ports(x)}] if moved else []
        need(pulled.issuperset(left), f"{sorted(moved)} carried with {sorted(set(left) - pulled)} plugged in")

    def anew(self, step: Step) -> dict[Ports, Plain]:
        """Links that are set up anew while their cables stay: between the same two ports, by the same piece."""
        wanted = {ports(link): link for link in self.new["links"] if link["cable"] in step.anew}
        found = {pair: self.plugged[pair] for pair in wanted if self.changes(self.plugged.get(pair, wanted[pair]))}
        for pair, link in found.items():
            need(_piece(link) == _piece(wanted[pair]), f"{link['cable']} is exchanged, and no hand is told so")
        return found

    def changes(self, link: Plain) -> bool:
        """Whether a link is not one of the later plan as it is."""
        return link not in self.new["links"]

    def returns(self, link: Plain) -> Ports | None:
        """Where the later plan has a link again: at its lower end, or at its upper one if whose it is stays."""
        lower, upper = ports(link)
        found = self.by_end[0].get(lower)
        if found is None and lower[0] in self.after:
            found = self.by_end[1].get(upper)
        return found

    def hold(self, down: Iterable[Plain], apart: set[str]) -> None:
        """No device that is in service loses its way to two upper devices at once; jobs run nowhere where a rail is dead."""
        down = list(down)
        for device in {ports(link)[0][0] for link in down} - apart:
            uppers = {ports(link)[1][0] for link in down if ports(link)[0][0] == device and link["fabric"] != OOB}
            need(len(uppers) <= 1, f"{device} loses {sorted(uppers)} at once")
        dead = set(self.dead(down))
        need(dead <= self.idle, f"jobs run on {sorted(dead - self.idle)}, which have a dead rail")

    def dead(self, down: Sequence[Plain]) -> Iterable[str]:
        """Hosts that have lost every link of some fabric and rail."""
        lost = [id(link) for link in down]
        groups = {
            (ports(x)[0][0], x["fabric"], x["rail"])
            for x in down
            if x["fabric"] != OOB and ports(x)[0][0] in self.hosts
        }
        up = {(ports(x)[0][0], x["fabric"], x["rail"]) for x in self.plugged.values() if id(x) not in lost}
        return {host for host, fabric, rail in groups if (host, fabric, rail) not in up}

    def plug(self, cables: Sequence[str]) -> None:
        """Plug cables in where the later plan has them: both ports must be free, and both devices there."""
        held = {end for pair in self.plugged for end in pair}
        for link in self.new["links"]:
            pair = ports(link)
            if link["cable"] in cables and pair not in self.plugged:
                need(not held & set(pair), f"{link['cable']} goes where something is plugged")
                need({end[0] for end in pair} <= self.here, f"{link['cable']} goes to a device that is not there")
                self.plugged[pair] = link
                held |= set(pair)
                self.loose = [x for x in self.loose if self.returns(x) != pair]


def _piece(link: Plain) -> Any:
    return (link["medium"], link["length_m"], link["part"], link["a"]["optic"], link["b"]["optic"])


def _wire(link: Plain) -> Any:
    return {name: value for name, value in link.items() if name not in ("label_a", "label_b", "cable", "part", "index")}
