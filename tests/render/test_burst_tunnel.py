"""The tunnel to burst hosts as it is planned and rendered: addresses that stay, keys that are nowhere, and what passes the gateway."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import yaml

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.verify.watch import metrics
from tests.edge_specs import pair
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

if TYPE_CHECKING:
    from pathlib import Path

    from generator.plan.draft import Draft

CLOUD = {
    "provider": "aws", "machine": "m", "image": "i", "place": "p", "network": "n", "credentials": "/etc/clustergen/burst-credentials",
}  # fmt: skip


def _plan(folder: Path, count: int = 3, tunnel: dict[str, Any] | None = None, **more: Any) -> Draft:
    spec = cluster(2, 4)
    own = {} if tunnel is None else {"wireguard": {"endpoint": "burst.example.net"} | tunnel}
    burst = {"count": count, "cpus": 8, "memory_gib": 64, "cloud": CLOUD | own | more.pop("cloud", {})}
    spec |= {
        "addressing": {"way_out": "10.160.0.2"},
        "scheduler": {"slurm": {"version": "24.11", "burst": burst}},
    } | more
    return plan_data(spec, folder)


def _tree(plan: Draft, folder: Path) -> Path:
    write_tree(render_tree(plan, TEMPLATES), folder)
    return folder


def _first_start(tree: Path) -> dict[str, str]:
    first = yaml.safe_load((tree / "slurm/burst-host.yaml").read_text())
    return {each["path"]: each["content"] for each in first["write_files"]}


def test_a_converged_pair_has_the_tunnel_too(tmp_path: Path) -> None:
    """Its in-band hosts are on compute's leaves, and no frontend is in the spec."""
    hosts, fabrics = pair()["hosts"], pair()["fabrics"]
    del fabrics["compute"]["edge"]
    plan = _plan(tmp_path, tunnel={}, hosts=hosts, fabrics=fabrics)
    assert plan.slurm is not None and plan.slurm.burst is not None and plan.slurm.burst.tunnel is not None
    assert "burst" in plan.access.zone


def test_more_hosts_renumber_none(tmp_path: Path) -> None:
    """The address of a host follows from its number alone; the gateway's is below them."""
    few, many = _plan(tmp_path, tunnel={}).slurm, _plan(tmp_path, count=300, tunnel={}).slurm
    assert few is not None and many is not None and few.burst is not None and many.burst is not None
    one, other = few.burst.tunnel, many.burst.tunnel
    assert one is not None and other is not None
    assert (one.address, one.addresses) == ("172.29.0.1", ("172.29.0.16", "172.29.0.17", "172.29.0.18"))
    assert other.addresses[:3] == one.addresses
    assert len({other.address, *other.addresses}) == 301
    facts = dict(many.burst.facts)
    assert facts["NodeAddr"] == "172.29.0.[16-255],172.29.1.[0-59]"


def test_both_ends_have_the_same_values(tmp_path: Path) -> None:
    """MTU, port and addresses of the gateway's file, the hosts' first start, and slurm.conf."""
    tree = _tree(_plan(tmp_path, tunnel={"port": 51999}), tmp_path / "tree")
    near = (tree / "slurm/wg-burst.conf").read_text()
    far = _first_start(tree)["/etc/wireguard/wg-burst.conf"]
    assert "ListenPort = 51999\n" in near
    assert "Endpoint = burst.example.net:51999\n" in far
    assert (
        {line for line in near.splitlines() if "MTU" in line}
        == {line for line in far.splitlines() if "MTU" in line}
        == {"MTU = 1420"}
    )
    hosts = json.loads((tree / "slurm/burst-tunnel.json").read_text())["hosts"]
    assert hosts == json.loads((tree / "slurm/burst.json").read_text())["tunnel"]["addresses"]
    assert "NodeName=burst[0001-0003] State=CLOUD NodeAddr=172.29.0.[16-18] " in (tree / "slurm/slurm.conf").read_text()
    assert _first_start(tree)["/etc/clustergen/burst_tunnel.py"] == (tree / "slurm/burst_tunnel.py").read_text()


def test_no_key_is_in_the_tree(tmp_path: Path) -> None:
    """Files name where keys are; the vault's variables are named for the operator."""
    tree = _tree(_plan(tmp_path, tunnel={}), tmp_path / "tree")
    assert "PrivateKey" not in "".join(path.read_text() for path in (tree / "slurm").iterdir())
    assert "PublicKey = @gateway_key@\n" in _first_start(tree)["/etc/wireguard/wg-burst.conf"]
    secrets = (tree / "ansible/inventory/group_vars/all/secrets.yml").read_text()
    assert "clustergen_burst_gateway_key" in secrets
    assert "clustergen_burst_tunnel_secret" in secrets


def test_only_the_gateway_passes_packets_on(tmp_path: Path) -> None:
    """The others have a route to it; its rules are its own, and those of the group are as before but for the ports of the matrix."""
    tree = _tree(_plan(tmp_path, tunnel={}), tmp_path / "tree")
    forwarding = [
        path for path in tree.glob("host*/*/etc/sysctl.d/90-clustergen.conf") if "ip_forward = 1" in path.read_text()
    ]
    assert [path.relative_to(tree).parts[:2] for path in forwarding] == [("hosts", "control1")]
    routes = {}
    for path in tree.glob("hosts/*/etc/netplan/60-clustergen.yaml"):
        bond = yaml.safe_load(path.read_text())["network"].get("bonds", {}).get("bond0", {})
        routes[path.relative_to(tree).parts[1]] = [
            each["via"] for each in bond.get("routes", ()) if each["to"] == "172.29.0.0/18"
        ]
    assert {host for host, via in routes.items() if via} == {"control2", "control3", "login1"}
    assert {via for every in routes.values() for via in every} == {"10.160.96.1"}
    own = (tree / "hosts/control1/etc/clustergen/firewall.nft").read_text()
    assert 'iifname "wg-burst" goto burst_hosts' in own
    assert "wg-burst" not in (tree / "host_groups/control/etc/clustergen/firewall.nft").read_text()


