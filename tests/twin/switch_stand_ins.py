"""Switches that a push can be tried on: hosts of the SSH test bed dressed as SONiC and Cumulus Linux, and eAPI servers.

Each has what an image fresh from the factory has, reachable at its planned address: its own users, its model, an old configuration of its own.
"""

from __future__ import annotations

import base64
import json
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from tests.twin.certificate import SELF_SIGNED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.twin.ssh_host import SshHost
    from tests.twin.ssh_hosts import SshHosts

_HERE = Path(__file__).parent
_SECRET = re.compile(r"\{\{(clustergen_\w+)\}\}")
OLD_FRR = "! from the factory\nfrr defaults traditional\n"
OLD_HOSTNAME = "factory"

_USER = """
set -e
useradd --create-home --shell /bin/bash "$1"
cp -r /root/.ssh "/home/$1/"; chown -R "$1:" "/home/$1/.ssh"
echo "$1 ALL=(ALL) NOPASSWD: ALL" >"/etc/sudoers.d/$1"; chmod 440 "/etc/sudoers.d/$1"
echo "$1:$2" | chpasswd
mkdir -p /var/lib/switch; touch /var/log/stand-ins; chmod 666 /var/log/stand-ins
"""
_UNITS = {
    "config-setup": "[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/usr/bin/config-boot\n[Install]\nWantedBy=multi-user.target\n",
    "bgp": "[Unit]\nAfter=config-setup.service\n[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/usr/bin/bgp-start\n"
    "[Install]\nWantedBy=multi-user.target\n",
}
STRANGE: dict[str, dict[str, Any]] = {
    "acl": {"OLD": {"type": "ipv4", "rule": {"10": {"action": {"permit": {}}}}}},
    "bridge": {"domain": {"br_old": {"vlan": {"17": {}}}}},
    "vrf": {
        "red": {"table": "auto"},
        "default": {"router": {"bgp": {"neighbor": {"192.0.2.9": {"remote-as": "external"}}}}},
    },
}
"""What somebody has left on a Cumulus switch, by section of NVUE."""
SHIPPED = {"acl-default-dos": {"type": "ipv4", "rule": {"30": {"action": {"permit": {}}}}}}
"""A list of the image's own."""


SONIC_VERSION = """build_version: '{release}.1043-0a1b2c3d4'
debian_version: '12.11'
kernel_version: '6.1.0-29-2-amd64'
asic_type: mellanox
commit_id: '0a1b2c3d4'
branch: '{release}'
release: '{release}'
built_by: sonicbld@bld
"""
LSB_RELEASE = """DISTRIB_ID="Cumulus Linux"
DISTRIB_RELEASE={release}.1
DISTRIB_DESCRIPTION="Cumulus Linux {release}.1"
"""
EOS_VERSION = """Arista DCS-7060X6-64PE
Hardware version: 11.03
Serial number: JPE00000000

Software image version: {release}.1F
Architecture: x86_64
Internal build version: {release}.1F-42424637.4341F
"""
"""What an image says of itself, by its release."""


def planned_release(tree: Path, switch: str) -> str:
    """Which release of its system the files of a switch are for."""
    return str(_facts(tree, switch)["cluster_switch_version"])


def fill(text: str, secrets: Mapping[str, str]) -> str:
    """Put values in the place of references; the values of these tests need no quoting."""
    return _SECRET.sub(lambda found: secrets[found[1]], text)


def dress_sonic(host: SshHost, tree: Path) -> None:
    """Make a host a SONiC switch of the planned model in its image's own SKU, with another hostname, a community, and no BGP."""
    wanted = json.loads((tree / "switches" / host.name / "config_db.json").read_text("utf-8"))
    metadata = {"hwsku": "as-delivered", "platform": wanted["DEVICE_METADATA"]["localhost"]["platform"]}
    old = {
        "DEVICE_METADATA": {"localhost": {**metadata, "hostname": OLD_HOSTNAME}},
        "MGMT_INTERFACE": {f"eth0|{host.address}/24": {}},
        "VLAN": {"Vlan4000": {"vlanid": "4000"}},
    }
    host.must("sh", "-c", _USER, "user", "admin", "YourPaSsWoRd")
    for name in ("config", "sonic-cfggen", "vtysh", "bgp-start", "config-boot"):
        host.script(name, (_HERE / "stand_in_sonic.py").read_text("utf-8"))
    host.write("/etc/sonic/sonic_version.yml", SONIC_VERSION.format(release=planned_release(tree, host.name)))
    host.write("/etc/sonic/init_cfg.json", json.dumps({"CRM": {"Config": {"polling_interval": "300"}}}))
    host.write("/etc/sonic/snmp.yml", "snmp_rocommunity: public\nsnmp_location: public\n")
    host.write("/etc/sonic/frr/frr.conf", OLD_FRR)
    host.write("/etc/sonic/config_db.json", json.dumps(old))
    host.write("/var/lib/switch/db.json", json.dumps(old))
    for name, text in _UNITS.items():
        host.write(f"/etc/systemd/system/{name}.service", text)
    host.must("systemctl", "daemon-reload")
    host.must("systemctl", "enable", *(f"{name}.service" for name in _UNITS))


