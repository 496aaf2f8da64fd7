"""kubespray's inventory and variables."""

from collections.abc import Iterator

from generator.catalog.chart import read_chart
from generator.plan.kubernetes.bootstrap import Installation, installation, kubespray_variables
from generator.plan.kubernetes.encryption import is_encrypted, key_folder
from generator.plan.kubernetes.kubelet import resolv_conf
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.render.artifact import Grade, Proof
from generator.render.kubernetes.api_server import rules_text
from generator.render.kubernetes.file import ManifestFile, Thing
from generator.spec.scheduler import KubernetesSpec

_INVENTORY = """\
For kubespray {version} ({repository}), whose requirements.txt pins ansible {ansible}. In its checkout:
  ansible-playbook --inventory <this folder>/inventory.yml --become cluster.yml
To add a compute host: the same command with scale.yml and --limit HOST. scale.yml adds no control host, cluster.yml does
(kubespray, docs/operations/nodes.md). `ip` is the in-band address."""
_VARIABLES = """\
Values that follow from the plan; all others are kubespray's defaults. It installs Kubernetes {kubernetes}.
containerd permits pods to lock memory, which RDMA needs. {network}"""
_KEY = """
kubespray makes the key that encrypts Secrets in etcd, and keeps it in {folder} of the user who runs it, and on control hosts
(/etc/kubernetes/ssl/secrets_encryption.yaml). Keep a copy in the vault:
without it, no Secret in etcd or in its backups can be read."""
_OVERLAY = "VXLAN takes 50 bytes of every packet of the bond."
_ROUTED = "Hosts announce their pods to the leaves ({gateway}), so packets of pods are as long as the bond's."
_PARSED = Proof(Grade.PARSED, "ansible-inventory")


def kubespray_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile]:
    """Yield the inventory and the variables of all hosts."""
    made = installation(plan, kubernetes)
    if made is None:
        return
    chart = read_chart("kubespray")
    header = _INVENTORY.format(version=chart.version, repository=chart.repository, ansible=chart.releases["ansible"])
    yield _file("inventory.yml", header, _inventory(plan, made))
    network = _ROUTED.format(gateway=plan.peering.gateway) if plan.peering else _OVERLAY
    header = _VARIABLES.format(kubernetes=chart.releases["kubernetes"], network=network)
    header += _KEY.format(folder=key_folder(plan)) * is_encrypted(kubernetes)
    recorded = {"audit_policy_custom_rules": rules_text()} if kubernetes.audit else {}
    variables = kubespray_variables(plan, kubernetes, made) | recorded
    yield _file("group_vars/all/clustergen.yml", header, variables)


def _file(name: str, header: str, document: Thing) -> ManifestFile:
    return ManifestFile(path=f"kubespray/{name}", header=header, proof=_PARSED, documents=[document], applied=False)


def _inventory(plan: Plan, made: Installation) -> Thing:
    groups = {"kube_control_plane": made.control, "etcd": made.etcd, "kube_node": made.workers}
    return {
        "all": {
            "hosts": {host.name: _host(plan, host) for host in made.members},
            "children": {name: {"hosts": {host.name: {} for host in hosts}} for name, hosts in groups.items()},
        }
    }


def _host(plan: Plan, host: Host) -> Thing:
    return {"ansible_host": host.inband, "ip": host.inband, "kube_resolv_conf": resolv_conf(plan, host)}
