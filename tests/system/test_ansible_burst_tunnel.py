"""The gateway of burst hosts over real SSH: keys of the vault, the unit with WireGuard in userspace, the public key on each controller; more hosts, and the end of the tunnel."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.twin.debian import debian_spec, planned_tree
from tests.twin.ssh_hosts import SshHosts, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

NAMES = ("control1", "control2")
GATEWAY_KEY = "aLaJhXiRFkcVgFK1cPp0nNUYPWUx2nxQFOZqZ1r1RHE="
SECRETS = {
    "CLUSTERGEN_BURST_GATEWAY_KEY": GATEWAY_KEY,
    "CLUSTERGEN_BURST_TUNNEL_SECRET": "dGhpcyBpcyBhIHNlY3JldCBvZiB0aGUgdGVzdCBvbmx5IQ==",
}
PLAY = """
- name: Run the part of the role that concerns the tunnel
  hosts: role_control
  gather_facts: false
  vars:
    slurm_lacks: {missing: []}
    slurm_burst: "{{ lookup('ansible.builtin.file', cluster_tree ~ '/slurm/burst.json') | from_json }}"
  tasks:
    - name: Include it
      ansible.builtin.include_tasks: "{{ cluster_tree }}/ansible/roles/slurm/tasks/@NAME@.yml"
"""
UNIT = "wg-quick@wg-burst.service"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    cloud = {
        "provider": "aws", "machine": "m", "image": "i", "place": "p", "network": "n", "credentials": "/etc/clustergen/burst-credentials",
        "wireguard": {"endpoint": "burst.example.net"},
    }  # fmt: skip
    spec = debian_spec("roce-16")
    spec["addressing"] = spec.get("addressing", {}) | {"way_out": "10.160.0.2"}
    burst = {"count": 3, "cpus": 8, "memory_gib": 64, "cloud": cloud}
    spec["scheduler"] = {"slurm": {"version": "22.05", "burst": burst}}
    _, build = planned_tree(spec, tmp_path_factory.mktemp("tunnel"))
    for name in ("burst_tunnel", "burst_tunnel_not"):
        (build / f"ansible/playbooks/{name}.yml").write_text(PLAY.replace("@NAME@", name))
    return build


@pytest.fixture(scope="module")
def hosts(tree: Path, program: Callable[[str], str]) -> Iterator[SshHosts]:
    require(program)
    for name in ("wg", "wg-quick", "wireguard-go"):
        program(name)
    with SshHosts(tree, NAMES) as bed:
        bed["control1"].must("sh", "-c", "mkdir -p /dev/net && mknod /dev/net/tun c 10 200")
        yield bed


def test_the_gateway_runs_with_keys_of_the_vault(
    hosts: SshHosts, tree: Path, proven: Callable[[str, str], None]
) -> None:
    """An invalid key is not installed; then the unit runs, each controller has the public key, and a second run changes nothing."""
    play = "ansible/playbooks/burst_tunnel.yml"
    said = hosts.playbook(play, **(SECRETS | {"CLUSTERGEN_BURST_GATEWAY_KEY": "short"}))
    assert "what is invalid was not installed" in said.failed["control1"]
    assert not hosts["control1"].exists("/etc/wireguard/wg-burst.key")
    hosts.playbook(play, **SECRETS).must()
    gateway = hosts["control1"]
    assert gateway.unit(UNIT)["ActiveState"] == "active"
    for path in ("/etc/wireguard/wg-burst.key", "/etc/clustergen/burst-tunnel.key"):
        assert gateway.must("stat", "-c", "%U %a", path).strip() == "root 400"
        assert not hosts["control2"].exists(path)
    public = gateway.must("wg", "show", "wg-burst", "public-key")
    assert {hosts[name].read("/etc/slurm/burst-gateway.pub") for name in NAMES} == {public}
    assert len(gateway.must("wg", "show", "wg-burst", "peers").split()) == 3
    assert hosts.playbook(play, **SECRETS).must().changed == {}
    listed = tree / "slurm/burst-tunnel.json"
    more = {"hosts": json.loads(listed.read_text())["hosts"] | {"burst0004": "172.29.0.19"}}
    listed.write_text(json.dumps(more))
    began = gateway.unit(UNIT)["ActiveEnterTimestampMonotonic"]
    hosts.playbook(play, **SECRETS).must()
    assert len(gateway.must("wg", "show", "wg-burst", "peers").split()) == 4
    assert gateway.unit(UNIT)["ActiveEnterTimestampMonotonic"] == began
    hosts.playbook("ansible/playbooks/burst_tunnel_not.yml").must()
    assert gateway.unit(UNIT)["ActiveState"] == "inactive"
    assert not gateway.exists("/etc/wireguard/wg-burst.key")
    proven("ansible over SSH", "the gateway of burst hosts: keys, unit, more hosts without a restart, and its end")
