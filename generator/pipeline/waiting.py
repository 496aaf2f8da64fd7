"""Missing facts of files: those of the delivered hardware, or without a document."""

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

from generator.catalog.model import Switch as SwitchModel
from generator.catalog.model import SwitchSystem
from generator.catalog.system import OpenFact
from generator.catalog.telemetry import read_collector, telemetry_systems
from generator.plan.cabling.guards import untaken
from generator.plan.counts import counted, from_first
from generator.plan.draft import Draft
from generator.plan.edge_ports import edge_ports
from generator.plan.hosts.logs import sends_over_tls
from generator.plan.hosts.missing import missing
from generator.plan.hosts.port_names import names_waiting
from generator.plan.infiniband.subnet import Subnet
from generator.plan.monitoring.extra import extra_exporters
from generator.plan.monitoring.telemetry import (
    CA,
    CERTIFICATE,
    KEY,
    LOGIN,
    PASSWORD,
    USER,
    collects,
    logins,
    streamed_switches,
    streams,
)
from generator.plan.plan import Plan
from generator.plan.power import unpowered
from generator.plan.provisioning.dhcp import dhcp_of
from generator.plan.provisioning.lacking import first_starts, undecided_groups
from generator.plan.qos.watchdog import lossless_ports, port_speeds
from generator.plan.records import Switch
from generator.plan.secrets import used, variable
from generator.plan.sonic import (
    BASE_MAC,
    GNMI_CA,
    GNMI_CERTIFICATE,
    GNMI_KEY,
    computed_headroom,
    gnmi_client,
    unhashed_models,
    unsized_models,
)


def waiting_for(plan: Draft) -> Iterator[str]:
    """Return the missing facts, each once: the fact, where to state it, and the files that need it."""
    sonic = [switch for switch in plan.switches if switch.os == "sonic"]
    yield from _unrendered(plan)
    yield from _base_macs(plan, sonic)
    yield from _buffers(plan)
    yield from _tunnels(plan, sonic)
    yield from _hashing(plan)
    yield from _layer_2(plan)
    if models := unpowered(plan):
        yield f"power of {', '.join(models)}: no document of the catalog states it, so sums of power leave it out; state power_w in a catalog file of your own"
    yield from _unmarked(plan)
    yield from _open(plan)
    for (fabric, system), found in groupby(untaken(plan), key=attrgetter("fabric", "system")):
        pieces = ", ".join(f"{each.count} ends with {each.model}" for each in found)
        yield (
            f"transceivers and cables of {fabric}: {pieces} are in ports of {system}, and no document of the catalog states whether it supports them; "
            f"confirm them with the switch vendor, or state its licence (cabling.transceiver_licences.{system})"
        )
    managed = [switch for switch in sonic if switch.management]
    if managed and plan.spec.services.telemetry:
        yield (
            f"gNMI certificates on {counted(len(managed), 'SONiC switch')}: {GNMI_CA}, {GNMI_CERTIFICATE} and {GNMI_KEY}, issued by the site; "
            f"the collector's own is in the name of {gnmi_client(plan)}"
        )
    yield from _log_certificates(plan)
    yield from _silent(plan)
    if collects(plan):
        release = read_collector("gnmic")
        yield (
            f"gNMIc {release.version} on control hosts: {release.archive} (SHA-256 {release.sha256}) on the controller, as monitoring_collector_archive; "
            f"{CA}, {CERTIFICATE} and {KEY} on each, issued by the site in the name of {gnmi_client(plan)}; and on each switch a certificate "
            f"in its own name, such as {next(streamed_switches(plan)).name}.{plan.domain}"
        )
        if asking := logins(plan):
            yield (
                f"a user and a password of {from_first([each.name for each in asking], 'switch')}, for gNMIc: lines {USER}=... and {PASSWORD}=... "
                f"in {LOGIN} on each control host, readable by root alone"
            )
    for exporter in extra_exporters(plan):
        if exporter.needs:
            yield f"monitoring.exporters, {exporter.exporter}: {exporter.needs}"
    names = used(plan)
    if names:
        yield f"secrets, from the site's vault as Ansible variables: {', '.join(variable(name) for name in names)}"
    yield from missing(plan)
    yield from names_waiting(plan)
    yield from _provisioning(plan)
    yield from (line for subnet in plan.subnets if (line := _guids(subnet)))


def _log_certificates(plan: Draft) -> Iterator[str]:
    """Name the switches that send logs over TLS: each shows a certificate of the cluster's authority."""
    for switch in plan.switches:
        if any(sends_over_tls(plan, switch, server) for server in plan.spec.services.syslog):
            yield (
                f"logs of {switch.name} over TLS: logs.crt in the name of {switch.name}.{plan.domain}, logs.key and logs-ca.crt on the switch, "
                "signed with the authority of the cluster (docs/eos.md); until then its logs are lost"
            )


