"""Files of two trees, compared: a file that a group shares is one change, with all hosts that it changes."""

from collections.abc import Iterator

import pytest

from generator.change.file_effects import FileEffect
from generator.change.files import FileChange, TreeFiles, compare_files, followed
from generator.change.records import Kind

PAIR = {"gpu1": "gpu", "gpu2": "gpu"}
STAY = {*PAIR}


def tree(files: dict[str, str], groups: dict[str, str] = PAIR) -> TreeFiles:
    """Make a tree of texts, which are their own digests."""
    return TreeFiles(files, groups, lambda path: files[path].encode())


def changes(old: TreeFiles, new: TreeFiles) -> Iterator[tuple[str, str, tuple[str, ...], Kind | None]]:
    for each in compare_files(old, new, {*old.groups} & {*new.groups}):
        assert isinstance(each, FileChange)
        yield each.path, each.how, each.devices, each.kind


def test_a_file_of_a_group_is_one_change_of_all_its_hosts() -> None:
    old, new = tree({"host_groups/gpu/etc/hostname": "1"}), tree({"host_groups/gpu/etc/hostname": "2"})
    assert list(changes(old, new)) == [("host_groups/gpu/etc/hostname", "rewritten", ("gpu1", "gpu2"), Kind.EFFECT)]


def test_a_file_that_a_host_has_in_its_groups_place_is_its_own_change() -> None:
    """Both ways: the host that begins to differ, and the one that no longer does."""
    alike = {"host_groups/gpu/etc/hostname": "1"}
    apart = alike | {"hosts/gpu2/etc/hostname": "2"}
    assert list(changes(tree(alike), tree(apart))) == [("hosts/gpu2/etc/hostname", "rewritten", ("gpu2",), Kind.EFFECT)]
    assert list(changes(tree(apart), tree(alike))) == [
        ("host_groups/gpu/etc/hostname", "rewritten", ("gpu2",), Kind.EFFECT)
    ]


def test_a_host_that_arrives_changes_nothing_of_its_group() -> None:
    old = tree({"host_groups/gpu/etc/hostname": "1", "hosts/gpu1/etc/chrony.conf": "1"}, {"gpu1": "gpu"})
    new = tree(
        {"host_groups/gpu/etc/hostname": "1", "hosts/gpu1/etc/chrony.conf": "1", "hosts/gpu2/etc/chrony.conf": "2"}
    )
    assert list(changes(old, new)) == [("hosts/gpu2/etc/chrony.conf", "added", ("gpu2",), None)]
    assert list(changes(new, old)) == [("hosts/gpu2/etc/chrony.conf", "removed", ("gpu2",), None)]


def test_a_tree_that_shared_nothing_is_the_same_tree() -> None:
    """Earlier releases wrote each host all of its files."""
    old = tree({f"hosts/{host}/etc/hostname": "1" for host in PAIR})
    assert list(changes(old, tree({"host_groups/gpu/etc/hostname": "1"}))) == []
    told = list(changes(old, tree({"host_groups/gpu/etc/hostname": "1\n2"})))
    assert told == [("host_groups/gpu/etc/hostname", "gains", (host,), Kind.EFFECT) for host in PAIR]


def test_a_file_that_changes_for_who_stays_is_no_other_change_for_who_comes_and_goes() -> None:
    old = tree({"host_groups/gpu/etc/hostname": "1"}, {"gpu1": "gpu", "gpu2": "gpu"})
    new = tree({"host_groups/gpu/etc/hostname": "2"}, {"gpu1": "gpu", "gpu3": "gpu"})
    assert list(changes(old, new)) == [("host_groups/gpu/etc/hostname", "rewritten", ("gpu1",), Kind.EFFECT)]


def test_a_host_that_changes_its_group_changes_its_files() -> None:
    files = {"host_groups/a/etc/hostname": "1", "host_groups/b/etc/hostname": "2", "host_groups/b/etc/hosts": "3"}
    old, new = tree(files, {"gpu1": "a", "gpu2": "b"}), tree(files, {"gpu1": "b", "gpu2": "b"})
    assert list(changes(old, new)) == [
        ("host_groups/b/etc/hostname", "rewritten", ("gpu1",), Kind.EFFECT),
        ("host_groups/b/etc/hosts", "added", ("gpu1",), Kind.ADDED),
    ]


def test_a_path_that_is_no_file_of_a_group_is_a_path() -> None:
    old, new = tree({"host_groups/gpu": "1"}), tree({"host_groups/gpu": "2"})
    assert list(changes(old, new)) == [("host_groups/gpu", "rewritten", (), Kind.EFFECT)]


def test_more_than_any_tree_has_is_refused() -> None:
    files = {f"host_groups/gpu/{number}": "1" for number in range(4000)}
    large = tree(files, {f"gpu{number}": "gpu" for number in range(4000)})
    with pytest.raises(OverflowError):
        list(changes(large, tree({})))


def test_files_of_the_whole_cluster_have_no_device() -> None:
    old, new = tree({"README.md": "1", "switches/leaf1/frr.conf": "1"}), tree({"README.md": "2"})
    assert list(changes(old, new)) == [
        ("README.md", "rewritten", (), None),
        ("switches/leaf1/frr.conf", "removed", ("leaf1",), None),
    ]


