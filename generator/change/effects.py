"""What a field's change does: the one table that tells a new label from a new address.

A field that stands nowhere in it touches traffic: nothing new is ever taken for harmless in silence.
"""

from enum import Enum
from types import MappingProxyType

from msgspec import Struct


class Touch(Enum):
    """What a change of a field touches."""

    NOTHING = "no traffic"
    TRAFFIC = "traffic"
    MEMBERS = "members"
    """A list: what it gains is added, what it loses is removed, and what stays is untouched."""


class Effect(Struct, frozen=True):
    """What a field's change touches, and why."""

    touch: Touch
    why: str
    but: frozenset[str] = frozenset()
    """Values between which a change touches no traffic."""

    def between(self, before: object, after: object) -> Touch:
        """Return what a change from one value to another touches."""
        return Touch.NOTHING if self.but and {before, after} <= self.but else self.touch


def _harmless(why: str) -> Effect:
    return Effect(Touch.NOTHING, why)


def _effect(why: str) -> Effect:
    return Effect(Touch.TRAFFIC, why)


def _members(why: str) -> Effect:
    return Effect(Touch.MEMBERS, why)


UNKNOWN = _effect("not known to be harmless")
_ADDRESS = _effect("what talks to this address must learn the new one")
_SESSION = _effect("the routing session is set up anew")
_PLACE = _effect("the device is moved: all of its cables are unplugged")
_MODEL = _effect("the hardware is exchanged")
_PORT = _effect("the cable is plugged elsewhere")
_FABRIC = _effect("it is part of another fabric")
_SPEED = _effect("the port is set up anew")
_MTU = _effect("both ends must have one MTU, and the port goes down")
_VLAN = _effect("frames carry another tag")
_OPTIC = _effect("the transceiver is exchanged")
_CABLE = _effect("another cable is laid")
_QUEUES = _effect("queues are set up anew while packets are in them")
_ROUTES = _members("a prefix more or less is announced; the others stay")
_RULES = _effect("other conversations are allowed")
_STATE = Effect(Touch.TRAFFIC, "schedulers and neighbours treat it differently", frozenset({"planned", "installed"}))
_TEXT = _harmless("a description")
_ORIGIN = _harmless("a line of the spec")
_POWER = _harmless("a figure of the data sheet")
_LIMIT = _harmless("what a session takes at most: raised before anybody announces more, it takes none down")
_NUMBER = _harmless("only what names and numbers follow from, and those are compared themselves")
_PART = _harmless("the order number; model and length say what is bought")
_LABEL = _harmless("a new label on the same cable")
_SEAT = _effect("it belongs to other leaves")
_MOUNT = _effect("clients mount it anew")
_MANAGER = _effect("the subnet manager is set up anew")
_KEYS = _effect("membership of ports changes")
_NETWORK = _effect("every pod's network is built anew: pods end, and start again")
_FOUNDED = _effect("Kubernetes is founded anew: all of its pods end")
_LOGIN = _harmless("who may log in; no job of others feels it")
_OWNER = _effect("files on disks and on NFS keep the old number: give them to the new one while nobody works with them")

_END = {
    "device": _PORT, "cage": _PORT, "port": _PORT, "rack": _PLACE, "unit": _PLACE, "ports": _SPEED, "interface": _SPEED,
    "form_factor": _MODEL, "address": _ADDRESS, "ipv6": _ADDRESS, "optic": _OPTIC,
}  # fmt: skip

