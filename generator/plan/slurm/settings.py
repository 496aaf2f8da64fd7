"""Settings of slurm.conf other than hosts and partitions, by subject, as far as the release has them."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.slurm.accounts import enforced, preempts
from generator.plan.slurm.billing import FLAGS
from generator.plan.slurm.controllers import database_of
from generator.plan.slurm.features import knows
from generator.plan.slurm.gather import counted_resources, plugins
from generator.plan.slurm.records import Section
from generator.plan.slurm.release import release_of
from generator.plan.slurm.scratch import scratch
from generator.plan.slurm.times import scheduler_parameters
from generator.plan.slurm.topologies import has_imex, main_topology
from generator.spec.slurm import SlurmSpec

FOLDER = "/etc/slurm"
"""Where Slurm's files are on every host: the packages of Debian, Ubuntu and SchedMD."""
PRIVATE = "accounts,events,jobs,reservations,usage,users"
"""Data that tenants do not see of each other (slurm.conf(5) and slurmdbd.conf(5), PrivateData)."""
_SHOW_CLOUD = "cloud"
_NHC = "/usr/sbin/nhc"
_TASKS = "jobacct_gather/cgroup"
_HEALTH_SECONDS = 300
_LOOK_SECONDS = 75
"""More than the health check takes by itself: all checks together, and two questions to slurmctld."""
_IMEX_SECONDS, _SPARE_SECONDS = 150, 15
"""The most that a prolog takes beside it (templates/slurm/prolog.sh.j2): the start of IMEX, and everything else."""
_TREE_WIDTH = "65533"
"""The most that Slurm takes: the controller then reaches every host itself."""


def controller_parameters(slurm: SlurmSpec, version: str) -> list[str]:
    """Return SlurmctldParameters. Burst hosts are identified by the address that they register from: since 23.11 by default."""
    given = ["enable_configless"]
    if slurm.burst and not knows(version, "reconfigure-hosts"):
        given.append("cloud_reg_addrs")
    return given


def select_parameters(version: str) -> list[str]:
    """Return SelectTypeParameters: with the binding, a job's cores are those beside its GPUs, where these are known."""
    given = ["CR_Core_Memory"]
    if knows(version, "enforce-binding"):
        given.append("ENFORCE_BINDING_GRES")
    return given


def sections(plan: Draft) -> Iterator[Section]:
    """Yield the subjects in the order of the file; none without Slurm."""
    slurm = plan.spec.scheduler.slurm
    if slurm is None:
        return
    if plan.tenants or slurm.burst:
        why = "Hosts of a tenant" if plan.tenants else "Hosts of a provider"
        yield (
            (f"{why} do not pass messages on to others: the controller reaches each of them itself.",),
            (("TreeWidth", _TREE_WIDTH),),
        )
    yield from _topology(plan)
    yield (
        ("It looks as far ahead as the longest job takes, so that small jobs do not pass a large one forever.",),
        (("SchedulerParameters", ",".join(scheduler_parameters(plan))),),
    )
    yield from _accounting(plan, slurm)
    yield from _priority(plan, slurm)
    yield from _jobs(plan, slurm)
    measured = tuple(plugins(slurm))
    if measured:
        yield ("What is measured, as acct_gather.conf says: of a host that jobs share, each job counts all.",), measured
    yield from _hosts(plan, slurm)
    yield from _burst(slurm, private=bool(plan.spec.tenants and database_of(plan)))


def _topology(plan: Draft) -> Iterator[Section]:
    main = main_topology(plan)
    if main == "block" or "compute" in plan.fabrics:
        read = knows(release_of(plan), "topology-yaml")
        yield (
            ("topology.yaml is read in place of this and of topology.conf.",) if read else (),
            (("TopologyPlugin", f"topology/{main}"),),
        )
    if has_imex(plan) and knows(release_of(plan), "imex"):
        yield ("A channel of IMEX for each job: memory of GPUs across hosts.",), (("SwitchType", "switch/nvidia_imex"),)


def _accounting(plan: Draft, slurm: SlurmSpec) -> Iterator[Section]:
    database = database_of(plan)
    if database is None:
        if slurm.gather is not None:
            yield ("What is measured is read through the accounts of tasks.",), (("JobAcctGatherType", _TASKS),)
        return
    lines = [("AccountingStorageType", "accounting_storage/slurmdbd"), ("AccountingStorageHost", database.host)]
    if database.standby:
        lines.append(("AccountingStorageBackupHost", database.standby))
    lines.append(("AccountingStorageTRES", ",".join(("gres/gpu", *counted_resources(slurm)))))
    if enforced(plan):
        lines.append(("AccountingStorageEnforce", "associations,limits,qos"))
    if plan.spec.tenants:
        lines += [("PrivateData", private_of(plan)), ("EnforcePartLimits", "ALL")]
    lines.append(("JobAcctGatherType", _TASKS))
    yield ("Jobs, GPUs and limits are kept by slurmdbd.",), tuple(lines)


