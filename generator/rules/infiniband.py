"""InfiniBand: GUIDs of planned ports, a subnet with enough LIDs and a manager, features of its switches."""

from collections.abc import Iterator

from generator.catalog.model import Switch as SwitchModel
from generator.model.appliances import fitting_appliance, manager_advice
from generator.model.device import TIERS
from generator.plan.asset_ports import guid_ports
from generator.plan.draft import Draft
from generator.plan.infiniband.subnet import Subnet
from generator.plan.infiniband.subnets import UFM
from generator.plan.infiniband.tenancy import plan_tenants
from generator.plan.plan import Plan
from generator.rules import plan_rule, plan_warning
from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.checks.rule import Finding, KeyFinding, repeated

LAST_UNICAST_LID = 0xBFFF
"""Unicast LIDs are 0x0001 to 0xbfff (IBA 1.2.1, 4.1.3)."""


@plan_rule(
    title="One GUID for two ports",
    why="A GUID belongs to one device: one of the two entries is a mistake, and a partition would admit the wrong host.",
    fix="Correct one of the two in assets.yaml.",
)
def guid_twice(plan: Draft) -> Iterator[Finding]:
    """Every GUID is stated once."""
    for guid, first, loc in repeated(_guids(plan)):
        yield Finding(
            message=f"{guid} is stated for {_device_of(first)} and for {_device_of(loc)}",
            loc=loc,
            notes=(Note("first stated here", first),),
            help="correct one of the two",
        )


def _guids(plan: Draft) -> Iterator[tuple[str, Loc]]:
    for name, asset in plan.spec.assets.items():
        yield from ((guid, ("assets", name, "guids", port)) for port, guid in asset.guids.items())
        if asset.guid:
            yield asset.guid, ("assets", name, "guid")


def _device_of(loc: Loc) -> str:
    return f"{loc[3]} of {loc[1]}" if len(loc) > len(("assets", "name", "guid")) else str(loc[1])


@plan_rule(
    title="A GUID on a port without InfiniBand",
    why="A GUID under a misspelt port or an Ethernet port is written to no file, so its real port is missing from the partition.",
    fix="List GUIDs of host ports under `guids` by port name, and the GUID of a switch as `guid`.",
)
def guid_misplaced(plan: Draft) -> Iterator[Finding]:
    """`guids` name InfiniBand ports of installed hosts, `guid` an InfiniBand switch."""
    ports = guid_ports(plan)
    switches = {switch.device for subnet in plan.subnets for switch in subnet.switches}
    for name, asset in plan.spec.assets.items():
        if name not in ports:
            continue  # reported by asset-unknown
        for port in asset.guids:
            if port not in ports[name]:
                one = " (a switch has one `guid`)" if name in switches else ""
                yield KeyFinding(
                    message=f"{name} has no InfiniBand port {port}",
                    loc=("assets", name, "guids", port),
                    help=f"its InfiniBand ports: {', '.join(ports[name]) or 'none'}{one}",
                )
        if asset.guid and name not in switches:
            yield KeyFinding(
                message=f"{name} is not an InfiniBand switch, so it has no node GUID here",
                loc=("assets", name, "guid"),
                help="state a host's port GUIDs under `guids`, by port",
            )


@plan_rule(
    title="More ports than a subnet has addresses",
    why="Every port of a host and every switch takes a LID, and a subnet has 49,151 of them.",
    fix="Divide the cluster into separate fabrics, joined by InfiniBand routers.",
)
def lid_space(plan: Draft) -> Iterator[Finding]:
    """The envelope of a subnet fits the unicast LIDs, with LMC 0."""
    for name in dict.fromkeys(subnet.fabric for subnet in plan.subnets):
        shape = plan.cluster.shapes[name]
        ports = sum(member.max * len(member.ports) for member in shape.demand.members)
        switches = sum(shape.in_plane(tier) for tier in TIERS)
        if ports + switches > LAST_UNICAST_LID:
            yield KeyFinding(
                message=f"{name} has {ports:,} host ports and {switches:,} switches, {ports + switches:,} LIDs in all, and a subnet has {LAST_UNICAST_LID:,}",
                loc=("fabrics", name),
                help="lower the envelope, or plan several clusters",
            )