def _silent(plan: Draft) -> Iterator[str]:
    """Name the switches that stream nothing, by system."""
    silent = [s for s in plan.switches if s.os and s.management and not streams(plan, s)]
    for system in sorted({str(s.os) for s in silent}) if plan.spec.services.telemetry else ():
        found = [s.name for s in silent if s.os == system]
        known = system in telemetry_systems()
        why = f"{system} streams nothing on their ASIC" if known else f"the catalog has no telemetry of {system}"
        yield (
            f"telemetry of {from_first(found, 'switch')}: {why}, so they have no gNMI server, "
            "and their queues are not monitored; services.snmp reads their ports"
        )


def _unrendered(plan: Draft) -> Iterator[str]:
    """Name the Ethernet switches that have no files, model by model, and the settings to make manually."""
    found: dict[str, list[str]] = {}
    for switch in plan.switches:
        if switch.os is None and switch.asn is not None:
            found.setdefault(switch.model, []).append(switch.name)
    for model, names in found.items():
        yield (
            f"switches/: {model} has os: none, so no files are rendered for {from_first(names, 'switch')}. Their ports, addresses, AS numbers and "
            "VLANs are in ip/ and cabling/ports/; sessions, RoCE classes and the filters of docs/report.html must be configured by hand, and are not checked"
        )


def _base_macs(plan: Draft, sonic: list[Switch]) -> Iterator[str]:
    lacking = [
        s.name for s in sonic if BASE_MAC not in (plan.spec.assets[s.name].macs if s.name in plan.spec.assets else {})
    ]
    if lacking:
        yield (
            f"assets.yaml: the base MAC address (macs.{BASE_MAC}) of {from_first(lacking, 'switch')}: config_db.json "
            "needs it in DEVICE_METADATA (mac), as VLANs and VXLANs do not start without it"
        )


def _buffers(plan: Draft) -> Iterator[str]:
    """Report which platforms have no published pools, and which headroom was computed because no table has it."""
    unknown = unsized_models(plan)
    if unknown:
        yield (
            f"buffer pools and profiles of {', '.join(unknown)}: their sizes are not in any document of the catalog, so config_db.json has no "
            "BUFFER_POOL, and PFC has no headroom: the lossless class may drop packets; take the sizes from the switch's own "
            "image before you run lossless traffic (README.md, Before lossless traffic)"
        )
    for hwsku, each in computed_headroom(plan):
        yield (
            f"headroom of {hwsku} at {each.speed_gbps:g} Gb/s over {each.length_m} m: its table has no row for this, so {each.xoff} bytes "
            f"were computed ({each.profile}); confirm them with the vendor"
        )


_LACKING = {
    "sonic": "community images have no spanning tree (sonic-net/sonic-buildimage, pull request 24521), so neither BPDU nor loop guard, and no uplink tracking",
    "cumulus": "NVUE has no loop guard for edge ports, and tracks uplinks for bonds of `bonding: evpn` alone",
}
"""Settings of a frontend host's port that a system does not support."""


def _layer_2(plan: Draft) -> Iterator[str]:
    """Report what guards the frontend's host ports on other systems and not on this one."""
    for os, lacks in _LACKING.items():
        leaves = [switch.name for switch in plan.switches if switch.os == os and edge_ports(plan, switch)]
        if leaves:
            yield (
                f"layer 2 at host ports of {from_first(leaves, 'frontend leaf', 'frontend leaves')}: {lacks}; flooding is limited there, but only "
                "monitoring detects a loop or a leaf without uplinks"
            )


def _hashing(plan: Draft) -> Iterator[str]:
    """Report the switches with the hash of their image: which fields on SONiC, and which seed on EOS, where three tiers need three."""
    if models := unhashed_models(plan):
        yield (
            f"hash fields of {', '.join(models)}: no document of the catalog states which ones SONiC can set there, so config_db.json has no SWITCH_HASH; run "
            "`show switch-hash capabilities`, and verify by measurement that the flows of one host spread over all uplinks"
        )
    tall = sorted({s.fabric for s in plan.switches if s.os == "eos" and plan.fabrics[s.fabric].cores})
    if tall:
        yield (
            f"hash seeds of {', '.join(tall)}: no key of Arista's schema sets one, and with the same seed on leaves, spines and cores, traffic that arrives on one path "
            "leaves on one path; set a seed for each tier by hand, as described in the platform's manual"
        )


