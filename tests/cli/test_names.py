"""Every name that a rendered file uses is resolved where it is used; planted faults are found, and no file with names goes unread."""

from __future__ import annotations

import json
import re
import shutil
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import pytest
import yaml

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.verify.names.askers import Resolvers, read_resolvers
from generator.verify.names.formats import mount_unit
from generator.verify.names.judge import resolution
from generator.verify.names.slurm_files import slurm_addresses, slurm_names
from generator.verify.names.uses import reader_of
from generator.verify.names.words import expand, host_names
from tests.conftest import EXAMPLES, HALLS, plan_of
from tests.depth import FULL
from tests.host_files import host_file
from tests.ours import TEMPLATES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_NETPLAN = "etc/netplan/60-clustergen.yaml"
_ZONE = "provisioning/dns/atlas.example.net.zone"
_NO_RESOLVERS = (r"( +nameservers:\n(?: {8,}.*\n)+)", "")
"""Takes a block out of netplan's file."""
_TOLD_BY_NAME = (
    "README.md", "manifest.json", "summary.json", "plan.json", "docs/*", "cabling/*", "ip/*",  # for people, and the plan itself
    "ansible/*",  # who reaches hosts from the controller, and examples in comments of playbooks
    "switches/*", "infiniband/*",  # names of their own, and descriptions of who is at the other end
    "hosts/*/etc/hosts", "provisioning/dns/*.zone",  # what answers
    "hosts/*/etc/clustergen/cables",  # who is at the other end, in words of a message
    "hosts/*/etc/clustergen/lustre.conf", "storage/*.md",  # the host itself, held against its own name; a page for people
    "host_groups/*/etc/clustergen/scale/*",  # names of the node file once more, held against it by `storage-scale`
    "acceptance/hosts.csv", "acceptance/runs.json", "acceptance/*.sbatch", "acceptance/*.yaml",  # names of schedulers once more
    "acceptance/*.py",  # the same in all trees
    "backups/README.md", "backups/hosts/*",  # a page for people; the host itself, and folders that are called as hosts
    "provisioning/maas/*", "provisioning/openchami/*", "provisioning/warewulf/*",  # tables of hosts for others' programs
    "kubernetes/kubespray/inventory.yml", "kubernetes/node-labels.yaml", "kubernetes/pools/*",  # objects that are called as their hosts
    "monitoring/expected/*", "monitoring/prometheus/tests/*",  # labels
    "monitoring/redfish/*",  # BMCs are asked at their addresses
    "slurm/topology.conf", "slurm/imex_hosts", "slurm/gres.conf", "slurm/nhc.conf", "slurm/slurmdbd.sql",  # names of slurm.conf once more; a comment
    "slurm/burst-host.yaml",  # brings the addresses of its names along, for hosts that are elsewhere
    "slurm/health.sh",  # names without their numbers, and `head`, as a host of an example is called,
    "monitoring/reporters/hosts.json",
)  # fmt: skip
"""Files that name devices and have none of these names looked up."""
_WHOLE_NAMES = (
    "plan.json", "hosts/*/etc/hosts", "provisioning/dns/*.zone", "host_groups/*/etc/clustergen/scale/*", "storage/*.md",
    "README.md", "summary.json", "docs/design.md", "docs/report.html", "ansible/inventory/host_vars/*",  # names that certificates have
    "monitoring/redfish/bmcs.json",
    "switches/*/config_db.json",  # the name of the one client that may ask for counters
)  # fmt: skip
"""Those among them that hold whole names, with the cluster's domain."""
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]*")


@pytest.mark.parametrize("name", [*EXAMPLES, *(pytest.param(hall, marks=[pytest.mark.proof, FULL]) for hall in HALLS)])
def test_every_name_of_an_example_is_resolved(name: str, rendered: Callable[[str], Path]) -> None:
    """On every host, with its own files; names of every host are among those that were asked for."""
    tree = rendered(name)
    verdict = resolution(tree)
    assert verdict.result == "passed", verdict.faults
    hosts = json.loads((tree / "manifest.json").read_text())["hosts"]
    assert int(verdict.note.split()[0]) >= len([host for host in hosts if (tree / "hosts" / host).is_dir()])


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_file_with_names_goes_unread(name: str, rendered: Callable[[str], Path]) -> None:
    """A file that names a device has a reader, or is known to name it for nobody who looks it up."""
    assert list(_unread(rendered(name))) == []


