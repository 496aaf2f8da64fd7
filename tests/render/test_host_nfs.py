"""A pair of hosts that exports NFS: one address at all ends, no secret in any file, and files that growth leaves alone."""

import subprocess
from pathlib import Path

import pytest

from generator.analysis.explain import explain
from generator.plan.draft import Draft
from generator.plan.hosts.single_points import single_points
from generator.plan.secrets import used
from generator.render.backends import host_nfs
from tests.conftest import tree_of
from tests.host_files import host_paths
from tests.nfs_specs import PAIR, paired
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

COROSYNC, CIB = "etc/corosync/corosync.conf", "etc/clustergen/nfs/cib.xml"
ADDRESS, NAME = PAIR["address"], "nfs-home.atlas.example.net"
HOSTS = ("storage1", "storage2")


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Draft:
    return plan_data(paired(), tmp_path_factory.mktemp("plan"))


@pytest.fixture(scope="module")
def tree(plan: Draft) -> dict[str, str]:
    return tree_of(plan)


def test_clients_mount_by_the_shared_address_everywhere(tree: dict[str, str]) -> None:
    """Mount units, /etc/hosts, DNS in both directions, the storage class, and the address resource."""
    for host in ("gpu01", "login1", "control1"):
        files = host_paths(tree, host)
        assert f"What={NAME}:/home\n" in files["etc/systemd/system/home.mount"]
        assert f"{ADDRESS} {NAME} nfs-home\n" in files["etc/hosts"]
    assert f"nfs-home IN A {ADDRESS}\n" in tree["provisioning/dns/atlas.example.net.zone"]
    assert f"250.95 IN PTR {NAME}.\n" in tree["provisioning/dns/160.10.in-addr.arpa.zone"]
    assert f"server: {NAME}\n" in tree["kubernetes/storage-classes.yaml"]
    assert f'name="ip" value="{ADDRESS}"' in host_paths(tree, "storage1")[CIB]


def test_both_hosts_have_the_same_exports(tree: dict[str, str]) -> None:
    """With a number of their own, so that handles stay valid, and only where the file system is mounted."""
    first, second = (host_paths(tree, host)["etc/exports.d/clustergen.exports"] for host in HOSTS)
    assert first == second
    assert "(rw,sync,no_subtree_check,mp,fsid=1)" in first


def test_hosts_of_any_role_serve_their_clients(tmp_path: Path) -> None:
    """A control host that exports a tier lets its clients in, by its firewall and its exports."""
    spec = cluster()
    spec["storage"]["home"] |= {"hosts": "control", "clients": ["compute"]}
    files = host_paths(tree_of(plan_data(spec, tmp_path)), "control1")
    compute = "10.160.32.0/19"
    assert f"/home {compute}(" in files["etc/exports.d/clustergen.exports"]
    assert any(compute in line and "{ 2049 }" in line for line in files["etc/clustergen/firewall.nft"].splitlines())


@pytest.mark.parametrize("tier", [{"clients": ["login"]}, {"hosts": "control", "fabric": "storage"}])
def test_nothing_is_exported_to_nobody(tier: dict[str, str], tmp_path: Path) -> None:
    """exportfs takes a path without clients as one for everybody; no host mounts from a server without an address on the fabric."""
    spec = cluster()
    del spec["hosts"]["login"]
    spec["storage"]["home"] |= tier
    tree = tree_of(plan_data(spec, tmp_path))
    assert not [path for path in tree if path.endswith((".exports", "home.mount"))]


def test_no_file_has_a_secret(plan: Draft, tree: dict[str, str]) -> None:
    """The resources have the command that prints the password of the BMCs."""
    assert {"corosync_key", "fence_password"} <= set(used(plan))
    text = host_paths(tree, "storage1")[CIB]
    assert 'name="password_script" value="cat /etc/clustergen/nfs/bmc-password"' in text
    assert 'name="password"' not in text


