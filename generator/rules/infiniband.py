"""InfiniBand: GUIDs that belong somewhere, a subnet that has room, functions that its switches have."""

from collections.abc import Iterator

from generator.catalog.model import Switch as SwitchModel
from generator.plan.draft import Draft
from generator.plan.infiniband.subnets import UFM
from generator.plan.plan import Plan
from generator.rules import plan_rule, plan_warning
from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.checks.rule import Finding, KeyFinding, repeated

LAST_UNICAST_LID = 0xBFFF
"""Unicast LIDs are 0x0001 to 0xbfff (IBA 1.2.1, 4.1.3)."""


@plan_rule(
    title="One GUID for two ports",
    why="A GUID is burnt into one device; the second place is a slip, and a partition would let the wrong host in.",
    fix="Correct one of the two in assets.yaml.",
)
def guid_twice(plan: Draft) -> Iterator[Finding]:
    """Every GUID stands once."""
    for guid, first, loc in repeated(_guids(plan)):
        yield Finding(
            message=f"{guid} is given for {_told(first)} and for {_told(loc)}",
            loc=loc,
            notes=(Note("given here first", first),),
            help="correct one of the two",
        )


def _guids(plan: Draft) -> Iterator[tuple[str, Loc]]:
    for name, asset in plan.spec.assets.items():
        yield from ((guid, ("assets", name, "guids", port)) for port, guid in asset.guids.items())
        if asset.guid:
            yield asset.guid, ("assets", name, "guid")


def _told(loc: Loc) -> str:
    return f"{loc[3]} of {loc[1]}" if len(loc) > len(("assets", "name", "guid")) else str(loc[1])


@plan_rule(
    title="A GUID where no InfiniBand is",
    why="A GUID under a misspelt or an Ethernet port reaches no file, and the port that it belongs to stays out of its partition.",
    fix="Give host ports under `guids` by their names, switches theirs as `guid`.",
)
def guid_misplaced(plan: Draft) -> Iterator[Finding]:
    """`guids` name InfiniBand ports of installed hosts, `guid` an InfiniBand switch."""
    ports: dict[str, list[str]] = {}
    for subnet in plan.subnets:
        for host in subnet.hosts:
            ports.setdefault(host.device, []).extend(port for port, _, _ in host.ports)
    switches = {switch.device for subnet in plan.subnets for switch in subnet.switches}
    devices = {device.name for device in plan.devices}
    for name, asset in plan.spec.assets.items():
        if name not in devices:
            continue  # asset-unknown says so
        for port in asset.guids:
            if port not in ports.get(name, ()):
                here = ", ".join(ports.get(name, ())) or "none"
                yield KeyFinding(
                    message=f"{name} has no InfiniBand port {port}",
                    loc=("assets", name, "guids", port),
                    help=f"its InfiniBand ports: {here}" + (" (a switch has one `guid`)" if name in switches else ""),
                )
        if asset.guid and name not in switches:
            yield KeyFinding(
                message=f"{name} is no InfiniBand switch, and has no node GUID of its own here",
                loc=("assets", name, "guid"),
                help="give a host's port GUIDs under `guids`, by port",
            )


@plan_rule(
    title="More ports than a subnet has addresses",
    why="Every port of a host and every switch takes a LID, and a subnet has 49,151 of them.",
    fix="Cut the cluster into fabrics of their own, joined by InfiniBand routers.",
)
def lid_space(plan: Draft) -> Iterator[Finding]:
    """The envelope of a subnet fits the unicast LIDs, with LMC 0."""
    for name in dict.fromkeys(subnet.fabric for subnet in plan.subnets):
        shape = plan.cluster.shapes[name]
        ports = sum(member.max * len(member.ports) for member in shape.demand.members)
        switches = sum(shape.in_plane(tier) for tier in ("leaf", "spine", "core"))
        if ports + switches > LAST_UNICAST_LID:
            yield KeyFinding(
                message=f"{name} has {ports:,} host ports and {switches:,} switches, {ports + switches:,} LIDs in all, and a subnet has {LAST_UNICAST_LID:,}",
                loc=("fabrics", name),
                help="lower the envelope, or plan clusters of their own",
            )


@plan_rule(
    title="SHARP on switches that are not known to have it",
    why="Reduction in the network is done by the switch's silicon.",
    fix="Choose another switch, or remove `sharp`.",
)
def no_sharp(plan: Plan) -> Iterator[Finding]:
    """Every switch of a subnet with SHARP can do it."""
    for subnet in plan.subnets:
        devices = {switch.device for switch in subnet.switches}
        models = sorted({switch.model for switch in plan.switches if switch.name in devices})
        unable = [m for m in models if not ((facts := plan.hardware.get(SwitchModel, m).infiniband) and facts.sharp)]
        if subnet.sharp and unable:
            yield Finding(
                message=f"{subnet.name} asks for SHARP, and the catalog does not know that {', '.join(unable)} has it",
                loc=(*subnet.origin, "sharp"),
                help="choose a switch whose catalog file says sharp: true, or remove `sharp`",
            )


@plan_warning(
    title="SHARP without its manager",
    why="SHARP needs NVIDIA's aggregation manager beside NVIDIA's own subnet manager: UFM has both, Debian's opensm neither (NVIDIA SHARP Rev 3.13, General Information).",
    fix="Use manager: ufm, or run NVIDIA's OpenSM with sharp_am on a host of its own.",
)
def sharp_without_ufm(plan: Plan) -> Iterator[Finding]:
    """SHARP is managed by UFM."""
    for subnet in plan.subnets:
        if subnet.sharp and subnet.manager != UFM:
            yield Finding(
                message=f"{subnet.name} asks for SHARP and is managed by {subnet.manager}, for which no file of the aggregation manager is written",
                loc=(*subnet.origin, "sharp"),
                help="set manager: ufm, or run NVIDIA's OpenSM and sharp_am on a host that does not compute",
            )
