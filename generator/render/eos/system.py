"""Name, management and services of a switch."""

from collections.abc import Iterator
from ipaddress import IPv4Address

from generator.plan.clocks import switch_clocks
from generator.plan.hosts.logs import TLS_PORT, log_servers, sends_over_tls
from generator.plan.plan import Plan
from generator.plan.provisioning.places import KEYS_TAKEN
from generator.plan.records import Switch
from generator.plan.secrets import reference
from generator.render.eos import MGMT, Section, Sections, source_of, stated
from generator.render.eos.doors import door_sections, guarded_gnmi, guarded_snmp
from generator.spec.services import SnmpSpec

_TACACS = "CLUSTER"
_GNMI, _LOGS = "GNMI", "LOGS"
_SNMP = "CLUSTER"
_LOCAL_USER = "admin"
_GNMI_PORT = 6030
"""EOS's own default, which the management segment's filters permit."""


def system_sections(plan: Plan, switch: Switch) -> Sections:
    """Return identity and management; every service is bound to the management instance."""
    return {
        "config_comment": f"{switch.name}: {switch.tier} of the {switch.fabric} fabric",
        "hostname": switch.name,
        "dns_domain": plan.domain,
        "clock": {"timezone": "UTC"},
        "service_routing_protocols_model": "multi-agent",
        "switchport_default": {"mode": "routed"},
        "local_users": [_local_user(plan)],
        "lldp": {"run": True},
        **_transceivers(plan),
        **_management(switch),
        **door_sections(plan, switch),
        **_aaa(plan, switch),
        **_services(plan, switch),
    }


def _local_user(plan: Plan) -> Section:
    """Return the user who logs in by the password of a secret, or by the first keys of those who log in first."""
    keys = [" ".join(key.split(" ")[:2]) for key in plan.site.services.root_keys[: KEYS_TAKEN["eos"]]]
    return {
        "name": _LOCAL_USER,
        "privilege": 15,
        "role": "network-admin",
        "sha512_password": reference("eos_admin_sha512"),
        **dict(zip(("ssh_key", "secondary_ssh_key"), keys, strict=False)),
    }


def _transceivers(plan: Plan) -> Sections:
    """Unlock transceivers and cables of other vendors, where the site has the licence."""
    name = plan.site.cabling.transceiver_licences.get("eos")
    if name is None:
        return {}
    return {"service_unsupported_transceiver": {"license_name": name, "license_key": reference("eos_transceiver_key")}}


def _management(switch: Switch) -> Sections:
    if not switch.management:
        return {}
    port = {
        "name": "Management1",
        "description": "out-of-band management",
        "shutdown": False,
        "vrf": MGMT,
        "ip_address": f"{switch.management}/{switch.management_length}",
        "gateway": switch.management_gateway,
    }
    return {"management_interfaces": [port]}


def _aaa(plan: Plan, switch: Switch) -> Sections:
    """Use the site's servers first, if there are any; the local user works if none responds."""
    servers = [str(server) for server in plan.site.services.tacacs]
    if not servers:
        return {
            "aaa_authentication": {"login": {"default": "local"}},
            "aaa_authorization": {"exec": {"default": "local"}},
        }
    source, vrf = source_of(bool(switch.management))
    methods = f"group {_TACACS} local"
    own = {"source_interface": source} if vrf == "default" else {"vrfs": [{"name": vrf, "source_interface": source}]}
    accounting = {"type": "start-stop", "methods": [{"method": "group", "group": _TACACS}]}
    return {
        "tacacs_servers": {
            "hosts": [{"host": s, "vrf": vrf, "key": reference("tacacs_key"), "key_type": "0"} for s in servers]
        },
        "ip_tacacs": own,
        "aaa_server_groups": [
            {"name": _TACACS, "type": "tacacs+", "servers": [{"server": s, "vrf": vrf} for s in servers]}
        ],
        "aaa_authentication": {
            "login": {"default": methods, "console": "local"},
            "policies": {"on_failure_log": True, "on_success_log": True},
        },
        "aaa_authorization": {"exec": {"default": methods}, "commands": {"all_default": methods}},
        "aaa_accounting": {
            "exec": {"default": accounting},
            "commands": {"default": [{"commands": "all", **accounting}]},
        },
    }


