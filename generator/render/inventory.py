"""Ansible inventory of a plan: groups of names, and facts of devices."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from generator.plan.addressing.numbers import IPV6_MORE
from generator.plan.cabling.records import Link
from generator.plan.clients import client_roles
from generator.plan.domains import nvlink_domains
from generator.plan.hostlist import name_ranges
from generator.plan.hosts.bmc_logs import bmc_log_facts
from generator.plan.hosts.certificates import certificate_facts
from generator.plan.hosts.configured import configured_hosts
from generator.plan.hosts.network_choices import BOND_MODE, LACP_MODE
from generator.plan.kubernetes.bootstrap import installer_facts
from generator.plan.operations.power_order import losses, power_steps, stopped_first
from generator.plan.plan import Plan
from generator.plan.records import Host, Switch, Tier
from generator.plan.states import MAINTENANCE, PLANNED, in_state
from generator.render.inventory_access import system_groups
from generator.render.inventory_hosts import hardware_facts, system_facts

Groups = dict[str, dict[str, Sequence[str]]]
_ROCE = ("dscp", "priority", "cnp_dscp", "cnp_priority")
WAVES: Mapping[str, Any] = {"waves_serial": [1, "10%", "100%"], "waves_max_fail_percentage": 0}
"""Batches of a run over hosts in use: sizes as numbers or shares, and how many hosts of a batch may fail; the site may override them."""
_SORTED_BY_A_RUN = ("waves_fresh", "waves_in_use", "waves_switches")
"""Groups that a run fills (role `waves`): they exist before it, so that a pattern may name them."""
Key = TypeVar("Key", str, int, tuple[str, str])


def group_tree(plan: Plan) -> Groups:
    """Return every group: `hosts` are ranges as Ansible writes them, `children` other groups.

    What is planned is in `planned` and in the groups of its place (rack, scalable unit, NVLink domain), so that no playbook waits for it.
    """
    groups: Groups = {}
    switches = [switch for switch in plan.switches if switch.state != PLANNED]
    for role, hosts in plan.hosts_of.items():
        named = _hosts("", ((_word(host.group), host.name) for host in hosts if host.state != PLANNED))
        if named:
            groups |= {f"role_{role}": {"children": sorted(named)}, **named}
    ours = [host for host in configured_hosts(plan) if host.state != PLANNED]
    groups["managed"] = {"children": sorted({_word(host.group) for host in ours})}
    if with_gpus := sorted({_word(host.group) for host in ours if host.gpus}):
        groups["gpus"] = {"children": with_gpus}
    groups |= _hosts("", ((_word(f"{member.scheduler}-{member.part}"), member.host) for member in plan.memberships))
    groups |= _hosts("su_", ((host.su + 1, host.name) for host in plan.hosts if host.su is not None))
    groups |= _hosts("nvlink_domain_", ((domain, name) for name, domain in nvlink_domains(plan).items()))
    tiers = _by(((switch.fabric, switch.tier), switch.name) for switch in switches)
    groups |= {f"{fabric}_{tier}": {"hosts": ranges(members)} for (fabric, tier), members in tiers.items()}
    fabrics = _by((fabric, f"{fabric}_{tier}") for fabric, tier in tiers)
    groups |= {f"fabric_{fabric}": {"children": members} for fabric, members in fabrics.items()}
    groups["switches"] = {"children": [f"fabric_{fabric}" for fabric in fabrics]}
    groups |= _hosts("os_", ((switch.os, switch.name) for switch in switches if switch.os))
    waves = {"singly" if wave.singly else wave.number: wave.switches for wave in plan.waves if wave.switches}
    groups |= {f"switch_wave_{wave}": {"hosts": ranges(members)} for wave, members in waves.items()}
    racks = _by((device.rack, device.name) for device in plan.devices)
    groups |= {f"rack_{rack.name.lower()}": {"hosts": ranges(racks[rack.name])} for rack in plan.racks}
    groups |= {f"power_off_{step.number}": {"hosts": ranges(step.hosts)} for step in power_steps(plan)}
    groups |= {loss.group: {"hosts": ranges(loss.hosts)} for loss in losses(plan) if loss.hosts}
    named_states = ((state, in_state(plan.devices, state)) for state in (MAINTENANCE, PLANNED))
    groups |= {state: {"hosts": ranges(names)} for state, names in named_states if names}
    return groups | {name: {} for name in _SORTED_BY_A_RUN}


def _hosts(stem: str, pairs: Iterable[tuple[Key, str]]) -> Groups:
    """Return groups of hosts, each called `stem` and its key, in the order of the keys."""
    return {f"{stem}{key}": {"hosts": ranges(members)} for key, members in sorted(_by(pairs).items())}


def _by(pairs: Iterable[tuple[Key, str]]) -> dict[Key, list[str]]:
    """Gather names by key, both in their order."""
    found: dict[Key, list[str]] = {}
    for key, name in pairs:
        found.setdefault(key, []).append(name)
    return found


def ranges(names: Iterable[str]) -> list[str]:
    """Fold names that count up into Ansible's ranges: `gpu[01:32]`."""
    return [
        f"{each.stem}{each.first}" if each.count == 1 else f"{each.stem}[{each.first}:{each.last}]"
        for each in name_ranges(names)
    ]