def test_a_file_that_nobody_reads_is_named(rendered: Callable[[str], Path], tmp_path: Path) -> None:
    """What the test before looks for: a bare name, and a whole name even where devices may be named."""
    tree = _copy(rendered("roce-16"), tmp_path)
    (tree / "slurm/burst.conf").write_text("Server=control2\n")
    (tree / "switches/compute-leaf1/frr.conf").write_text("ip host control2.atlas.example.net\n")
    assert sorted(_unread(tree)) == ["slurm/burst.conf", "switches/compute-leaf1/frr.conf"]


def test_files_of_services_go_read_as_well(tmp_path: Path) -> None:
    """Certificates, counters that switches stream, receivers and copies of the state: no example has them all."""
    tree = _render(tmp_path, "slurm: {}", SERVICES)
    assert {"monitoring/gnmic/gnmic.yml", "monitoring/web/exporters.yml"} <= {
        file.relative_to(tree).as_posix() for file in tree.rglob("*.yml")
    }
    assert list(_unread(tree)) == []
    assert resolution(tree).faults == []
    _change(tree / "monitoring/gnmic/gnmic.yml", r"address: \S+:8080", "address: compute-leaf9:8080")
    assert any(
        "monitoring/gnmic/gnmic.yml: control1, control2, control3 cannot resolve compute-leaf9" in fault
        for fault in resolution(tree).faults
    )


def _unread(tree: Path) -> Iterator[str]:
    plan = json.loads((tree / "plan.json").read_text())
    said = yaml.safe_load((tree / "ansible/inventory/group_vars/all/cluster.yml").read_text())
    interfaces = {
        end["interface"] for link in plan["links"] for end in (link["a"], link["b"])
    }  # `storage1` is a port, too
    devices = {device["name"] for kind in ("hosts", "switches") for device in plan[kind]} - interfaces
    for file in tree.rglob("*"):
        path = file.relative_to(tree).as_posix()
        if file.is_dir() or reader_of(path):
            continue
        text = file.read_text("utf-8")
        words = set(_WORD.findall(text))
        whole = any(word.rstrip(".").endswith(f".{said['cluster_domain']}") for word in words)
        if (whole and not _is_of(path, _WHOLE_NAMES)) or (words & devices and not _is_of(path, _TOLD_BY_NAME)):
            yield path
        elif path.startswith("kubernetes/") and re.search(r"^[ -]*(image|repository): ", text, re.MULTILINE):
            yield path  # a registry is a host


def _is_of(path: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(path, pattern) for pattern in patterns)


def _copy(tree: Path, folder: Path) -> Path:
    return shutil.copytree(tree, folder / tree.name)


