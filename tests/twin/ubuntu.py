"""What makes a host of the test bed for Ansible one of Ubuntu 24.04 as far as roles can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.twin.ssh_host import SshHost

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
    """Identify a host as Ubuntu, with the netplan file that its installer leaves. Its programs remain Debian's, including netplan.io."""
    host.must("rm", "-f", "/etc/os-release")
    host.write("/etc/os-release", _RELEASE)
    host.write("/etc/netplan/50-cloud-init.yaml", _GENERIC, "600")