def site_facts(plan: Plan) -> Mapping[str, Any]:
    """Facts of the whole cluster."""
    return {
        "name": plan.name,
        "domain": plan.domain,
        "slurm": plan.slurm.facts if plan.slurm else {},
        "power_off": power_off_facts(plan),
        "roce": {
            name: {**{fact: getattr(roce, fact) for fact in _ROCE}, "traffic_class": roce.dscp << 2}
            for name, roce in plan.roce.items()
        },
        "vlans": [
            {"vlan": v.vlan, "name": v.name, "fabric": v.fabric, "prefix": v.prefix, "gateway": v.gateway}
            for v in plan.vlans
        ],
        **certificate_facts(plan),
        **bmc_log_facts(plan),
    }


def power_off_facts(plan: Plan) -> Mapping[str, Any]:
    """Return the steps of a shutdown by the numbers of their groups: the first whose hosts serve those before it, and tiers that people stop before their hosts go."""
    serving = next((step.number for step in power_steps(plan) if step.serves), len(power_steps(plan)) + 1)
    stopped = {
        each.tier: {"servers": _word(each.group), "how": each.how or each.product or "by its product"}
        for each in stopped_first(plan)
    }
    return {"serving": serving, "stopped": stopped}


def group_facts(plan: Plan) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the variables of each group of hosts by the group's name in the inventory: of roles, then of groups of the spec."""
    for role in plan.hosts_of:
        yield f"role_{role}", role_facts(plan, role)
    groups, _ = system_facts(plan)
    for group, facts in groups.items():
        yield _word(group), {**facts, **hardware_facts(plan, group), **_fewer_mounts(plan, group)}
    yield from system_groups(plan)


def role_facts(plan: Plan, role: str) -> Mapping[str, Any]:
    """Facts of all hosts of a role."""
    mounts = _mounts(_tiers_of(plan, role))
    return {"host_role": role, "storage_tiers": mounts, **(installer_facts(plan) if role == "control" else {})}


def _tiers_of(plan: Plan, role: str) -> list[Tier]:
    return [tier for tier in plan.tiers if role in client_roles(plan.groups.values(), tier)]


def _mounts(tiers: Iterable[Tier]) -> list[Mapping[str, str]]:
    return [{"tier": t.name, "kind": t.kind, "mount": t.mount, "servers": t.group, "fabric": t.fabric} for t in tiers]


def _fewer_mounts(plan: Plan, group: str) -> Mapping[str, Any]:
    """Return the tiers of a group that does not use all those of its role."""
    theirs = _tiers_of(plan, plan.groups[group].role)
    mine = [tier for tier in theirs if group not in tier.apart]
    return {} if mine == theirs else {"storage_tiers": _mounts(mine)}


def host_facts(plan: Plan, host: Host, domain: int | None = None) -> Mapping[str, Any]:
    """Facts of one host: its address, its place, its NVLink domain (from 1) if any, and each of its ports."""
    macs = plan.site.assets[host.name].macs if host.name in plan.site.assets else {}
    lengths = {address.interface: address.length for address in plan.addresses_of[host.name] if address.use == "link"}
    return {
        "ansible_host": host.inband or host.management or host.name,
        "rack": host.rack,
        "unit": host.unit,
        **({"su": host.su + 1} if host.su is not None else {}),
        **({"nvlink_domain": domain} if domain is not None else {}),
        "host_model": host.model,
        **_serial(plan, host.name),
        **({"gpu_count": host.gpus} if host.gpus else {}),
        **_out_of_band(plan, host),
        **({"bond": _bond(plan, host)} if host.inband else {}),
        "ports": [_port(plan, link, macs, lengths.get(link.a.interface, 0)) for link in plan.links_of[host.name]],
    }