_FAULTS = {
    "a host that is missing in the zone": (_ZONE, r"^gpu01 IN A .*\n", "", "slurm/slurm.conf: gpu02 cannot resolve gpu01: it is neither in /etc/hosts nor in a zone"),
    "a zone that is not loaded": ("provisioning/dns/named.conf", r'^zone "atlas.*\n', "", "gpu01, gpu02 cannot resolve gpu01, gpu02: it is not in /etc/hosts, and no resolver is set"),
    "a zone under another name": (_ZONE, r"^\$ORIGIN .*\n", "$ORIGIN atlas.example.org.\n", "gpu01, gpu02 cannot resolve gpu01, gpu02: "),
    "a controller of another name": ("slurm/slurm.conf", "SlurmctldHost=control2", "SlurmctldHost=contrl2", "slurm/slurm.conf: gpu01, gpu02, control1 and 2 more cannot resolve contrl2: "),
    "accounting elsewhere": ("slurm/slurmdbd.conf", "DbdHost=.*", "DbdHost=control9", "slurm/slurmdbd.conf: control1, control2, control3 cannot resolve control9: "),
    "an address that no host has by name": ("slurm/slurm.conf", r"NodeAddr=\S+", "NodeAddr=gpu[01-02]-inband", "cannot resolve gpu01-inband, gpu02-inband: "),
    "a resolver that is nobody": (f"hosts/gpu01/{_NETPLAN}", r"10\.160\.96\.2", "10.160.96.200", "gpu01 uses the resolver 10.160.96.200, which is neither a control host that serves the zones"),
    "no resolver": (f"hosts/gpu01/{_NETPLAN}", *_NO_RESOLVERS, "slurm/slurm.conf: gpu01 cannot resolve gpu02: it is not in /etc/hosts, and no resolver is set"),
    "no domain behind bare names": (f"hosts/gpu01/{_NETPLAN}", r" +search:\n.*\n", "", "gpu01 cannot resolve gpu02: it is neither in /etc/hosts nor in a zone, and no search domain is set"),
    "a host that does not know itself": ("hosts/gpu01/etc/hosts", r"^\S+ gpu01\.atlas.*\n", "", ""),
    "a host of another name": ("hosts/gpu01/etc/hostname", "gpu01", "gpu1", "hosts/gpu01/etc/hostname: gpu01 cannot resolve gpu1: "),
    "an address that the zone has otherwise": ("hosts/gpu02/etc/hosts", r"^\S+( control3\.)", r"10.160.96.30\1", "hosts/gpu02/etc/hosts: control3 is 10.160.96.30, but the zone has 10.160.96.3"),
    "a host that Slurm finds elsewhere": ("slurm/slurm.conf", r"NodeAddr=\S+", "NodeAddr=10.160.32.[1,3]", "slurm/slurm.conf: gpu02 is 10.160.32.3, but the zone has 10.160.32.2"),
    "a pair with a stranger": ("acceptance/pairs.csv", "gpu02", "gpu92", "acceptance/pairs.csv: gpu01, gpu02 cannot resolve gpu92: "),
    "a group with a stranger": ("acceptance/groups.csv", "gpu02", "gpu92", "acceptance/groups.csv: gpu01, gpu02 cannot resolve gpu92: "),
    "a mount from a stranger": ("host_groups/gpu/etc/systemd/system/home.mount", "What=storage1", "What=filer", "host_groups/gpu/etc/systemd/system/home.mount: gpu01, gpu02 cannot resolve filer.atlas.example.net: "),
    "a clock by a name of nobody's": ("host_groups/gpu/etc/chrony/chrony.conf", r"^server 10\.160\.96\.1 ", "server clock ", "host_groups/gpu/etc/chrony/chrony.conf: gpu01, gpu02 cannot resolve clock: "),
    "an export to a stranger": ("hosts/storage1/etc/exports.d/clustergen.exports", r"^/home ", "/home gone(rw) ", "storage1 cannot resolve gone: "),
    "a target by name": ("monitoring/prometheus/targets/host.json", r"10\.160\.32\.1:9100", "gpu99:9100", "control1, control2, control3 cannot resolve gpu99: "),
    "a peer by name": ("monitoring/options/hosts/control1/prometheus-alertmanager", r"peer=10\.160\.96\.2:", "peer=control7:", "control1 cannot resolve control7: "),
    "volumes of a stranger": ("kubernetes/storage-classes.yaml", "server: storage1", "server: storage5", "gpu01, gpu02 cannot resolve storage5.atlas.example.net: "),
    "a web server of another name": ("provisioning/web/control1.conf", "server_name control1-mgmt0", "server_name control1-mgmt9", "provisioning/web/control1.conf: control1 cannot resolve control1-mgmt9.atlas.example.net: "),
    "a controller that roles tell": ("ansible/inventory/group_vars/all/cluster.yml", r'"controllers": \["control1"', '"controllers": ["control8"', "cannot resolve control8: "),
    "one in a tree of release 0.1.0": ("ansible/inventory/group_vars/all/cluster.yml", r'cluster_(slurm:\n(?:  .*\n)*?  "controllers": \[)"control1"', r'\1"control8"', "cannot resolve control8: "),
}  # fmt: skip


@pytest.mark.parametrize("what", _FAULTS)
def test_a_planted_fault_is_found(what: str, rendered: Callable[[str], Path], tmp_path: Path) -> None:
    """Each of them, and nothing else; a host needs no /etc/hosts for what a zone has."""
    path, old, new, said = _FAULTS[what]
    tree = _copy(rendered("roce-16"), tmp_path)
    _change(tree / path, old, new)
    faults = resolution(tree).faults
    if not said:
        assert faults == []
        return
    assert any(said in fault for fault in faults), faults


def _change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    changed = re.sub(old, new, text, flags=re.MULTILINE)
    assert changed != text
    file.write_text(changed)


