"""Controls: every claim is a line that is there, every control is listed, and a claim ends with what made it true."""

import copy
import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.analysis.close import close
from generator.catalog.control import every_evidence, framework_names, read_framework
from generator.plan.draft import Draft
from generator.render.controls import NOT_ANSWERED, PAGE, TABLE, answers, look
from tests.conftest import EXAMPLES, tree_of
from tests.eos_specs import SERVICES, with_everything
from tests.specs import Spec, cluster, plan_data, with_site_services

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICiLxzCn+lozrSuRAg+1E4+kUrkaSATaAC0rSxPdkpjn ada@desk.example.net"
LOGS = "10.192.1.9"
"""A control host's management address, which therefore collects logs."""


def everything(os: str = "sonic") -> Spec:
    """Return a cluster that answers as much as one can."""
    spec = with_everything() if os == "eos" else cluster(4)
    if os == "cumulus":
        for fabric in spec["fabrics"].values():
            for tier in ("leaf", "spine"):
                if tier in fabric:
                    fabric[tier] = {**fabric[tier], "os": "cumulus"}
    services = SERVICES | {"boot": "https", "syslog": [LOGS], "tls": {}, "audit": {}}
    spec["addressing"] = spec.get("addressing", {}) | {"way_out": "10.160.0.200"}
    cloud = {
        "provider": "aws",
        "machine": "m",
        "image": "i",
        "place": "p",
        "network": "n",
        "credentials": "/etc/clustergen/burst-credentials",
    }
    burst = {"count": 2, "cpus": 8, "memory_gib": 64, "cloud": cloud | {"wireguard": {"endpoint": "burst.example.net"}}}
    return with_site_services(spec, services) | {
        "tenants": {"blue": {"hosts": ["gpu[01-02]"]}},
        "egress": {
            "destinations": {
                "named": {
                    "to": ["203.0.113.0/29"],
                    "services": ["ntp", "ssh", "https"],
                    "names": ["time.example.net", "backup.example.net", "alerts.example.net"],
                }
            }
        },
        "backups": {"repository": "sftp:atlas@backup.example.net:/srv/atlas", "switches": True},
        "scheduler": {"slurm": {"burst": burst}, "kubernetes": {}, "shared_hosts": True},
        "storage": {
            "home": {"kind": "nfs", "mount": "/home", "hosts": "storage", "clients": ["compute", "login", "control"]},
            "scratch": {"kind": "local-nvme", "mount": "/scratch", "encryption": {"key": "tpm"}},
            "cache": {"kind": "local-nvme", "mount": "/cache", "encryption": {"key": "reference"}},
        },
        "monitoring": {"receivers": {"webhook": "https://alerts.example.net/hook"}, "exporters": ["redfish"]},
        "users": {
            "groups": {"ops": 3000},
            "ssh_groups": {"control": ["ops"]},
            "accounts": {
                "ada": {"uid": 2001, "sudo": True, "groups": ["ops"], "keys": [KEY]},
                "eve": {"uid": 2003, "state": "absent"},
            },
        },
    }


def tree(spec: Spec, folder: Path) -> dict[str, str]:
    return tree_of(plan_data(spec, folder))


def rows_of(files: dict[str, str]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(files[TABLE])))


def without(spec: Spec, *path: str) -> Spec:
    """Return a spec without a key."""
    changed = copy.deepcopy(spec)
    place: dict[str, Any] = changed
    for key in path[:-1]:
        place = place[key]
    del place[path[-1]]
    return changed


def check(files: dict[str, str]) -> set[str]:
    """Hold a tree's table against its files, and return the evidence that it names."""
    rows = rows_of(files)
    listed = [
        (framework.title, number)
        for name in framework_names()
        for framework in [read_framework(name)]
        for number in framework.controls
    ]
    assert list(dict.fromkeys((row["framework"], row["control"]) for row in rows)) == listed
    for row in rows:
        if row["answer"] == NOT_ANSWERED:
            assert (row["does"], row["devices"], row["file"], row["line"], row["anchor"]) == ("", "", "", "", "")
            continue
        line = files[row["file"]].splitlines()[int(row["line"]) - 1]
        assert row["anchor"] in line, row
        assert not line.lstrip().startswith(("#", "!", "//")), row
        assert (
            f"| {row['control']} | {row['asks']} | {row['does']} | {row['devices']} | `{row['file']}:{row['line']}` |"
            in files[PAGE]
        )
    return {row["answer"] for row in rows} - {NOT_ANSWERED}


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_claim_is_a_line_of_the_tree(example: str, plans: Callable[[str], Draft]) -> None:
    """The file is there, the line has the text, no control is left out, and the page has the same rows."""
    assert check(tree_of(plans(example))) > {"host-firewall", "flows", "secrets", "switch-time"}


@pytest.mark.parametrize("os", ["sonic", "cumulus", "eos"])
def test_each_system_of_switches_has_its_evidence(os: str, tmp_path: Path) -> None:
    """In its own files; what is not there is stated here: Cumulus has no filter of ours for SSH, and on EOS the limit of prefixes is off."""
    lacking = {"sonic": set[str](), "cumulus": {"switch-ssh"}, "eos": {"prefix-limits"}}[os]
    own = {"sonic": ("config_db.json", "frr.conf"), "cumulus": ("startup.yaml",), "eos": ("running.cfg",)}[os]
    files = tree(everything(os), tmp_path)
    check(files)
    of_switches = {path: text for path, text in files.items() if path.startswith("switches/") and path.endswith(own)}
    found = {each.evidence for path, text in of_switches.items() for each in look(path, text.encode()) if each.line}
    switches = {name for name, each in every_evidence().items() if each.per == "switch"} | {"tenant-instances"}
    assert switches - found == lacking