def _out_of_band(plan: Plan, host: Host) -> Mapping[str, Any]:
    """Return the BMC's address and the management NIC's, with prefix length and gateway, where the host has them."""
    leaves = {link.a.interface: link.b.device for link in plan.links_of[host.name] if link.fabric == "oob"}
    found: dict[str, Any] = {}
    for a in plan.addresses_of[host.name]:
        if a.use in {"bmc", "management"} and a.use not in found:  # of several management ports the first
            gateway = plan.gateways[leaves[a.interface], a.vlan]
            found[a.use] = {"interface": a.interface, "address": f"{a.address}/{a.length}", "gateway": gateway}
    return found


def _bond(plan: Plan, host: Host) -> Mapping[str, Any]:
    """Return the frontend bond: active-backup where the leaves keep no state about a host."""
    vlans = {vlan.vlan: vlan for vlan in plan.vlans if vlan.fabric == "frontend"}
    mine = [a for a in plan.addresses_of[host.name] if a.fabric == "frontend" and a.vlan in vlans]
    inband = next(a for a in mine if a.use == "inband")
    return {
        "name": inband.interface,
        "mode": LACP_MODE if host.name in plan.lagged else BOND_MODE,
        "members": [link.a.interface for link in plan.links_of[host.name] if link.fabric == "frontend"],
        "address": f"{inband.address}/{inband.length}",
        "gateway": vlans[inband.vlan or 0].gateway,
        "mtu": plan.fabrics["frontend"].host_mtu_bytes,
        "vlans": [{"vlan": a.vlan, "address": f"{a.address}/{a.length}"} for a in mine if a.use == "segment"],
    }


def _port(plan: Plan, link: Link, macs: Mapping[str, str], length: int) -> Mapping[str, Any]:
    """Return facts of one port; `length` is the prefix length of its address, where it is routed."""
    near, far = link.a, link.b
    spec = plan.fabrics[link.fabric]
    facts: dict[str, Any] = {"name": near.interface, "fabric": link.fabric, "speed_gbps": round(link.speed_gbps)}
    if link.rail is not None:
        facts["rail"] = link.rail
    if plan.fabrics[link.fabric].planes > 1:
        facts["plane"] = link.plane
    if near.address and link.fabric in {"compute", "storage"}:
        facts |= {"address": f"{near.address}/{length}", "gateway": far.address, "mtu": spec.host_mtu_bytes}
    if near.ipv6:
        facts |= {"address_ipv6": f"{near.ipv6}/{length + IPV6_MORE}", "gateway_ipv6": far.ipv6}
    if near.interface in macs:
        facts["mac"] = macs[near.interface]
    return {**facts, "switch": far.device, "switch_port": far.interface, "cable": link.cable}


def switch_facts(plan: Plan, switch: Switch) -> Mapping[str, Any]:
    """Return the facts of one switch."""
    return {
        "ansible_host": switch.management or _gateway(plan, switch) or switch.loopback,
        "rack": switch.rack,
        "unit": switch.unit,
        "switch_model": switch.model,
        **_serial(plan, switch.name),
        **({"switch_os": switch.os, "switch_version": switch.version} if switch.os else {}),
        **({"asn": switch.asn, "loopback": switch.loopback} if switch.asn else {}),
    }


def _gateway(plan: Plan, switch: Switch) -> str:
    """Return the address of a leaf in its management VLAN: the only out-of-band leaf has no other on which control hosts have a route to it."""
    management = next(
        (each.vlan for each in plan.vlans if each.name == "management" and each.fabric == switch.fabric), None
    )
    return plan.gateways.get((switch.name, management), "")


def _serial(plan: Plan, device: str) -> Mapping[str, str]:
    """Return the serial number that `assets.yaml` has for a device."""
    serial = plan.site.assets[device].serial if device in plan.site.assets else ""
    return {"serial_number": serial} if serial else {}


def _word(name: str) -> str:
    """A group name that Ansible takes without a warning: dashes become underscores."""
    return name.replace("-", "_")
