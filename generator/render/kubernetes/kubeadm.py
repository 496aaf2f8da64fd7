"""kubeadm's configuration, a file for each host, and Cilium's values."""

from collections.abc import Iterable, Iterator
from functools import partial

from generator.catalog.chart import Chart, read_chart
from generator.plan.kubernetes.bootstrap import CONTROL_TAINT, Bootstrap, bootstrap
from generator.plan.kubernetes.installer import API_PORT
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.render.artifact import UNPROVEN
from generator.render.kubernetes.file import CHART, Documents, ManifestFile, Thing
from generator.render.kubernetes.kube_vip import kube_vip_file
from generator.spec.scheduler import KubernetesSpec

DISCOVERY = "/etc/kubernetes/discovery.conf"
"""Where a joining host has the kubeconfig that it trusts: address and certificate of the API, and a token that expires."""
_API = "kubeadm.k8s.io/v1beta4"
_FOUNDER = """\
The first control host, with kubeadm {version} (and its kubelet, containerd):
  kubeadm init --config {host}.yaml
Cilium next (cni/values.yaml), then a file that lets hosts join for a day:
{commands}
It goes to """ + DISCOVERY + " of each host. Labels are not here: ../node-labels.yaml owns them."  # fmt: skip
_COMMANDS = (
    "set-cluster cluster --server https://{endpoint}:{port} --certificate-authority /etc/kubernetes/pki/ca.crt --embed-certs",
    'set-credentials joining --token "$(kubeadm token create)"',
    "set-context joining --cluster cluster --user joining",
    "use-context joining",
)
_CONTROL = """\
A further control host. It needs what control hosts share before it joins: ca.*, sa.*, front-proxy-ca.* and etcd/ca.* of the first one's /etc/kubernetes/pki
(kubeadm: Manual certificate distribution), and """ + DISCOVERY + """ (first lines of {first}.yaml). Then, one control host at a time:
  kubeadm join --config {host}.yaml"""  # fmt: skip
_WORKER = """\
A host that computes. It needs """ + DISCOVERY + """ (first lines of {first}.yaml), then:
  kubeadm join --config {host}.yaml"""  # fmt: skip
_CNI = """\
helm repo add cilium {repository}
helm upgrade --install cilium cilium/{chart} --version {version} --namespace {namespace} --values values.yaml
The packets' size is the bond's; an overlay takes its bytes off by itself. Every host has the /24 that kubeadm gives it."""
_KUBE_VIP = """\
/etc/kubernetes/manifests/kube-vip.yaml of every control host, before kubeadm runs there: it answers for {address}.
On {first}, while `kubeadm init` runs, with super-admin.conf in place of admin.conf, which has no rights until the end of that."""


def kubeadm_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile]:
    """Yield a file for each host, the values of Cilium, and kube-vip where the API has an address of its own."""
    made = bootstrap(plan, kubernetes)
    if made is None:
        return
    chart = read_chart("kubeadm")
    for host in made.members:
        yield _file(
            f"kubeadm/{host.name}.yaml", _header(made, host, chart), partial(_documents, made, host, kubernetes, chart)
        )
    if made.shared:
        header = _KUBE_VIP.format(address=made.shared, first=made.first.name)
        yield kube_vip_file("kubeadm/kube-vip.yaml", header, made, "/etc/kubernetes/admin.conf")
    cilium = read_chart("cilium")
    header = _CNI.format(
        chart=cilium.chart, version=cilium.version, repository=cilium.repository, namespace=cilium.namespace
    )
    yield ManifestFile(
        path="cni/values.yaml", header=header, proof=CHART, documents=lambda: [dict(made.cni)], applied=False
    )


def _file(path: str, header: str, documents: Documents) -> ManifestFile:
    return ManifestFile(path=path, header=header, proof=UNPROVEN, documents=documents, applied=False)


def _header(made: Bootstrap, host: Host, chart: Chart) -> str:
    if host is made.first:
        words = (each.format(endpoint=made.endpoint, port=API_PORT) for each in _COMMANDS)
        commands = "\n".join(f"  kubectl config --kubeconfig discovery.conf {each}" for each in words)
        return _FOUNDER.format(version=chart.releases["kubernetes"], host=host.name, commands=commands)
    text = _CONTROL if host in made.control else _WORKER
    return text.format(first=made.first.name, host=host.name)


def _documents(made: Bootstrap, host: Host, kubernetes: KubernetesSpec, chart: Chart) -> Iterable[Thing]:
    local = {"advertiseAddress": host.inband, "bindPort": API_PORT}
    if host is not made.first:
        yield {
            "apiVersion": _API,
            "kind": "JoinConfiguration",
            "nodeRegistration": _registration(host, control=host in made.control),
            "discovery": {"file": {"kubeConfigPath": DISCOVERY}},
            **({"controlPlane": {"localAPIEndpoint": local}} if host in made.control else {}),
        }
        return
    yield {
        "apiVersion": _API,
        "kind": "InitConfiguration",
        "nodeRegistration": _registration(host, control=True),
        "localAPIEndpoint": local,
    }
    yield {
        "apiVersion": _API,
        "kind": "ClusterConfiguration",
        "clusterName": "kubernetes",
        "kubernetesVersion": f"v{chart.releases['kubernetes']}",
        "controlPlaneEndpoint": f"{made.endpoint}:{API_PORT}",
        "networking": {"podSubnet": str(kubernetes.pods), "serviceSubnet": str(kubernetes.services)},
        "apiServer": {"certSANs": list(made.names)},
    }
    yield {
        "apiVersion": "kubelet.config.k8s.io/v1beta1",
        "kind": "KubeletConfiguration",
        "cgroupDriver": "systemd",
    }


def _registration(host: Host, *, control: bool) -> Thing:
    """Return how a host names itself; an empty list of taints says that it has none, where a missing one leaves the choice to kubeadm."""
    return {
        "name": host.name,
        "criSocket": "unix:///run/containerd/containerd.sock",
        "taints": [{"key": CONTROL_TAINT, "effect": "NoSchedule"}] if control else [],
        "kubeletExtraArgs": [{"name": "node-ip", "value": host.inband}],
    }