EFFECTS = MappingProxyType({
    "cluster": {"name": _effect("hosts and files are named after it"), "domain": _effect("hosts are looked up in it")},
    "layouts": {"prefix": _ADDRESS, "fields": _NUMBER},
    "prefixes": {"prefix": _ADDRESS, "vlan": _VLAN, "gateway": _ADDRESS},
    "vlans": {"name": _TEXT, "vni": _VLAN, "fabric": _FABRIC, "prefix": _ADDRESS, "gateway": _ADDRESS, "description": _TEXT},
    "asns": {"asn": _SESSION, "fabric": _FABRIC, "tier": _TEXT},
    "roce": dict.fromkeys(
        ("dscp", "priority", "cnp_dscp", "cnp_priority", "lossless", "marks", "weight_percent"), _QUEUES
    ),
    "marking": dict.fromkeys(("kmin_bytes", "kmax_bytes", "pmax_percent"), _QUEUES),
    "vrfs": {"tenant": _RULES, "vni": _VLAN, "vlan": _VLAN},
    "zones": {
        "segment": _RULES, "role": _RULES, "tenant": _RULES, "fabric": _FABRIC,
        "prefixes": _members("rules hold for a prefix more or less"), "prefixes_ipv6": _members("rules hold for a prefix more or less"),
    },
    "flows": {"protocol": _RULES, "ports": _RULES},
    "filters": {"ipv6": _SESSION, "ipv6_length": _SESSION},
    "racks": {"row": _PLACE, "position": _PLACE, "use": _TEXT, "units": _TEXT},
    "hosts": {
        "group": _effect("it serves another purpose"), "ordinal": _NUMBER, "role": _effect("it serves another purpose"),
        "model": _MODEL, "rack": _PLACE, "unit": _PLACE, "height_u": _MODEL, "su": _SEAT, "domain": _SEAT, "gpus": _MODEL,
        "inband": _ADDRESS, "bmc": _ADDRESS, "management": _ADDRESS, "power_w": _POWER, "state": _STATE, "origin": _ORIGIN,
    },
    "retired": {"group": _TEXT, "ordinal": _NUMBER, "rack": _TEXT, "unit": _TEXT, "height_u": _TEXT},
    "switches": {
        "fabric": _FABRIC, "tier": _FABRIC, "ordinal": _NUMBER, "plane": _FABRIC, "su": _SEAT, "pod": _SEAT, "model": _MODEL,
        "os": _effect("another operating system is installed"), "version": _effect("another release is installed"),
        "rack": _PLACE, "unit": _PLACE, "height_u": _MODEL, "asn": _SESSION, "loopback": _SESSION, "loopback_ipv6": _SESSION,
        "vtep": _effect("tunnels end elsewhere"), "management": _ADDRESS, "management_length": _ADDRESS,
        "management_gateway": _ADDRESS, "carries": _members("it serves a fabric more or less; the others stay"),
        "overlay": _SESSION, "networks": _ROUTES, "networks_ipv6": _ROUTES, "aggregates": _ROUTES, "aggregates_ipv6": _ROUTES,
        "way_out": _effect("what leaves the cluster goes another way"), "vlans": _members("it has a VLAN more or less"),
        "vrfs": _members("it has a routing instance more or less"), "power_w": _POWER, "state": _STATE, "origin": _ORIGIN,
    },
    "links": {
        "fabric": _FABRIC, "kind": _FABRIC, "index": _NUMBER, "speed_gbps": _SPEED, "mtu_bytes": _MTU, "rail": _SEAT,
        "plane": _FABRIC, "cable": _LABEL, "medium": _CABLE, "length_m": _CABLE, "part": _PART, "label_a": _LABEL, "label_b": _LABEL,
        **{f"{end}.{name}": effect for end in "ab" for name, effect in _END.items()},
    },
    "optics": {"optic": _OPTIC},
    "ports": {
        "ports": _SPEED, "interface": _SPEED, "fabric": _FABRIC, "kind": _FABRIC, "speed_gbps": _SPEED, "mtu_bytes": _MTU,
        "length_m": _effect("buffers are sized for the length"), "peer": _PORT, "peer_interface": _PORT, "group": _SESSION,
        "address": _ADDRESS, "ipv6": _ADDRESS, "vlan": _VLAN, "tagged": _members("the port carries a VLAN more or less"),
        "role": _RULES, "tenant": _RULES, "vrf": _SESSION, "peer_address": _SESSION, "peer_asn": _SESSION,
    },
    "lags": {
        "number": _SPEED, "members": _members("the bond has a port more or less"), "system_mac": _SPEED,
        "segment": _SESSION, "preference": _effect("another leaf forwards broadcasts"),
    },
    "sessions": dict.fromkeys(
        ("vrf", "a_group", "b_group", "a_asn", "b_asn", "a_address", "b_address", "a_peer", "b_peer"), _SESSION
    ),
    "cables": {
        "cable": _LABEL, "fabric": _TEXT, "kind": _TEXT, "model": _CABLE, "medium": _CABLE, "length_m": _CABLE, "part": _PART,
        "links": _effect("it ends in other plugs"),
    },
    "harnesses": dict.fromkeys(("optic", "model", "fibre", "connector", "tail_connector", "length_m"), _CABLE)
    | {"rack": _PLACE, "unit": _PLACE, "part": _PART, "label": _LABEL},
    "addresses": {"address": _ADDRESS, "length": _ADDRESS, "fabric": _FABRIC, "ipv6": _ADDRESS},
    "tiers": {
        "kind": _MOUNT, "mount": _MOUNT, "group": _MOUNT, "clients": _members("hosts of a role more or less mount it"),
        "fabric": _MOUNT, "product": _MOUNT,
    },
    "subnets": dict.fromkeys(("fabric", "plane", "manager", "prefix", "engines", "ipoib", "sharp"), _MANAGER) | {"why": _TEXT},
    "partitions": dict.fromkeys(("pkey", "everyone", "first", "ipoib", "membership"), _KEYS) | {"use": _TEXT},
    "limits": dict.fromkeys(("from_leaf", "from_all"), _LIMIT),
    "schedulers": {"part": _effect("it has another part in the scheduler")},
    "daemons": {
        "version": _effect("another release is installed: the database first, then controllers, then hosts"),
        "new_hosts": _harmless("it follows from the release"),
    },
    "kubernetes": {
        "installer": _FOUNDED, "pods": _FOUNDED, "services": _FOUNDED, "cni": _NETWORK, "pod_routing": _NETWORK,
        "version": _effect("another release is installed: control hosts one after the other, then workers, each drained"),
        "api_address": _ADDRESS, "queues": _effect("jobs that wait are let in by another"),
        "rail_networks": _effect("pods ask for rails by other names"),
        "gpu_driver": _effect("the driver is loaded anew: nothing may run on GPUs"),
        "mig": _effect("GPUs are divided and named anew: nothing may run on them"),
        "topology_prefix": _effect("nodes have labels by other names, by which queues and jobs find them"),
        "node_health": _harmless("who finds that a node is sick"),
    },
    "accounts": {
        "uid": _OWNER, "gid": _OWNER, "groups": _LOGIN, "sudo": _LOGIN, "keys": _LOGIN, "hosts": _LOGIN, "who": _TEXT, "state": _LOGIN,
        "home": _effect("files stay where they were"),
    },
    "account_groups": {"gid": _OWNER},
})  # fmt: skip
"""By table and field."""

APART = MappingProxyType({
    "format": "what a reader must know of the file itself",
    "choices": "what else is printed: what it comes to is compared in the other sections and in files",
    "interfaces": "the hosts' ends of links and addresses, which are compared",
    "reserved_ports": "the ports of what is yet to come",
    "subnet_links": "the links of InfiniBand fabrics by the names that its tools know",
    "numbering": "how the next plan goes on: each number that was given is compared where it stands",
})  # fmt: skip
"""Sections that are not compared, and why."""


def effect_of(table: str, field: str) -> Effect:
    """Return what a field's change touches: traffic, where nobody has said otherwise."""
    return EFFECTS.get(table, {}).get(field, UNKNOWN)
