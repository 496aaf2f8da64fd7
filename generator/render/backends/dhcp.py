"""dhcp: Kea's configuration, the same on every control host."""

from collections.abc import Iterable, Iterator
from typing import Any

from generator.plan.plan import Plan
from generator.plan.provisioning.records import ClientClass, Dhcp, Subnet
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.encode import encode
from generator.render.templates import Templates

NAME = "dhcp"
_PATH = "provisioning/kea/kea-dhcp4.conf"
_KEA = Proof(Grade.APPLIED, "kea-dhcp4 2.2")
_LEASE_S = 86_400
"""A lease of a day: a BMC keeps its address while control hosts are away. Addresses are fixed, so a short one would free nothing."""
_LINE = 160
"""The longest line, characters; what fits is on one line."""
_SITES_OWN = range(224, 255)
"""Options that must be defined in Kea (RFC 3942, private use)."""
_NAMES = {239: "cumulus-provision-url"}


def paths(plan: Plan) -> Iterable[str]:
    """Yield one file, where there is a control host to run it."""
    if plan.provisioning.dhcp:
        yield _PATH


def render(plan: Plan, _templates: Templates) -> Iterator[Artifact]:
    """Print it; it holds every VLAN of the envelope, and reserves addresses for the MAC addresses that assets.yaml has."""
    dhcp = plan.provisioning.dhcp
    if dhcp:
        yield Artifact(_PATH, kea_text(kea_config(dhcp)) + "\n", _KEA)


def kea_config(dhcp: Dhcp) -> dict[str, Any]:
    """Return the configuration of one DHCPv4 server; it is the same on every control host.

    Its keys are those of the Kea Administrator Reference Manual, chapter 8.

    None is authoritative: otherwise one that did not assign a client's lease would refuse it (DHCPNAK) when the client restarts and broadcasts.
    """
    codes = {code for each in dhcp.classes for code, _ in each.options}
    return {
        "Dhcp4": {
            "interfaces-config": {"interfaces": list(dhcp.interfaces)},
            "lease-database": {"type": "memfile"},
            "valid-lifetime": _LEASE_S,
            "match-client-id": False,
            "host-reservation-identifiers": ["hw-address"],
            "reservations-in-subnet": True,
            "reservations-out-of-pool": True,
            "option-def": [_defined(code) for code in sorted(codes) if code in _SITES_OWN],
            "option-data": [
                {"name": "domain-name", "data": dhcp.domain},
                {"name": "domain-search", "data": dhcp.domain},
            ],
            **(
                {"client-classes": [_class(each) for each in dhcp.classes]} if dhcp.classes else {}
            ),  # Kea takes no empty list here
            "subnet4": [_subnet(each) for each in dhcp.subnets],
        }
    }


def _defined(code: int) -> dict[str, Any]:
    return {"name": _NAMES.get(code, f"option-{code}"), "code": code, "type": "string"}


def _class(each: ClientClass) -> dict[str, Any]:
    found = {
        "name": each.name,
        "test": each.test,
        "next-server": each.server,
        "boot-file-name": each.file,
        "option-data": [{"code": code, "data": value, "always-send": True} for code, value in each.options],
    }
    return {key: value for key, value in found.items() if value}


def _subnet(subnet: Subnet) -> dict[str, Any]:
    """Return a subnet without pools: it only has reservations."""
    options = {"routers": (subnet.gateway,), "domain-name-servers": subnet.resolvers, "ntp-servers": subnet.clocks}
    return {
        "id": subnet.number,
        "subnet": subnet.prefix,
        "option-data": [{"name": name, "data": ", ".join(values)} for name, values in options.items() if values],
        "reservations": [
            {"hw-address": each.mac, "ip-address": each.address, "hostname": each.label} for each in subnet.reservations
        ],
    }


def kea_text(value: object, pad: str = "") -> str:
    """Print JSON: objects and lists that fit a line on one, others an entry a line."""
    flat = encode(value)
    if not isinstance(value, dict | list) or (len(pad) + len(flat) <= _LINE and not _lists(value)):
        return flat
    inner = pad + "  "
    if isinstance(value, dict):
        rows = [f"{inner}{encode(key)}: {kea_text(each, inner)}" for key, each in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{pad}}}"
    return "[\n" + ",\n".join(inner + kea_text(each, inner) for each in value) + f"\n{pad}]"


def _lists(value: object) -> bool:
    """Whether a value contains, at any depth, a list of objects, which are on one line each."""
    if isinstance(value, dict):
        return any(map(_lists, value.values()))
    return isinstance(value, list) and any(isinstance(each, dict) for each in value)