def test_a_rule_of_access_opens_a_mount(tmp_path: Path) -> None:
    """NFS of the cluster's own servers: the flow, the route back, the destination in the tunnel, and a mount that waits for it."""
    access = {"homes": {"source": ["burst"], "to": ["inband/storage"], "services": ["nfs"]}}
    mounts = {"/data": {"source": "10.160.64.1:/data"}, "/other": {"source": "192.0.2.9:/other"}}
    tree = _tree(_plan(tmp_path, tunnel={}, access=access, cloud={"mounts": mounts}), tmp_path / "tree")
    assert "AllowedIPs = 10.160.64.0/18, 10.160.128.0/19, " in _first_start(tree)["/etc/wireguard/wg-burst.conf"]
    assert "172.29.0.0/18" in (tree / "hosts/storage1/etc/netplan/60-clustergen.yaml").read_text()
    rules = (tree / "hosts/control1/etc/clustergen/firewall.nft").read_text()
    assert 'oifname "bond0" ip saddr { 172.29.0.0/18 } ip daddr { 10.160.64.0/19 } tcp dport { 2049 } accept' in rules
    first = yaml.safe_load((tree / "slurm/burst-host.yaml").read_text())
    assert {mount[1]: "noauto" in mount[3] for mount in first["mounts"]} == {"/data": True, "/other": False}
    up = ["systemctl", "enable", "--now", "wg-quick@wg-burst.service"]
    assert first["runcmd"][1:] == [up, ["mount", "/data"], ["systemctl", "restart", "slurmd"]]


def test_what_burst_hosts_mount_is_exported_to_them(tmp_path: Path) -> None:
    """The tier that they mount, or a folder of it, from the host that serves it; a rule of `access` alone opens the port, and no tier."""
    access = {"burst": {"source": ["burst"], "to": ["inband/storage"], "services": ["nfs"]}}
    for folder, source, exported in (("of-it", "10.160.64.1:/home/blue", True), ("other", "10.160.64.1:/data", False)):
        plan = _plan(tmp_path, tunnel={}, access=access, cloud={"mounts": {"/here": {"source": source}}})
        exports = (_tree(plan, tmp_path / folder) / "hosts/storage1/etc/exports.d/clustergen.exports").read_text()
        assert ("172.29.0.0/18(" in exports) is exported


def test_keys_follow_from_the_secret_and_the_name(tmp_path: Path) -> None:
    """The same key wherever it is derived, another one for each host and secret, and a message without the secret where it is too short."""
    tree = _tree(_plan(tmp_path, tunnel={}), tmp_path / "tree")
    program = tmp_path / "burst_tunnel.py"
    secret = tmp_path / "secret"
    program.write_text(
        (tree / "slurm/burst_tunnel.py").read_text().replace("/etc/clustergen/burst-tunnel.key", str(secret))
    )

    def key(host: str, text: str) -> str:
        secret.write_text(text)
        done = subprocess.run(
            (sys.executable, "-B", str(program), "key", host), capture_output=True, text=True, check=False
        )
        return done.stdout or done.stderr

    one, other = (
        "dGhpcyBpcyBhIHNlY3JldCBvZiB0aGUgdGVzdCBvbmx5IQ==\n",
        "YW5vdGhlciBzZWNyZXQsIG9mIHRoZSB0ZXN0IGFzIHdlbGw=\n",
    )
    found = [key(host, text) for host in ("burst0001", "burst0002") for text in (one, other)]
    assert len(set(found)) == 4
    assert all(len(each) == 45 for each in found)
    assert key("burst0001", one) == found[0]
    assert "has 5 bytes, and 32 are needed" in key("burst0001", "c2hvcnQ=")
    assert "is not read: Error" in key("burst0001", "%%%")


def test_a_plan_is_read_back_whole(tmp_path: Path) -> None:
    """Routes by another host are in plan.json only where there are some."""
    tree = _tree(_plan(tmp_path, tunnel={}), tmp_path / "tree")
    assert '"hops": [["172.29.0.0/18", "10.160.96.1"]]' in (tree / "plan.json").read_text()
    bare = _tree(_plan(tmp_path), tmp_path / "bare")
    assert '"hops"' not in (bare / "plan.json").read_text()
    assert "wg-burst" not in (bare / "plan.json").read_text()


def test_alerts_of_burst_hosts_name_what_their_program_writes(tmp_path: Path) -> None:
    """By the check of a tree; another name in the program is found."""
    tree = _tree(_plan(tmp_path, tunnel={}), tmp_path / "tree")
    assert metrics(tree).faults == []
    program = tree / "slurm/burst_state.py"
    program.write_text(
        program.read_text("utf-8").replace('"clustergen_burst_held"', '"clustergen_burst_kept"'), "utf-8"
    )
    assert metrics(tree).faults == ["burst.yml: BurstHostsHeld: no job measures clustergen_burst_held"]
