"""What no single device has: the cluster's name, numbers of accounts, storage that hosts wait for, files that nobody knows. Headline, table, steps and exit code agree."""

from pathlib import Path
from typing import Any

import pytest

from generator.change.difference import Difference, difference
from generator.change.file_effects import FileEffect, rule_of
from generator.change.files import TreeFiles, compare_files, devices_of, renamed
from generator.change.renames import renames_between
from generator.change.step import Step
from generator.cli.plan import _fails
from generator.plan.draft import Draft
from generator.plan.sections import compared, with_hardware
from generator.render.change.steps import step_text
from generator.render.change.text import text
from generator.render.change.view import headline
from generator.render.encode import plain
from tests.growth.past import plan_on
from tests.growth.renamed import called
from tests.nfs_specs import PAIR, paired
from tests.ours import TEMPLATES
from tests.plan.test_every_key import files, planned
from tests.specs import Spec, cluster

BASE = cluster(4, 16)
COMPUTE = ("gpu01", "gpu02", "gpu03", "gpu04")
CLIENTS = (*COMPUTE, "control1", "control2", "control3", "login1")
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEJ4YW1wbGVrZXlmb3JjbHVzdGVyZ2VudGVzdHM0Mjk5 ada@example.net"


def _plan(spec: Spec, folder: Path) -> Draft:
    plan = planned(spec, folder)
    assert plan is not None
    return plan


def _change(old: Draft, new: Draft) -> Difference:
    rows: tuple[Any, Any] = (plain(with_hardware(old)), plain(with_hardware(new)))
    renames = renames_between(*rows)
    before, after = renamed(files(old)[0], renames), files(new)[0]
    return difference(*rows, list(compare_files(before, after, devices_of((renames.rows(rows[0]), rows[1])))))


def _between(before: Spec, after: Spec, folder: Path) -> Difference:
    return _change(_plan(before, folder), _plan(after, folder))


def _rocky(spec: Spec, group: str) -> Spec:
    return spec | {"hosts": spec["hosts"] | {group: spec["hosts"][group] | {"os": "rocky-9"}}}


def test_hosts_that_wait_for_a_server_are_announced(tmp_path: Path) -> None:
    """NFS is served by the first host of its group, a parallel file system by all of them."""
    found = _between(BASE, _rocky(BASE, "storage"), tmp_path)
    first, second = (step for step in found.steps if step.kind == "install")
    assert [(wait.mount, wait.servers, set(wait.hosts)) for wait in first.waits] == [
        ("/fast", ("storage1",), set(COMPUTE)),
        ("/home", ("storage1",), set(CLIENTS)),
    ]
    assert [(wait.mount, wait.servers) for wait in second.waits] == [("/fast", ("storage2",))]
    assert "[meanwhile 4 hosts wait for /fast of storage1: gpu[01-04]; 8 hosts wait for /home" in step_text(first)
    assert not set(CLIENTS) & {name for step in found.steps for name in step.drain}
    assert "10 devices interrupted, 2 hosts to drain." in headline(found)


def test_who_is_out_himself_waits_for_nothing(tmp_path: Path) -> None:
    """Nor does a host that serves nothing make others wait, nor what a server of the site exports."""
    for spec in (BASE, BASE | {"storage": {"home": BASE["storage"]["home"] | {"source": "nas.example.net:/home"}}}):
        group = "gpu" if spec is BASE else "storage"
        found = _between(spec, _rocky(spec, group), tmp_path)
        assert [step for step in found.steps if step.kind == "install"]
        assert not [wait for step in found.steps for wait in step.waits]


