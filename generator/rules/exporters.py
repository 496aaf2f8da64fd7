"""`monitoring.exporters`: what there is nothing of."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.monitoring.extra import asked
from generator.plan.monitoring.jobs import jobs_of, monitoring_hosts
from generator.plan.monitoring.rule_groups import busy_exporters
from generator.rules import scheduled_warning
from generator.spec.checks.rule import Finding, KeyFinding

_WITHOUT = {
    "amd": "no host has GPUs of AMD",
    "ceph": "no tier is an object store that hosts of the cluster serve",
    "etcd": "no control host runs Kubernetes",
    "ipmi": "no BMC can be asked: hosts have none, or a control host has no management port",
    "kernel-log": "no host has an in-band address",
    "kubernetes": "no control host runs Kubernetes",
    "lustre": "no tier is Lustre that hosts of the cluster serve",
    "nfs": "no tier of storage is NFS",
    "opensm": "no host of the cluster runs opensm",
    "pdu": "no power strip has a management port (power.pdu_management), or a control host has none",
    "redfish": "no BMC can be asked: hosts have none, or a control host has no management port",
    "slurm-commands": "no control host runs Slurm",
    "ufm": "no fabric is InfiniBand with manager: ufm, or a control host has no management port",
    "nic": "no host has a port in a fabric with RDMA",
}
"""What is missing, by exporter."""


@scheduled_warning(
    title="Exporter without anything to monitor",
    why="Nothing is monitored by it, and its rules are left out, so the list of exporters promises more than is there.",
    fix="Remove the exporter from `monitoring.exporters`.",
)
def exporter_idle(plan: Draft) -> Iterator[Finding]:
    """Every exporter in the spec has a target."""
    if not plan.spec.monitoring.exporters or not monitoring_hosts(plan):
        return
    busy = busy_exporters(plan, jobs_of(plan))
    for place, name in enumerate(plan.spec.monitoring.exporters):
        if asked(plan, name) and name not in busy:
            yield KeyFinding(
                message=f"the exporter {name} monitors nothing: {_WITHOUT[name]}",
                loc=("monitoring", "exporters", place),
                help=f"remove {name} from monitoring.exporters",
            )


@scheduled_warning(
    title="BMCs without verified certificates",
    why="Redfish has the password of its user in each request: whoever answers at the address of a BMC gets it, and decides what is reported of the sensors.",
    fix="Give BMCs certificates by an authority of the site and remove `monitoring.bmc_certificates`, or accept it with a user that may only read and has no other account.",
)
def bmc_unverified(plan: Draft) -> Iterator[Finding]:
    """BMCs that are read by Redfish show certificates that are verified."""
    spec = plan.site.monitoring
    if asked(plan, "redfish") and spec.bmc_certificates == "unverified":
        yield KeyFinding(
            message="the certificates of BMCs are not verified: the password of the user who reads them goes to whoever answers",
            loc=("monitoring", "bmc_certificates"),
            help="set it to verified, once BMCs have certificates by an authority of the site",
        )
