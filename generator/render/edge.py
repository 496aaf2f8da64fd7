"""Values of the uplinks to the site for templates of FRR's configuration."""

from collections.abc import Mapping
from typing import Any

from generator.plan.edge import SITE_LIST, instances, transit
from generator.plan.edge_secrets import edge_secret
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.plan.routing import AFTER_PODS
from generator.plan.secrets import reference


def edge_values(plan: Plan, switch: Switch) -> Mapping[str, Any]:
    """Return the instances of a switch with uplinks, the accepted routes of the site, and references to passwords."""
    edges = [
        {
            "vrf": each.vrf,
            "sessions": each.sessions,
            "networks": {version: each.brought(version) for version in (4, 6)},
            "statics": list(each.statics()),
        }
        for each in instances(plan.site_uplinks, switch)
    ]
    return {
        "edges": edges,
        "site": transit(plan.site_uplinks, switch),
        "site_list": SITE_LIST,
        "after_pods": AFTER_PODS,
        "passwords": _passwords(plan),
    }


def site_values(plan: Plan) -> Mapping[str, Any]:
    """Return the values of the document for the site: every uplink, with the AS number of its border leaf."""
    asns = {switch.name: switch.asn for switch in plan.switches}
    return {"name": plan.name, "uplinks": plan.site_uplinks, "asns": asns, "passwords": _passwords(plan)}


def _passwords(plan: Plan) -> Mapping[str, str]:
    return {uplink.password: reference(edge_secret(uplink.password)) for uplink in plan.site_uplinks if uplink.password}
