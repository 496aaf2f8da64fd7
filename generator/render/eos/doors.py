"""The doors of the switch itself: SSH for people, eAPI for the push, both behind one list of the control hosts' addresses.

eAPI is HTTPS alone, and like SSH it answers in the management instance and not in the default one. An out-of-band leaf has no management port: both
answer by its loopback there, in the default instance, where IPv6 has a list too, as every interface towards another switch has a link-local address.
"""

from collections.abc import Iterable

from generator.plan.access.control import ControlLine, control_hosts
from generator.plan.access.line_numbers import LAST
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.render.eos import MGMT, Section, Sections, stated

CONTROL = "CONTROL"
CONTROL_V6 = "CONTROL-V6"


def door_sections(plan: Plan, switch: Switch) -> Sections:
    """Return SSH and the API with their access lists; no lists where no control host has a management port, as nobody could log in."""
    guard = CONTROL if control_hosts(plan) else ""
    guard_v6 = CONTROL_V6 if guard and not switch.management else ""
    vrf = MGMT if switch.management else "default"
    ssh = stated({"ip_access_group_in": guard, "ipv6_access_group_in": guard_v6})
    api = stated({"name": vrf, "access_group": guard, "ipv6_access_group": guard_v6})
    managed = {"enable": False, "vrfs": [{"name": MGMT, "enable": True, **ssh}]}
    lists = [{"name": guard, "entries": _entries(control_hosts(plan))}] if guard else []
    lists_v6 = [{"name": guard_v6, "sequence_numbers": _entries_v6(plan)}] if guard_v6 else []
    return stated(
        {
            "management_ssh": managed if switch.management else {"enable": True, **ssh},
            "management_api_http": {"enable_http": False, "enable_https": True, "enable_vrfs": [api]},
            "standard_access_lists": lists,
            "ipv6_standard_access_lists": lists_v6,
        }
    )


def guarded_snmp(plan: Plan, switch: Switch, vrf: str) -> Section:
    """Return what puts the same list before SNMP."""
    if not control_hosts(plan):
        return {}
    at = {} if vrf == "default" else {"vrf": vrf}
    ipv6 = {} if switch.management else {"ipv6_acls": [{"name": CONTROL_V6, **at}]}
    return {"ipv4_acls": [{"name": CONTROL, **at}], **ipv6}


def guarded_gnmi(plan: Plan) -> Section:
    """Return what puts it before gNMI, which takes none for IPv6."""
    return {"ip_access_group": CONTROL} if control_hosts(plan) else {}


def _entries(lines: Iterable[ControlLine]) -> list[Section]:
    """Entries of a list, and as the last one what EOS does without an entry, so that a reader sees it."""
    found: list[Section] = [
        {"sequence": line.number, "action": "permit", "source": line.source.removesuffix("/32")} for line in lines
    ]
    return [*found, {"sequence": LAST, "action": "deny", "source": "any"}]


def _entries_v6(plan: Plan) -> list[Section]:
    rows = _entries(control_hosts(plan, ipv6=True))
    return [{"sequence": row["sequence"], "action": f"{row['action']} {row['source']}"} for row in rows]