def test_a_group_with_another_name_and_another_system_is_reinstalled_once(tmp_path: Path) -> None:
    """The files of the new system are of no use on the old one."""
    old = _plan(BASE, tmp_path)
    new = plan_on(_rocky(called(BASE, "storage", "nas"), "nas") | {"rename": {"storage": "nas"}}, old)
    found = _change(old, new)
    mine = [step for step in found.steps if {"nas1", "nas2"} & set(step.devices)]
    assert [(step.kind, step.devices, step.was, step.installed) for step in mine] == [
        ("rename", ("nas1",), ("storage1",), ("nas1",)),
        ("rename", ("nas2",), ("storage2",), ("nas2",)),
    ]
    told = step_text(mine[0])
    assert "reinstall nas1 (`provision.yml`, then `site.yml`), so that storage1 becomes nas1" in told
    assert "place the new files" not in told
    assert mine[0].waits[0].servers == ("nas1",)


def test_a_switch_with_another_name_and_another_system_is_installed_once(tmp_path: Path) -> None:
    """It takes the new name with the new system, and no file of that before."""
    storage = BASE["fabrics"]["storage"]
    cumulus = {"model": "sn5600", "os": "cumulus"}
    spec = BASE | {"fabrics": BASE["fabrics"] | {"storage": storage | {"leaf": cumulus, "spine": cumulus}}}
    named = {"pins": {"devices": {"storage-leaf1": {"name": "st-a"}}}, "rename": {"storage-leaf1": "st-a"}}
    old = _plan(BASE, tmp_path)
    found = _change(old, plan_on(spec | named, old))
    (step,) = (step for step in found.steps if "st-a" in step.devices)
    assert (step.kind, step.was, step.installed) == ("switch", ("storage-leaf1",), ("st-a",))
    assert "storage-leaf1 is now called st-a" in step_text(step)
    assert "st-a" not in found.hosts


def test_another_name_of_the_cluster_has_a_step(tmp_path: Path) -> None:
    found = _between(BASE, BASE | {"name": "other"}, tmp_path)
    (step,) = found.steps
    assert (step.kind, step.of, step.drain, step.undrain) == ("name", ("atlas", "other"), COMPUTE, COMPUTE)
    assert "remove the file `clustername` from its StateSaveLocation" in step_text(step)
    assert "4 devices interrupted, 4 hosts to drain." in headline(found)
    assert "nothing restarts" not in text(found, TEMPLATES)
    alone = BASE | {"scheduler": {"kubernetes": {}}}
    (other,) = _between(alone, alone | {"name": "other"}, tmp_path).steps
    assert (other.drain, "clustername" in step_text(other), "kubernetes.yml" in step_text(other)) == ((), False, True)


@pytest.mark.parametrize("key", ["uid", "gid"])
def test_another_number_of_an_account_has_a_step(key: str, tmp_path: Path) -> None:
    """Its own, or that of its group; `hosts.yml` refuses to give an account another one."""

    def spec(uid: int = 2001, gid: int = 3001) -> Spec:
        ada = {"uid": uid, "keys": [KEY], "hosts": ["login"], "groups": ["ops"]}
        return BASE | {"users": {"accounts": {"ada": ada}, "groups": {"ops": gid}}}

    found = _between(spec(), spec(**{key: 4001}), tmp_path)
    (step,) = found.steps
    assert (step.kind, step.devices, step.of, step.drain) == ("owner", ("login1",), ("ada",), ())
    assert "hold the jobs of ada, and end running jobs and all logins; on login1, change the numbers" in step_text(step)
    assert "; 1 account interrupted, no host to drain." in headline(found)


def test_another_home_of_accounts_has_a_step(tmp_path: Path) -> None:
    users = {"accounts": {"ada": {"uid": 2001, "keys": [KEY], "hosts": ["login"]}}}
    found = _between(BASE | {"users": users}, BASE | {"users": users | {"home": "/var/lib/people"}}, tmp_path)
    (step,) = found.steps
    assert (step.kind, step.devices, step.of) == ("home", ("login1",), ("ada",))
    assert "place the new files of login1 (`hosts.yml`), which set the new home directories" in step_text(step)
    assert "; 1 account interrupted, no host to drain." in headline(found)