def _priority(plan: Draft, slurm: SlurmSpec) -> Iterator[Section]:
    """Yield the weights, which slurmctld ignores where no database keeps what users have had."""
    if not slurm.accounting:
        return
    lines = [("PriorityType", "priority/multifactor"), ("PriorityDecayHalfLife", "14-0"), ("PriorityMaxAge", "7-0")]
    lines.append(("PriorityFlags", FLAGS))
    lines += [("PriorityWeightAge", "1000"), ("PriorityWeightJobSize", "1000")]
    lines += [("PriorityWeightFairshare", "10000"), ("PriorityWeightQOS", "100000")]
    why = "A quality of service counts most, then who has had less, then waiting and size."
    yield (
        (why, "What a job has had is the largest of its parts of hosts, in GPUs: TRESBillingWeights of its partition."),
        tuple(lines),
    )
    if preempts(plan):
        yield (
            ("Jobs that give way go back into the queue.",),
            (("PreemptType", "preempt/qos"), ("PreemptMode", "REQUEUE")),
        )


def _jobs(plan: Draft, slurm: SlurmSpec) -> Iterator[Section]:
    if submits_by_lua(plan):
        yield ("What a job does not say, job_submit.lua says.",), (("JobSubmitPlugins", "lua"),)
    lines: list[tuple[str, str]] = []
    if prolog_wanted(plan):
        lines += [("Prolog", f"{FOLDER}/prolog.sh"), ("Epilog", f"{FOLDER}/epilog.sh")]
        if scratch(plan):
            lines.append(("TaskProlog", f"{FOLDER}/task_prolog.sh"))
        longest = look_seconds(slurm) + _IMEX_SECONDS * has_imex(plan)
        if longest:  # a batch job counts as lost if its host registers later than this without it (slurm.conf(5))
            lines.append(("BatchStartTimeout", str(longest + _SPARE_SECONDS)))
    if slurm.private_tmp:
        if knows(release_of(plan), "namespace"):
            lines.append(("NamespaceType", "namespace/linux"))
        else:
            lines.append(("JobContainerType", "job_container/tmpfs"))
    if lines:
        yield ("What a job has to itself on a host.",), tuple(lines)


def prolog_wanted(plan: Draft) -> bool:
    """Whether hosts are checked before and after a job, or jobs have folders, or a service, to be made and taken away."""
    slurm = plan.spec.scheduler.slurm
    if slurm is None:
        return False
    return look_seconds(slurm) > 0 or bool(scratch(plan)) or slurm.containers == "pyxis" or has_imex(plan)


def look_seconds(slurm: SlurmSpec) -> int:
    """Return the most that health.sh may take before and after each job; 0 where another program, or none, is the health check of the hosts."""
    return _LOOK_SECONDS if slurm.health == "own" else 0


def submits_by_lua(plan: Draft) -> bool:
    """Whether slurmctld chooses something of jobs: the partition of a tenant's, or whole hosts where IMEX serves one job."""
    slurm = plan.spec.scheduler.slurm
    return slurm is not None and (bool(plan.spec.tenants and slurm.accounting) or has_imex(plan))


def serves_metrics(plan: Draft) -> bool:
    """Whether slurmctld answers Prometheus: since 25.11, and only where nothing is private (it answers 401 where PrivateData is set)."""
    slurm = plan.spec.scheduler.slurm
    shows_cloud = slurm is not None and slurm.burst is not None and slurm.burst.cloud is not None
    return slurm is not None and knows(release_of(plan), "metrics") and not plan.spec.tenants and not shows_cloud


def _hosts(plan: Draft, slurm: SlurmSpec) -> Iterator[Section]:
    if slurm.health != "none":
        program = _NHC if slurm.health == "nhc" else f"{FOLDER}/health.sh"
        lines = [("HealthCheckProgram", program), ("HealthCheckInterval", str(_HEALTH_SECONDS))]
        lines.append(("HealthCheckNodeState", "ANY,CYCLE"))
        yield ("Hosts are looked after in turns, busy ones too.",), tuple(lines)
    yield (
        (
            "`scontrol reboot`; a host of eight GPUs needs its time to start. Processes that hang in a driver need theirs to end.",
        ),
        (("RebootProgram", "/usr/sbin/reboot"), ("ResumeTimeout", "1800"), ("UnkillableStepTimeout", "180")),
    )
    if serves_metrics(plan):
        yield (
            ("Prometheus asks the controller itself: /metrics on its port.",),
            (("MetricsType", "metrics/openmetrics"),),
        )


def private_of(plan: Draft) -> str:
    """Return PrivateData of controllers; powered-down hosts of a provider, with their reasons, are shown only if this names them (slurm.conf(5))."""
    slurm = plan.spec.scheduler.slurm
    shown = slurm is not None and slurm.burst is not None and slurm.burst.cloud is not None
    return f"{PRIVATE},{_SHOW_CLOUD}" if shown else PRIVATE


def _burst(slurm: SlurmSpec, *, private: bool) -> Iterator[Section]:
    if slurm.burst:
        lines = [("ResumeProgram", f"{FOLDER}/resume.sh"), ("SuspendProgram", f"{FOLDER}/suspend.sh")]
        if slurm.burst.cloud:
            lines.append(("ResumeFailProgram", f"{FOLDER}/fail.sh"))
            if not private:
                lines.append(("PrivateData", _SHOW_CLOUD))
        yield ("Hosts of the provider: the times are those of their partition.",), tuple(lines)
