"""kubeadm's configuration, a file for each host, and Cilium's values."""

from collections.abc import Iterator

from generator.catalog.chart import read_chart
from generator.plan.kubernetes.audit import AUDIT_FOLDER, audit_flags
from generator.plan.kubernetes.bootstrap import API_PORT, CONTROL_TAINT, Installation, api_names, installation
from generator.plan.kubernetes.encryption import encryption_flags, is_encrypted
from generator.plan.kubernetes.kubelet import kubelet_settings, resolv_conf
from generator.plan.kubernetes.oidc import oidc_flags
from generator.plan.kubernetes.pod_network import cilium_values
from generator.plan.mirrored import REGISTRIES, mirrored_chart
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.render.artifact import UNPROVEN, Grade, Proof
from generator.render.kubernetes.api_server import audit_policy, encryption_file
from generator.render.kubernetes.file import ManifestFile, TextFile, Thing, given, values_file
from generator.render.kubernetes.kube_vip import kube_vip_file
from generator.spec.scheduler import KubernetesSpec

DISCOVERY = "/etc/kubernetes/discovery.conf"
"""Where a joining host has the kubeconfig that it trusts: address and certificate of the API, and a token that expires."""
_POLICY = "/etc/kubernetes/audit-policy.yaml"
_API = "kubeadm.k8s.io/v1beta4"
_FOUNDER = """\
The first control host, with kubeadm {version} (and its kubelet, containerd){needs}:
  kubeadm init --config {host}.yaml
Then Cilium (cni/values.yaml), and a discovery file with which hosts can join for a day:
  kubectl config --kubeconfig discovery.conf set-cluster cluster --server https://{endpoint}:{port} --certificate-authority /etc/kubernetes/pki/ca.crt --embed-certs
  kubectl config --kubeconfig discovery.conf set-credentials joining --token "$(kubeadm token create)"
  kubectl config --kubeconfig discovery.conf set-context joining --cluster cluster --user joining
  kubectl config --kubeconfig discovery.conf use-context joining
It goes to {discovery} of each host. Labels are not here: ../node-labels.yaml owns them."""
_REFOUNDED = """
If it is lost and reinstalled while other control hosts run, kubeadm init would found another cluster: it joins the others like a further control host, with
what they share from one of them (`clustergen docs kubernetes`, A lost control host):
  kubeadm join --config {host}.yaml"""
_CONTROL = """\
A further control host. It needs what control hosts share before it joins: ca.*, sa.*, front-proxy-ca.*{key} and etcd/ca.* of the first one's /etc/kubernetes/pki
(kubeadm: Manual certificate distribution), and {discovery} (first lines of {first}.yaml){policy}. Then, one control host at a time:
  kubeadm join --config {host}.yaml"""
_WORKER = """\
A compute host. It needs {discovery} (see the first lines of {first}.yaml), then:
  kubeadm join --config {host}.yaml"""
_CNI = """\
{add}helm upgrade --install cilium {source}/{chart} --version {version} --namespace {namespace} --values values.yaml
The MTU is that of the bond; Cilium subtracts the overhead of the overlay. Every host has the /24 that kubeadm assigns."""
_HOSTS_TOML = """\
# /etc/containerd/certs.d/{registry}/hosts.toml of every host, before kubeadm runs there. It is read where containerd's config.toml has
# config_path = "/etc/containerd/certs.d" in its table of registries. There is no other server: what this one lacks is not pulled.
# containerd 1.6 reads no file without a table of hosts, so the same address is there twice.
server = "https://{server}/v2/{place}"
capabilities = ["pull", "resolve"]
override_path = true

[host."https://{server}/v2/{place}"]
  capabilities = ["pull", "resolve"]
  override_path = true
"""
_PULLED = Proof(Grade.APPLIED, "ctr content fetch (containerd 1.6)")
_KUBE_VIP = """\
/etc/kubernetes/manifests/kube-vip.yaml of every control host, before kubeadm runs there; kube-vip serves {address}.
On {first}, while `kubeadm init` runs, with super-admin.conf in place of admin.conf, which has no rights until the end of that."""


def kubeadm_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile | TextFile]:
    """Yield a file for each host, those of API servers, the values of Cilium, and kube-vip where the API has its own address."""
    made = installation(plan, kubernetes)
    if made is None:
        return
    release = read_chart("kubeadm").releases["kubernetes"]
    words = {"first": made.first.name, "endpoint": made.endpoint, "port": API_PORT, "discovery": DISCOVERY}
    words |= _words(kubernetes)
    for host in made.members:
        text = _CONTROL if host in made.control else _WORKER
        documents: list[Thing] = []
        if host is made.first:
            text = _FOUNDER + _REFOUNDED * bool(made.api_address)
            documents = [*_founding(plan, kubernetes, made, release)]
        header = text.format(host=host.name, version=release, **words)
        if host is not made.first or made.api_address:  # each command reads its own kinds alone
            documents.append(_joining(plan, made, host))
        path = f"kubeadm/{host.name}.yaml"
        yield ManifestFile(path=path, header=header, proof=UNPROVEN, documents=documents, applied=False)
    if kubernetes.audit:
        yield audit_policy("kubeadm/audit-policy.yaml", _POLICY, "kubeadm runs")
    if is_encrypted(kubernetes):
        yield encryption_file("kubeadm/encryption.yaml", kubernetes)
    if made.api_address:
        header = _KUBE_VIP.format(address=made.api_address, first=made.first.name)
        yield kube_vip_file(plan, "kubeadm/kube-vip.yaml", header, made, "/etc/kubernetes/admin.conf")
    chart = mirrored_chart(plan, read_chart("cilium"))
    yield values_file("cni", chart, _CNI, cilium_values(made.mtu_bytes, plan.peering), "cilium")
    yield from _runtime(plan)


