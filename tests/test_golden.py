"""Every example gives exactly its golden files, its playbooks word by word, and its inventory. A new example is a new folder."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.plan.draft import Draft
from tests.conftest import ROOT, WITH_HALLS, tree_of
from tests.golden_files import BY_HAND, GOLDEN, INVENTORIES, INVENTORY, changes, held, kind, read_below

_PLAYBOOKS = {
    f"ansible/{path}" if path.startswith("roles/") else f"ansible/playbooks/{path}": text
    for path, text in read_below(ROOT / "playbooks").items()
}


@pytest.mark.parametrize("name", WITH_HALLS)
def test_golden_tree(name: str, plans: Callable[[str], Draft], golden: Callable[[Path, dict[str, str]], None]) -> None:
    """What is held of the tree, one file too many included; playbooks and roles word by word; the inventory, where people read it."""
    tree = tree_of(plans(name))
    golden(GOLDEN / name, held(name, tree))
    assert {path: text for path, text in tree.items() if path.startswith(BY_HAND)} == _PLAYBOOKS
    if (INVENTORIES / name).exists():
        inventory = {path.removeprefix(INVENTORY): text for path, text in tree.items() if path.startswith(INVENTORY)}
        assert read_below(INVENTORIES / name) == inventory, "`make generated` writes it"


def test_a_rewrite_counts_what_it_changed() -> None:
    """By kind: devices of one sort are one line, whether a file or its digest is held."""
    old = {"switches/leaf1/frr.conf": "a", "switches/leaf2/frr.conf": "a", "cabling/pull/A01.csv": "", "x": ""}
    new = {"switches/leaf1/frr.conf": "b", "switches/leaf2/frr.conf": "b", "hosts/gpu1/etc/hostname": "", "x": ""}
    assert changes(old, new) == Counter(
        {
            ("switches/*/frr.conf", "changed"): 2,
            ("cabling/pull/*.csv", "gone"): 1,
            ("hosts/*/etc/hostname", "new"): 1,
        }
    )
    assert changes(
        {"digests.txt": "aaa  hosts/gpu1/etc/nccl.conf\n"}, {"digests.txt": "bbb  hosts/gpu1/etc/nccl.conf\n"}
    ) == Counter({("hosts/*/etc/nccl.conf", "changed"): 1})
    assert kind("ip/layout.md") == "ip/layout.md"
