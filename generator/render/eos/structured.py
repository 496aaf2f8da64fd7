"""The complete structured configuration of one switch: input of pyavd, which tests search for undefined names."""

from generator.catalog.model import Switch as SwitchModel
from generator.catalog.model import SwitchSystem
from generator.plan.balancing import balances_by_load
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.render.eos import Sections
from generator.render.eos.access import access_sections
from generator.render.eos.edge import add_edge
from generator.render.eos.overlay import add_leaks, overlay_bgp, overlay_sections
from generator.render.eos.ports import add_relays, port_sections
from generator.render.eos.qos import qos_sections
from generator.render.eos.routing import routing_sections
from generator.render.eos.system import system_sections


def structured_config(plan: Plan, switch: Switch) -> Sections:
    """Return every section of a switch, by name."""
    model = plan.hardware.get(SwitchModel, switch.model)
    system = plan.hardware.get(SwitchSystem, "eos")
    filters = plan.filters_on(switch)
    sections: Sections = {
        **system_sections(plan, switch),
        **port_sections(plan, switch, model, filters),
        **access_sections(filters, ipv6=bool(switch.loopback_ipv6)),
        **qos_sections(plan, switch, model, system),
        **routing_sections(plan, switch),
        **overlay_sections(plan, switch),
        "config_end": True,
        "eos_config_future": {"new_ip_tacacs_cli_order": True},
    }
    if kept := system.reserved_vlans:
        sections["vlan_internal_order"] = {
            "allocation": "ascending",
            "range": {"beginning": kept.first, "ending": kept.last},
        }
    sections["router_bgp"] |= overlay_bgp(plan, switch)
    add_edge(sections, plan, switch, filters)
    add_relays(sections, plan, switch)
    add_leaks(sections, plan, switch)
    if balances_by_load(plan, switch):
        sections["ip_hardware"] = {"fib": {"load_balance_distribution": {"dynamic": {"enabled": True}}}}
    return dict(sorted(sections.items()))