def test_hosts_that_mount_a_tier_by_themselves_have_a_step(tmp_path: Path) -> None:
    """No file says from where they mount it; those whose mount is a unit of ours have the step of their files."""
    tiers = BASE["storage"]
    found = _between(BASE, BASE | {"storage": tiers | {"fast": tiers["fast"] | {"mount": "/quick"}}}, tmp_path)
    (step,) = found.steps
    assert (step.kind, step.devices, step.drain, step.of) == ("mount", COMPUTE, COMPUTE, ("/fast",))
    assert "mount /fast by hand as the spec now states" in step_text(step)
    assert "4 devices interrupted, 4 hosts to drain." in headline(found)
    found = _between(BASE, BASE | {"storage": tiers | {"home": tiers["home"] | {"mount": "/people"}}}, tmp_path)
    assert found.steps
    assert {step.kind for step in found.steps} == {"files"}


OPEN = BASE | {"egress": {"outside": "open"}}
SITE = {"access": {"elsewhere": {"source": ["inband/login"], "to": ["site"], "services": ["ssh"]}}}


@pytest.mark.parametrize(
    ("before", "after", "hosts", "of"),
    [
        (OPEN, BASE, ("storage1", "storage2", *CLIENTS), ()),
        (BASE | SITE, BASE, ("login1",), ("ssh (access.elsewhere)",)),
        (BASE, BASE | {"egress": {"outside": "stated"}}, ("storage1", "storage2", *CLIENTS), ("http (egress.outside)", "https (egress.outside)", "dns (egress.outside)", "dns-tcp (egress.outside)")),
        (BASE, BASE | SITE, (), ()),
        (BASE, OPEN, (), ()),
        (BASE | {"tenants": {"blue": {"hosts": ["gpu01"]}}}, BASE, (), ()),
    ],
)  # fmt: skip
def test_what_hosts_may_no_longer_ask_is_a_step(
    before: Spec, after: Spec, hosts: tuple[str, ...], of: tuple[str, ...], tmp_path: Path
) -> None:
    """Closed egress, and a destination that goes, say whom and what they concern; what opens has no step."""
    found = _between(before, after, tmp_path)
    steps = [step for step in found.steps if step.kind == "egress"]
    assert [(set(step.devices), set(step.of)) for step in steps] == ([(set(hosts), set(of))] if hosts else [])
    assert ("hosts may ask less outside" in headline(found)) == bool(hosts)
    for step in steps:
        said = step_text(step)
        assert all(each in said for each in of)
        assert "hosts.yml --limit" in said
        assert said in text(found, TEMPLATES)


PLACES = (
    "hosts/gpu01/etc/{}",
    "host_groups/gpu/etc/{}",
    "switches/compute-leaf1/{}",
    "{}",
    "ansible/inventory/group_vars/{}",
)
NAMES = (
    "unknown",
    "hosts",
    "hostname",
    "chrony.conf",
    "config_db.json",
    "frr.conf",
    "all/cluster.yml",
    "modprobe.d/a.conf",
)


@pytest.mark.parametrize("place", PLACES)
def test_a_file_with_any_effect_is_told_alike_everywhere(place: str, tmp_path: Path) -> None:
    """Whatever interrupts is in the headline and in a step, and the exit code is 4; what does not is in neither."""
    plan = _plan(BASE, tmp_path)
    rows: Any = plain(compared(plan))
    groups = {host.name: host.group for host in plan.hosts}
    seen = set()
    for path in [place.format(name) for name in NAMES]:
        old, new = (TreeFiles({path: each}, groups, {path: each.encode()}.__getitem__) for each in ("1", "2"))
        found = difference(rows, rows, list(compare_files(old, new, devices_of((rows, rows)))))
        rule = rule_of(path)
        if rule.rows:
            continue
        seen.add(rule.effect)
        head, steps = headline(found), found.steps
        quiet = "nothing is interrupted" in head or "nothing changes" in head
        assert quiet is not rule.effect.interrupts, (path, head)
        assert bool(steps) is rule.effect.interrupts, path
        assert _fails(found, ()) is bool([file for file in found.files or () if file.kind is not None])
        assert _fails(found, ()) or not rule.effect.interrupts
        assert all(isinstance(step, Step) and step_text(step) for step in steps)
    assert FileEffect.TRAFFIC in seen or "group_vars" in place


