"""infiniband: the subnet manager's files, names and topology for the tools, and the command lines of managed switches."""

from collections.abc import Iterable, Iterator
from typing import Any

from generator.plan.hosts.logs import log_servers
from generator.plan.infiniband.subnet import Subnet, SubnetEnd, SubnetHost
from generator.plan.infiniband.subnets import UFM
from generator.plan.kubernetes.sharing import asks_virtual_functions
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.render.artifact import UNPROVEN, Artifact, Grade, Proof
from generator.render.lines import csv_table
from generator.render.templates import Templates

NAME = "infiniband"
_RUN = Proof(Grade.APPLIED, "OpenSM 3.3 on ibsim")
_TOPOLOGY = Proof(Grade.PARSED, "ibdmchk (ibutils)")
_SYSTEMS = {"mlnx-os": "mlnx-os.txt", "nvos": "nv-set.sh"}
_GV_CFG = """\
# Keys to set in UFM's own /opt/ufm/files/conf/gv.cfg; restart UFM afterwards.
[Sharp]
sharp_enabled = true
"""
_END = ("device", "tier", "port", "node", "number", "guid")
IPOIB_MTU = "mtu=5"
"""4,096 bytes (IBA's code 5); IP packets are then up to 4,092."""
_UFM_FOLDER = "/opt/ufm/files/conf/opensm"


def paths(plan: Plan) -> Iterable[str]:
    """Six to eight files a subnet, one a managed switch."""
    for subnet in plan.subnets:
        yield from (f"infiniband/{subnet.name}/{name}" for name in _files(subnet))
    for switch, system in _managed(plan):
        yield f"switches/{switch.name}/{_SYSTEMS[system]}"


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print the files of every subnet and of every managed switch."""
    for subnet in plan.subnets:
        for name, (text, proof) in _contents(
            subnet, templates, virtual=asks_virtual_functions(plan, subnet.fabric)
        ).items():
            yield Artifact(f"infiniband/{subnet.name}/{name}", text, proof)
    for switch, system in _managed(plan):
        text = templates.render(
            "infiniband/switch.j2",
            system=system,
            switch=switch,
            services=plan.site.services,
            log_servers=log_servers(plan, switch),
            domain=plan.domain,
        )
        yield Artifact(f"switches/{switch.name}/{_SYSTEMS[system]}", text)


def _files(subnet: Subnet) -> list[str]:
    found = ["opensm.conf", "partitions.conf" if subnet.manager != UFM else "partitions.conf.user_ext"]
    if has_roots(subnet):
        found.append("root_guid_file")
    if sets_computers_apart(subnet):
        found.append("cn_guid_file")
    if subnet.manager == UFM and subnet.sharp:
        found.append("gv.cfg")
    return [*found, "node-name-map", "fabric.topo", "links.csv"]


def _contents(subnet: Subnet, templates: Templates, *, virtual: bool) -> dict[str, tuple[str, Proof]]:
    """Return text and proof of every file: what OpenSM 3.3 reads runs in the tests, what only UFM reads does not."""
    run = _RUN if subnet.manager != UFM else UNPROVEN
    ours = {"subnet": subnet, "folder": folder_of(subnet), "ufm": subnet.manager == UFM}
    make = {
        "opensm.conf": lambda: (
            templates.render("infiniband/opensm.conf.j2", **options(subnet, virtual=virtual), **ours),
            run,
        ),
        "partitions.conf": lambda: (_partitions(subnet, templates), run),
        "partitions.conf.user_ext": lambda: (_partitions(subnet, templates), run),
        "root_guid_file": lambda: (
            _guids(templates, "roots of the routing", ((s.device, (s.guid,) if s.guid else ()) for s in subnet.roots)),
            run,
        ),
        "cn_guid_file": lambda: (
            _guids(templates, "ports that compute", ((h.device, h.guids) for h in subnet.hosts if h.role == "compute")),
            run,
        ),
        "gv.cfg": lambda: (_GV_CFG, UNPROVEN),
        "node-name-map": lambda: (
            templates.render("infiniband/node-name-map.j2", subnet=subnet, waiting=_waiting(subnet)),
            _RUN,
        ),
        "fabric.topo": lambda: (_topology(subnet, templates), _TOPOLOGY),
        "links.csv": lambda: (_links(subnet), UNPROVEN),
    }
    return {name: make[name]() for name in _files(subnet)}


def _partitions(subnet: Subnet, templates: Templates) -> str:
    values = {"ufm": subnet.manager == UFM, "ipoib_mtu": IPOIB_MTU, "waiting": _waiting(subnet)}
    return templates.render("infiniband/partitions.conf.j2", subnet=subnet, **values)


def _guids(templates: Templates, what: str, entries: Iterable[tuple[str, tuple[str, ...]]]) -> str:
    return templates.render("infiniband/guids.j2", what=what, entries=entries)


def _waiting(subnet: Subnet) -> dict[str, str]:
    return {host.device: missing(host) for host in subnet.hosts if host.missing}


def _topology(subnet: Subnet, templates: Templates) -> str:
    """Print ibdiagnet's topology file: each link once, under the switch that is its upper end or the lower of two leaves."""
    kinds = {host.device: host.kind for host in subnet.hosts} | {
        switch.device: switch.kind for switch in subnet.switches
    }
    lines: dict[str, list[tuple[str, str, str, str]]] = {switch.device: [] for switch in subnet.switches}
    for link in subnet.links:
        near, far = (link.b, link.a) if link.a.tier == "host" else (link.a, link.b)
        lines[near.device].append((_panel(near), kinds[far.device], far.device, _panel(far)))
    return templates.render("infiniband/fabric.topo.j2", subnet=subnet, lines=lines)