def test_a_name_on_another_host_helps_nobody(rendered: Callable[[str], Path], tmp_path: Path) -> None:
    """A file server that login1's /etc/hosts has is unknown to hosts that mount from it."""
    tree = _copy(rendered("roce-16"), tmp_path)
    for group in ("gpu", "login"):
        _change(tree / f"host_groups/{group}/etc/systemd/system/home.mount", "What=storage1", "What=filer")
    with (tree / "hosts/login1/etc/hosts").open("a") as file:
        file.write("10.160.64.77 filer.atlas.example.net filer\n")
    (fault,) = resolution(tree).faults
    assert fault.startswith("host_groups/gpu/etc/systemd/system/home.mount: gpu01, gpu02 cannot resolve filer.atlas.")


def test_two_hosts_with_two_addresses_for_one_name(rendered: Callable[[str], Path], tmp_path: Path) -> None:
    """Of a host that is still to come, and so in no zone."""
    tree = _copy(rendered("roce-16"), tmp_path)
    _change(tree / "hosts/gpu02/etc/hosts", r"^\S+( login2\.)", r"10.160.128.9\1")
    faults = resolution(tree).faults
    assert sorted(fault.partition(": ")[2][:7] for fault in faults) == ["login2 ", "login2."]


def test_a_sites_resolver_must_have_the_zones(rendered: Callable[[str], Path], tmp_path: Path) -> None:
    """It is trusted for what is rendered for it, and no further; another one is a stranger."""
    tree = _copy(rendered("tenants-64"), tmp_path)
    assert "192.0.2.53 of the site must load the rendered zones" in resolution(tree).note
    _change(tree / "provisioning/dns/borealis.example.net.zone", r"^gpu01 IN A .*\n", "")
    assert any(" cannot resolve gpu01: it is neither" in fault for fault in resolution(tree).faults)
    _change(
        tree / "hosts/storage1/etc/NetworkManager/system-connections/bond0.nmconnection", "dns=.*", "dns=192.0.2.54;"
    )
    assert any(fault.startswith("storage1 uses the resolver 192.0.2.54,") for fault in resolution(tree).faults)


def test_names_outside_are_counted_and_asked_of_somebody(rendered: Callable[[str], Path], tmp_path: Path) -> None:
    """ntp1.example.net is the site's; a host that asks nobody cannot have the time from it."""
    tree = _copy(rendered("tenants-64"), tmp_path)
    assert "external, so not checked: mirror.example.net, ntp1.example.net, ntp2.example.net" in resolution(tree).note
    (file,) = tree.glob("hosts/control1/etc/systemd/network/*-bond0.network")
    _change(file, "DNS=.*\n", "")
    faults = resolution(tree).faults
    assert any("control1 cannot resolve" in fault and "ntp1.example.net" in fault for fault in faults), faults


def test_switches_ask_by_what_dhcp_tells(rendered: Callable[[str], Path], tmp_path: Path) -> None:
    """A switch that starts for the first time has no /etc/hosts: the name in its URL is in the zone, and Kea says who is asked."""
    tree = _copy(rendered("mixed-schedulers"), tmp_path)
    (file,) = tree.glob("provisioning/ztp/*/ztp.json")
    assert reader_of(file.relative_to(tree).as_posix())
    _change(tree / "provisioning/dns/delta.example.net.zone", r"^control1-mgmt0 IN A .*\n", "")
    faults = resolution(tree).faults
    assert any(
        fault.startswith("provisioning/ztp/compute-leaf1/ztp.json: first start cannot resolve") for fault in faults
    )


@pytest.mark.parametrize("installer", ["kubeadm", "rke2", "kubespray"])
def test_every_installer_of_kubernetes_reaches_its_api(installer: str, tmp_path: Path, shared_api: str) -> None:
    """By address as rendered; a name in its place is asked for on every host that joins."""
    tree = _render(tmp_path, f"kubernetes: {{installer: {installer}, api_address: {shared_api}}}")
    assert resolution(tree).faults == []
    file = {
        "kubeadm": "kubernetes/kubeadm/control1.yaml",
        "rke2": "kubernetes/rke2/gpu01/config.yaml",
        "kubespray": "kubernetes/kubespray/group_vars/all/clustergen.yml",
    }[installer]
    if installer == "kubespray":
        with (tree / file).open("a") as more:
            more.write("apiserver_loadbalancer_domain_name: api\n")
    else:
        _change(tree / file, rf"(controlPlaneEndpoint: \"?|server: https://|server: \"https://){shared_api}", r"\1api")
    assert any(fault.startswith(f"{file}: ") and "resolve api: " in fault for fault in resolution(tree).faults)


