"""BGP with hosts that run pods, as config_db holds it for SONiC's own management framework."""

from generator.plan.addressing.pods import ROUTES_A_HOST
from generator.plan.kubernetes.peering import Listener
from generator.plan.routing import NOTHING, POD_GROUP
from generator.render.sonic import Tables
from generator.render.sonic.sessions import limit_of

_AFTER_OWN = 30


def add_pods(tables: Tables, found: Listener) -> None:
    """Listen for hosts: their routes are announced to the fabric, and nothing is announced to them."""
    peering = found.peering
    rows: Tables = {
        "BGP_GLOBALS": {"default": {**_row(tables), "max_dynamic_neighbors": str(found.sessions)}},
        "BGP_PEER_GROUP": {
            f"default|{POD_GROUP}": {
                "asn": str(peering.pod_asn),
                "local_asn": str(peering.leaf_asn),
                "local_as_no_prepend": "true",
                "local_as_replace_as": "true",
                "passive_mode": "true",
            }
        },
        "BGP_PEER_GROUP_AF": {
            f"default|{POD_GROUP}|ipv4_unicast": {
                "admin_status": "up",
                **limit_of(str(ROUTES_A_HOST)),
                "route_map_in": [POD_GROUP],
                "route_map_out": [NOTHING],
            }
        },
        "BGP_GLOBALS_LISTEN_PREFIX": {f"default|{prefix}": {"peer_group": POD_GROUP} for prefix in peering.hosts},
        "STATIC_ROUTE": {f"default|{peering.pods}": {"blackhole": "true"}},
        "PREFIX_SET": {POD_GROUP: {"mode": "IPv4"}},
        "PREFIX": {f"{POD_GROUP}|5|{peering.pods}|{peering.length}..{peering.length}": {"action": "permit"}},
        "AS_PATH_SET": {POD_GROUP: {"as_path_set_member": [f"^{peering.pod_asn}$"]}},
        "ROUTE_MAP_SET": {POD_GROUP: {}, NOTHING: {}},
        "ROUTE_MAP": {
            f"{POD_GROUP}|10": {"route_operation": "permit", "match_prefix_set": POD_GROUP},
            f"{NOTHING}|10": {"route_operation": "deny"},
            f"ANNOUNCE|{_AFTER_OWN}": {
                "route_operation": "permit",
                "match_prefix_set": POD_GROUP,
                "match_as_path": POD_GROUP,
            },
        },
    }
    for name, table in rows.items():
        tables.setdefault(name, {}).update(table)


def _row(tables: Tables) -> dict[str, object]:
    """Return the existing row of the default instance."""
    row = tables["BGP_GLOBALS"]["default"]
    assert isinstance(row, dict)
    return row
