"""What makes a host of the test bed for Ansible one of Ubuntu 24.04 as far as roles can tell, and its netplan file one that this kernel can take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml

if TYPE_CHECKING:
    from pathlib import Path

    from tests.twin.ssh_host import SshHost

NETPLAN = "etc/netplan/60-clustergen.yaml"
_RELEASE = """PRETTY_NAME="Ubuntu 24.04.3 LTS"
NAME="Ubuntu"
VERSION_ID="24.04"
VERSION="24.04.3 LTS (Noble Numbat)"
VERSION_CODENAME=noble
ID=ubuntu
ID_LIKE=debian
UBUNTU_CODENAME=noble
"""
_GENERIC = "network: {version: 2, ethernets: {all: {match: {name: en*}, dhcp4: true}}}\n"


def make_ubuntu(host: SshHost) -> None:
    """Let a host say that it is Ubuntu, with the netplan file that its installer leaves. Its programs stay Debian's, netplan.io among them."""
    host.must("rm", "-f", "/etc/os-release")
    host.write("/etc/os-release", _RELEASE)
    host.write("/etc/netplan/50-cloud-init.yaml", _GENERIC, "600")


def without_bond(tree: Path, name: str) -> Path:
    """Let bond0 be a port, as the bed has it, in a host's netplan file: its addresses and routes stay, its members go. Gives the file."""
    file = tree / "hosts" / name / NETPLAN
    said = yaml.safe_load(file.read_text(encoding="utf-8"))
    network = said["network"]
    bond = network.pop("bonds")["bond0"]
    members = bond.pop("interfaces")
    del bond["parameters"]
    ports = {port: of for port, of in network["ethernets"].items() if port not in members}
    network["ethernets"] = {"bond0": bond, **ports}
    file.write_text(yaml.safe_dump(said), encoding="utf-8")
    return file
