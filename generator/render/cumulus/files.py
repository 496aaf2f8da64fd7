"""The files of a switch that runs Cumulus Linux: startup.yaml, the same as an `nv set` script, and the resulting FRR configuration."""

from collections.abc import Iterator

from generator.plan.edge_secrets import edge_secret
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.plan.routing import IPV6_GROUP
from generator.plan.secrets import variable
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.cumulus.access import add_access
from generator.render.cumulus.dialect import DEFAULT, Dialect
from generator.render.cumulus.ports import add_ports
from generator.render.cumulus.qos import add_qos
from generator.render.cumulus.routing import add_routing
from generator.render.cumulus.switching import add_bonds, add_relays, add_switching
from generator.render.cumulus.system import add_system
from generator.render.cumulus.tree import Branch, nv_set, ordered, startup_yaml
from generator.render.templates import Templates

_GRAMMAR = Proof(Grade.GRAMMAR, "NVUE command grammar (NVIDIA's command reference)")
_FRR_READ = Proof(Grade.PARSED, "FRR (vtysh -C)")


def switch_files(plan: Plan, switch: Switch, templates: Templates) -> Iterator[Artifact]:
    """Yield the files of a switch."""
    folder = f"switches/{switch.name}"
    tree = nvue_tree(plan, switch)
    head = _head(switch)
    secrets = _secrets(plan, switch)
    yield Artifact(f"{folder}/startup.yaml", startup_yaml(tree, (*head, *_LOADING, *secrets)), _GRAMMAR)
    before = () if Dialect.of(switch.version).modern or not switch.management else _NO_DHCP
    yield Artifact(f"{folder}/nv-set.sh", nv_set(tree, (*head, *_SCRIPT, *secrets), before), _GRAMMAR)
    routing = {name: part for name, part in tree.items() if name != "acl"}  # most of the tree, and FRR has none of it
    values = {"tree": routing, "default": DEFAULT, "ipv6_group": IPV6_GROUP, "header": (*head, *_FRR)}
    yield Artifact(f"{folder}/frr.conf", templates.render("cumulus/frr.conf.j2", **values), _FRR_READ)


def nvue_tree(plan: Plan, switch: Switch) -> Branch:
    """Make the object model of a switch in the form of its release."""
    dialect = Dialect.of(switch.version)
    tree: Branch = {}
    add_system(tree, plan, switch, dialect)
    add_ports(tree, plan, switch, dialect)
    add_bonds(tree, plan, switch, dialect)
    add_switching(tree, plan, switch, dialect)
    add_routing(tree, plan, switch, dialect)
    add_qos(tree, plan, switch, dialect)
    add_access(tree, plan, switch)
    add_relays(tree, plan, switch)
    return ordered(tree)


_LOADING = (
    "Load it with `nv config patch startup.yaml`, look at `nv config diff`, then `nv config apply` and `nv config save`.",
    "A patch keeps the users and keys that the switch has; `nv config replace` would take them away.",
)
_SCRIPT = (
    "The same settings as startup.yaml, command by command. Look at `nv config diff`, then `nv config apply` and `nv config save`.",
    "Out of service: nv set maintenance unit all-protocols state maintenance; back: ... state production.",
)
_FRR = (
    "What the routing of startup.yaml comes to. NVUE owns /etc/frr/frr.conf and writes its own: do not copy this file there.",
    "It is for reading, for a comparison with `vtysh -c 'show running-config'`, and for running the fabric without switches.",
)
_NO_DHCP = ("nv unset interface eth0 ip address dhcp",)


def _head(switch: Switch) -> tuple[str, ...]:
    return (f"{switch.name}: {switch.tier} of the {switch.fabric} fabric, Cumulus Linux {switch.version}.",)


def _secrets(plan: Plan, switch: Switch) -> tuple[str, ...]:
    """Report the secrets that a file has as references."""
    services = plan.site.services
    names = ["tacacs_key"] if services.tacacs else []
    if services.snmp and switch.management:
        names += ["snmp_auth_passphrase", "snmp_priv_passphrase"]
    names += dict.fromkeys(
        edge_secret(uplink.password) for uplink in plan.site_uplinks if uplink.password and uplink.switch == switch.name
    )
    if not names:
        return ()
    return (f"Print it through Ansible first: it refers to {', '.join(variable(name) for name in names)}.",)
