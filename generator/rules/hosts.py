"""Hosts: NICs that support the fabric's protocol, drivers with packages, home directories that are created."""

from collections.abc import Iterator

from generator.catalog.model import Nic
from generator.plan.draft import Draft
from generator.plan.hosts.roce import gpu_of
from generator.plan.hosts.tuning import packs_driver
from generator.plan.hosts.users import home_tier
from generator.rules import plan_rule, plan_warning
from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, KeyFinding


@plan_rule(
    title="A NIC that does not support the fabric's protocol",
    why="The plug fits and the speed matches, but no link comes up.",
    fix="Choose a host with other NICs, or another technology for the fabric.",
)
def nic_protocol(plan: Draft) -> Iterator[Finding]:
    """Every adapter of every group supports the technology of its ports' fabric."""
    for fabric, shape in plan.cluster.shapes.items():
        wanted = shape.demand.spec.technology
        seated = {member.name for member in shape.demand.members}
        for group in (group for group in plan.cluster.groups if group.name in seated):
            for model in sorted({port.nic for port in group.ports_on(fabric) if port.nic}):
                nic = plan.catalog.get(Nic, model)
                if wanted not in nic.protocols:
                    yield Finding(
                        message=f"{nic.title} in {group.model.model} supports {', '.join(nic.protocols)}, and {fabric} is {wanted}",
                        loc=(*group.origin, "model"),
                        notes=(Note(f"{fabric} is {wanted} here", ("fabrics", fabric, "technology")),),
                        help=f"choose a host whose NICs support {wanted} for {group.name}, or build {fabric} of {nic.protocols[-1]} switches",
                    )


@plan_rule(
    title="A GPU driver that the distribution does not package",
    why="`driver` names a branch in Ubuntu's own archive, for NVIDIA's GPUs. Other drivers come from the vendor's repository, which only your image can have.",
    fix="Remove `driver`, set up the vendor's repository in the image, and list its packages under `packages`.",
)
def driver_unpacked(plan: Draft) -> Iterator[Finding]:
    """Each group once."""
    first = {host.group: host for host in reversed(plan.hosts)}
    for group, spec in plan.spec.hosts.items():
        host = first.get(group)
        if spec.driver is None or host is None or packs_driver(plan, host):
            continue
        gpu = gpu_of(plan, host)
        whose = f"{spec.os} has no driver for the {gpu.title} in its archive" if gpu else f"a {host.model} has no GPUs"
        yield Finding(
            message=f"{whose}, and {group} has driver {spec.driver}",
            loc=("hosts", group, "driver"),
            help="remove driver" + (", and name the packages of the vendor's repository in packages" if gpu else ""),
        )


@plan_rule(
    title="Firmware of an adapter that no health check reads",
    why="`firmware` states what the health check of hosts that compute compares with `fw_ver` of each port. Where it cannot find one, a difference is never reported.",
    fix="Name an adapter of the hosts' model, or remove the entry.",
)
def firmware_unread(plan: Draft) -> Iterator[Finding]:
    """Each adapter of each group."""
    first = {host.group: host for host in reversed(plan.hosts)}
    for group, spec in plan.spec.hosts.items():
        host = first.get(group)
        ports = plan.interfaces_of[host.name] if host else ()
        for model in spec.firmware if host else ():
            mine = [port for port in ports if port.nic == model]
            if host and host.role != "compute":
                why = f"hosts of role {host.role} run no health check"
            elif not mine:
                others = sorted({port.nic for port in ports if port.nic})
                why = f"no port of {group} is one of a {model}" + (f": it has {', '.join(others)}" if others else "")
            elif not any(port.pci or port.rdma for port in mine):
                why = f"no document has the PCI addresses or RDMA devices of the {model} in a {spec.model}"
            else:
                continue
            yield Finding(message=why, loc=("hosts", group, "firmware", model), help=f"remove {model} from firmware")


@plan_warning(
    title="An account whose home directory is not created",
    why="If home directories are on a mounted tier, the host that serves the tier creates them, but only for accounts of that host.",
    fix="Give the account to the hosts that serve the tier, create the directory yourself if the server is external, or choose another `users.home`.",
)
def user_without_home(plan: Draft) -> Iterator[Finding]:
    """Each account once, for the first tier."""
    alike = {host.group: host for host in plan.hosts} if plan.users.accounts else {}
    tiers = {group: tier for group, host in alike.items() if (tier := home_tier(plan, host))}
    for account in plan.users.accounts:
        found = [(group, tiers[group]) for group in account.hosts if group in tiers and account.state == "present"]
        for group, tier in found[:1]:
            ours = bool(tier.group) and not plan.spec.storage[tier.name].source
            if ours and tier.group in account.hosts:
                continue
            who = f"the account is not on {tier.group}, which serves it" if ours else "no host of the cluster serves it"
            fix = f"add {tier.group} to its hosts" if ours else "create it there yourself"
            yield KeyFinding(
                message=f"{account.home} on {group} comes with the tier {tier.name}, and {who}",
                loc=("users", "accounts", account.name),
                help=f"{fix}, or set users.home to a folder that no tier is mounted on, such as /var/lib/people",
            )
