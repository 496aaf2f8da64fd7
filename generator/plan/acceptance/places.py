"""Where the hosts of a test are on the compute fabric: those on the same leaves, port by port, are grouped."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.states import INSTALLED

COMPUTE = "compute"


class Seat(Struct, frozen=True, kw_only=True):
    """Hosts of one model and tenant that are on the same leaves, in the order of the plan.

    `ports` are their compute ports in the order of the metal, `planes` and `leaves` the plane and leaf of each.
    """

    model: str
    tenant: str
    pod: int
    ports: tuple[str, ...]
    planes: tuple[int, ...]
    leaves: tuple[str, ...]
    hosts: tuple[str, ...]


def tested_hosts(plan: Plan) -> list[Host]:
    """Return the installed hosts with GPUs."""
    return [host for host in plan.hosts if host.gpus and host.state == INSTALLED]


def seats_of(plan: Plan) -> list[Seat]:
    """Return all seats: pod after pod, in the order of the first host of each. Nothing where hosts are on no compute fabric."""
    found: dict[tuple[str, str, tuple[tuple[str, int, str], ...]], list[str]] = {}
    for host in tested_hosts(plan):
        ports = tuple(_ports(plan, host))
        if ports:
            found.setdefault((host.model, plan.tenants.get(host.name, ""), ports), []).append(host.name)
    pods = {switch.name: switch.pod for switch in plan.switches}
    seats = [_seat(model, tenant, ports, hosts, pods) for (model, tenant, ports), hosts in found.items()]
    return sorted(seats, key=lambda seat: seat.pod)


def _ports(plan: Plan, host: Host) -> Iterator[tuple[str, int, str]]:
    for link in plan.links_of[host.name]:
        if link.fabric == COMPUTE and link.kind == "host_leaf":
            yield link.a.interface, link.plane, link.b.device


def _seat(
    model: str, tenant: str, ports: tuple[tuple[str, int, str], ...], hosts: list[str], pods: Mapping[str, int]
) -> Seat:
    names, planes, leaves = zip(*ports, strict=True)
    return Seat(
        model=model, tenant=tenant, pod=pods[leaves[0]], ports=names, planes=planes, leaves=leaves, hosts=tuple(hosts)
    )
