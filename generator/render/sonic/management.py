"""How a switch is managed: logins, SNMPv3, gNMI, SSH, and servers of logs, time and names.

Everything else is off: the image would serve SNMP with the community `public`, and gNMI without TLS (init_cfg.json, snmp.yml and
gnmi-native.sh of sonic-buildimage 202511). They are also off on a switch without a management address, the only leaf out of band: it has no management VRF for them.

Control-plane policing stays as in copp_cfg.json of the image, except for BFD: the image has no trap for it, so its packets would share the policer
of all that is sent to the switch (`ip2me`, 6000 packets a second), and a host that pings a gateway fast enough would end the leaf's sessions.
"""

from generator.plan.clocks import switch_clocks
from generator.plan.hosts.logs import log_servers
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.plan.secrets import reference
from generator.plan.sonic import GNMI_CA, GNMI_CERTIFICATE, GNMI_KEY, gnmi_client
from generator.render.sonic import Tables

GNMI_PORT = "8080"
"""The port of SONiC's own gNMI server (gnmi-native.sh)."""
_SNMP_PORT = "161"
_BFD = "clustergen-bfd"
_BFD_GROUP = {
    "queue": "5",
    "trap_action": "trap",
    "trap_priority": "5",
    "meter_type": "packets",
    "mode": "sr_tcm",
    "cir": "6000",
    "cbs": "6000",
    "red_action": "drop",
}
"""A queue and a priority above all others of the image (BFD HLD of SONiC), and its rate for BGP: 128 sessions at 300 ms send 430 packets a second."""
_BFD_TRAP = {"trap_ids": "bfd,bfdv6", "trap_group": _BFD, "always_enabled": "true"}
"""`always_enabled`: a trap is else installed with the feature of its name, and FRR's BFD is none (coppmgr of sonic-swss)."""
_SSH = {"authentication_retries": "3", "login_timeout": "120"}
"""Ciphers and allowed users stay as in the image: releases before 202511 have other fields for them, or none."""


def management_tables(plan: Plan, switch: Switch) -> Tables:
    """Return the services of a switch, all in the management VRF where it has one."""
    services = plan.site.services
    vrf = "mgmt" if switch.management else "default"
    tables: Tables = {
        "SSH_SERVER": {"POLICIES": _SSH},
        "COPP_GROUP": {_BFD: _BFD_GROUP},
        "COPP_TRAP": {_BFD: _BFD_TRAP},
    }
    clocks = switch_clocks(plan)
    if clocks:
        tables["NTP"] = {"global": {"vrf": vrf, "admin_state": "enabled"}}
        tables["NTP_SERVER"] = {server: {"association_type": "server", "iburst": "on"} for server in clocks}
    if servers := log_servers(plan, switch):
        tables["SYSLOG_SERVER"] = {str(server): {"vrf": vrf} for server in servers}
    if services.dns:
        tables["DNS_NAMESERVER"] = {str(server): {} for server in services.dns}
    asked = {"snmp": has_snmp(plan, switch), "gnmi": has_gnmi(plan, switch)}
    tables["FEATURE"] = {name: {"state": "enabled" if on else "disabled"} for name, on in asked.items()}
    return tables | _login(plan, vrf) | _snmp(plan, switch) | _gnmi(plan, switch)


def has_snmp(plan: Plan, switch: Switch) -> bool:
    """Whether a switch answers SNMP."""
    return plan.site.services.snmp is not None and bool(switch.management)


def has_gnmi(plan: Plan, switch: Switch) -> bool:
    """Whether a switch answers gNMI."""
    return plan.site.services.telemetry is not None and bool(switch.management)


def _login(plan: Plan, vrf: str) -> Tables:
    """TACACS+ first, local users where no server answers."""
    servers = plan.site.services.tacacs
    if not servers:
        return {}
    return {
        "AAA": {"authentication": {"login": "tacacs+,local"}, "accounting": {"login": "tacacs+,local"}},
        "TACPLUS": {"global": {"auth_type": "login", "passkey": reference("tacacs_key")}},
        "TACPLUS_SERVER": {
            str(server): {"priority": str(len(servers) - number), "tcp_port": "49", "vrf": vrf}
            for number, server in enumerate(servers)
        },
    }


def _snmp(plan: Plan, switch: Switch) -> Tables:
    snmp = plan.site.services.snmp
    if snmp is None or not has_snmp(plan, switch):
        return {}
    user = {
        "SNMP_USER_TYPE": "Priv",
        "SNMP_USER_PERMISSION": "RO",
        "SNMP_USER_AUTH_TYPE": "SHA",
        "SNMP_USER_AUTH_PASSWORD": reference("snmp_auth_passphrase"),
        "SNMP_USER_ENCRYPTION_TYPE": "AES",
        "SNMP_USER_ENCRYPTION_PASSWORD": reference("snmp_priv_passphrase"),
    }
    return {
        "SNMP_USER": {snmp.user: user},
        "SNMP": {"LOCATION": {"Location": switch.rack}},
        "SNMP_AGENT_ADDRESS_CONFIG": {f"{switch.management}|{_SNMP_PORT}|mgmt": {}},
    }


def _gnmi(plan: Plan, switch: Switch) -> Tables:
    """Mutual TLS: only the client whose certificate has the name may read, and none may write."""
    if not has_gnmi(plan, switch):
        return {}
    return _ecn_counters(plan) | {
        "GNMI": {
            "certs": {"ca_crt": GNMI_CA, "server_crt": GNMI_CERTIFICATE, "server_key": GNMI_KEY},
            "gnmi": {"client_auth": "true", "port": GNMI_PORT, "log_level": "2", "user_auth": "cert"},
        },
        "GNMI_CLIENT_CERT": {gnmi_client(plan): {"role": ["gnmi_readonly"]}},
    }


def _ecn_counters(plan: Plan) -> Tables:
    """Have ECN marks counted by queue, which the image does not: other groups of counters keep its settings."""
    if plan.site.services.telemetry != "gnmic":
        return {}
    return {"FLEX_COUNTER_TABLE": {"WRED_ECN_QUEUE": {"FLEX_COUNTER_STATUS": "enable"}}}
