"""Name, management port, and services of the site: all out of band, secrets by reference."""

from generator.plan.clocks import switch_clocks
from generator.plan.hosts.logs import log_servers
from generator.plan.monitoring.telemetry import streams
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.plan.secrets import reference
from generator.render.cumulus.dialect import DEFAULT, MGMT, Dialect
from generator.render.cumulus.tree import Branch, at

_SHIPPED_ACLS = ("acl-default-dos", "acl-default-whitelist")
"""The rules that guard the control plane as shipped: they stay bound (Cumulus Linux, Access Control List Configuration)."""
_GNMI_PORT = 9339
"""IANA's port of gNMI, as in NVIDIA's reference."""


def add_system(tree: Branch, plan: Plan, switch: Switch, dialect: Dialect) -> None:
    """Add everything except forwarding."""
    system = at(tree, "system")
    system["hostname"] = switch.name
    system["timezone"] = "Etc/UTC"
    for name in _SHIPPED_ACLS:
        at(system, "control-plane", "acl", name, "inbound")
    if switch.management:
        _add_management(tree, switch, dialect)
    vrf = MGMT if switch.management else DEFAULT
    _add_clock_and_names(tree, plan, vrf, dialect)
    services = plan.site.services
    for server in log_servers(plan, switch):
        at(system, "syslog", "server", str(server))["vrf"] = vrf
    if services.tacacs:
        _add_tacacs(system, plan, vrf, dialect)
    if services.snmp and switch.management:
        snmp = at(system, "snmp-server")
        snmp["state"] = "enabled"
        at(snmp, "listening-address", switch.management)["vrf"] = vrf
        user = at(snmp, "username", services.snmp.user)
        at(user, "auth-sha", reference("snmp_auth_passphrase"), "encrypt-aes", reference("snmp_priv_passphrase"))
    if services.telemetry and switch.management and streams(plan, switch):
        gnmi = at(system, "gnmi-server")
        gnmi |= {"state": "enabled", "listening-address": switch.management, "port": _GNMI_PORT, "certificate": "gnmi"}
        at(gnmi, "mtls")["ca-certificate"] = "gnmi-clients"


def _add_management(tree: Branch, switch: Switch, dialect: Dialect) -> None:
    port = at(tree, "interface", "eth0")
    port["type"] = "eth"
    dialect.add_address(port, f"{switch.management}/{switch.management_length}")
    dialect.set_vrf(port, MGMT)
    if dialect.modern:
        at(port, "ipv4", "dhcp-client")["state"] = "disabled"
    if switch.management_gateway:
        at(dialect.family(port, switch.management), "gateway", switch.management_gateway)


def _add_clock_and_names(tree: Branch, plan: Plan, vrf: str, dialect: Dialect) -> None:
    services = plan.site.services
    clocks = switch_clocks(plan)
    for server in clocks:
        place = at(tree, "system", "ntp") if dialect.modern else at(tree, "service", "ntp", vrf)
        at(place, "server", str(server))["iburst"] = dialect.yes
    if clocks and dialect.modern:
        at(tree, "system", "ntp").update({"state": "enabled", "vrf": vrf})
    for resolver in services.dns:
        if dialect.modern:
            at(tree, "system", "dns", "server", str(resolver))["vrf"] = vrf
        else:
            at(tree, "service", "dns", vrf, "server", str(resolver))


def _add_tacacs(system: Branch, plan: Plan, vrf: str, dialect: Dialect) -> None:
    tacacs = at(system, "aaa", "tacacs")
    tacacs["vrf"] = vrf
    for priority, server in enumerate(plan.site.services.tacacs, 1):
        entry = at(tacacs, "server", str(server))
        entry |= {"priority": priority, "secret": reference("tacacs_key")}
    if dialect.modern:
        at(system, "aaa", "authentication")["order"] = ["tacacs", "local"]
    else:
        at(system, "aaa", "authentication-order").update({"1": "tacacs", "2": "local"})
