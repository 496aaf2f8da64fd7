"""Metadata and the management port of a switch."""

from generator.catalog.model import SonicPlatform
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.plan.sonic import BASE_MAC
from generator.render.sonic import Tables

_TYPES = {"leaf": "LeafRouter", "spine": "SpineRouter", "core": "UpperSpineRouter"}
_HASH = ["SRC_IP", "DST_IP", "IP_PROTOCOL", "L4_SRC_PORT", "L4_DST_PORT", "IN_PORT"]


def system_tables(plan: Plan, switch: Switch, platform: SonicPlatform) -> Tables:
    """Return what a switch is, and how it is reached out of band."""
    localhost = {
        "hostname": switch.name,
        "hwsku": platform.hwsku,
        "platform": platform.platform,
        "type": _TYPES[switch.tier],
        "bgp_asn": str(switch.asn),
        "docker_routing_config_mode": "split-unified",
        "frr_mgmt_framework_config": "true",
        "buffer_model": platform.buffer_model,
        "default_bgp_status": "up",
        "default_pfcwd_status": "disable",
        "timezone": "UTC",
    }
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
    if plan.ports_of[switch.name]:
        tables["SWITCH_HASH"] = {"GLOBAL": {"ecmp_hash": list(_HASH)}}
    return tables