@pytest.mark.parametrize("installer", ["rke2", "kubespray"])
def test_coredns_has_somebody_to_ask(installer: str, tmp_path: Path, shared_api: str) -> None:
    """kubespray is told whom; RKE2, as kubeadm, takes the resolvers of the host. A host of Ubuntu has them behind its stub."""
    tree = _render(tmp_path, f"kubernetes: {{installer: {installer}, api_address: {shared_api}}}")
    _change(tree / "hosts/control1" / _NETPLAN, *_NO_RESOLVERS)
    said = "control1: no resolver is set, so CoreDNS uses the resolvers of its host"
    assert (said in resolution(tree).faults) == (installer == "rke2")
    if installer == "kubespray":
        _change(tree / "kubernetes/kubespray/group_vars/all/clustergen.yml", "10.160.96.1", "8.8.8.8")
        assert any(fault.startswith("CoreDNS uses the resolver 8.8.8.8,") for fault in resolution(tree).faults)


@pytest.mark.parametrize(
    ("installer", "file"),
    [
        ("kubeadm", "kubernetes/kubeadm/gpu01.yaml"),
        ("rke2", "kubernetes/rke2/gpu01/config.yaml"),
        ("kubespray", "kubernetes/kubespray/inventory.yml"),
    ],
)
def test_pods_get_no_stub_of_a_resolver(installer: str, file: str, tmp_path: Path, shared_api: str) -> None:
    """systemd-resolved runs on hosts of Ubuntu and Debian: a kubelet that is told of /etc/resolv.conf hands 127.0.0.53 to pods."""
    tree = _render(tmp_path, f"kubernetes: {{installer: {installer}, api_address: {shared_api}}}")
    assert resolution(tree).faults == []
    _change(tree / file, "/run/systemd/resolve/resolv.conf", "/etc/resolv.conf")
    (fault,) = resolution(tree).faults
    assert "kubelet configures pods with dnsPolicy Default with the resolvers of /etc/resolv.conf" in fault
    assert fault.startswith("gpu01")


@pytest.fixture
def shared_api() -> str:
    """An in-band address that no host has."""
    return "10.160.96.100"


def _render(folder: Path, scheduler: str, more: str = "") -> Path:
    text = EXAMPLE_TEXT.replace("SCHEDULER", scheduler) + more
    spec = folder / "cluster.yaml"
    spec.write_text(text)
    write_tree(render_tree(plan_of(spec), TEMPLATES), folder / "tree")
    return folder / "tree"


EXAMPLE_TEXT = """\
clustergen: 1
name: atlas
domain: atlas.example.net
hosts:
  gpu:     {model: dgx-h100, count: 2, max: 32, per_rack: 4}
  control: {model: server-1u, role: control, count: 3}
fabrics:
  compute:  {technology: roce, leaf: {model: sn5600, os: sonic}}
  frontend: {technology: ethernet, leaf: {model: sn4600c, os: sonic}}
  oob:      {technology: ethernet, leaf: {model: sn2201, os: sonic}}
scheduler: {SCHEDULER}
"""


SERVICES = """\
services: {tls: {}, telemetry: gnmic, snmp: {user: monitor}, syslog: [10.192.0.33]}
monitoring: {exporters: [redfish], receivers: {slack: {channel: "#atlas"}, webhook: "https://alerts.example.com/atlas"}}
"""


