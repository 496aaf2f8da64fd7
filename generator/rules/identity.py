"""Addresses and names: each belongs to one thing."""

from collections.abc import Iterator
from operator import attrgetter

from generator.plan.asset_ports import mac_ports
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.rules import plan_rule
from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, KeyFinding, repeated

_CAGE, _SEATED = attrgetter("cage"), attrgetter("cage", "optic")
_FEW = 3
"""Places that a problem of many names."""


@plan_rule(
    title="Two devices with one name",
    why="A name is a DNS record, an inventory entry and a folder.",
    fix="Rename one of the host groups.",
)
def name_twice(plan: Plan) -> Iterator[Finding]:
    """Every device's name once."""
    seen: dict[str, tuple[str | int, ...]] = {}
    for device in plan.devices:
        if device.name in seen:
            yield KeyFinding(
                message=f"two devices are called {device.name}",
                loc=device.origin,
                help="rename one of the groups",
            )
        seen[device.name] = device.origin


@plan_rule(
    title="Two transceivers in one cage",
    why="A cage holds one transceiver, which serves all links in the cage and limits their length.",
    fix="Place the new devices nearer, choose another leaf, or allow the cables of that cage to move (--allow-disruptive).",
)
def optics_mixed(plan: Plan) -> Iterator[Finding]:
    """Links that share a cage share its transceiver: on a baseline, new links may be too long for the existing one. Cages with the same two are one problem of their fabric."""
    if all(len({*map(_SEATED, ends)}) == len({*map(_CAGE, ends)}) for ends in plan.ends_of.values()):
        return
    seen: dict[tuple[str, str], tuple[str, str]] = {}
    found: dict[tuple[str, str, str], dict[tuple[str, str], tuple[str, str]]] = {}
    for link in plan.links:
        for end in (link.a, link.b):
            optic, cable = seen.setdefault((end.device, end.cage), (end.optic, link.cable))
            if optic != end.optic:
                cages = found.setdefault((link.fabric, optic, end.optic), {})
                cages.setdefault((end.device, end.cage), (cable, link.cable))
    for (fabric, optic, other), cages in found.items():
        places = [f"cage {cage} of {device} ({there} and {new})" for (device, cage), (there, new) in cages.items()]
        more = f" and {len(places) - _FEW:,} more" if len(places) > _FEW else ""
        which = "a cage of" if len(places) == 1 else f"{len(places):,} cages of"
        yield KeyFinding(
            message=f"{which} {fabric} would need two transceivers: {optic or 'none'} for one cable, {other or 'none'} for another",
            loc=("fabrics", fabric),
            notes=(Note(", ".join(places[:_FEW]) + more),),
            help="keep the new devices within reach, or give them leaves of their own",
        )


@plan_rule(
    title="An asset of an unknown device",
    why="A serial number or MAC address under a misspelt name is not used.",
    fix="Use the device's name in the plan.",
)
def asset_unknown(plan: Draft) -> Iterator[Finding]:
    """Assets name installed devices, and ports that they have."""
    ports = mac_ports(plan)
    for name, asset in plan.spec.assets.items():
        if name not in ports:
            yield KeyFinding(
                message=f"assets name {name}, which is not an installed device",
                loc=("assets", name),
                help="see `clustergen show SPEC hosts` and `switches` for the names",
            )
            continue
        for port in asset.macs:
            if port not in ports[name]:
                yield KeyFinding(
                    message=f"{name} has no port {port}",
                    loc=("assets", name, "macs", port),
                    help=f"its ports are {', '.join(sorted(ports[name]))}",
                )
    macs = ((mac, (name, port)) for name, asset in plan.spec.assets.items() for port, mac in asset.macs.items())
    for mac, first, (name, port) in repeated(macs):
        yield Finding(
            message=f"{mac} is stated for {first[1]} of {first[0]} and for {port} of {name}",
            loc=("assets", name, "macs", port),
            help="correct one of the two",
        )


@plan_rule(
    title="One serial number for two devices",
    why="Firmware, BMCs and installers distinguish devices by it: one of the two would get the files of the other.",
    fix="Correct one of the two.",
)
def serial_twice(plan: Draft) -> Iterator[Finding]:
    """No serial number is stated twice, regardless of case."""
    given = ((asset.serial.strip().upper(), name) for name, asset in plan.spec.assets.items() if asset.serial)
    for _, first, name in repeated(given):
        yield Finding(
            message=f"{name} and {first} have the serial number {plan.spec.assets[name].serial}",
            loc=("assets", name, "serial"),
            notes=(Note("first stated here", ("assets", first, "serial")),),
            help="read both again: the number is on the pull-out tag, and the BMC has it",
        )
