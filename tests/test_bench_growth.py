"""What the bench's comparison of two allocations counts, and what it leaves out."""

from dataclasses import replace
from itertools import product

import pytest

from tests.bench.growth import ours
from tests.bench.growth.changes import APPEND, CHANGES, INSERT, REMOVE, SPINE, Listing, changed, listing
from tests.bench.growth.compare import Allocation, Moved, Row, Share, allocation, compare
from tests.bench.growth.peers import topology


def numbered(switches: Listing) -> Allocation:
    """Number a fabric as a counter would: links leaf by leaf, loopbacks in the order of the file, ports in the order of the peers."""
    addresses: list[Row] = []
    ports: list[Row] = []
    for number, (leaf, spine) in enumerate(product(switches.leaves, switches.spines)):
        addresses += [(leaf, spine, f"10.1.{number}.0/31"), (spine, leaf, f"10.1.{number}.1/31")]
        ports += [(leaf, spine, f"Ethernet{switches.spines.index(spine) + 1}"),
                  (spine, leaf, f"Ethernet{switches.leaves.index(leaf) + 1}")]  # fmt: skip
    devices = (*switches.spines, *switches.leaves)
    addresses += [(device, "Loopback0", f"10.0.0.{number}/32") for number, device in enumerate(devices)]
    return allocation(addresses, ports, [(leaf, "AS", str(65001 + n)) for n, leaf in enumerate(switches.leaves)])


OLD = listing(8, 4)


@pytest.mark.parametrize(
    ("change", "moved"),
    [
        (APPEND, Moved(Share(76, 0), Share(64, 0), Share(8, 0))),
        (INSERT, Moved(Share(40, 36), Share(48, 16), Share(4, 4))),
        (SPINE, Moved(Share(12, 64), Share(64, 0), Share(8, 0))),
        (REMOVE, Moved(Share(31, 36), Share(40, 16), Share(3, 4))),
    ],
)
def test_a_counter_moves_what_can_be_counted_by_hand(change: str, moved: Moved) -> None:
    """Eight leaves, four spines: 64 addresses on links, 12 loopbacks; 64 ports; 8 AS numbers."""
    assert compare(numbered(OLD), numbered(changed(OLD)[change])) == moved


def test_every_kind_of_record_is_compared_by_itself() -> None:
    """One record of each kind that is another afterwards is one that changed, of that kind alone."""
    kinds = (before := numbered(OLD)).addresses, before.ports, before.asns
    for place, rows in enumerate(kinds):
        victim = min(rows)
        other = [*kinds[:place], rows - {victim} | {(*victim[:2], "another")}, *kinds[place + 1 :]]
        moved = compare(before, allocation(*other))
        shares = [moved.addresses, moved.ports, moved.asns]
        assert shares.pop(place) == Share(len(rows) - 1, 1)
        assert all(share.changed == 0 and share.kept for share in shares)


def test_a_record_that_is_missing_has_changed_while_its_devices_stand() -> None:
    """A link between two switches that are both there still has been taken away: not the same as a leaf that has gone."""
    before = numbered(OLD)
    after = replace(before, ports=frozenset(row for row in before.ports if {*row[:2]} != {"leaf3", "spine2"}))
    assert compare(before, after).ports == Share(62, 2)


def test_what_faces_a_removed_leaf_is_gone_and_not_changed() -> None:
    """Neither its own records nor those of the spines towards it count."""
    before = numbered(OLD)
    kinds = [[row for row in rows if "leaf4" not in row[:2]] for rows in (before.addresses, before.ports, before.asns)]
    assert compare(before, allocation(*kinds)) == Moved(Share(67, 0), Share(56, 0), Share(7, 0))


def test_a_share_of_nothing_is_not_zero() -> None:
    """No AS numbers chosen is not the same as none changed."""
    assert Share(0, 0).percent is None
    assert Share(3, 1).percent == pytest.approx(25)


def test_all_tools_are_asked_for_the_same_changes() -> None:
    """The listings, netlab's file and the specs of clustergen have the same four."""
    new = changed(OLD)
    assert tuple(new) == CHANGES == tuple(ours.specs(8, 4))
    assert new[INSERT].leaves[4] == "leaf9" == new[APPEND].leaves[-1]
    assert "leaf4" not in new[REMOVE].leaves
    data = topology(new[INSERT], ids=True, by_spine=False)
    assert list(data["nodes"])[8] == "leaf9" and data["links"][16] == "leaf9-spine1"
    assert len({node["id"] for node in data["nodes"].values()}) == 13


@pytest.mark.parametrize(
    ("change", "kept"),
    [(APPEND, (52, 32, 10)), (INSERT, (52, 32, 10)), (SPINE, (52, 32, 10)), (REMOVE, (46, 28, 9))],
)
def test_clustergen_moves_nothing_in_the_room_that_it_left(change: str, kept: tuple[int, int, int]) -> None:
    """Two of eight spines are there: 32 addresses and ports on the links of eight leaves; ten loopbacks, ten for management, ten AS numbers."""
    [(_, moved)] = ours.measured({change: ours.specs(8, 2)[change]}, fabric="compute")
    assert moved == Moved(*(Share(count, 0) for count in kept))


def test_clustergen_moves_nothing_on_the_ground_of_the_plan_that_stands() -> None:
    """Without any room left: other numbers when it is planned afresh, the same ones with the first plan as its baseline."""
    pairs = ours.past_the_envelope(8, 2)
    [(_, afresh)] = ours.measured(pairs, fabric=None)
    [(_, grounded)] = ours.measured(pairs, fabric=None, baseline=True)
    assert afresh.addresses.changed and afresh.ports.changed
    assert not grounded.addresses.changed and not grounded.ports.changed and grounded.addresses.kept > 200


def test_a_plan_with_other_addresses_is_seen_to_have_them() -> None:
    """Another pool for the links between switches: every address there is another, no port, and nothing else."""
    spec = ours.specs(8, 2)[APPEND][0]
    pair = (spec, spec | {"addressing": {"underlay": "172.16.0.0/16"}})
    [(_, switches)] = ours.measured({APPEND: pair}, fabric="compute")
    [(_, every)] = ours.measured({APPEND: pair}, fabric=None)
    assert switches == Moved(Share(20, 32), Share(32, 0), Share(10, 0))
    assert every.addresses.changed == 32 and every.ports.changed == 0 and every.ports.kept > 300
