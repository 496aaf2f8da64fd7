"""Findings: results of the analysis that a reviewer should see, in sentences with their numbers."""

from collections.abc import Iterator

from msgspec import Struct

from generator.analysis.analyse import FabricAnalysis
from generator.analysis.hops import NO_PATH

SWITCHES = frozenset({"leaf", "spine", "core", "plane"})


class Finding(Struct, frozen=True):
    """One sentence about one fabric. `weak`: it needs a decision; else it is information."""

    fabric: str
    weak: bool
    text: str


def findings(fabrics: dict[str, FabricAnalysis]) -> list[Finding]:
    """Gather the findings of all fabrics, weak ones first."""
    found = [Finding(name, weak, text) for name, each in fabrics.items() for weak, text in _of(each)]
    return sorted(found, key=lambda finding: not finding.weak)


def _of(fabric: FabricAnalysis) -> Iterator[tuple[bool, str]]:
    yield from _bisection(fabric)
    yield from _failures(fabric)
    yield from _unreached(fabric)
    yield from _room(fabric)


def _bisection(fabric: FabricAnalysis) -> Iterator[tuple[bool, str]]:
    allowed = fabric.fabric.allowed_oversubscription
    least = {reading: gbps for reading, _, gbps, _ in fabric.bisections}
    for reading, full, gbps, _floor in fabric.bisections:
        if gbps >= full - 1e-6:
            continue
        part = f"{gbps:,.12g} of {full:,.12g} Gb/s ({100 * gbps / full:.1f} %)"
        if reading == "hosts":
            why = f", where the spec allows {allowed:g}:1 at a tier" if allowed > 1 else ""
            yield allowed == 1, f"the bisection bandwidth between its hosts is {part}{why}"
        elif gbps < least["hosts"]:
            yield (
                False,
                f"the bisection bandwidth between its ports, with halves that divide hosts, is {part}: traffic is fastest if it stays on its leaf",
            )


def _failures(fabric: FabricAnalysis) -> Iterator[tuple[bool, str]]:
    what = "devices" if fabric.fabric.name == "oob" else "hosts"
    for failure in fabric.failures:
        if failure.kind in SWITCHES and failure.hosts_cut_off:
            text = f"one failed {failure.kind} cuts off up to {failure.hosts_cut_off:,} {what} ({failure.worst})"
            yield fabric.fabric.name != "oob", text
        elif failure.kind in SWITCHES and failure.parts > failure.parts_before:
            text = f"one failed {failure.kind} splits the fabric into {failure.parts} parts ({failure.worst})"
            yield True, text


def _unreached(fabric: FabricAnalysis) -> Iterator[tuple[bool, str]]:
    for plane in fabric.planes[:1]:
        lost = plane.hops.every.get(NO_PATH, 0)
        if lost:
            part = lost / sum(plane.hops.every.values())
            text = f"{100 * part:.1f} % of the pairs of ports have no path through the fabric"
            rails = bool(plane.hops.same_rail) and not plane.hops.same_rail.get(NO_PATH)
            yield not rails, text + (": traffic changes rails inside the host, between its GPUs" if rails else "")


def _room(fabric: FabricAnalysis) -> Iterator[tuple[bool, str]]:
    growth = fabric.growth
    envelope = next(step for step in growth.steps if step.what == "the envelope")
    beyond = [step for step in growth.steps if step.devices > envelope.devices]
    if not beyond and any(step.computed for step in growth.steps):
        yield False, f"its envelope of {envelope.devices:,} {growth.unit} is the limit of this design"
    full = [spare for spare in fabric.spare if not spare.free]
    if full:
        tiers = ", ".join(dict.fromkeys(f"{spare.tier} ({spare.form_factor})" for spare in full))
        yield (
            False,
            f"the envelope uses every cage of these switches: {tiers}; they have no spare port to replace a broken one",
        )