def _tunnels(plan: Plan, sonic: list[Switch]) -> Iterator[str]:
    """The fact that no document states: how SONiC marks the outer header of a tunnel that carries a lossless class."""
    leaves = [s for s in sonic if s.vrfs and (roce := plan.roce.get(s.fabric)) and roce.lossless]
    if leaves:
        yield (
            f"DSCP and ECN of VXLAN tunnels on {from_first([each.name for each in leaves], 'SONiC leaf', 'SONiC leaves')}: the platform's default applies, which no "
            "document of the catalog states; before tenants send lossless traffic, measure between two leaves that both are copied to the outer header and back"
        )


def _unmarked(plan: Draft) -> Iterator[str]:
    """Name the switch models and speeds of marked classes that have no thresholds, and what then holds the class."""
    models = {switch.name: switch.model for switch in plan.switches if switch.os}
    for name, roce in plan.roce.items():
        there = ((models[at], speed) for fabric, at, speed in port_speeds(plan) if fabric == name and at in models)
        asked = plan.spec.fabrics.given()[name].roce.marking
        pairs = set(there) if asked else set()
        lacking = sorted(pair for pair in pairs if roce.marking_of(*pair) is None)
        if lacking:
            what = ", ".join(f"{model} at {speed:g} Gb/s" for model, speed in lacking)
            held = (
                "only PFC limits the class there, which spreads congestion"
                if roce.lossless
                else "nothing slows the senders there"
            )
            yield f"ECN thresholds of {name}: none are published for {what}, so those ports do not mark; {held}; state fabrics.{name}.roce.ecn with the vendor's values"


def _open(plan: Plan) -> Iterator[str]:
    """Name what no document states of a system, where a switch has it: how many do, and from which on."""
    for system in sorted({switch.os for switch in plan.switches if switch.os}):
        entry = plan.hardware.get(SwitchSystem, system)
        for fact in entry.open:
            found = [switch.name for switch in plan.switches if switch.os == system and _is_about(plan, switch, fact)]
            if found:
                yield f"{fact.what} ({from_first(found, f'{system} switch')})"


def _is_about(plan: Plan, switch: Switch, fact: OpenFact) -> bool:
    asic = plan.hardware.get(SwitchModel, switch.model).asic or ""
    if fact.asics is not None and not asic.startswith(fact.asics):
        return False
    if fact.where == "tunnels":
        return bool(switch.vtep)
    if fact.where == "lossless":
        return bool(lossless_ports(plan, switch))
    if fact.where == "two-lossless":
        roce = plan.roce.get(switch.fabric)
        return roce is not None and len(roce.paused) > 1
    return any(
        roce.marks and roce.marking_of(switch.model, port.speed_gbps) is not None
        for port in plan.ports_of[switch.name]
        if (roce := plan.roce.get(port.fabric))
    )


def _provisioning(plan: Draft) -> Iterator[str]:
    """Report the MAC addresses that the DHCP server lacks, or that there is no DHCP server."""
    dhcp = dhcp_of(plan)
    if dhcp is None:
        yield "provisioning/: DHCP is served only if all control hosts have the same in-band or management port; without a control host, there are no DNS zones either"
    elif dhcp.unknown:
        device, port = dhcp.unknown[0]
        yield (
            f"assets.yaml: {counted(len(dhcp.unknown), 'MAC address')} (macs) of {counted(len({each for each, _ in dhcp.unknown}), 'device')}, beginning with {device} ({port}): "
            "kea-dhcp4.conf assigns addresses only to known MAC addresses; the host lists in provisioning/ have only the devices that are known"
        )
    if dhcp and (groups := undecided_groups(plan)):
        yield (
            f"hosts.{groups[0]}.system_disk{' and others' * (len(groups) > 1)}: no drive is stated for an installation from the network, so "
            f"provisioning/boot/ has no answers for {', '.join(groups)}; other methods of installation do not need it"
        )
    yield from first_starts(plan)


def _guids(subnet: Subnet) -> str:
    """Report the missing GUIDs of a subnet's files; nothing where all are known."""
    hosts = [host for host in subnet.hosts if host.missing]
    switches = [switch for switch in subnet.switches if not switch.guid]
    lacking = []
    if hosts:
        ports = sum(host.missing for host in hosts)
        lacking.append(
            f"{counted(ports, 'port GUID')} (guids) of {from_first([each.device for each in hosts], 'host')}"
        )
    if switches:
        lacking.append(f"GUIDs (guid) of {from_first([each.device for each in switches], 'switch')}")
    if not lacking:
        return ""
    return f"assets.yaml: {', and '.join(lacking)}: the files in infiniband/{subnet.name}/ name devices by GUID"
