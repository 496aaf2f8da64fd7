"""How a switch is managed: who may log in, SNMPv3, gNMI, SSH, and where its logs, its time and its names come from.

What is not asked for is off: the image would answer SNMP with the community `public`, and gNMI without TLS (init_cfg.json, snmp.yml and
gnmi-native.sh of sonic-buildimage 202511). Control-plane policing stays as the image has it in copp_cfg.json.
"""

from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.plan.secrets import reference
from generator.plan.sonic import GNMI_CA, GNMI_CERTIFICATE, GNMI_KEY, gnmi_client
from generator.render.sonic import Tables

_GNMI_PORT = "8080"
"""The port of SONiC's own gNMI server (gnmi-native.sh)."""
_SNMP_PORT = "161"
_SSH = {"authentication_retries": "3", "login_timeout": "120"}
"""Ciphers and who may log in stay as the image has them: releases before 202511 have other fields for them, or none."""


def management_tables(plan: Plan, switch: Switch) -> Tables:
    """Give the services of a switch, all in the management VRF where it has one."""
    services = plan.spec.services
    vrf = "mgmt" if switch.management else "default"
    tables: Tables = {"SSH_SERVER": {"POLICIES": _SSH}}
    if services.ntp:
        tables["NTP"] = {"global": {"vrf": vrf, "admin_state": "enabled"}}
        tables["NTP_SERVER"] = {server: {"association_type": "server", "iburst": "on"} for server in services.ntp}
    if services.syslog:
        tables["SYSLOG_SERVER"] = {str(server): {"vrf": vrf} for server in services.syslog}
    if services.dns:
        tables["DNS_NAMESERVER"] = {str(server): {} for server in services.dns}
    asked = {"snmp": services.snmp is not None, "gnmi": services.telemetry == "gnmi"}
    tables["FEATURE"] = {name: {"state": "enabled" if on else "disabled"} for name, on in asked.items()}
    return tables | _login(plan, vrf) | _snmp(plan, switch) | _gnmi(plan)


def _login(plan: Plan, vrf: str) -> Tables:
    """TACACS+ first, local users where no server answers."""
    servers = plan.spec.services.tacacs
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
    snmp = plan.spec.services.snmp
    if snmp is None:
        return {}
    user = {
        "SNMP_USER_TYPE": "Priv",
        "SNMP_USER_PERMISSION": "RO",
        "SNMP_USER_AUTH_TYPE": "SHA",
        "SNMP_USER_AUTH_PASSWORD": reference("snmp_auth_passphrase"),
        "SNMP_USER_ENCRYPTION_TYPE": "AES",
        "SNMP_USER_ENCRYPTION_PASSWORD": reference("snmp_priv_passphrase"),
    }
    tables: Tables = {"SNMP_USER": {snmp.user: user}, "SNMP": {"LOCATION": {"Location": switch.rack}}}
    if switch.management:
        tables["SNMP_AGENT_ADDRESS_CONFIG"] = {f"{switch.management}|{_SNMP_PORT}|mgmt": {}}
    return tables


def _gnmi(plan: Plan) -> Tables:
    """Mutual TLS: only the client whose certificate has the name may read, and none may write."""
    if plan.spec.services.telemetry != "gnmi":
        return {}
    return {
        "GNMI": {
            "certs": {"ca_crt": GNMI_CA, "server_crt": GNMI_CERTIFICATE, "server_key": GNMI_KEY},
            "gnmi": {"client_auth": "true", "port": _GNMI_PORT, "log_level": "2", "user_auth": "cert"},
        },
        "GNMI_CLIENT_CERT": {gnmi_client(plan): {"role": ["gnmi_readonly"]}},
    }
