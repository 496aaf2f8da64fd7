"""kubespray's inventory and variables."""

from collections.abc import Iterable, Iterator
from functools import partial

from generator.plan.kubernetes.installer import Installation, installation
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.render.artifact import Grade, Proof
from generator.render.kubernetes.file import Documents, ManifestFile, Thing
from generator.spec.scheduler import KubernetesSpec

_INVENTORY = """\
For kubespray {version} ({repository}), whose requirements.txt asks for ansible {ansible}; from its checkout:
  ansible-playbook --inventory <this folder>/inventory.yml --become cluster.yml
A host more: the same with scale.yml and --limit of its name. `ip` is the in-band address."""
_VARIABLES = """\
What follows from the plan; all else is kubespray's own. It gives Kubernetes {kubernetes}.
containerd lets pods lock memory, as RDMA needs. {network}"""
_OVERLAY = "VXLAN takes 50 bytes of every packet of the bond."
_ROUTED = "Hosts tell the leaves of their pods ({gateway}), so packets of pods are as long as the bond's."
_PARSED = Proof(Grade.PARSED, "ansible-inventory")


def kubespray_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile]:
    """Yield the inventory and the variables of all hosts."""
    made = installation(plan, kubernetes)
    if made is None:
        return
    chart = made.kubespray
    header = _INVENTORY.format(version=chart.version, repository=chart.repository, ansible=chart.releases["ansible"])
    yield _file("inventory.yml", header, partial(_inventory, made))
    found = plan.peering
    network = _ROUTED.format(gateway=found.gateway) if found else _OVERLAY
    header = _VARIABLES.format(kubernetes=chart.releases["kubernetes"], network=network)
    yield _file("group_vars/all/clustergen.yml", header, partial(_variables, made))


def _file(name: str, header: str, documents: Documents) -> ManifestFile:
    return ManifestFile(path=f"kubespray/{name}", header=header, proof=_PARSED, documents=documents, applied=False)


def _inventory(made: Installation) -> Iterable[Thing]:
    every = dict.fromkeys((*made.control, *made.workers))
    groups = {"kube_control_plane": made.control, "etcd": made.etcd, "kube_node": made.workers}
    yield {
        "all": {
            "hosts": {host.name: {"ansible_host": host.inband, "ip": host.inband} for host in every},
            "children": {name: {"hosts": _names(hosts)} for name, hosts in groups.items()},
        }
    }


def _names(hosts: Iterable[Host]) -> Thing:
    return {host.name: {} for host in hosts}


def _variables(made: Installation) -> Iterable[Thing]:
    yield dict(made.variables)