def test_resolvers_of_every_form() -> None:
    """netplan in both styles, systemd-networkd, NetworkManager, resolved.conf and resolv.conf say the same."""
    wanted = Resolvers(("192.0.2.1", "192.0.2.2"), ("a.example.net",))
    block = "network:\n  bonds:\n    bond0:\n      nameservers:\n        addresses:\n        - 192.0.2.1\n        - '192.0.2.2'\n        search: [a.example.net]\n      mtu: 9000\n"
    flow = "network:\n  bonds:\n    bond0:\n      nameservers: {addresses: [192.0.2.1, 192.0.2.2], search: [a.example.net]}\n"
    forms = {
        "etc/netplan/1.yaml": block,
        "etc/netplan/2.yaml": flow,
        "etc/systemd/network/1.network": "[Network]\nDNS=192.0.2.1\nDNS=192.0.2.2\nDomains=a.example.net\n",
        "etc/NetworkManager/system-connections/1.nmconnection": "[ipv4]\ndns=192.0.2.1;192.0.2.2;\ndns-search=a.example.net;\n",
        "etc/systemd/resolved.conf": "[Resolve]\n#DNS=192.0.2.9\nDNS=192.0.2.1 192.0.2.2\nDomains=~a.example.net\n",
        "etc/resolv.conf": "nameserver 192.0.2.1\nnameserver 192.0.2.2\nsearch a.example.net\n",
    }
    for path, text in forms.items():
        assert read_resolvers([(path, text)]) == wanted, path
    assert read_resolvers(forms.items()) == wanted
    assert read_resolvers([("etc/netplan/1.yaml", "network: {}\n")]) == Resolvers()


def test_words_that_name_hosts() -> None:
    """Schemes, ports, paths, dots and cases are not of the name; addresses and variables are no names."""
    words = ["https://a.example.net:8443/x", "b:9100", "10.0.0.1", "10.0.0.1:53", "2001:db8::1", "[2001:db8::1]:80", "C.example.net.", "$from", "http://u:p@d/", "'e'", "", "http://[2001:db8::1]/"]  # fmt: skip
    assert host_names(words) == {"a.example.net", "b", "c.example.net", "d", "e"}


@pytest.mark.parametrize(
    ("what", "servers"),
    [
        ("filer.example.net:/home", ["filer.example.net"]),
        ("10.0.0.1@tcp:mgs2@tcp:/fast", ["10.0.0.1", "mgs2"]),
        ("weka1.example.net,10.0.0.2/default", ["weka1.example.net", "10.0.0.2"]),
        ("beegfs_nodev", []),
        ("/dev/disk/by-label/x", []),
        ("admin@1f2e.fast=/", []),
    ],
)
def test_servers_of_a_mount(what: str, servers: list[str]) -> None:
    assert [*mount_unit(f"[Mount]\nWhat={what}\nWhere=/x\n")] == servers


def test_host_lists() -> None:
    """Ranges keep their digits; a list of more names than a cluster has is refused before it is made."""
    assert expand("gpu[08-10,12],login1,a[1-2]b[3-4]") == ["gpu08", "gpu09", "gpu10", "gpu12", "login1", "a1b3", "a1b4", "a2b3", "a2b4"]  # fmt: skip
    for text in ("gpu[1-99999999999]", "a[1-9999]b[1-9999]", "gpu[x]"):
        with pytest.raises(ValueError, match=r"host list|invalid literal"):
            expand(text)


def test_names_of_slurms_files() -> None:
    """Controllers with and without an address, every host, and none that is not there yet."""
    text = "# SlurmctldHost=no\nSlurmctldHost=c1(c1-mgmt)\nSlurmctldHost=c2\nAccountingStorageHost=db\nAccountingStorageExternalHost=far:6819\nNodeName=DEFAULT CPUs=4\nNodeName=g[1-2] NodeAddr=10.0.0.[1-2] CPUs=4\nNodeName=h3 NodeAddr=h3-x\nNodeName=b[1-9] State=CLOUD\nPartitionName=p Nodes=g[1-2]\n"
    assert host_names(slurm_names(text)) == {"c1", "c1-mgmt", "c2", "db", "far", "g1", "g2", "h3", "h3-x"}
    assert list(slurm_addresses(text)) == [("g1", "10.0.0.1"), ("g2", "10.0.0.2"), ("h3", "h3-x")]
    with pytest.raises(ValueError, match=r"zip\(\)"):
        list(slurm_addresses("NodeName=g[1-3] NodeAddr=10.0.0.[1-2]\n"))


def test_a_tree_without_a_plan_is_not_judged(tmp_path: Path) -> None:
    """Nothing says which hosts there are."""
    assert resolution(tmp_path).result == "not run"


def test_a_border_host_asks_control_hosts(rendered: Callable[[str], Path]) -> None:
    """Its default route is the site's; names are asked for on the in-band bond all the same."""
    tree = rendered("ib-256")
    said = read_resolvers([(_NETPLAN, host_file(tree, "edge1", _NETPLAN).read_text())])
    assert said == Resolvers(("10.160.96.1", "10.160.96.2", "10.160.96.3"), ("fjord.example.net",))