def _panel(end: SubnetEnd) -> str:
    """Name a port as topology files do: `P33` on a switch, `mlx5_0/P1` on a host."""
    return f"P{end.number}" if end.tier != "host" else f"{end.node.partition(' ')[2]}/P{end.number}"


def _links(subnet: Subnet) -> str:
    columns = ("cable_id", "kind", *(f"{side}_{name}" for side in "ab" for name in _END))
    return csv_table(columns, ((link.cable, link.kind, *_cells(link.a), *_cells(link.b)) for link in subnet.links))


def _cells(end: SubnetEnd) -> tuple[object, ...]:
    return (end.device, end.tier, end.port, end.node, end.number, end.guid)


def _managed(plan: Plan) -> Iterator[tuple[Switch, str]]:
    systems = {switch.device: switch.system for subnet in plan.subnets for switch in subnet.switches if switch.system}
    for switch in plan.switches:
        if switch.name in systems:
            yield switch, systems[switch.name]


def folder_of(subnet: Subnet) -> str:
    """Where the files of a subnet are put on the host that manages it."""
    return _UFM_FOLDER if subnet.manager == UFM else f"/etc/opensm/{subnet.name}"


def options(subnet: Subnet, *, virtual: bool) -> dict[str, Any]:
    """Return the options of opensm.conf.

    `virtual`: ports have virtual functions, which only UFM's manager supports. `_wait`: the file of an option lacks GUIDs. OpenSM refuses ftree and
    up/down routing with an empty file of GUIDs, and a part of the roots is worse than none.
    """
    return {
        "rooted": has_roots(subnet),
        "roots_wait": not subnet.roots or not all(switch.guid for switch in subnet.roots),
        "apart": sets_computers_apart(subnet),
        "computers_wait": not any(host.guids for host in subnet.hosts if host.role == "compute"),
        "virtual": virtual,
    }


def has_roots(subnet: Subnet) -> bool:
    """Whether the routing starts from named roots: a tree has them, a lone switch or a joined pair has none."""
    return subnet.root_tier != "leaf"


def sets_computers_apart(subnet: Subnet) -> bool:
    """Whether ftree gets a list of compute ports: where the subnet also has other hosts."""
    return "ftree" in subnet.routing.engines and subnet.mixed_roles


def missing(host: SubnetHost) -> str:
    """Report which port GUIDs of a host are not known."""
    names = ", ".join(port for port, _, guid in host.ports if not guid)
    return f"no port GUID in assets.yaml yet of {names}"