@plan_rule(
    title="SHARP on switches that are not known to support it",
    why="Only some switch chips can reduce data in the network.",
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
                message=f"{subnet.name} has `sharp: true`, and the catalog does not state that {', '.join(unable)} has it",
                loc=(*subnet.origin, "sharp"),
                help="choose a switch whose catalog file has sharp: true, or remove `sharp`",
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
                message=f"{subnet.name} has `sharp: true` and is managed by {subnet.manager}, for which no file of the aggregation manager is written",
                loc=(*subnet.origin, "sharp"),
                help="set manager: ufm, or run NVIDIA's OpenSM and sharp_am on a host that does not compute",
            )


@plan_rule(
    title="A subnet manager on a tenant's hosts",
    why="The host that runs the subnet manager is a full member of Default, and all other hosts are limited members. Every tenant can therefore reach it, and its administrator controls the partitions of all tenants.",
    fix="Add a host group of role manager that has ports on the fabric, or use manager: ufm.",
)
def manager_on_compute(plan: Draft) -> Iterator[Finding]:
    """Where tenants share a subnet, its manager is not on compute hosts."""
    tenants = plan_tenants(plan.cluster)
    for subnet in plan.subnets if tenants else ():
        computing = [runner.device for runner in subnet.runners if runner.role == "compute"]
        if computing:
            spec = plan.spec.fabrics.given()[subnet.fabric]
            hosts = sum(1 for host in subnet.hosts if host.role == "compute")
            who = f"{' and '.join(computing)}, which {'is a compute host' if len(computing) == 1 else 'are compute hosts'}"
            yield KeyFinding(
                message=f"{subnet.manager} of {subnet.name} is to run on {who}: a full member of Default reaches all {_counted(hosts, 'compute host')} there and is reached by them, across the borders of {_counted(len(tenants), 'tenant')}",
                loc=(*subnet.origin, "manager") if spec.manager else subnet.origin,
                help=_who_else(plan, subnet),
            )


def _who_else(plan: Draft, subnet: Subnet) -> str:
    """Return the hosts that can manage a subnet instead of compute hosts; none in several planes, as `manager-planes` explains."""
    spec = plan.spec.fabrics.given()[subnet.fabric]
    leaf = plan.catalog.get(SwitchModel, spec.leaf.model)
    whole = "remove `planes`, and " if (spec.planes or 1) > 1 else ""
    ufm = ", or use manager: ufm" if fitting_appliance(spec, leaf, plan.catalog) else ""
    return f"{whole}{manager_advice(subnet.fabric, spec, leaf, plan.catalog)}{ufm}"


@plan_warning(
    title="A subnet that does not have a subnet manager yet",
    why="The hosts of the subnet manager follow from the envelope, so that later hosts never take it over; until one of them is installed, no port of the subnet comes up.",
    fix="Install one of them first, or add a host group of role manager.",
)
def manager_to_come(plan: Plan) -> Iterator[Finding]:
    """One at least of the hosts that run a subnet's manager is installed, where any host is."""
    for subnet in plan.subnets:
        if subnet.hosts and subnet.runners and not any(runner.installed for runner in subnet.runners):
            names = " and ".join(runner.device for runner in subnet.runners)
            yield KeyFinding(
                message=f"{subnet.manager} of {subnet.name} is to run on {names}, and {_counted(len(subnet.hosts), 'host')} of the subnet {'is' if len(subnet.hosts) == 1 else 'are'} installed, none of these",
                loc=subnet.origin,
                help=f"install {subnet.runners[0].device} first, or run a subnet manager on another host or a switch until then",
            )


@plan_warning(
    title="Tenants beside UFM's own Default partition",
    why="UFM makes every host port a full member of Default unless configured otherwise (NVIDIA UFM Enterprise User Manual, Appendix Partitioning): all tenants can reach each other in it.",
    fix="Make the membership of the partition 0x7fff limited in UFM, and check the port's table with smpquery pkeys.",
)
def ufm_default_full(plan: Draft) -> Iterator[Finding]:
    """Warn of a setting that no rendered file can change."""
    for subnet in plan.subnets:
        if subnet.manager == UFM and plan.spec.tenants:
            yield Finding(
                message=f"UFM makes all host ports of {subnet.name} full members of Default unless configured otherwise, so tenants would reach each other there",
                loc=(*subnet.origin, "manager"),
                help="make the membership of 0x7fff limited in UFM before tenants arrive, and check it with smpquery pkeys",
            )


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
