"""The state of each control host: only what this cluster's programs write there, and no run of the playbooks makes again."""

from collections.abc import Iterator

from generator.plan.backups.records import StateItem
from generator.plan.backups.switches import KEPT, PART, reader_of
from generator.plan.hosts.configured import system_of
from generator.plan.hosts.setup import family_of
from generator.plan.kubernetes.bootstrap import installation
from generator.plan.monitoring.jobs import monitoring_hosts
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.slurm.records import SlurmPlan
from generator.plan.states import PLANNED

ROOT, SLURM, PROMETHEUS = "root", "slurm", "prometheus"
SLURM_FOLDER = "/etc/slurm"
DATABASE = "slurm_acct_db"
LEASES = "/var/lib/kea"
MEASUREMENTS, SILENCES = "/var/lib/prometheus/metrics2", "/var/lib/prometheus/alertmanager"
"""Where Debian's packages of Kea, Prometheus and Alertmanager keep their state (their defaults; `prometheus --help`)."""
ETCD = {
    "kubespray": "/etc/etcd.env",
    "rke2": "/var/lib/rancher/rke2/server/db",
    "kubeadm": "/etc/kubernetes/manifests/etcd.yaml",
}
"""By installer, the file by which the program finds etcd: kubespray's settings of its service (role etcd, etcd.env.j2), RKE2's own etcd,
the manifest of kubeadm's pod (kubeadm, phases/etcd/local.go), whose image has the programs that a host lacks."""
KEYS_PART = "kubernetes-keys"
KEYS = {
    "kubespray": ("/etc/kubernetes/ssl", "/etc/ssl/etcd/ssl"),
    "rke2": (
        "/var/lib/rancher/rke2/server/tls",
        "/var/lib/rancher/rke2/server/cred",
        "/var/lib/rancher/rke2/server/token",
        "/etc/rancher/rke2/token",
    ),
    "kubeadm": ("/etc/kubernetes/pki",),
}
"""By installer, where a control host has the authorities, keys and certificates of Kubernetes and of etcd: the folder that `kubeadm init` takes over where
it has files (kubernetes.io, PKI certificates and requirements; kubeadm init phase certs); `kube_cert_dir`, which also has the keys of encryption at rest,
and `etcd_cert_dir` of kubespray; RKE2's own, of which a new host needs the token at least (docs.rke2.io, Backup and Restore), and the file of the token
that the site has made."""


def items_of(plan: Plan, host: Host) -> tuple[StateItem, ...]:
    """Return the state of a control host, in the order in which it is restored."""
    return (*_slurm(plan, host), *_etcd(plan, host), *_services(plan, host), *_switches(plan, host))


def _slurm(plan: Plan, host: Host) -> Iterator[StateItem]:
    slurm = plan.slurm
    if slurm is None:
        return
    first = bool(slurm.controllers) and slurm.controllers[0].name == host.name
    if any(each.name == host.name for each in slurm.controllers) and own_files(slurm):
        yield StateItem(
            name="slurm-site",
            what=f"the site's own lines of Slurm: {', '.join(own_files(slurm))}",
            path=SLURM_FOLDER,
            user=ROOT,
            how="a copy of the files, which people alone change",
            lost="edits since the last backup",
        )
    if slurm.database is not None and slurm.database.ours and slurm.database.host == host.name:
        yield StateItem(
            name="slurmdbd",
            what="accounts, associations, limits and the history of jobs",
            path=DATABASE,
            user=ROOT,
            how="mariadb-dump --single-transaction: one state of all tables, while slurmdbd writes on",
            lost="jobs that began or ended since the last backup, in reports and in fair share",
        )
    if first:
        yield StateItem(
            name="slurmctld",
            what=f"the queue: jobs that wait and run, their scripts, reservations, states of nodes{_by_name(slurm)}",
            path=slurm.state,
            user=SLURM,
            how=f"copies of slurmctld's files, each of which it replaces as a whole, and then of the scripts{_hours(slurm)}",
            lost="jobs that were submitted since the last backup; slurmctld ends those that run and that it does not have in its queue",
        )


def _hours(slurm: SlurmPlan) -> str:
    """Return what `burst.py` keeps beside the queue."""
    return " and of the month's hours of burst hosts" if slurm.burst is not None and slurm.burst.settings else ""


def _by_name(slurm: SlurmPlan) -> str:
    """Return when a queue is restored that the controllers which are left have, with jobs that are later than the backup."""
    return "; it is restored only by its name, when its tier has lost it" if len(slurm.controllers) > 1 else ""


def _etcd(plan: Plan, host: Host) -> Iterator[StateItem]:
    kubernetes = plan.site.kubernetes
    made = installation(plan, kubernetes) if kubernetes is not None else None
    if kubernetes is None or made is None:
        return
    if any(each.name == host.name for each in made.control):
        first, *others = KEYS[kubernetes.installer]
        yield StateItem(
            name=KEYS_PART,
            what="authorities, keys and certificates of Kubernetes and of etcd; they are restored only by their name, when no control host has them any more",
            path=first,
            also=tuple(others),
            user=ROOT,
            how="copies of the files, which change only where certificates are renewed",
            lost="certificates that were renewed since the last backup, which the same authority signs again",
        )
    if any(each.name == host.name for each in made.etcd):
        yield StateItem(
            name="etcd",
            what="all objects of Kubernetes; it is restored only by its name, when etcd has lost its majority",
            path=ETCD[kubernetes.installer],
            user=ROOT,
            how="a snapshot by etcd's own program, whose sum is verified",
            lost="objects that were created or changed since the last backup",
        )


def own_files(slurm: SlurmPlan) -> tuple[str, ...]:
    """Return the files of Slurm that playbooks create once, and that are the site's from then on."""
    return tuple(
        name for name, there in (("site.conf", slurm.include), ("burst.sh", "burst.sh" in slurm.files)) if there
    )


def _services(plan: Plan, host: Host) -> Iterator[StateItem]:
    if plan.provisioning.dhcp:
        yield StateItem(
            name="kea",
            what="leases of DHCP",
            path=LEASES,
            user="kea" if family_of(system_of(plan, host)) == "redhat" else "_kea",
            how="copies of Kea's lease files, again where Kea has rewritten them meanwhile",
            lost="nothing that devices need: every address is a reservation of the plan",
        )
    if any(each.name == host.name for each in monitoring_hosts(plan)):
        yield StateItem(
            name="prometheus",
            what=f"measurements of the last {plan.site.monitoring.retention_days} days",
            path=MEASUREMENTS,
            user=PROMETHEUS,
            how="links to finished blocks, which Prometheus never changes",
            lost="the measurements that no block has yet: up to three hours before the backup",
        )
        yield StateItem(
            name="alertmanager",
            what="silences, and which alerts were sent",
            path=SILENCES,
            user=PROMETHEUS,
            how="copies of its two files, which Alertmanager replaces as a whole every 15 minutes",
            lost="silences of the last 15 minutes before the backup",
        )


def _switches(plan: Plan, host: Host) -> Iterator[StateItem]:
    reader = reader_of(plan)
    if reader is not None and reader.name == host.name:
        yield StateItem(
            name=PART,
            what="configurations of switches as they run",
            path=KEPT,
            user=ROOT,
            how="copies of what this host reads from each switch as often as it makes backups",
            lost="changes on switches that were made since the last backup; a switch that was not read has the configuration of the last time that it was",
        )


def holders(plan: Plan) -> list[Host]:
    """Return the installed control hosts, by name."""
    return [host for host in plan.hosts_of.get("control", []) if host.state != PLANNED]
