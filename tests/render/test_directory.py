"""The directory in rendered files: who is let in where, what stays when a cluster grows, and which flow leads to its servers."""

import copy
import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import tree_of
from tests.host_files import host_text
from tests.lasting import lasting
from tests.render.test_users import USERS
from tests.specs import cluster, plan_data, shuffled

SUDOERS = "etc/sudoers.d/clustergen-directory"
SSSD, SSHD = "etc/sssd/sssd.conf", "etc/ssh/sshd_config.d/20-clustergen-users.conf"
DIRECTORY: dict[str, Any] = {
    "kind": "ldap", "uris": ["ldaps://ldap1.example.net", "ldap://ldap2.example.net"], "base": "dc=example,dc=net", "ca": "system",
    "access": {"login": ["hpc"]}, "tenants": {"blue": "blue-team"}, "sudo": ["ops-people"],
}  # fmt: skip
TENANTS = {"blue": {"hosts": ["gpu01"]}, "red": {"hosts": ["gpu02"]}}


def _spec(directory: dict[str, Any] | None = None, **counts: int) -> dict[str, Any]:
    return cluster(**counts) | {
        "services": {"directory": DIRECTORY | (directory or {})},
        "addressing": {"way_out": "10.160.31.254"},
        "tenants": TENANTS,
    }


def _lines(tree: dict[str, str], host: str) -> dict[str, str]:
    pairs = (line.partition(" = ") for line in host_text(tree, host, SSSD).splitlines() if " = " in line)
    return {key: value for key, _, value in pairs}


def test_who_is_let_in_where(tmp_path: Path) -> None:
    """A host that no group is stated for admits those of sudo, and a cluster without any nobody: an empty list would admit everyone."""
    tree = tree_of(plan_data(_spec(), tmp_path))
    assert {host: _lines(tree, host)["simple_allow_groups"] for host in ("login1", "gpu01", "gpu02", "storage1")} == {
        "login1": "blue-team, hpc, ops-people",
        "gpu01": "blue-team, ops-people",
        "gpu02": "ops-people",
        "storage1": "ops-people",
    }
    tree = tree_of(plan_data(_spec({"sudo": []}), tmp_path))
    assert _lines(tree, "gpu02")["access_provider"] == "deny"
    assert "simple_allow_groups" not in _lines(tree, "gpu02")
    assert "%" not in host_text(tree, "gpu02", SUDOERS)
    assert "Defaults !case_insensitive_user, !case_insensitive_group" in host_text(tree, "gpu02", SUDOERS)


def test_connections_are_encrypted_and_verified(tmp_path: Path) -> None:
    lines = _lines(tree_of(plan_data(_spec(), tmp_path)), "login1")
    assert (lines["ldap_id_use_start_tls"], lines["ldap_tls_reqcert"]) == ("true", "demand")
    assert lines["ldap_tls_cacert"] == "/etc/ssl/certs/ca-certificates.crt"


@pytest.mark.parametrize(
    ("keys", "schema"),
    [
        ({}, "rfc2307"),
        ({"group_members": "dns"}, "rfc2307bis"),
        ({"kind": "freeipa"}, "IPA"),
        ({"kind": "active-directory"}, "AD"),
    ],
)
def test_each_kind_has_its_schema(keys: dict[str, Any], schema: str, tmp_path: Path) -> None:
    lines = _lines(tree_of(plan_data(_spec(keys), tmp_path)), "login1")
    assert lines["ldap_schema"] == schema
    assert lines.get("ldap_id_mapping") == ("true" if schema == "AD" else None)
    assert not [key for key in lines if key.startswith("ldap_idmap_range")], (
        "another range than SSSD's computes other numbers"
    )


@pytest.mark.parametrize(
    ("keys", "searched"),
    [
        ({}, None),
        ({"user_base": "ou=people,dc=example,dc=net"}, "ou=people,dc=example,dc=net"),
        ({"user_filter": "(!(a=b))"}, "dc=example,dc=net?subtree?(!(a=b))"),
        ({"kind": "freeipa"}, "dc=example,dc=net?subtree?(!(nsAccountLock=TRUE))"),
        (
            {"kind": "active-directory", "user_base": "ou=people,dc=example,dc=net"},
            "ou=people,dc=example,dc=net?subtree?(!(userAccountControl:1.2.840.113556.1.4.803:=2))",
        ),
    ],
)
def test_disabled_users_are_not_searched(keys: dict[str, Any], searched: str | None, tmp_path: Path) -> None:
    lines = _lines(tree_of(plan_data(_spec(keys), tmp_path)), "login1")
    assert lines.get("ldap_user_search_base") == searched


def test_a_removed_key_is_not_kept_for_long(tmp_path: Path) -> None:
    """SSSD keeps entries, and keys with them, for 90 minutes by default."""
    assert _lines(tree_of(plan_data(_spec(), tmp_path)), "login1")["entry_cache_user_timeout"] == "300"


