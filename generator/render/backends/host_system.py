"""hosts-system: what a host's system is told beside its network: firewall unit, RoCE, NCCL, kernel, services, time, mounts and names."""

from collections.abc import Iterable, Iterator

from generator.plan.hosts.configured import configured_hosts
from generator.plan.hosts.exports import exports_of
from generator.plan.hosts.roce import cable_lengths
from generator.plan.hosts.setup import HostSetup, Setups
from generator.plan.plan import Plan
from generator.render.artifact import UNPROVEN, Artifact, Grade, Proof
from generator.render.hosts.system_files import Printed, system_files
from generator.render.templates import Templates

NAME = "hosts-system"
_ROCE, _HOSTNAME, _NAMES = "etc/clustergen/roce.conf", "etc/hostname", "etc/hosts"
_EXPORTS = "etc/exports.d/clustergen.exports"
_EXPORTED = Proof(Grade.PARSED, "exportfs")
_TABLE = Proof(Grade.PARSED, "clustergen-host.sh, with recording stand-ins for its programs")
_HOSTS = Proof(Grade.APPLIED, "getent (glibc)")


def paths(plan: Plan) -> Iterable[str]:
    """Give the files of every host, those that equal hosts share first, its own last."""
    setups = Setups(plan)
    shared: dict[int, tuple[str, ...]] = {}
    for host in configured_hosts(plan):
        setup = setups.of(host)
        if id(setup) not in shared:
            roce = (_ROCE,) if setup.roce else ()
            shared[id(setup)] = (*(file.path for file in system_files(setup)), *roce, _HOSTNAME, _NAMES)
        yield from (f"hosts/{host.name}/{path}" for path in shared[id(setup)])
        if any(exports_of(plan, setups.names, host)):
            yield f"hosts/{host.name}/{_EXPORTS}"


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them; what equal hosts share is printed once."""
    setups, printed = Setups(plan), Printed(templates)
    others: dict[int, str] = {}
    for host in configured_hosts(plan):
        setup = setups.of(host)
        root = f"hosts/{host.name}/"
        for path, text, proof in printed.of(setup):
            yield Artifact(root + path, text, proof)
        if setup.roce:
            yield Artifact(root + _ROCE, printed.roce(setup, cable_lengths(plan, host)), _TABLE)
        yield Artifact(root + _HOSTNAME, f"{host.name}\n", UNPROVEN)
        if id(setup) not in others:
            others[id(setup)] = _lines(templates, setup)
        names = "".join(f"{each.address} {' '.join(each.names)}\n" for each in setups.names.own(host))
        yield Artifact(root + _NAMES, others[id(setup)].replace(_OWN, names), _HOSTS)
        exports = tuple(exports_of(plan, setups.names, host))
        if exports:
            yield Artifact(root + _EXPORTS, templates.render("hosts/system/exports.j2", exports=exports), _EXPORTED)


_OWN = "# this host\n"


def _lines(templates: Templates, setup: HostSetup) -> str:
    return templates.render("hosts/system/hosts.j2", own=_OWN, names=setup.known, all=setup.knows_all)
