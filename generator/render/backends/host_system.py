"""hosts-system: settings of a host's system other than its network: firewall unit, RoCE, NCCL, kernel, services, time, mounts and names."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from generator.plan.hosts.cables import CABLES_FOLDER, cables_of
from generator.plan.hosts.configured import configured_hosts
from generator.plan.hosts.exports import exports_of
from generator.plan.hosts.roce import cable_lengths
from generator.plan.hosts.setup import HostSetup, Setups
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.render.artifact import UNPROVEN, Artifact, Grade, Proof
from generator.render.hosts.sharing import own_place, placed
from generator.render.hosts.system_files import SystemFile, system_files
from generator.render.templates import Templates

NAME = "hosts-system"
_ROCE, _HOSTNAME, _NAMES = "etc/clustergen/roce.conf", "etc/hostname", "etc/hosts"
_CABLES = f"{CABLES_FOLDER}/cables".lstrip("/")
_EXPORTS = "etc/exports.d/clustergen.exports"
_EXPORTED = Proof(Grade.PARSED, "exportfs")
_TABLE = Proof(Grade.PARSED, "clustergen-host.sh, with recording stand-ins for its programs")
_ASKED = Proof(Grade.APPLIED, "health.sh on slurmd 22.05, 23.11, 24.11, 26.05")
_HOSTS = Proof(Grade.APPLIED, "getent (glibc)")


def paths(plan: Plan) -> Iterable[str]:
    """Yield the files of groups, then those of every host."""
    setups = Setups(plan)
    yield from (place for place, _ in placed(_files(plan, setups), _is_own))
    for host in configured_hosts(plan):
        if setups.of(host).roce:
            yield own_place(host, _ROCE)
        yield from (own_place(host, path) for path in (_CABLES, _HOSTNAME, _NAMES))
        if any(exports_of(plan, host)):
            yield own_place(host, _EXPORTS)


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them; what equal hosts share is printed once."""
    setups = Setups(plan)
    for place, file in placed(_files(plan, setups), _is_own):
        yield Artifact(place, templates.render(f"hosts/system/{file.template}", **file.values), file.proof)
    others: dict[int, str] = {}
    tables: dict[tuple[int, tuple[int, ...]], str] = {}
    for host in configured_hosts(plan):
        setup = setups.of(host)
        if setup.roce:
            lengths = cable_lengths(plan, host)
            key = (id(setup), lengths)
            if key not in tables:
                tables[key] = _roce(templates, setup, lengths)
            yield Artifact(own_place(host, _ROCE), tables[key], _TABLE)
        yield Artifact(own_place(host, _CABLES), partial(_cable_table, plan, host, templates), _ASKED)
        yield Artifact(own_place(host, _HOSTNAME), f"{host.name}\n", UNPROVEN)
        if id(setup) not in others:
            others[id(setup)] = _lines(templates, setup)
        names = "".join(f"{each.address} {' '.join(each.names)}\n" for each in setups.names.of_itself(host))
        yield Artifact(own_place(host, _NAMES), others[id(setup)].replace(_OWN, names), _HOSTS)
        exports = tuple(exports_of(plan, host))
        if exports:
            yield Artifact(
                own_place(host, _EXPORTS), templates.render("hosts/system/exports.j2", exports=exports), _EXPORTED
            )


def _files(plan: Plan, setups: Setups) -> Iterator[tuple[Host, Mapping[str, SystemFile]]]:
    """Yield the files that follow from each host's setup, by path."""
    made: dict[int, Mapping[str, SystemFile]] = {}
    for host in configured_hosts(plan):
        setup = setups.of(host)
        if id(setup) not in made:
            made[id(setup)] = {file.path: file for file in system_files(setup)}
        yield host, made[id(setup)]


def _is_own(file: SystemFile) -> bool:
    return file.own


def _roce(templates: Templates, setup: HostSetup, lengths: tuple[int, ...]) -> str:
    """Return the RoCE table of a setup whose ports have cables of these lengths, m: racks differ in them."""
    return templates.render("hosts/system/roce.conf.j2", ports=list(zip(setup.roce, lengths, strict=True)))


def _cable_table(plan: Plan, host: Host, templates: Templates) -> str:
    return templates.render("hosts/system/cables.j2", cables=tuple(cables_of(plan, host)))


_OWN = "# this host\n"


def _lines(templates: Templates, setup: HostSetup) -> str:
    return templates.render("hosts/system/hosts.j2", own=_OWN, names=setup.known, all=setup.knows_all)