def test_names_of_systems_are_filtered(tmp_path: Path) -> None:
    """Those whose members become root, services that have keys, and first users of images; a change of one list changes both."""
    lines = _lines(tree_of(plan_data(_spec(), tmp_path)), "login1")
    groups, users = ({*lines[key].split(", ")} for key in ("filter_groups", "filter_users"))
    assert groups >= {
        "root",
        "sudo",
        "wheel",
        "adm",
        "docker",
        "disk",
        "shadow",
        "prometheus",
        "mysql",
        "slurm",
        "munge",
    }
    assert users >= {"root", "debian", "ubuntu", "rocky", "cloud-user", "prometheus", "slurm"}


def test_sshd_lets_in_groups_of_both(tmp_path: Path) -> None:
    """Where sshd has a list, people of the directory are in it; keys of accounts come from files alone."""
    spec = _spec({"ssh_keys": True}) | {"users": USERS | {"ssh_groups": {"login": ["ops"]}}}
    said = host_text(tree_of(plan_data(spec, tmp_path)), "login1", SSHD)
    assert "\nAllowGroups root sudo ada ops blue-team hpc ops-people\n" in said
    assert said.endswith("    AuthorizedKeysCommand none\n")


def test_growth_and_another_tenant_change_nobodys_files(tmp_path: Path) -> None:
    """Another host changes no file of the others; a group for another tenant changes those of its hosts and of login hosts."""
    small, large = (tree_of(plan_data(_spec(gpu=count, storage=count), tmp_path)) for count in (2, 5))
    mine = [path for path in small if path.startswith(("hosts/", "host_groups/")) and "/etc/ss" in path]
    assert mine
    assert [path for path in mine if small[path] != large.get(path)] == []
    tenants = DIRECTORY["tenants"] | {"red": "red-team"}
    more = tree_of(plan_data(_spec({"tenants": tenants}), tmp_path))
    names = ("login1", "gpu01", "gpu02", "control1", "storage1")
    assert [name for name in names if host_text(more, name, SSSD) != host_text(small, name, SSSD)] == [
        "login1",
        "gpu02",
    ]


def test_homes_are_made_on_the_one_host_that_exports_them(tmp_path: Path) -> None:
    for count in (1, 2):
        tree = tree_of(plan_data(_spec(storage=count), tmp_path))
        made = [path for path in tree if path.endswith("/clustergen-homes.sh")]
        assert made == ["hosts/storage1/usr/local/sbin/clustergen-homes.sh"]
        assert yaml.safe_load(tree["ansible/inventory/host_vars/storage1.yml"])["cluster_directory_homes"] is True


def test_a_server_in_the_cluster_is_let_in_to_by_its_port(tmp_path: Path) -> None:
    """By name or by address, from in-band, at its own port; nothing else of it opens."""
    plan = plan_data(_spec({"uris": ["ldaps://control1.atlas.example.net"]}), tmp_path)
    found = {
        (flow.source.partition("@")[0], flow.to, flow.service.name)
        for flow in plan.access.flows
        if flow.why == "services.directory"
    }
    assert {each[1:] for each in found} == {("inband/control", "ldaps")}
    assert {"inband/compute", "inband/login", "inband/storage"} <= {each[0] for each in found}
    address = next(host.inband for host in plan.hosts if host.name == "control1")
    plan = plan_data(_spec({"uris": [f"ldaps://{address}:6636"]}), tmp_path)
    assert {(flow.to, flow.service.ports) for flow in plan.access.flows if flow.why == "services.directory"} == {
        ("inband/control", ((6636, 6636),))
    }


def test_a_cluster_without_a_directory_has_none_of_it(tmp_path: Path) -> None:
    tree = tree_of(plan_data(cluster(), tmp_path))
    assert not [path for path in tree if "sssd" in path or "clustergen-directory" in path]
    assert "directory" not in tree["ansible/inventory/group_vars/gpu.yml"]
    assert '"directory"' not in lasting(tree["plan.json"])


def test_no_secret_is_in_the_tree_and_order_means_nothing(tmp_path: Path) -> None:
    """The password is a reference, in a file of root's."""
    spec = _spec({"bind_dn": "cn=reader,dc=example,dc=net", "tenants": {"red": "red-team", "blue": "blue-team"}})
    tree = tree_of(plan_data(spec, tmp_path))
    assert _lines(tree, "gpu01")["ldap_default_authtok"] == "{{clustergen_directory_password}}"
    mixed = shuffled({key: value for key, value in copy.deepcopy(spec).items() if key != "services"}, random.Random(5))
    directory = shuffled(
        {key: value for key, value in spec["services"]["directory"].items() if key != "uris"}, random.Random(7)
    )
    directory["tenants"] = {"blue": "blue-team", "red": "red-team"}
    mixed["services"] = {"directory": directory | {"uris": spec["services"]["directory"]["uris"]}}
    assert tree_of(plan_data(mixed, tmp_path)) == tree