NETPLAN = """network:
  ethernets:
    rail0:
      mtu: {mtu}
      addresses:
        - "10.0.0.{last}/31"
      nameservers:
        addresses: ["{dns}"]
"""


@pytest.mark.parametrize(
    ("path", "before", "after", "kind", "effect"),
    [
        ("hosts/gpu1/etc/chrony/chrony.conf", "server a", "server b", Kind.IN_PLACE, "reload"),
        ("hosts/gpu1/etc/default/grub.d/90-clustergen.cfg", "", "hugepages=1", Kind.EFFECT, "boot"),
        ("hosts/gpu1/etc/systemd/system/home.mount", "a", "b", Kind.EFFECT, "traffic"),
        ("hosts/gpu1/etc/systemd/system/home.mount", "a", "a\nb", Kind.ADDED, "reload"),
        ("hosts/gpu1/opt/new", "a", "b", Kind.EFFECT, "traffic"),
        ("hosts/gpu1/etc/netplan/60.yaml", NETPLAN.format(mtu=9000, last=0, dns="10.1.1.1"), NETPLAN.format(mtu=9000, last=0, dns="10.1.1.2"), Kind.IN_PLACE, "reload"),
        ("hosts/gpu1/etc/netplan/60.yaml", NETPLAN.format(mtu=9000, last=0, dns="10.1.1.1"), NETPLAN.format(mtu=9000, last=2, dns="10.1.1.2"), Kind.EFFECT, "traffic"),
        ("switches/leaf1/config_db.json", "{}", '{"NTP_SERVER": {}}', Kind.EFFECT, "traffic"),
        ("switches/leaf1/frr.conf", "a", "b", Kind.EFFECT, "session"),
        ("switches/leaf1/startup.yaml", "- set:\n    service:\n      ntp: a", "- set:\n    service:\n      ntp: b", Kind.IN_PLACE, "reload"),
        ("switches/leaf1/running.cfg", "ntp server 10.1.1.1\nrouter bgp 1", "ntp server 10.1.1.2\nrouter bgp 1", Kind.IN_PLACE, "reload"),
        ("switches/leaf1/running.cfg", "router bgp 1\n   neighbor a", "router bgp 1\n   neighbor b", Kind.EFFECT, "traffic"),
        ("ansible/inventory/group_vars/gpu.yml", 'cluster_hosts_system: "ubuntu-22.04"', 'cluster_hosts_system: "ubuntu-24.04"', Kind.EFFECT, "reinstall"),
        ("ansible/inventory/group_vars/gpu.yml", 'hosts_system: "ubuntu-22.04"', 'cluster_hosts_system: "ubuntu-24.04"', Kind.EFFECT, "reinstall"),
        ("ansible/inventory/group_vars/gpu.yml", 'hosts_system: "ubuntu-24.04"\nhosts_sole: []', 'cluster_hosts_system: "ubuntu-24.04"\ncluster_hosts_sole: ["a"]', Kind.IN_PLACE, "reload"),
        ("slurm/slurm.conf", "MpiDefault=pmix", "MpiDefault=none", Kind.IN_PLACE, "reload"),
        ("slurm/slurm.conf", "NodeName=gpu[1-2] NodeAddr=10.0.0.[1-2]", "NodeName=gpu[1-4] NodeAddr=10.0.0.[1-4]", None, "nothing"),
        ("kubernetes/kueue/queues.yaml", "quota: 1", "quota: 2", None, "reload"),
    ],
)  # fmt: skip
def test_what_a_changed_file_does(path: str, before: str, after: str, kind: Kind | None, effect: str) -> None:
    """By its pattern, by the lines that change, and by whether it only gains some."""
    groups = {"gpu1": "gpu"}
    old, new = tree({path: before}, groups), tree({path: after}, groups)
    (change,) = compare_files(old, new, {"gpu1", "leaf1"})
    assert (change.kind, change.effect) == (kind, effect)


def test_what_follows_rows_counts_where_no_row_changes() -> None:
    change = FileChange("kubernetes/kueue/queues.yaml", "rewritten", (), None, FileEffect.RELOAD)
    assert [each.kind for each in followed([change], rows=True)] == [None]
    assert [each.kind for each in followed([change], rows=False)] == [Kind.IN_PLACE]


def test_a_setting_that_stands_elsewhere_too_is_a_change() -> None:
    """Lists of hosts are no change; what is indented under another key is, though the file has every line of it."""
    path = "kubernetes/gpu-operator/values.yaml"
    texts = [
        f"a:\n  enabled: {a}\nb:\n  enabled: true\nc:\n  enabled: false\nd: {hosts}\n"
        for a, hosts in (("true", "gpu1"), ("false", "gpu1"), ("true", "gpu[1-2]"))
    ]
    assert [each[3] for each in changes(tree({path: texts[0]}), tree({path: texts[1]}))] == [Kind.IN_PLACE]
    assert [each[3] for each in changes(tree({path: texts[0]}), tree({path: texts[2]}))] == [None]