def dress_cumulus(host: SshHost, tree: Path) -> None:
    """Make a host a Cumulus switch that has a user of its own, a list of its image, and what somebody has left there."""
    wanted = nvue(tree, host.name)
    eth0 = "ipv4" if "ipv4" in wanted["interface"]["eth0"] else "ip"
    old: dict[str, Any] = {
        "system": {"hostname": OLD_HOSTNAME, "aaa": {"user": {"cumulus": {"role": "system-admin"}}}},
        "interface": {
            "eth0": {eth0: {"address": {f"{host.address}/24": {}}}},
            "bond9": {"type": "bond"},
        },
        **STRANGE,
        "acl": {**STRANGE["acl"], **SHIPPED},
    }
    host.must("sh", "-c", _USER, "user", "cumulus", "cumulus")
    host.write("/usr/lib/nv", (_HERE / "stand_in_nvue.py").read_text("utf-8"), "755")
    host.script("nv", '#!/bin/sh\nexec sudo /usr/lib/nv "$@"\n')
    host.write("/etc/lsb-release", LSB_RELEASE.format(release=planned_release(tree, host.name)))
    for name in ("applied", "saved"):
        host.write(f"/var/lib/switch/{name}", json.dumps(old))


def nvue(tree: Path, switch: str) -> dict[str, Any]:
    """What a rendered startup.yaml sets."""
    (part,) = yaml.safe_load((tree / "switches" / switch / "startup.yaml").read_text("utf-8"))
    return dict(part["set"])


class EapiSwitches:
    """eAPI servers at planned addresses, in the controller's network; each has a folder with what it was sent and what it runs.

    The controller speaks to them from `source`, as a control host does.
    """

    def __init__(self, hosts: SshHosts, folder: Path, names: list[str], login: tuple[str, str], source: str) -> None:
        self._hosts, self.folder, self.login, self.source = hosts, folder, login, source
        hosts.run("ip", "addr", "add", f"{source}/32", "dev", "lo")
        addresses = {name: _address(hosts.tree, name) for name in names}
        self.authority = folder / "eapi.pem"
        subject = ",".join(f"IP:{address}" for address in addresses.values())
        files = ("-keyout", str(folder / "key"), "-out", str(folder / "crt"))
        made = hosts.run(*SELF_SIGNED, "-addext", f"subjectAltName={subject}", *files)
        assert made.returncode == 0, made.stderr
        self.authority.write_text((folder / "key").read_text("ascii") + (folder / "crt").read_text("ascii"), "ascii")
        for name, address in addresses.items():
            place = folder / name
            place.mkdir()
            door = [
                "management api http-commands",
                "   no shutdown",
                "interface Management1",
                f"   ip address {address}/24",
            ]
            (place / "version").write_text(EOS_VERSION.format(release=planned_release(hosts.tree, name)), "utf-8")
            (place / "running").write_text("\n".join([f"hostname {OLD_HOSTNAME}", *door]) + "\n", encoding="utf-8")
            hosts.run("ip", "addr", "add", f"{address}/32", "dev", "lo")
            hosts.run("ip", "route", "change", "local", address, "dev", "lo", "table", "local", "src", source)
            words = (
                "/usr/bin/python3",
                str(_HERE / "stand_in_eapi.py"),
                address,
                str(place),
                str(self.authority),
                *login,
            )
            hosts.run("sh", "-c", '"$@" </dev/null >"$0" 2>&1 &', str(place / "said"), *words)
            _answers(hosts, address)

    def sent(self, switch: str) -> list[list[str]]:
        """Every request, as its commands."""
        log = self.folder / switch / "log"
        return [json.loads(line) for line in log.read_text("utf-8").splitlines()] if log.exists() else []

    def address(self, switch: str) -> str:
        """Where it is managed."""
        return _address(self._hosts.tree, switch)

    def answers(self, switch: str, source: str) -> bool:
        """Whether eAPI speaks to whoever asks from an address."""
        ask = (
            "import http.client, ssl, sys\n"
            "c = http.client.HTTPSConnection(sys.argv[1], context=ssl._create_unverified_context(), source_address=(sys.argv[2], 0))\n"
            "c.request('POST', '/command-api', sys.argv[3], {'Authorization': sys.argv[4]})\n"
            "print(c.getresponse().status)\n"
        )
        asked = json.dumps(
            {
                "jsonrpc": "2.0",
                "method": "runCmds",
                "id": 1,
                "params": {"version": 1, "format": "text", "cmds": ["enable"]},
            }
        )
        login = base64.b64encode(":".join(self.login).encode()).decode()
        said = self._hosts.run(
            "/usr/bin/python3", "-c", ask, _address(self._hosts.tree, switch), source, asked, f"Basic {login}"
        )
        return said.stdout.strip() == "200"

    def read(self, switch: str, what: str) -> str:
        """`running`, `startup` or `session`."""
        path = self.folder / switch / what
        return path.read_text(encoding="utf-8") if path.exists() else ""


def _address(tree: Path, name: str) -> str:
    return str(_facts(tree, name)["ansible_host"])


def _facts(tree: Path, name: str) -> dict[str, Any]:
    return dict(yaml.safe_load((tree / "ansible/inventory/host_vars" / f"{name}.yml").read_text("utf-8")))


def _answers(hosts: SshHosts, address: str) -> None:
    for _ in range(100):
        if hosts.run("bash", "-c", f"exec 3<>/dev/tcp/{address}/443").returncode == 0:
            return
        time.sleep(0.1)
    raise TimeoutError(address)
