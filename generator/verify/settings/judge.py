"""`settings`: every required setting, looked up in the files of every switch."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from generator.change.formats import PlanFileError
from generator.change.tables import PlanRows
from generator.verify.reach import BROKEN
from generator.verify.rendered import rendered
from generator.verify.settings import (
    bridged,
    buffers,
    cages,
    edge_sessions,
    host_ports,
    overlay,
    own_addresses,
    paths,
    queues,
    sessions,
    transceivers,
    underlay,
)
from generator.verify.settings.places import Places, read_places
from generator.verify.settings.wanted import CUMULUS, EOS, FRR, SONIC, Row, Rule, SwitchRows, Wanted
from generator.verify.verdict import Verdict

_NAME = "settings"
_FILES = (SONIC, CUMULUS, EOS)
_RULES = (
    host_ports.RULES,
    cages.RULES,
    bridged.RULES,
    sessions.RULES,
    underlay.RULES,
    overlay.RULES,
    own_addresses.RULES,
    edge_sessions.RULES,
    queues.RULES,
    buffers.RULES,
    paths.RULES,
    transceivers.RULES,
)


def settings(tree: Path) -> Verdict:
    """Report every setting of ports, VLANs, sessions, queues, buffers, hashing and gateways that a switch's file has otherwise, or not at all."""
    try:
        plan = rendered(tree).plan
    except PlanFileError:
        return Verdict(_NAME, 0, ran=False, note="the tree has no plan.json with the settings of its switches")
    if not plan.get("choices") or "limits" not in plan:
        return Verdict(_NAME, 0, ran=False, note="the plan.json is of a format without choices")
    faults: list[str] = []
    judged = 0
    for switch in _switches(tree, plan):
        judged += 1
        faults += dict.fromkeys(f"switches/{switch.row['name']}/{each}" for each in _faults(switch))
    return Verdict(
        _NAME,
        judged,
        ran=True,
        note="ports, VLANs, sessions, queues, buffers, hashing and gateways",
        faults=faults,
        unit="switches",
    )


def cages_at_fault(tree: Path) -> frozenset[tuple[str, str]]:
    """Return the ports, each with its switch, whose lanes or FEC `settings` reports."""
    return _ports_at_fault(tree, (cages.RULES,))


def sessions_at_fault(tree: Path) -> frozenset[tuple[str, str]]:
    """Return the ports, each with its switch, whose session between switches is not opened by what `settings` reports."""
    return _ports_at_fault(tree, (underlay.RULES, bridged.RULES))


def _ports_at_fault(tree: Path, rules: Sequence[Mapping[str, Rule]]) -> frozenset[tuple[str, str]]:
    """Return the ports of faults: those that a rule names, else those in the place. Empty where the plan has no settings."""
    plan = rendered(tree).plan
    if not plan.get("choices") or "limits" not in plan:
        return frozenset()
    found = set()
    for switch in _switches(tree, plan):
        names = {f"interface {port['interface']}" if switch.os == EOS else port["interface"] for port in switch.ports}
        for wanted, _, _ in _differences(switch, rules):
            placed = (str(word).removeprefix("interface ") for word in wanted.loc if word in names)
            found |= {(switch.row["name"], port) for port in wanted.ports or placed}
    return frozenset(found)


def _switches(tree: Path, plan: PlanRows) -> Iterator[SwitchRows]:
    """Yield every switch with a file of a known system, but for one that cannot be read, which the judge of reachability reports."""
    ports, reserved = _by("switch", plan["ports"]), _by("switch", plan.get("reserved_ports") or plan["ports"])
    lags, addresses = _by("switch", plan.get("lags", ())), _by("device", plan["addresses"])
    for row in plan["switches"]:
        name = row["name"]
        home = tree / "switches" / name
        first = next((file for file in _FILES if (home / file).is_file()), None)
        if first is None:
            continue
        names = [first, *([FRR] if first == SONIC and (home / FRR).is_file() else [])]
        try:
            files = {file: read_places(home / file) for file in names}
        except BROKEN:
            continue
        own, envelope, bonds, has = (rows.get(name, []) for rows in (ports, reserved, lags, addresses))
        yield SwitchRows(plan, row, own, envelope, bonds, has, files)


def _by(key: str, rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row[key], []).append(row)
    return found


def _faults(switch: SwitchRows) -> Iterator[str]:
    """Yield every difference with its file and line; missing files are reported by the judge of the manifest."""
    for wanted, places, found in _differences(switch, _RULES):
        yield f"{wanted.file or switch.os}:{places.line(wanted.loc)}: {wanted.fault(found)}"


def _differences(
    switch: SwitchRows, rules: Sequence[Mapping[str, Rule]]
) -> Iterator[tuple[Wanted, Places, str | None]]:
    """Yield each place whose value is not the wanted one, with its file and this value."""
    for subject in rules:
        for wanted in subject[switch.os](switch):
            places = switch.files.get(wanted.file or switch.os)
            if places and (found := places.value(wanted.loc)) != wanted.value:
                yield wanted, places, found
