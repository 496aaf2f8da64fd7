"""Bonds to hosts: one a host, an Ethernet segment where the host has another leaf, too."""

from generator.plan.plan import Plan
from generator.plan.records import Lag, Switch
from generator.render.cumulus.dialect import Dialect
from generator.render.cumulus.tree import Branch, at

_UPLINK = "leaf_spine"


def bond_name(lag: Lag) -> str:
    """Name a group's interface."""
    return f"bond{lag.number}"


def bridged_names(plan: Plan, switch: Switch) -> dict[str, str]:
    """Return the interface that a host's port is known by to bridge and filters, where that is not the port itself."""
    return {member: bond_name(lag) for lag in plan.lags_of[switch.name] for member in lag.members}


def add_bonds(tree: Branch, plan: Plan, switch: Switch, dialect: Dialect) -> None:
    """Add a bond for every host; a host that speaks no LACP yet is let through, so that it can boot from the network (LACP bypass)."""
    lags = plan.lags_of[switch.name]
    if not lags:
        return
    mtus = {port.interface: port.mtu_bytes for port in plan.ports_of[switch.name]}
    for lag in lags:
        branch = at(tree, "interface", bond_name(lag))
        branch |= {"type": "bond", "description": lag.host}
        at(branch, "link")["mtu"] = mtus[lag.members[0]]
        bond = at(branch, "bond")
        bond |= {"mode": "lacp", "lacp-rate": "fast", "lacp-bypass": dialect.yes}
        for member in lag.members:
            at(bond, "member", member)
        if lag.segment:
            segment = at(branch, "evpn", "multihoming", "segment")
            dialect.turn_on(segment)
            segment |= {"local-id": lag.number, "mac-address": lag.system_mac, "df-preference": lag.preference}
    dialect.turn_on(at(tree, "evpn", "multihoming"))
    for port in plan.ports_of[switch.name]:
        if port.kind == _UPLINK:
            # Where broadcasts come from the overlay: split horizon stands there, and a leaf without one left takes its hosts down.
            at(tree, "interface", port.interface, "evpn", "multihoming")["uplink"] = dialect.yes
