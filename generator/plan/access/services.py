"""Services by name, with their documented ports (`catalog/access/services.yaml`)."""

from generator.catalog.facts import read_values
from generator.plan.access.records import Service


def _service(name: str, text: str) -> Service:
    """Read `tcp/8080`, `udp/5000-5010`, several of them (`tcp/514,6514`), or a protocol alone."""
    protocol, _, ports = text.partition("/")
    ranges = (each.partition("-") for each in ports.split(",") if each)
    return Service(
        name=name, protocol=protocol, ports=tuple((int(first), int(last or first)) for first, _, last in ranges)
    )


SERVICES: dict[str, Service] = {name: _service(name, text) for name, text in read_values("access", "services").items()}
SRUN_PORTS = SERVICES["srun"].ports[0]

_HTTPS = 443
VRRP = "vrrp"
"""A protocol without ports; its number is 112 (IANA, Protocol Numbers)."""
_OF_A_HOST = ("dns", "dns-tcp", "icmp", "kubelet", "metrics")
POD_SERVICES = {"compute": _OF_A_HOST, "control": (*_OF_A_HOST, "kube-api")}
"""Services of hosts for their pods, by the host's role: probes and scrapes, the node's name cache, and the API where it runs."""


def service_of(text: str) -> Service | None:
    """Read a service as the spec writes it: a name, or protocol and ports (`tcp/8080`, `udp/5000-5010`); None where it is neither."""
    if text in SERVICES or "/" not in text:
        return SERVICES.get(text)
    found = _service(text, text)
    ((low, high),) = found.ports
    return found if 1 <= low <= high <= 65535 else None


def https_at(port: int) -> str:
    """Return the name of HTTPS at a port: the known service at its usual one."""
    return "https" if port == _HTTPS else f"tcp/{port}"
