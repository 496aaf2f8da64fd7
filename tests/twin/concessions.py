"""All that the day-one bed changes of a rendered tree, and all that stands for something that this kernel and this machine do not have.

Whatever else differs from a site is a failing test: rendered files are used byte for byte, and hosts are changed by the playbooks alone.
"""

from __future__ import annotations

import base64
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from tests.conftest import missing

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.twin.ssh_host import SshHost
    from tests.twin.ssh_hosts import SshHosts

USERS = ("alice", "bob")
NETPLAN = "etc/netplan/60-clustergen.yaml"
_SERVICE = Path(__file__).with_name("file_service.py")
_UNIFIED = Path(__file__).with_name("unified.c")
_NFSD = "[Mount]\nWhat=nfsd\nWhere=/proc/fs/nfsd\nType=tmpfs\n"
_PRELOAD = "[Service]\nEnvironment=LD_PRELOAD=/opt/bed/unified.so\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Concession:
    """What a site has and the bed has not, what stands for it, and who makes it so: of the spec, of the tree before it is used, or of each host once it runs."""

    missing: str
    instead: str
    of_spec: Callable[[dict[str, Any]], None] | None = None
    of_tree: Callable[[Path], None] | None = None
    of_host: Callable[[SshHosts, SshHost], None] | None = None


def _drives(spec: dict[str, Any]) -> None:
    for name in [name for name, tier in spec["storage"].items() if tier["kind"] == "local-nvme"]:
        del spec["storage"][name]


def without_bonds(tree: Path) -> None:
    for file in tree.glob(f"hosts/*/{NETPLAN}"):
        said = yaml.safe_load(file.read_text(encoding="utf-8"))
        network = said["network"]
        for name, bond in network.pop("bonds", {}).items():
            members = bond.pop("interfaces")
            del bond["parameters"]
            ports = {port: of for port, of in network["ethernets"].items() if port not in members}
            network["ethernets"] = {name: bond, **ports}
        file.write_text(yaml.safe_dump(said), encoding="utf-8")
    for file in tree.glob("hosts/*/etc/systemd/network/*"):
        if "\nKind=bond\n" in (text := file.read_text(encoding="utf-8")) or "\nBond=" in text:
            file.unlink()


def without_rdma(tree: Path) -> None:
    for file in (tree / "ansible/inventory").glob("*_vars/*.yml"):
        text = file.read_text(encoding="utf-8")
        without = re.sub(r'\n *- "clustergen-roce@[^"]+"|(, )?"clustergen-roce@[^"]+"', "", text)
        if without != text:
            file.write_text(without, encoding="utf-8")


