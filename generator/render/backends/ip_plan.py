"""ip: the address plan as tables, and how each pool is cut into fields."""

from collections.abc import Iterable, Iterator

from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.lines import csv_table
from generator.render.templates import Templates

NAME = "ip"


def paths(_plan: Plan) -> Iterable[str]:
    """Five files."""
    return ("ip/prefixes.csv", "ip/addresses.csv", "ip/vlans.csv", "ip/asns.csv", "ip/layout.md")


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print every prefix, address, VLAN and AS number; one row is one of them."""
    yield Artifact(
        "ip/prefixes.csv",
        csv_table(
            ("prefix", "kind", "name", "fabric", "vlan", "gateway"),
            ((p.prefix, p.kind, p.name, p.fabric, p.vlan, p.gateway) for p in plan.prefixes),
        ),
    )
    yield Artifact(
        "ip/addresses.csv",
        csv_table(
            ("address", "prefix_length", "device", "interface", "fabric", "use", "vlan", "ipv6"),
            ((a.address, a.length, a.device, a.interface, a.fabric, a.use, a.vlan, a.ipv6) for a in plan.addresses),
        ),
    )
    yield Artifact(
        "ip/vlans.csv",
        csv_table(
            ("vlan", "name", "vni", "fabric", "prefix", "gateway", "description"),
            ((v.vlan, v.name, v.vni, v.fabric, v.prefix, v.gateway, v.description) for v in plan.vlans),
        ),
    )
    yield Artifact(
        "ip/asns.csv",
        csv_table(("asn", "fabric", "tier", "holder"), ((a.asn, a.fabric, a.tier, a.holder) for a in plan.asns)),
    )
    yield Artifact(
        "ip/layout.md",
        templates.render("ip/layout.md.j2", layouts=plan.layouts, asn_base=plan.site.addressing.asn_base),
    )
