"""Where the hosts of a test are on the compute fabric: those on the same leaves, port by port, are grouped."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.states import INSTALLED

COMPUTE = "compute"


class Seat(Struct, frozen=True, kw_only=True):
    """Hosts of one model, tenant and run that are on the same leaves, in the order of the plan.

    `run` is what tests them: hosts of two schedulers are never tested together. `ports` are their compute ports in the order of the metal, `planes` and `leaves` the plane and leaf of each.
    """

    model: str
    tenant: str
    run: str
    pod: int
    ports: tuple[str, ...]
    planes: tuple[int, ...]
    leaves: tuple[str, ...]
    hosts: tuple[str, ...]


def tested_hosts(plan: Plan) -> list[Host]:
    """Return the installed hosts with GPUs."""
    return [host for host in plan.hosts if host.gpus and host.state == INSTALLED]


def run_of(plan: Plan, name: str) -> str:
    """Return the scheduler whose run tests a host: Slurm where both have it. Spares, which are held back, and hosts of Slurm in pods are in no run."""
    known = plan.scheduled
    having = {"slurm": known.slurm, "pods": known.pods, "kubernetes": known.kubernetes}
    scheduler = next((each for each, names in having.items() if name in names), "")
    return f"spares of {scheduler}" if name in known.spares else scheduler


def seats_of(plan: Plan) -> list[Seat]:
    """Return all seats: pod after pod, in the order of the first host of each. Nothing where hosts are on no compute fabric."""
    found: dict[tuple[str, str, str, tuple[tuple[str, int, str], ...]], list[str]] = {}
    for host in tested_hosts(plan):
        ports = tuple(_ports(plan, host))
        if ports:
            kind = host.model, plan.tenants.get(host.name, ""), run_of(plan, host.name), ports
            found.setdefault(kind, []).append(host.name)
    pods = {switch.name: switch.pod for switch in plan.switches}
    seats = [_seat(model, tenant, run, ports, hosts, pods) for (model, tenant, run, ports), hosts in found.items()]
    return sorted(seats, key=lambda seat: seat.pod)


def _ports(plan: Plan, host: Host) -> Iterator[tuple[str, int, str]]:
    for link in plan.links_of[host.name]:
        if link.fabric == COMPUTE and link.kind == "host_leaf":
            yield link.a.interface, link.plane, link.b.device


def _seat(
    model: str,
    tenant: str,
    run: str,
    ports: tuple[tuple[str, int, str], ...],
    hosts: list[str],
    pods: Mapping[str, int],
) -> Seat:
    names, planes, leaves = zip(*ports, strict=True)
    return Seat(
        model=model,
        tenant=tenant,
        run=run,
        pod=pods[leaves[0]],
        ports=names,
        planes=planes,
        leaves=leaves,
        hosts=tuple(hosts),
    )
