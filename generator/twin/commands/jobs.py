"""`jobs [N]`: the real Slurm runs a job on N hosts of the twin, or one on all hosts of each partition."""

from collections import defaultdict

from generator.plan.counts import counted
from generator.plan.hostlist import fold
from generator.twin.answer import Answer, TwinError
from generator.twin.command import Command
from generator.twin.running import Running
from generator.twin.slurm import Slurm
from generator.twin.slurm_files import LEFT_OUT, TIMEOUT_S, Partition

_JOB_S = 180
_JOB_BESIDE_FAULTS_S = 30
"""Where hosts have already been waited for in vain, a job on others starts at once."""
_PATIENCE_S = 6 * TIMEOUT_S
"""Beyond the twin's own: a controller takes over after one time-out, and then restarts those of hosts; busy machines take longer."""


def _jobs(running: Running, most: str = "") -> Answer:
    if most and not (most.isdigit() and int(most) > 0):
        raise TwinError(f"{most!r} is not a number of hosts")
    slurm, first = _started(running)
    slurm.follow(running.bed.gone_hosts, running.wait_s + _PATIENCE_S)
    lit = [host for host in slurm.up if _reachable(running, host)]
    asking = _asking(running, slurm)
    dark = [host for host in slurm.up if host not in lit]
    faults = slurm.await_states(asking, lit, dark, running.wait_s + _PATIENCE_S)
    idle = len(lit) - len(faults)
    units = _units(running)
    lines, jobs = [slurm.releases, LEFT_OUT] if first else [], []
    for partition in _chosen(slurm, whole=not most):
        there = [host for host in slurm.hosts[partition.name] if host in lit]
        limit = min(len(there), partition.most or len(there))
        hosts = int(most or limit)
        if hosts > limit:
            raise TwinError(f"a job of partition {partition.name} has {counted(limit, 'host')} at most here, and {hosts} are asked for")  # fmt: skip
        if hosts:
            ran, odd = _run(running, asking, partition.name, hosts, _JOB_BESIDE_FAULTS_S if faults else _JOB_S)
            placed, wide = _placement(ran, there, units, judged=slurm.read.upper <= 1)
            lines.append(f"partition {partition.name}: a job of {counted(hosts, 'host')} from {asking} ran on {fold(ran) or 'none'}{placed}")  # fmt: skip
            faults += [*odd, *wide]
            jobs.append({"partition": partition.name, "asked": hosts, "hosts": ran})
            # a job is over when its hosts are idle again: what fails next then finds none of it
            faults += [] if odd else slurm.await_states(asking, there, (), running.wait_s + _PATIENCE_S)
    state = "as designed" if not faults else "not as designed"
    summary = f"Slurm: {idle} of {counted(len(slurm.up), 'host')} idle, {counted(len(jobs), 'job')}, {state}"
    return Answer(command=f"jobs {most}".strip(), summary=summary, lines=lines, faults=faults, more={"jobs": jobs, "idle": lit})  # fmt: skip


def _started(running: Running) -> tuple[Slurm, bool]:
    """Return Slurm as it runs for the tree, and whether it had to be started."""
    if running.slurm is not None and running.slurm.root == running.root:
        return running.slurm, False
    if running.slurm is not None:
        running.slurm.stop()
        running.slurm = None
    slurm = Slurm(running.bed, running.root)
    try:
        slurm.start(running.wait_s)
    except TwinError:
        slurm.stop()
        raise
    running.slurm = slurm
    return slurm, True


def _reachable(running: Running, host: str) -> bool:
    """Whether the port that a host has its in-band address on has a carrier."""
    places = [each for each in running.places() if each.host == host and each.fabric == "frontend"]
    nics = [running.bed.nic(host, each.interface) for each in places]
    return any(nic is not None and running.bed.lit(nic) for nic in nics)


def _asking(running: Running, slurm: Slurm) -> str:
    """Return the host that starts the jobs: one with a network that is neither a controller nor in a partition, else a controller."""
    others = [host for host in running.bed.hosts if host not in slurm.up]
    found = [host for host in (*slurm.controllers, *others) if _reachable(running, host)]
    login = [host for host in found if host in running.design.hosts_of("login")]
    if not found or not any(host in slurm.controllers for host in found):
        raise TwinError(f"no controller of Slurm has a network: {', '.join(slurm.controllers)}")
    return (login or found)[0]


def _chosen(slurm: Slurm, *, whole: bool) -> list[Partition]:
    """Return the default partition, or each whose hosts no earlier one has."""
    partitions = slurm.read.partitions
    if not whole:
        return [next((each for each in partitions if each.default), partitions[0])]
    return list({tuple(slurm.hosts[each.name]): each for each in reversed(partitions)}.values())[::-1]


def _run(running: Running, asking: str, partition: str, hosts: int, most_s: int) -> tuple[list[str], list[str]]:
    """Run a job that prints where it is, for at most `most_s` seconds; returns the hosts, and what went wrong."""
    assert running.slurm is not None
    said = running.slurm.ask(
        asking,
        f"timeout {most_s} srun --partition={partition} --nodes={hosts} --ntasks-per-node=1 --exclusive --chdir=/ --time=1 hostname",
    )
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    known = set(running.slurm.up)
    ran = sorted(line for line in lines if line in known)
    if len(set(ran)) == hosts:
        return ran, []
    other = "; ".join(line for line in lines if line not in known)[-300:]
    return ran, [f"a job of {counted(hosts, 'host')} in partition {partition} ran on {len(set(ran))}: {other or f'no answer within {most_s} s'}"]  # fmt: skip


def _units(running: Running) -> dict[str, frozenset[str]]:
    """Return the compute leaves of each host, by the cables."""
    found: dict[str, set[str]] = defaultdict(set)
    for link in running.bed.tree.links:
        ends = (link.a.device, link.b.device)
        if link.fabric == "compute":
            for end, other in (ends, ends[::-1]):
                found[end].add(other)
    return {host: frozenset(leaves) for host, leaves in found.items()}


def _placement(
    ran: list[str], there: list[str], units: dict[str, frozenset[str]], *, judged: bool
) -> tuple[str, list[str]]:
    """Compare the scalable units that a job uses with the fewest that its number of hosts needs."""
    if not ran or not all(host in units for host in there):
        return "", []
    sizes: dict[frozenset[str], int] = defaultdict(int)
    for host in there:
        sizes[units[host]] += 1
    used, left, fewest = len({units[host] for host in ran}), len(ran), 0
    for size in sorted(sizes.values(), reverse=True):
        if left <= 0:
            break
        left, fewest = left - size, fewest + 1
    placement = f", on the leaves of {counted(used, 'scalable unit')} of {len(sizes)}; {fewest} is the fewest"
    wide = used > fewest and judged
    return placement, [f"the job uses {used} scalable units, and {fewest} would do"] if wide else []


COMMAND = Command(
    name="jobs",
    usage="jobs [N]",
    help="Start Slurm with the rendered files, and run a job on N hosts, or on all hosts of each partition.",
    place=10,
    run=_jobs,
    kinds=("number",),
)