def _words(kubernetes: KubernetesSpec) -> dict[str, str]:
    """Return what first lines say of the files of API servers."""
    files = [
        name
        for name, there in (("audit-policy.yaml", kubernetes.audit), ("encryption.yaml", is_encrypted(kubernetes)))
        if there
    ]
    return {
        "needs": f", after {' and '.join(files)} by their first lines" if files else "",
        "key": ", encryption.yaml" * is_encrypted(kubernetes),
        "policy": ", and audit-policy.yaml" * kubernetes.audit,
    }


def _runtime(plan: Plan) -> Iterator[TextFile]:
    """Yield where containerd requests images of each public registry, where the site has one that has them."""
    if not (registry := plan.site.services.mirror.registry):
        return
    server, _, folder = registry.removeprefix("https://").partition("/")
    for each in REGISTRIES:
        place = "/".join(part for part in (folder, each) if part)
        content = _HOSTS_TOML.format(registry=each, server=server, place=place)
        yield TextFile(path=f"kubeadm/certs.d/{each}/hosts.toml", content=content, proof=_PULLED)


def _joining(plan: Plan, made: Installation, host: Host) -> Thing:
    control = host in made.control
    return {
        "apiVersion": _API,
        "kind": "JoinConfiguration",
        "nodeRegistration": _registration(plan, host, control=control),
        "discovery": {"file": {"kubeConfigPath": DISCOVERY}},
        **({"controlPlane": {"localAPIEndpoint": _endpoint(host)}} if control else {}),
    }


def _founding(plan: Plan, kubernetes: KubernetesSpec, made: Installation, release: str) -> Iterator[Thing]:
    yield {
        "apiVersion": _API,
        "kind": "InitConfiguration",
        "nodeRegistration": _registration(plan, made.first, control=True),
        "localAPIEndpoint": _endpoint(made.first),
    }
    yield {
        "apiVersion": _API,
        "kind": "ClusterConfiguration",
        "clusterName": "kubernetes",
        "kubernetesVersion": f"v{release}",
        "controlPlaneEndpoint": f"{made.endpoint}:{API_PORT}",
        "networking": {"podSubnet": str(kubernetes.pods), "serviceSubnet": str(kubernetes.services)},
        "apiServer": {"certSANs": api_names(plan, made), **_of_api_server(kubernetes)},
    }
    kubelet = kubelet_settings(plan)
    yield {
        "apiVersion": "kubelet.config.k8s.io/v1beta1",
        "kind": "KubeletConfiguration",
        "cgroupDriver": "systemd",
        **kubelet.policies,
        "kubeReserved": dict(kubelet.kube),
        "systemReserved": dict(kubelet.system),
    }


def _of_api_server(kubernetes: KubernetesSpec) -> Thing:
    """Return the flags of API servers and the paths of the host that these need; they have /etc/kubernetes/pki anyway."""
    policy = {"audit-policy-file": _POLICY} if kubernetes.audit else {}
    flags = {**oidc_flags(kubernetes), **policy, **audit_flags(kubernetes), **encryption_flags(kubernetes)}
    volumes = [
        {"name": "audit-policy", "hostPath": _POLICY, "mountPath": _POLICY, "readOnly": True, "pathType": "File"},
        {"name": "audit-log", "hostPath": AUDIT_FOLDER, "mountPath": AUDIT_FOLDER, "pathType": "DirectoryOrCreate"},
    ]
    return given(
        extraArgs=[{"name": name, "value": value} for name, value in flags.items()],
        extraVolumes=volumes if kubernetes.audit else [],
    )


def _endpoint(host: Host) -> Thing:
    return {"advertiseAddress": host.inband, "bindPort": API_PORT}


def _registration(plan: Plan, host: Host, *, control: bool) -> Thing:
    """Return the registration of a host; an empty list of taints means none, while a missing one leaves the choice to kubeadm.

    kubeadm configures every host with the resolv.conf of the first one, so each states its own.
    """
    arguments = {"node-ip": host.inband, "resolv-conf": resolv_conf(plan, host)}
    return {
        "name": host.name,
        "criSocket": "unix:///run/containerd/containerd.sock",
        "taints": [{"key": CONTROL_TAINT, "effect": "NoSchedule"}] if control else [],
        "kubeletExtraArgs": [{"name": name, "value": value} for name, value in arguments.items()],
    }