def test_firewalls_let_the_pair_in_by_two_networks(plan: Draft, tmp_path: Path) -> None:
    """And nobody else; without a pair nothing is open, and no storage host reaches a BMC."""
    flows = {(flow.source, flow.to, flow.service.name) for flow in plan.access.flows}
    ours = {
        ("inband/storage", "inband/storage", "corosync"),
        ("management/storage", "management/storage", "corosync"),
        ("management/storage", "bmc", "https"),
    }
    assert ours <= flows
    assert {flow for flow in flows if flow[2] == "corosync"} <= ours
    bare = plan_data(cluster(), tmp_path).access
    assert "management/storage" not in bare.zone
    assert not [flow for flow in bare.flows if flow.service.name == "corosync"]


def test_growth_changes_no_file_of_the_pair(tree: dict[str, str], tmp_path: Path) -> None:
    grown = tree_of(plan_data(paired(storage=4, gpu=8), tmp_path))
    for host in HOSTS:
        before, after = host_paths(tree, host), host_paths(grown, host)
        assert {path for path in before if before[path] != after.get(path)} == set()
        assert before.keys() == after.keys()
    assert COROSYNC not in host_paths(grown, "storage3")
    assert "etc/exports.d/clustergen.exports" not in host_paths(grown, "storage3")


def test_the_address_changes_what_clients_mount_and_nothing_else(tree: dict[str, str], tmp_path: Path) -> None:
    """Another address touches the names and the resources of the pair; no switch, no firewall, no other address."""
    other = tree_of(plan_data(paired(address="10.160.95.249"), tmp_path))
    changed = {path for path in tree if tree[path] != other.get(path)}
    allowed = ("etc/hosts", CIB, "storage/home.md", ".zone", "plan.json", "manifest.json", "docs/", "README.md")
    assert {path for path in changed if not any(each in path for each in allowed)} == set()
    assert tree.keys() == other.keys()


def test_paths_are_those_of_the_files(plan: Draft) -> None:
    assert [each.path for each in host_nfs.render(plan, TEMPLATES)] == list(host_nfs.paths(plan))


def test_a_single_server_is_a_single_point(tmp_path: Path) -> None:
    """2 GPU hosts of 8, 3 control hosts and a login host wait; with a pair, and with a source of the site's, nothing does."""
    (found,) = single_points(plan_data(cluster(), tmp_path))
    assert (found.server, found.hosts, found.gpus) == ("storage1", 6, 16)
    assert found.services == ("slurmctld, whose state is in /home/slurmctld",)
    assert list(single_points(plan_data(paired(), tmp_path))) == []
    spec = cluster()
    spec["storage"]["home"]["source"] = "filer.example.net:/home"
    assert list(single_points(plan_data(spec, tmp_path))) == []


def test_explain_says_who_serves(plan: Draft, tmp_path: Path) -> None:
    single = "\n".join(explain(plan_data(cluster(), tmp_path), "storage.home").lines)
    assert "home is served by the first of 2 hosts of storage" in single
    assert "storage1 alone exports /home, so 6 hosts with 16 GPUs wait" in single
    both = "\n".join(explain(plan, "storage.home").lines)
    assert "home is served by the first two of 2 hosts of storage" in both
    assert "wait for it" not in both


def test_the_program_is_shell(tree: dict[str, str], tmp_path: Path) -> None:
    program = tmp_path / "program.sh"
    program.write_text(host_paths(tree, "storage1")["usr/local/sbin/clustergen-nfs.sh"], encoding="utf-8")
    assert subprocess.run(["sh", "-n", str(program)], check=False).returncode == 0


def test_clients_of_nfs_over_tls_run_what_makes_handshakes(tmp_path: Path) -> None:
    """Its package and its unit; hosts that mount nothing over TLS have neither."""
    spec = cluster()
    spec["storage"]["home"] |= {"source": "filer.example.net:/home", "options": "vers=4.2,hard,xprtsec=mtls"}
    made = tree_of(plan_data(spec, tmp_path))
    preset = "etc/systemd/system-preset/80-clustergen.preset"
    assert "enable tlshd.service\n" in host_paths(made, "gpu01")[preset]
    assert "enable tlshd.service\n" not in host_paths(made, "storage1")[preset]
    assert "ktls-utils" in made["ansible/inventory/group_vars/gpu.yml"]
    assert "ktls-utils" not in made["ansible/inventory/group_vars/storage.yml"]
