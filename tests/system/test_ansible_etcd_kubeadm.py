"""etcd of kubeadm's static pods over real SSH: its snapshots are in the backups of three control hosts, and a lost majority is restored on one of them.

etcd is real, with TLS and the flags of kubeadm's manifest. A service with another name (a host with a kubelet counts as adopted) stands in for the kubelet: it runs etcd while the manifest is there, and ends it when
it is gone. Another program stands in for `ctr`, whose image has the real etcdctl.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.system.test_ansible_etcd import AUTHORITY, NAMES, PROGRAM, SECRET, until
from tests.twin.debian import debian_spec, planned_tree
from tests.twin.ssh_hosts import SshHosts, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.twin.ssh_play import Play

pytestmark = pytest.mark.proof

MANIFEST = "/etc/kubernetes/manifests/etcd.yaml"
HELD = "/etc/kubernetes/clustergen-etcd.yaml"
_PKI = "/etc/kubernetes/pki/etcd"
_POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: etcd
  namespace: kube-system
spec:
  containers:
  - command:
    - etcd
    - --advertise-client-urls=https://{address}:2379
    - --cert-file={pki}/server.crt
    - --client-cert-auth=true
    - --data-dir=/var/lib/etcd
    - --initial-advertise-peer-urls=https://{address}:2380
    - --initial-cluster={cluster}
    - --key-file={pki}/server.key
    - --listen-client-urls=https://127.0.0.1:2379,https://{address}:2379
    - --listen-peer-urls=https://{address}:2380
    - --name={name}
    - --peer-cert-file={pki}/server.crt
    - --peer-client-cert-auth=true
    - --peer-key-file={pki}/server.key
    - --peer-trusted-ca-file={pki}/ca.crt
    - --trusted-ca-file={pki}/ca.crt
    image: registry.k8s.io/etcd:3.4.0-test
"""
_KUBELET = """\
#!/bin/bash
file=/etc/kubernetes/manifests/etcd.yaml
while :; do
  if [ -e $file ] && ! kill -0 "$pod" 2>/dev/null; then
    mapfile -t words < <(sed -n 's/^ *- --/--/p' $file)
    etcd "${words[@]}" & pod=$!
  elif [ ! -e $file ] && [ -n "$pod" ]; then
    kill "$pod"; wait "$pod"; pod=
  fi
  sleep 0.3
done
"""
_CTR = """\
#!/bin/bash
[ "$1 $2" = "--namespace k8s.io" ] || exit 9
case "$3 $4" in
  "images mount") [ "$5" = registry.k8s.io/etcd:3.4.0-test ] && mkdir -p "$6/usr/local/bin" && ln -s /opt/etcdctl "$6/usr/local/bin/etcdctl" ;;
  "images unmount") [ "$5" = --rm ] && [ -e "$6/usr" ] && rm -r "$6/usr" ;;
  "containers list") [ "$6" = 'labels."io.kubernetes.container.name"==etcd' ] && echo 9f2c ;;
  "tasks list") echo "TASK PID STATUS"; [ ! -e /run/lingers ] || echo "9f2c 77 RUNNING" ;;
esac
"""
_FAILS = r'#!/bin/sh\ncase "$*" in *"snapshot %s"*) exit 1 ;; esac\nexec /opt/real "$@"\n'
_ETCDCTL = (
    *("env", "ETCDCTL_API=3", "/opt/etcdctl", "--endpoints=https://127.0.0.1:2379", f"--cacert={_PKI}/ca.crt"),
    *(f"--cert={_PKI}/server.crt", f"--key={_PKI}/server.key"),
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Path:
    """roce-16 on Debian 12 with kubeadm, and backups."""
    for name in ("restic", "etcd", "etcdctl", "openssl"):
        program(name)
    spec = debian_spec("roce-16")
    kubernetes = {"installer": "kubeadm", "api_address": "10.160.127.254"}
    spec |= {"scheduler": {"kubernetes": kubernetes}, "monitoring": {"enabled": False}}
    spec |= {"backups": {"repository": "/home/backups/atlas"}}
    return planned_tree(spec, tmp_path_factory.mktemp("kubeadm"))[1]


@pytest.fixture(scope="module")
def hosts(tree: Path, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """Three control hosts with etcd in agreement, and no program of etcd where the host looks for one."""
    require(program)
    with SshHosts(tree, NAMES) as bed:
        names = "".join(f",IP:{host.address}" for host in bed)
        keys = bed["control1"].must("sh", "-c", AUTHORITY, "authority", names)
        cluster = ",".join(f"{host.name}=https://{host.address}:2380" for host in bed)
        for host in bed:
            host.must(
                "sh",
                "-c",
                f"mkdir -p {_PKI} /etc/kubernetes/manifests /var/lib/kea; base64 -d | tar -C {_PKI} -x",
                stdin=keys,
            )
            host.must(
                "sh", "-c", f"cd {_PKI}; mv ca.pem ca.crt; mv member.pem server.crt; mv member-key.pem server.key"
            )
            host.must("sh", "-c", "cp /usr/bin/etcdctl /opt/etcdctl; rm -f /usr/bin/etcdctl /usr/bin/ctr")
            host.write("/etc/kubernetes/pki/sa.key", "accounts\n")
            host.must("mount", "-t", "tmpfs", "-o", "mode=755", "home", "/home")
            host.write(MANIFEST, _POD.format(name=host.name, address=host.address, cluster=cluster, pki=_PKI))
            host.write("/usr/local/bin/ctr", _CTR, "755")
            host.write("/usr/local/bin/pods", _KUBELET, "755")
            host.write("/etc/systemd/system/pods.service", "[Service]\nExecStart=/usr/local/bin/pods\n")
            host.must("systemctl", "start", "pods")
        until(bed["control1"], *_ETCDCTL, "endpoint", "health")
        yield bed


def _restore(hosts: SshHosts, *more: str) -> Play:
    words = (
        "-e",
        "restore_host=control1",
        "-e",
        "restore_sure=control1",
        "-e",
        "restore_parts=etcd,kubernetes-keys",
        *more,
    )
    return hosts.playbook("ansible/playbooks/restore.yml", *words, **SECRET)


def test_a_lost_majority_of_static_pods_is_restored(hosts: SshHosts, proven: Callable[[str, str], None]) -> None:
    """By the programs of the pod's image; refused while two members agree."""
    first = hosts["control1"]
    first.must(*_ETCDCTL, "put", "/registry/planted", "before")
    hosts.playbook("ansible/playbooks/backups.yml", **SECRET).must()
    assert "etcd" in {line.split()[0] for line in first.must(PROGRAM, "list").splitlines()}
    assert first.run("sh", "-c", "ls -d /var/lib/clustergen/backups/etcd.*").returncode != 0, (
        "the image is still mounted"
    )
    first.must(*_ETCDCTL, "put", "/registry/planted", "after the backup")
    refused = _restore(hosts)
    assert "nothing was changed: etcd has a majority" in refused.failed["control2"]
    assert first.run("test", "-e", MANIFEST).returncode == 0
    for name in ("control2", "control3"):
        hosts[name].must("sh", "-c", "systemctl stop pods; rm -rf /var/lib/etcd")
    assert first.run(*_ETCDCTL, "--command-timeout=5s", "get", "/registry/planted").returncode != 0
    assert "etcd does not run on control2" in _restore(hosts).failed["control2"]
    assert first.exists(MANIFEST)
    # An attempt that fails reports how members that it has stopped are started again
    first.must("sh", "-c", f"cp /opt/etcdctl /opt/real; printf '{_FAILS}' restore >/opt/etcdctl")
    failed = _restore(hosts, "-e", "restore_lost=control2,control3")
    first.must("mv", "/opt/real", "/opt/etcdctl")
    assert "etcd is not restored" in failed.failed["control1"]
    assert f"{PROGRAM} release etcd" in failed.failed["control1"]
    assert first.exists(MANIFEST)
    # Another installation's key: what it has signed is not what the objects of the snapshot have
    first.write("/etc/kubernetes/pki/sa.key", "of another cluster\n")
    said = _restore(hosts, "-e", "restore_lost=control2,control3")
    restored = [line for line in said.stdout.splitlines() if "is restored from backup" in line]
    assert ["kubernetes-keys" in line for line in restored] == [True, False], "etcd comes after its certificates"
    assert first.read("/etc/kubernetes/pki/sa.key") == "accounts\n"
    assert first.read("/etc/kubernetes/pki.before.1/sa.key") == "of another cluster\n"
    assert "etcd is restored from backup" in said.stdout, said.stdout + said.stderr
    assert hosts["control2"].run("test", "-e", MANIFEST).returncode != 0, (
        "the member that is left still has its manifest"
    )
    assert until(first, *_ETCDCTL, "get", "/registry/planted", "--print-value-only") == "before\n"
    members = first.must(*_ETCDCTL, "member", "list").splitlines()
    assert len(members) == 1
    first.must(*_ETCDCTL, "put", "/registry/more", "it takes writes")
    proven("etcd 3.4", "snapshots of static pods with the manifest of kubeadm; a lost majority restored on one host")


FAULTS = {
    "no program that mounts the image": "mv /usr/local/bin/ctr /root/ctr",
    "an image that containerd lacks": f"sed -i 's/image: registry/image: other/' {MANIFEST}",
    "a snapshot that is cut short": f"printf '{_FAILS}' status >/opt/etcdctl",
    "a restore that fails": f"printf '{_FAILS}' restore >/opt/etcdctl",
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_etcd_runs_on_after_a_restore_that_fails(hosts: SshHosts, fault: str) -> None:
    """Its manifest never moves, whatever is missing: the stand-in of the kubelet would end it."""
    host = hosts["control1"]
    host.must("sh", "-c", f"cp {MANIFEST} /root/manifest; cp /usr/local/bin/ctr /root/whole; cp /opt/etcdctl /opt/real")
    pid = host.must("pidof", "etcd")
    host.must("sh", "-c", fault)
    said = host.run(PROGRAM, "restore", "etcd")
    there = host.exists(MANIFEST), host.exists(HELD)
    host.must("sh", "-c", f"cp /root/manifest {MANIFEST}; cp /root/whole /usr/local/bin/ctr; mv /opt/real /opt/etcdctl")
    assert said.returncode != 0
    assert there == (True, False)
    assert host.must("pidof", "etcd") == pid


def test_a_failure_after_etcd_has_stopped_puts_the_manifest_back(hosts: SshHosts) -> None:
    """Its container does not end: the pod is there again, with the folder that it had."""
    host = hosts["control1"]
    host.must(*_ETCDCTL, "put", "/registry/planted", "before the fault")
    host.must("sh", "-c", "touch /run/lingers; sed -i 's/{1..90}/{1..3}/' " + PROGRAM)
    said = host.run(PROGRAM, "restore", "etcd")
    host.must("rm", "/run/lingers")
    assert "etcd still runs 3 s" in said.stderr
    assert host.exists(MANIFEST)
    assert not host.exists(HELD)
    assert until(host, *_ETCDCTL, "get", "/registry/planted", "--print-value-only") == "before the fault\n"


def test_hold_waits_for_the_container_and_release_returns_the_manifest(hosts: SshHosts) -> None:
    """The port is closed before the container has ended; a manifest that is not held is not returned."""
    host = hosts["control1"]
    assert "no manifest is held" in host.run(PROGRAM, "release", "etcd").stderr
    host.must("sh", "-c", "touch /run/lingers; (sleep 2; touch /run/ended; rm /run/lingers) >/dev/null 2>&1 &")
    host.must(PROGRAM, "hold", "etcd")
    assert host.exists("/run/ended"), "it did not wait for the container"
    assert host.exists(HELD)
    assert host.run(PROGRAM, "majority", "etcd").returncode == 4
    host.must(PROGRAM, "release", "etcd")
    assert until(host, *_ETCDCTL, "get", "/registry/planted", "--print-value-only") == "before the fault\n"


def test_programs_that_run_at_the_same_time_have_an_image_each(hosts: SshHosts) -> None:
    """One that ends takes the image of no other away, and one that was killed leaves nothing for long."""
    host = hosts["control1"]
    left = "/var/lib/clustergen/backups/etcd.999999999"
    host.must("mkdir", "-p", f"{left}/usr", "/var/lib/clustergen/backups/etcd.1/usr")
    # Where sudo leaves /usr/local/bin out, too
    host.must("env", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", PROGRAM, "show", "etcd")
    assert not host.exists(left)
    assert host.exists("/var/lib/clustergen/backups/etcd.1/usr"), "process 1 runs"
    host.must("rm", "-r", "/var/lib/clustergen/backups/etcd.1")


@pytest.mark.parametrize(("right", "wrong"), [("image: registry", "image: other"), ("server.key", "absent.key")])
def test_a_pod_that_cannot_be_read_is_not_backed_up(hosts: SshHosts, right: str, wrong: str) -> None:
    """An image that containerd does not have, and a manifest whose key is not there: the run fails, and names the part."""
    host = hosts["control1"]
    # The manifest of a pod that is held: the stand-in of the kubelet leaves etcd as it runs
    host.must(
        "sh",
        "-c",
        f"systemctl stop pods; sed 's/{right}/{wrong}/' {MANIFEST} >/root/new; cp {MANIFEST} /root/old; cp /root/new {MANIFEST}",
    )
    said = host.run(PROGRAM, "run")
    host.must("cp", "/root/old", MANIFEST)
    assert said.returncode != 0
    assert "not backed up: etcd" in said.stderr
