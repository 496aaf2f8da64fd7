"""What files still wait for: facts that only the delivered hardware knows, or that no document at hand states."""

from collections.abc import Iterator

from generator.plan.infiniband.subnet import Subnet
from generator.plan.plan import Plan

BASE_MAC = "base"
"""The name under which `assets.yaml` gives a switch's base MAC address."""


def waiting_for(plan: Plan) -> Iterator[str]:
    """Say each missing fact once: what it is, where it is given, which files want it."""
    sonic = [switch for switch in plan.switches if switch.os == "sonic"]
    lacking = [
        s.name for s in sonic if BASE_MAC not in (plan.spec.assets[s.name].macs if s.name in plan.spec.assets else {})
    ]
    if lacking:
        yield (
            f"assets.yaml: the base MAC address (macs.{BASE_MAC}) of {len(lacking)} switches, from {lacking[0]} on: config_db.json "
            "carries it as DEVICE_METADATA mac, without which VLANs and VXLANs do not start"
        )
    models = sorted({switch.model for switch in sonic if switch.fabric in plan.roce})
    if models:
        yield (
            f"buffer pools and profiles of {', '.join(models)}: their sizes are in no document of the catalog, so config_db.json has no "
            "BUFFER_POOL; take them from the switch's own image before lossless traffic (README.md, Before lossless traffic)"
        )
    yield from (line for subnet in plan.subnets if (line := _guids(subnet)))


def _guids(subnet: Subnet) -> str:
    """Say which GUIDs the files of a subnet wait for; nothing where all are known."""
    hosts = [host for host in subnet.hosts if host.missing]
    switches = [switch for switch in subnet.switches if not switch.guid]
    lacking = []
    if hosts:
        ports = sum(host.missing for host in hosts)
        lacking.append(f"{ports} port GUIDs (guids) of {len(hosts)} hosts, from {hosts[0].device} on")
    if switches:
        lacking.append(f"{len(switches)} switch GUIDs (guid), from {switches[0].device} on")
    if not lacking:
        return ""
    return f"assets.yaml: {', and '.join(lacking)}: the files in infiniband/{subnet.name}/ name devices by GUID"