def test_all_evidence_is_found_somewhere(plans: Callable[[str], Draft], tmp_path: Path) -> None:
    """Evidence that no tree ever shows is dead, or its anchor is wrong; evidence that no control names is no use."""
    named = {by for name in framework_names() for each in read_framework(name).controls.values() for by in each.by}
    assert named == set(every_evidence())
    shown = check(tree(everything(), tmp_path)) | check(tree_of(plans("a100-h100-mixed")))
    assert set(every_evidence()) - shown == set()


ENDS = {
    ("services", "tacacs"): {"switch-login"},
    ("services", "snmp"): {"snmp-privacy"},
    ("services", "telemetry"): {"telemetry-tls"},
    ("services", "boot"): {"boot-tls"},
    ("services", "syslog"): {"switch-log", "log-collector", "log-tls", "log-rotation", "audit-sent"},
    ("services", "tls"): {"services-tls", "certificates-watched", "log-tls", "audit-sent"},
    ("services", "audit"): {"audit-files", "audit-root", "audit-time", "audit-lost", "audit-space", "audit-sent"},
    ("tenants",): {"tenant-instances", "pod-hosts", "job-privacy"},
    ("egress",): {"host-egress"},
    ("backups",): {
        *("backups", "backups-kept", "backups-encrypted", "backups-restore"),
        *("switches-kept", "switches-compared"),
    },
    ("backups", "switches"): {"switches-kept", "switches-compared"},
    ("users",): {"accounts", "accounts-closed", "login-groups", "sudo"},
    ("users", "accounts", "eve"): {"accounts-closed"},
    ("monitoring",): {"alerts-sent", "bmc-tls"},
    ("storage",): {"nfs-exports", "drives-tpm", "drives-key-file"},
    ("storage", "scratch", "encryption"): {"drives-tpm"},
    ("storage", "cache", "encryption"): {"drives-key-file"},
    ("scheduler", "slurm"): {"job-limits", "job-files", "job-records", "job-privacy", "burst-tunnel"},
    ("scheduler", "kubernetes"): {
        "pod-security",
        "pod-network",
        "pod-hosts",
        "pod-roles",
        "pod-quota",
        "api-audit",
        "api-audit-kept",
        "etcd-secrets",
    },
}
"""What ends with a key of the spec."""


@pytest.mark.parametrize("path", ENDS, ids=".".join)
def test_a_claim_ends_with_its_feature(path: tuple[str, ...], tmp_path: Path) -> None:
    """Without the key (egress: opened) the claims are gone, no other is, and a control that nothing else answers is not answered."""
    spec = everything()
    less = spec | {"egress": {"outside": "open"}} if path == ("egress",) else without(spec, *path)
    before, files = tree(spec, tmp_path), tree(less, tmp_path)
    ended = check(before) - check(files)
    assert ended == ENDS[path] & check(before)
    assert ended
    answered = {(row["framework"], row["control"]): row["answer"] for row in rows_of(files)}
    alone = [
        (framework.title, number)
        for framework in map(read_framework, framework_names())
        for number, control in framework.controls.items()
        if control.by and set(control.by) <= ended
    ]
    assert all(answered[each] == NOT_ANSWERED for each in alone)


def test_a_hosts_own_file_hides_its_groups(tmp_path: Path) -> None:
    """A host whose own file lacks the line is not counted, though its group has it."""
    plan = plan_data(cluster(2), tmp_path)
    files = tree_of(plan)
    shared = "host_groups/gpu/etc/ssh/sshd_config.d/10-clustergen.conf"
    own = shared.replace("host_groups/gpu", "hosts/gpu01")
    seen = [each for path, text in files.items() for each in look(path, text.encode())]
    assert answers(close(plan), seen)["ssh-keys"].devices == "8 of 8 hosts"
    hidden = look(own, files[shared].replace("PasswordAuthentication no", "PasswordAuthentication yes").encode())
    found = answers(close(plan), [*seen, *hidden])
    assert found["ssh-keys"].devices == "7 of 8 hosts"
    assert found["ssh-root"].devices == "8 of 8 hosts"


def test_comments_and_files_that_nothing_reads_do_not_count() -> None:
    """A line that is switched off, and the frr.conf beside NVUE's file."""
    path = "hosts/gpu1/etc/ssh/sshd_config.d/10-clustergen.conf"
    assert [each.line for each in look(path, b"# PasswordAuthentication no\n") if each.evidence == "ssh-keys"] == [0]
    both = "# PasswordAuthentication no\nPasswordAuthentication no\n"
    assert [each.line for each in look(path, both.encode()) if each.evidence == "ssh-keys"] == [2]
    filters = " match ip address prefix-list FABRIC\n"
    for head, line in (("", 1), ("! NVUE owns /etc/frr/frr.conf\n", 0)):
        seen = look("switches/leaf1/frr.conf", (head + filters).encode())
        assert [each.line for each in seen if each.evidence == "route-filters"] == [line]
    assert look("ansible/roles/users/tasks/main.yml", both.encode()) == ()
