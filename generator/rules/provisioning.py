"""Names in DNS: each has one address, and an allowed length. Relays of DHCP: each receives the replies."""

from collections.abc import Iterator

from generator.catalog.model import Host as HostModel
from generator.plan.counts import counted
from generator.plan.draft import Draft
from generator.plan.provisioning.boot import client_classes
from generator.plan.provisioning.names import Named, named_addresses
from generator.plan.provisioning.places import servers_of
from generator.plan.provisioning.relays import hears_unnumbered, relay_agent
from generator.plan.systems import choice_of
from generator.rules import plan_rule, plan_warning
from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, KeyFinding

_BOOT_FILE = 127
"""The most characters of a boot file's name (RFC 2131, section 2)."""
_LABEL, _NAME = 63, 253
"""The most characters of a label, and of a whole name as it is written (RFC 1035, section 2.3.4)."""


@plan_rule(
    title="One name for two addresses",
    why="The second name of a host is its name followed by a port or a segment; DNS would answer with either address.",
    fix="Rename the segment or the host group.",
)
def dns_name_twice(plan: Draft) -> Iterator[Finding]:
    """Every name of a device is used once; each pair of a segment or group with another thing is reported once."""
    seen: dict[str, Named] = {}
    reported = set()
    for each in _names(plan):
        first = seen.setdefault(each.label, each)
        if first is each:
            continue
        later, other = (each, first) if each.origin[0] == "segments" else (first, each)
        if later.origin not in reported:
            reported.add(later.origin)
            yield KeyFinding(
                message=f"{each.label}.{plan.domain} would be {first.address} and {each.address}",
                loc=later.origin,
                notes=(Note(f"{first.label} is a name of these already", other.origin),),
                help=f"choose another name, such as {later.origin[-1]}-net",
            )


@plan_rule(
    title="A name that is too long for DNS",
    why="A label has at most 63 characters, and a whole name 253 (RFC 1035).",
    fix="Shorten the domain, the host group or the segment.",
)
def dns_name_long(plan: Draft) -> Iterator[Finding]:
    """The longest label of each origin, and the longest whole name, fit; the report has those that are too long."""
    longest: dict[object, Named] = {}
    for each in _names(plan):
        if len(each.label) > len(longest.setdefault(each.origin, each).label):
            longest[each.origin] = each
    for each in longest.values():
        if (over := len(each.label) - _LABEL) > 0:
            said = f"the name {each.label} has {len(each.label)} characters, {over} more than are allowed in a label"
            yield KeyFinding(message=said, loc=each.origin, help=f"make {each.origin[-1]} {over} shorter")
    names = [f"{each.label}.{plan.domain}" for each in longest.values()]
    name = max(names, key=len, default="")
    if (over := len(name) - _NAME) > 0:
        said = f"{name} has {len(name)} characters, {over} more than are allowed in a name"
        yield Finding(message=said, loc=("domain",), help=f"shorten the domain by {counted(over, 'character')}")


@plan_warning(
    title="A DHCP relay that receives no answers",
    why="ISC's relay on SONiC before 202511 listens only on ports with an IPv4 address, and answers of a control host behind another leaf arrive on an unnumbered uplink.",
    fix="Use a release whose relay listens on every port, or number the links (`underlay: numbered`).",
)
def relay_unheard(plan: Draft) -> Iterator[Finding]:
    """Told once, for the first leaf that it is true of."""
    spec = plan.spec.fabrics.given()
    for switch in plan.switches:
        agent = relay_agent(plan, switch) if switch.os else None
        uplinks = agent.uplinks if agent and spec[switch.fabric].underlay == "unnumbered" else ()
        if uplinks and not hears_unnumbered(plan, switch):
            said, _ = choice_of(plan.cluster, switch.fabric, switch.tier)
            yield Finding(
                message=f"{switch.name} runs {switch.version}, whose DHCP relay receives no answers on {', '.join(uplinks[:2])}, "
                "which have no IPv4 address: its clients get leases only from control hosts on this leaf",
                loc=("fabrics", switch.fabric, said, "version"),
                help=f"set fabrics.{switch.fabric}.{said}.version to '202511', or fabrics.{switch.fabric}.underlay to numbered",
            )
            return


@plan_rule(
    title="A boot file URL that is too long for a lease",
    why="DHCP has 128 bytes for the name of a boot file, including a zero at the end (RFC 2131, section 2), and an HTTPS URL contains the domain.",
    fix="Shorten the domain, or let hosts fetch by HTTP.",
)
def boot_url_long(plan: Draft) -> Iterator[Finding]:
    """The longest URL that firmware or iPXE gets."""
    named = {each.address: each for each in _names(plan)}
    if not named:
        return
    servers = servers_of(plan, named)
    url = max((each.file for each in client_classes(plan, servers)), key=len, default="") if servers.inband else ""
    if (over := len(url) - _BOOT_FILE) > 0:
        yield Finding(
            message=f"{url} has {len(url)} characters, {over} more than fit in a lease",
            loc=("services", "boot"),
            notes=(Note("the domain is stated here", ("domain",)),),
            help=f"shorten the domain by {counted(over, 'character')}, or set services.boot to http",
        )


@plan_warning(
    title="A system disk for hosts that are not installed from the network",
    why="Control hosts serve the installation, so they are installed before it; appliances run the software of their vendor.",
    fix="Remove `system_disk` from the group.",
)
def system_disk_unused(plan: Draft) -> Iterator[Finding]:
    """Told once for each group of control hosts or appliances that names a drive."""
    for group, spec in sorted(plan.spec.hosts.items()):
        if spec.system_disk is None:
            continue
        role = next((each.role for each in plan.hosts if each.group == group), spec.role)
        appliance = plan.catalog.get(HostModel, spec.model).appliance
        if role == "control" or appliance:
            control = "control hosts, which serve the installation of others"
            kind = "appliances, which their vendor installs" if appliance else control
            yield Finding(
                message=f"hosts.{group} are {kind}: nothing will use {spec.system_disk}",
                loc=("hosts", group, "system_disk"),
                help=f"remove system_disk from hosts.{group}",
            )


def _names(plan: Draft) -> Iterator[Named]:
    """Yield the names of devices that are distinct; `name-twice` reports the others."""
    if len({device.name for device in plan.devices}) == len(plan.devices):
        yield from named_addresses(plan)
