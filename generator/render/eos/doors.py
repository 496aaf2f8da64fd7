"""The doors of the switch itself: SSH for people, eAPI for the push, both behind one list of the control hosts' addresses.

eAPI is HTTPS alone, and like SSH it answers in the management instance and not in the default one. An out-of-band leaf has no management port: both
answer by its loopback there, in the default instance, where IPv6 has a list too, as every interface towards another switch has a link-local address.
"""

from collections.abc import Iterable

from generator.plan.access.control import ControlLine, control_hosts
from generator.plan.access.line_numbers import LAST
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.render.eos import MGMT, Section, Sections

CONTROL = "CONTROL"
CONTROL_V6 = "CONTROL-V6"


def door_sections(plan: Plan, switch: Switch) -> Sections:
    """Return both doors and the lists before them; no lists where no control host has a management port: nobody would get in."""
    guard = CONTROL if control_hosts(plan) else ""
    guard_v6 = CONTROL_V6 if guard and not switch.management else ""
    api: Section = {"name": MGMT if switch.management else "default"}
    ssh: Section = {}
    if guard:
        api["access_group"] = ssh["ip_access_group_in"] = guard
    if guard_v6:
        api["ipv6_access_group"] = ssh["ipv6_access_group_in"] = guard_v6
    if switch.management:
        own: Section = {"enable": False, "vrfs": [{"name": MGMT, "enable": True, **ssh}]}
    else:
        own = {"enable": True, **ssh}
    return {
        "management_ssh": own,
        "management_api_http": {"enable_http": False, "enable_https": True, "enable_vrfs": [api]},
        **_lists(plan, guard, guard_v6),
    }


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


def _lists(plan: Plan, guard: str, guard_v6: str) -> Sections:
    sections: Sections = {}
    if guard:
        sections["standard_access_lists"] = [{"name": guard, "entries": _entries(control_hosts(plan))}]
    if guard_v6:
        lines = [
            {"sequence": row["sequence"], "action": f"{row['action']} {row['source']}"}
            for row in _entries(control_hosts(plan, ipv6=True))
        ]
        sections["ipv6_standard_access_lists"] = [{"name": guard_v6, "sequence_numbers": lines}]
    return sections


def _entries(lines: Iterable[ControlLine]) -> list[Section]:
    """Say the lines, and what EOS does at the end of a list anyhow, so that it is seen."""
    found: list[Section] = [
        {"sequence": line.number, "action": "permit", "source": line.source.removesuffix("/32")} for line in lines
    ]
    return [*found, {"sequence": LAST, "action": "deny", "source": "any"}]
