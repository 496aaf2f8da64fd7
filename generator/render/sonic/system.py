"""Metadata and the management port of a switch."""

from generator.catalog.model import SonicPlatform
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.plan.sonic import BASE_MAC, waits_for_install
from generator.render.sonic import Tables

_TYPES = {"leaf": "LeafRouter", "spine": "SpineRouter"}
_TYPES_BELOW_CORES = {"leaf": "ToRRouter", "spine": "LeafRouter", "core": "SpineRouter"}
"""The image derives the seed of its hash from the type: 0, 10 and 25 for these three (docker-orchagent, switch.json.j2). With one seed, the second
tier would not spread the flows that the first one put on one path. Every name that ends in SpineRouter has 25, so all three tiers move down: they
are SONiC's own T0, T1 and T2."""
_HASH = ["SRC_IP", "DST_IP", "IP_PROTOCOL", "L4_SRC_PORT", "L4_DST_PORT", "IN_PORT"]


def system_tables(plan: Plan, switch: Switch, platform: SonicPlatform) -> Tables:
    """Return the device metadata of a switch, and its management."""
    types = _TYPES_BELOW_CORES if plan.fabrics[switch.fabric].cores else _TYPES
    localhost = {
        "hostname": switch.name,
        "hwsku": platform.hwsku,
        "platform": platform.platform,
        "type": types[switch.tier],
        "bgp_asn": str(switch.asn),
        "docker_routing_config_mode": "split-unified",
        "frr_mgmt_framework_config": "true",
        "buffer_model": platform.buffer_model,
        "default_bgp_status": "up",
        "default_pfcwd_status": "disable",
        "timezone": "UTC",
    }
    if waits_for_install(plan, switch):
        localhost |= {"synchronous_mode": "enable", "suppress-fib-pending": "enabled"}
    mac = plan.site.assets[switch.name].macs.get(BASE_MAC) if switch.name in plan.site.assets else None
    if mac:
        localhost["mac"] = mac
    tables: Tables = {"DEVICE_METADATA": {"localhost": localhost}}
    if switch.management:
        tables["MGMT_PORT"] = {"eth0": {"alias": "eth0", "admin_status": "up"}}
        tables["MGMT_INTERFACE"] = {
            f"eth0|{switch.management}/{switch.management_length}": {"gwaddr": switch.management_gateway}
        }
        tables["MGMT_VRF_CONFIG"] = {"vrf_global": {"mgmtVrfEnabled": "true"}}
    fields = [name for name in _HASH if name in (platform.hash_fields or ())]
    if fields and plan.ports_of[switch.name]:
        tables["SWITCH_HASH"] = {"GLOBAL": {"ecmp_hash": fields}}
    return tables
