"""Members of a fabric: the host groups that have ports for it, and out of band also the switches."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from generator.catalog.load import Catalog
from generator.catalog.model import Host, HostPort, Nic, Switch
from generator.model.faceplate import bank_for, speeds
from generator.model.groups import HostGroup
from generator.model.joins import joins
from generator.model.member import Member, MemberPort
from generator.model.naming import Naming
from generator.source.diagnostic import Diagnostic, Problems
from generator.spec.fabrics import FabricSpec

MANAGEMENT_GBPS = 1.0
_SWITCHES = 10  # behind every host role
_EXAMPLES = 2


def host_members(
    name: str,
    spec: FabricSpec,
    groups: Sequence[HostGroup],
    leaf: Switch,
    os: str | None,
    catalog: Catalog,
    problems: Problems,
    planes: int,
) -> list[Member]:
    """Make a member of every group with ports for the fabric, at speeds that both ends have."""
    members = []
    for group in groups:
        cages = Counter(port.cage for port in group.model.ports)
        wanted = group.ports_on(name)
        ports = [_port(spec, port, cages, leaf, os, catalog, planes) for port in wanted]
        lost: dict[tuple[float, ...], list[HostPort]] = {}
        for port, found in zip(wanted, ports, strict=True):
            if found is None:
                able = port_speeds(port, catalog, split_of(spec, port, planes))
                lost.setdefault(tuple(sorted(able)), []).append(port)
        others = fitting_models(name, spec, group, leaf, os, catalog, planes) if lost else []
        problems.add(*(_no_speed(name, group, few, leaf, able, spec, os, others) for able, few in lost.items()))
        if ports and not lost:
            members.append(
                Member(
                    name=group.name,
                    order=group.order,
                    ports=tuple(p for p in ports if p),
                    max=group.max,
                    installed=group.installed,
                    origin=group.origin,
                    digits=group.digits,
                    naming=group.naming,
                    block=(group.model.nvlink_domain_hosts or 1) if name == "compute" else 1,
                    manages=group.role == "manager" and spec.technology == "infiniband",
                    share=group.share,
                )
            )
    return members


def switch_members(
    tiers: Iterable[tuple[str, str, str, int, int, tuple[int, ...]]],
    leaf: Switch,
    os: str | None,
    names: Mapping[str, Naming],
) -> list[Member]:
    """Make a member of every (fabric, stem, tier, digits of a name, envelope count, installed ordinals): their management ports."""
    bank = bank_for(leaf, os, MANAGEMENT_GBPS)
    breakout = bank.breakout(MANAGEMENT_GBPS) if bank else None
    if breakout is None:
        return []
    port = MemberPort(
        name="mgmt0",
        interface="eth0",
        cage="mgmt0",
        cage_port=1,
        cage_ports=1,
        form_factor="rj45",
        speed_gbps=MANAGEMENT_GBPS,
        breakout=breakout,
    )
    return [
        Member(
            name=f"{stem}-{tier}",
            order=(_SWITCHES, f"{stem}-{tier}"),
            ports=(port,),
            max=count,
            installed=installed,
            origin=("fabrics", fabric),
            digits=digits,
            naming=names.get(f"{stem}-{tier}"),
        )
        for fabric, stem, tier, digits, count, installed in tiers
        if count
    ]


def count_planes(name: str, spec: FabricSpec, groups: Sequence[HostGroup]) -> int:
    """Planes of a fabric: stated, or as many as every host that computes splits its ports into."""
    if spec.planes is not None or spec.carries:
        return spec.planes or 1
    ports = [port for group in groups if group.role == "compute" for port in group.ports_on(name)]
    return min((_made_for(spec, port) for port in ports), default=1)


def split_of(spec: FabricSpec, port: HostPort, planes: int) -> int:
    """Ports that a host's port is split into on this fabric: one a plane, or as its maker does where that is more."""
    return max(planes, _made_for(spec, port))


def _made_for(spec: FabricSpec, port: HostPort) -> int:
    return 1 if spec.technology == "infiniband" else port.ethernet_ports


def port_speeds(port: HostPort, catalog: Catalog, split: int = 1) -> set[float]:
    """Speeds that a host's port, or one of `split` parts of it, can run at, Gb/s: those of its NIC, up to what its maker states."""
    nic = catalog.find(Nic, port.nic) if port.nic else None
    most = port.speed_gbps / split
    return {speed for speed in {*(nic.speeds_gbps if nic else ()), most} if speed <= most}


def fitting_models(
    name: str, spec: FabricSpec, group: HostGroup, leaf: Switch, os: str | None, catalog: Catalog, planes: int
) -> list[str]:
    """Name the host models made for the same role whose ports on a fabric all have a speed of the leaf, and something that joins them to it."""
    found = []
    for model in catalog.every(Host):
        alike = (model.role, bool(model.gpus)) == (group.model.role, bool(group.model.gpus))
        wanted = replace(group, model=model).ports_on(name) if alike and model.model != group.model.model else []
        cages = Counter(port.cage for port in model.ports)
        ports = [_port(spec, port, cages, leaf, os, catalog, planes) for port in wanted]
        technology = "infiniband" if spec.technology == "infiniband" else "ethernet"
        if ports and all(port and joins(port, cage_of(leaf, os, port), technology, catalog) for port in ports):
            found.append(model.model)
    return found


def cage_of(leaf: Switch, os: str | None, port: MemberPort) -> str:
    """Return the form factor of the leaf's cages that a host's port goes to."""
    bank = bank_for(leaf, os, port.speed_gbps)
    return bank.form_factor if bank else ""


def such_as(models: list[str]) -> str:
    """Name a few models as examples, where there are any."""
    return f", such as {' or '.join(models[:_EXAMPLES])}" if models else ""


def _port(
    spec: FabricSpec, port: HostPort, cages: Counter[str], leaf: Switch, os: str | None, catalog: Catalog, planes: int
) -> MemberPort | None:
    split = split_of(spec, port, planes)
    able, wanted = port_speeds(port, catalog, split), spec.host_speed_gbps
    shared = [s for s in speeds(leaf, os) if s in able and (wanted is None or s == wanted)]
    bank = bank_for(leaf, os, shared[0]) if shared else None
    breakout = bank.breakout(shared[0], port.form_factor) if bank else None
    if breakout is None:
        return None
    return MemberPort(
        name=port.name,
        interface=port.name,
        cage=port.cage,
        cage_port=(port.cage_port - 1) * split + 1,
        cage_ports=cages[port.cage] * split,
        form_factor=port.form_factor,
        speed_gbps=shared[0],
        breakout=breakout,
    )


def _no_speed(
    name: str,
    group: HostGroup,
    ports: list[HostPort],
    leaf: Switch,
    able: tuple[float, ...],
    spec: FabricSpec,
    os: str | None,
    others: list[str],
) -> Diagnostic:
    which = ports[0].name if len(ports) == 1 else f"{ports[0].name} to {ports[-1].name}"
    nic = ", ".join(f"{s:g}" for s in able)
    switch = ", ".join(f"{s:g}" for s in speeds(leaf, os)) or "nothing"
    wanted = spec.host_speed_gbps
    asked = f"; {wanted:g} Gb/s was requested" if wanted else ""
    return Diagnostic(
        code="no-common-speed",
        loc=("fabrics", name, "host_speed_gbps") if wanted else ("fabrics", name, "leaf", "model"),
        message=f"{which} of {group.model.model} can run at {nic} Gb/s, and {leaf.model} offers {switch}{asked}",
        help=f"choose a leaf for {name} with one of the speeds of the NIC, or another host model for {group.name}{such_as(others)}",
    )