def _controllers(tree: Path) -> None:
    for name, key, value in (
        ("slurm.conf", "JobAcctGatherType", "jobacct_gather/linux"),
        *(("cgroup.conf", f"Constrain{each}", "no") for each in ("Cores", "RAMSpace", "SwapSpace")),
    ):
        file = tree / "slurm" / name
        text = re.sub(rf"^{key}=.*$", f"{key}={value}", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
        file.write_text(text, encoding="utf-8")


def _unified(hosts: SshHosts, host: SshHost) -> None:
    if not _computes(host):
        return
    made = hosts.scratch / "unified.so"
    compiler = ("gcc", "-O1", "-fno-builtin", "-shared", "-fPIC", "-nostdlib", "-o", str(made), str(_UNIFIED))
    if not shutil.which("gcc"):
        missing("gcc", "`make setup-system` installs the Debian programs of the system tests")
    subprocess.run(compiler, check=True)
    host.write("/opt/bed/unified.so.64", base64.b64encode(made.read_bytes()).decode())
    host.must("sh", "-c", "base64 -d /opt/bed/unified.so.64 >/opt/bed/unified.so")
    host.write("/etc/systemd/system/slurmd.service.d/bed.conf", _PRELOAD)


def _processors(tree: Path) -> None:
    file = tree / "slurm" / "slurm.conf"
    file.write_text(file.read_text(encoding="utf-8") + "SlurmdParameters=config_overrides\n", encoding="utf-8")


def _detection(tree: Path) -> None:
    file = tree / "slurm" / "gres.conf"
    text = re.sub(r"AutoDetect=\w+", "AutoDetect=off", file.read_text(encoding="utf-8"))
    file.write_text(text, encoding="utf-8")


_SMI = '#!/bin/sh\nfor n in 0 1 2 3 4 5 6 7; do echo "GPU $n: NVIDIA H100 80GB HBM3 (UUID: GPU-0000000$n)"; done\n'
_HARDWARE = """
for n in 0 1 2 3 4 5 6 7; do mknod -m 666 dev/nvidia$n c 195 $n; done
mount -t tmpfs tmpfs proc/driver
for n in 0 1 2 3 4 5 6 7; do mkdir -p proc/driver/nvidia/gpus/0000:0$n:00.0; done
for port in {slow}; do
  ip link show dev $port >/dev/null 2>&1 || ip link add dev $port mtu 9000 up type veth peer name ${{port}}-far mtu 9000 && ip link set dev ${{port}}-far up
done
for port in {all}; do
  echo {speed} >run/speed
  mount --bind run/speed sys/devices/virtual/net/$port/speed
done
"""


def _gpus(_: SshHosts, host: SshHost) -> None:
    if _computes(host):
        host.script("nvidia-smi", _SMI)
        ports = [f"rail{n}" for n in range(8)] + ["storage0", "storage1", "frontend0", "frontend1"]
        hardware = _HARDWARE.format(slow="frontend0 frontend1", all=" ".join(ports), speed=400000)
        host.write("/opt/bed/hardware", hardware)


def _file_service(_: SshHosts, host: SshHost) -> None:
    host.write("/opt/bed/file_service.py", _SERVICE.read_text(encoding="utf-8"))
    _divert(host, "/usr/sbin/mount.nfs4", '#!/bin/sh\nexec /usr/bin/python3 /opt/bed/file_service.py "$@"\n')
    if host.name.startswith("storage"):
        host.write("/etc/systemd/system/proc-fs-nfsd.mount", _NFSD)
        start = "pkill -f 'file_service.py serve'; [ \"$1\" = 0 ] || setsid /usr/bin/python3 /opt/bed/file_service.py serve </dev/null >/run/file_service.log 2>&1 &\n"
        _divert(host, "/usr/sbin/rpc.nfsd", f"#!/bin/sh\n{start}")


def _divert(host: SshHost, path: str, text: str) -> None:
    # packages before usr-merge name it /sbin
    for each in (path, path.removeprefix("/usr")):
        host.must("dpkg-divert", "--quiet", "--local", "--no-rename", "--divert", f"{each}.real", "--add", each)
    host.write(path, text, "755")


def _users(hosts: SshHosts, host: SshHost) -> None:
    key = (hosts.scratch / "key.pub").read_text(encoding="ascii")
    for number, user in enumerate(USERS, 20001):
        host.must("useradd", "--uid", str(number), "--no-create-home", "--shell", "/bin/bash", user)
        if host.name == "storage1":
            host.write(f"/home/{user}/.ssh/authorized_keys", key)
            host.must("chown", "-R", f"{user}:", f"/home/{user}")
            host.must("chmod", "700", f"/home/{user}", f"/home/{user}/.ssh")


def _computes(host: SshHost) -> bool:
    return host.name.rstrip("0123456789") == "gpu"


CONCESSIONS = (
    Concession(
        missing="bonding and VLANs in this kernel",
        instead="bond0 is a port of the host, with the addresses and routes of the bond's file",
        of_tree=without_bonds,
    ),
    Concession(
        missing="NICs with RDMA",
        instead="the inventory's units of RoCE classes are omitted; jobs use TCP over the rails",
        of_tree=without_rdma,
    ),
    Concession(
        missing="cgroup v2 with its controllers, which this machine has assigned to v1",
        instead="the lines of v1 in /proc are hidden from slurmd (tests/twin/unified.c); jobs have cgroups and their own devices, but memory and cores are not limited, and are counted from /proc",
        of_tree=_controllers,
        of_host=_unified,
    ),
    Concession(
        missing="the processors and the memory of a GPU host",
        instead="Slurm uses the values of slurm.conf without checking them (config_overrides)",
        of_tree=_processors,
    ),
    Concession(
        missing="GPUs, their driver and its library",
        instead="/dev/nvidia0 to 7 have the driver's numbers but no driver behind them, nvidia-smi lists eight GPUs, and AutoDetect of gres.conf is off",
        of_tree=_detection,
        of_host=_gpus,
    ),
    Concession(
        missing="NVMe drives",
        instead="the spec has no local tier; the role `storage` creates one over loop devices in separate tests",
        of_spec=_drives,
    ),
    Concession(
        missing="NFS in this kernel, as a client and as a server",
        instead="a file service that reads the etab of the real exportfs and squashes root as the etab states (tests/twin/file_service.py)",
        of_host=_file_service,
    ),
    Concession(
        missing="a directory of the site with its users, and a program that creates the home of a new user",
        instead="useradd creates alice and bob on every host, with the same numbers; their homes are created on the file server, with a key for SSH",
        of_host=_users,
    ),
    Concession(
        missing="the machine's own udev, clock, modules and sysctls",
        instead="kept from the hosts or replaced by copies (tests/twin/ssh_root.py); veth pairs have the names that udev would assign",
    ),
    Concession(
        missing="ports of 400 Gb/s, and the two of the frontend's bond",
        instead="every port reports 400 Gb/s in /sys, so that health.sh finds no slow port; frontend0 and frontend1 exist and are up, but are connected to nothing",
    ),
    Concession(
        missing="hardware, drivers and packages that stages dhcp, boot, preflight, gpu, monitoring and verify need",
        instead="site.yml runs with the tags dns, hosts, storage and slurm; the other stages have separate tests",
    ),
    Concession(
        missing="a controller for Ansible on a control host",
        instead="an additional host in the control hosts' network, at an address that no host of the plan has",
    ),
    Concession(
        missing="the time that Ansible takes to pack modules and Python to compile them",
        instead="runs of one bed share packed modules (tests/twin/callbacks/noted.py), and until a host boots, its Python keeps compiled code (tests/twin/kept_code.py) and runs modules in forks of a process that has imported the Ansible library (tests/twin/forked_modules.py); measurements use none of this",
    ),
    Concession(
        missing="switches",
        instead="one router with the address of every leaf port; other beds check the switches' own files",
    ),
)
"""Every one is printed with the proofs of a run."""


def concede_spec(spec: dict[str, Any]) -> None:
    """Take out of a spec what the bed cannot have."""
    for each in CONCESSIONS:
        if each.of_spec:
            each.of_spec(spec)


def concede_tree(tree: Path) -> None:
    """Change what has to be changed in a rendered tree, and nothing else."""
    for each in CONCESSIONS:
        if each.of_tree:
            each.of_tree(tree)


def concede_hosts(hosts: SshHosts) -> None:
    """Put in place what stands for what hosts do not have."""
    for host in hosts:
        concede_host(hosts, host)


def concede_host(hosts: SshHosts, host: SshHost) -> None:
    """Do it on one host, which may be new."""
    for each in CONCESSIONS:
        if each.of_host:
            each.of_host(hosts, host)