def _services(plan: Plan, switch: Switch) -> Sections:
    services, clocks = plan.site.services, switch_clocks(plan)
    source, vrf = source_of(bool(switch.management))
    sections: Sections = {}
    if clocks:
        sections["ntp"] = {
            "vrf": vrf,
            "local_interface": {"name": source, "vrf": vrf},
            "servers": [{"name": server, "iburst": True} for server in clocks],
        }
    if services.dns:
        servers = [{"ip_address": str(server)} for server in services.dns]
        sections["ip_name_server"] = {"vrfs": [{"name": vrf, "servers": servers}]}
        sections["ip_domain_lookup"] = {"source_interfaces": [{"name": source, "vrf": vrf}]}
    if logs := log_servers(plan, switch):
        hosts = [_log_host(plan, switch, server) for server in logs]
        sections["logging"] = {
            "trap": "informational",
            "format": {"timestamp": "high-resolution", "rfc5424": True},
            "vrfs": [{"name": vrf, "source_interface": source, "hosts": hosts}],
        }
    if services.snmp:
        sections["snmp_server"] = _snmp(plan, switch, services.snmp)
    if profiles := list(_profiles(plan, switch)):
        sections["management_security"] = {"ssl_profiles": profiles}
    return sections | (_gnmi(plan, switch) if services.telemetry else {})


def _log_host(plan: Plan, switch: Switch, server: IPv4Address) -> Section:
    """Return a log server: over TLS where it is a collector of the cluster, in plain text else."""
    over_tls = (
        {"protocol": "tls", "ports": [TLS_PORT], "ssl_profile": _LOGS} if sends_over_tls(plan, switch, server) else {}
    )
    return {"name": str(server), **over_tls}


def _profiles(plan: Plan, switch: Switch) -> Iterator[Section]:
    """Yield the profiles of mutual TLS that are used, each of three files that are copied to the switch beforehand (docs/eos.md)."""
    if any(sends_over_tls(plan, switch, server) for server in log_servers(plan, switch)):
        yield _profile(_LOGS, "logs")
    if plan.site.services.telemetry:
        yield _profile(_GNMI, "gnmi")


def _profile(name: str, files: str) -> Section:
    return {
        "name": name,
        "tls_versions": "1.2 1.3",
        "certificate": {"file": f"{files}.crt", "key": f"{files}.key"},
        "trust_certificate": {"certificates": [f"{files}-ca.crt"]},
    }


def _snmp(plan: Plan, switch: Switch, wanted: SnmpSpec) -> Sections:
    """Version 3 with authentication and privacy alone: SHA and AES of RFC 3414 and RFC 3826, which every collector supports."""
    source, vrf = source_of(bool(switch.management))
    user = {
        "name": wanted.user,
        "group": _SNMP,
        "version": "v3",
        "auth": "sha",
        "auth_passphrase": reference("snmp_auth_passphrase"),
        "priv": "aes",
        "priv_passphrase": reference("snmp_priv_passphrase"),
    }
    unused = [{"name": "default", "enable": False}] if vrf != "default" else []
    trap = {"username": wanted.user, "authentication_level": "priv"}
    hosts = [{"host": str(each), "vrf": vrf, "version": "3", "users": [trap]} for each in wanted.collectors]
    section = {
        "location": f"{plan.name} {switch.rack} U{switch.unit}",
        "local_interfaces": [{"name": source, **({} if vrf == "default" else {"vrf": vrf})}],
        "groups": [{"name": _SNMP, "version": "v3", "authentication": "priv"}],
        "users": [user],
        "vrfs": [*unused, {"name": vrf, "enable": True}],
        "traps": {"enable": True} if hosts else {},
        "hosts": hosts,
        **guarded_snmp(plan, switch, vrf),
    }
    return stated(section)


def _gnmi(plan: Plan, switch: Switch) -> Sections:
    """Mutual TLS: the switch presents its certificate and requires the collector's."""
    _, vrf = source_of(bool(switch.management))
    transport = {"name": "default", "ssl_profile": _GNMI, "vrf": vrf, "port": _GNMI_PORT, **guarded_gnmi(plan)}
    return {"management_api_gnmi": {"provider": "eos-native", "transport": {"grpc": [transport]}}}
