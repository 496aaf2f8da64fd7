"""Files of two trees, compared: a file that a group shares is one change, with all hosts that it changes."""

from collections.abc import Iterator

import pytest

from generator.change.files import FileChange, TreeFiles, compare_files
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
    old, new = tree({"host_groups/gpu/etc/a": "1"}), tree({"host_groups/gpu/etc/a": "2"})
    assert list(changes(old, new)) == [("host_groups/gpu/etc/a", "rewritten", ("gpu1", "gpu2"), Kind.EFFECT)]


def test_a_file_that_a_host_has_in_its_groups_place_is_its_own_change() -> None:
    """Both ways: the host that begins to differ, and the one that no longer does."""
    alike = {"host_groups/gpu/etc/a": "1"}
    apart = alike | {"hosts/gpu2/etc/a": "2"}
    assert list(changes(tree(alike), tree(apart))) == [("hosts/gpu2/etc/a", "rewritten", ("gpu2",), Kind.EFFECT)]
    assert list(changes(tree(apart), tree(alike))) == [("host_groups/gpu/etc/a", "rewritten", ("gpu2",), Kind.EFFECT)]


def test_a_host_that_arrives_changes_nothing_of_its_group() -> None:
    old = tree({"host_groups/gpu/etc/a": "1", "hosts/gpu1/etc/b": "1"}, {"gpu1": "gpu"})
    new = tree({"host_groups/gpu/etc/a": "1", "hosts/gpu1/etc/b": "1", "hosts/gpu2/etc/b": "2"})
    assert list(changes(old, new)) == [("hosts/gpu2/etc/b", "added", ("gpu2",), None)]
    assert list(changes(new, old)) == [("hosts/gpu2/etc/b", "removed", ("gpu2",), None)]


def test_a_tree_that_shared_nothing_is_the_same_tree() -> None:
    """Earlier releases wrote each host all of its files."""
    old = tree({f"hosts/{host}/etc/a": "1" for host in PAIR})
    assert list(changes(old, tree({"host_groups/gpu/etc/a": "1"}))) == []
    told = list(changes(old, tree({"host_groups/gpu/etc/a": "1\n2"})))
    assert told == [("host_groups/gpu/etc/a", "gains", (host,), Kind.ADDED) for host in PAIR]


def test_a_file_that_changes_for_who_stays_is_no_other_change_for_who_comes_and_goes() -> None:
    old = tree({"host_groups/gpu/etc/a": "1"}, {"gpu1": "gpu", "gpu2": "gpu"})
    new = tree({"host_groups/gpu/etc/a": "2"}, {"gpu1": "gpu", "gpu3": "gpu"})
    assert list(changes(old, new)) == [("host_groups/gpu/etc/a", "rewritten", ("gpu1",), Kind.EFFECT)]


def test_a_host_that_changes_its_group_changes_its_files() -> None:
    files = {"host_groups/a/etc/x": "1", "host_groups/b/etc/x": "2", "host_groups/b/etc/y": "3"}
    old, new = tree(files, {"gpu1": "a", "gpu2": "b"}), tree(files, {"gpu1": "b", "gpu2": "b"})
    assert list(changes(old, new)) == [
        ("host_groups/b/etc/x", "rewritten", ("gpu1",), Kind.EFFECT),
        ("host_groups/b/etc/y", "added", ("gpu1",), Kind.ADDED),
    ]


def test_a_path_that_is_no_file_of_a_group_is_a_path() -> None:
    old, new = tree({"host_groups/gpu": "1"}), tree({"host_groups/gpu": "2"})
    assert list(changes(old, new)) == [("host_groups/gpu", "rewritten", (), None)]


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