def test_objects_of_kubernetes_that_the_plan_loses_are_deleted_by_hand(tmp_path: Path) -> None:
    """No playbook deletes an object or a chart, and installers read their own files."""
    was, now = (BASE | {"scheduler": {"kubernetes": {"node_health": each}}} for each in ("quarantine", "none"))
    found = {each.path: each for each in _between(was, now, tmp_path).files or ()}
    gone = found["kubernetes/node-health/detector.yaml"]
    assert (gone.how, "kubectl delete" in gone.why) == ("removed", True)
    tenants = BASE | {
        "scheduler": {"kubernetes": {}},
        "tenants": {"red": {"hosts": ["gpu01"]}, "blue": {"hosts": ["gpu02"]}},
    }
    fewer = tenants | {"tenants": {"blue": {"hosts": ["gpu02"]}}}
    lost = {each.path: each for each in _between(tenants, fewer, tmp_path).files or ()}
    assert "keep their rights" in lost["kubernetes/workspaces/red.yaml"].why
    assert found["kubernetes/kustomization.yaml"].why == "applied with `kubernetes.yml`"
    assert "installer" in rule_of("kubernetes/kubeadm/gpu1.yaml").why
    assert "helm" in rule_of("kubernetes/gpu-operator/values.yaml").why


def test_a_pair_that_exports_nfs_makes_nobody_wait(tmp_path: Path) -> None:
    """One host of the pair after the other is reinstalled; clients of a single server wait."""
    both = _between(paired(), _rocky(paired(), "storage"), tmp_path)
    assert [{wait.mount for wait in step.waits} for step in both.steps if step.kind == "install"] == [{"/fast"}] * 2


def test_a_server_leaves_after_its_files_are_copied(tmp_path: Path) -> None:
    """It is not in the later tree, and nobody waits for it any more."""
    old = _plan(BASE, tmp_path)
    found = _change(old, plan_on(BASE | {"states": {"retired": ["storage1"]}}, old))
    first, last = found.steps
    assert (first.kind, first.was, last.kind, last.devices) == ("export", ("storage1",), "leave", ("storage1",))
    assert "storage1" not in first.devices
    assert "on storage1 copy /home to another place" in step_text(first)
    assert {wait.mount for wait in last.waits} == {"/fast"}


def test_files_of_a_tier_are_copied_when_a_pair_begins_to_export_it(tmp_path: Path) -> None:
    """And when it ends, or has another device; if its address alone is another one, clients mount it again. Clients are drained once."""
    single = paired()
    del single["storage"]["home"]["nfs"]
    other = "/dev/disk/by-id/wwn-0x1"
    for before, after, device, was in (
        (single, paired(), PAIR["device"], ("storage1",)),
        (paired(), single, "", ("storage1", "storage2")),
        (paired(), paired(device=other), other, ("storage1", "storage2")),
    ):
        found = _between(before, after, tmp_path)
        (step,) = (step for step in found.steps if step.kind == "export")
        assert (step.of, step.was) == (("/home", device), was)
        clients = {"gpu01", "gpu02", "control1", "control2", "control3", "login1"}
        assert set(step.drain) == set(step.undrain) == clients
        assert set(step.devices) == {"storage1", "storage2", *clients}
        assert not [each for each in found.steps if each.kind == "files" and clients & set(each.devices)]
        assert "copy /home" in step_text(step)
        assert device in step_text(step)
    found = _between(paired(), paired(address="10.160.95.249"), tmp_path)
    (step,) = (step for step in found.steps if step.kind == "export")
    assert (step.of, set(step.drain), "copy" in step_text(step)) == (("/home",), clients, False)
    assert "6 devices interrupted" in headline(found)
