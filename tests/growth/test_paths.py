"""Random paths of edits, each step on the ground of the one before: no device gets the address of another existing one, and steps can be followed."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.change.difference import difference
from generator.plan.sections import compared
from generator.render.encode import plain
from generator.spec.load import DocumentError
from tests.depth import tries
from tests.growth.forms import example_spec, plan_of
from tests.growth.past import moves, plan_on
from tests.growth.paths import report, taken_over, walk
from tests.growth.test_past_envelope import assert_stands, raised
from tests.specs import cluster


@tries(20)
@given(seed=st.integers(0, 2**32))
def test_any_path_can_be_followed(seed: int) -> None:
    taken = list(walk(seed, 5))
    assert not any(step.faults for step in taken), "\n".join(report(seed, taken))


def test_a_pair_of_storage_leaves_becomes_a_fabric_with_spines() -> None:
    """Hosts that stay on the first leaves keep their addresses; those that go to other leaves get what nobody had."""
    spec = cluster(40, 64, 4, 1)
    del spec["fabrics"]["storage"]["spine"]
    before = plan_of(spec)
    spec = raised(spec, 60, 200)
    spec["fabrics"]["storage"]["spine"] = {"model": "sn5600", "os": "sonic"}
    spec["fabrics"]["oob"]["spines"] = 2
    after = plan_on(spec, before, disruptive=True)
    assert [plan.cluster.shapes["storage"].spines for plan in (before, after)] == [0, 8]
    assert taken_over(plain(compared(before)), plain(compared(after))) == []
    storage = [host.name for host in before.hosts if host.group == "storage"]
    assert moves(after, before)["storage", "addresses"] == 2 * len(storage)
    assert plain(compared(plan_on(spec, after))) == plain(compared(after))


def test_who_goes_to_other_leaves_gets_no_address_of_those_who_stood_there() -> None:
    """Units of 16 hosts become units of 8 on other leaves: the second one is given to others than stood in it."""
    before = plan_of(cluster(30, 32, su_hosts=16))
    spec = cluster(30, 32, su_hosts=8, topology="fat-tree")
    after = plan_on(spec, before, disruptive=True)
    assert taken_over(plain(compared(before)), plain(compared(after))) == []
    stay = [{a for a in plan.addresses if a.device == "gpu01"} for plan in (before, after)]
    assert stay[0] == stay[1]
    assert plain(compared(plan_on(spec, after))) == plain(compared(after))


def test_hosts_of_another_model_move_nobody_else() -> None:
    """Control hosts with one management port less leave their seats empty; switches behind them keep theirs."""
    spec = cluster(8, 32)
    before = plan_of(spec)
    spec["hosts"]["control"]["model"] = "storage-2u"
    after = plan_on(spec, before, disruptive=True)
    moved = {a.device for a in set(before.addresses) - set(after.addresses) if a.fabric == "oob"}
    assert moved == {"control1", "control2", "control3"}
    assert plain(compared(plan_on(spec, after))) == plain(compared(after))


def test_a_converged_pair_ends_and_hosts_keep_their_addresses() -> None:
    spec = example_spec("small-4-hosts")
    before = plan_of(spec)
    leaf = {"model": "sn5600", "os": "sonic"}
    spec["fabrics"]["compute"]["carries"] = []
    spec["fabrics"] |= {
        "storage": {"technology": "roce", "leaf": leaf},
        "frontend": {"technology": "ethernet", "leaf": leaf},
    }
    after = plan_on(spec, before, disruptive=True)
    hosts = {host.name for host in before.hosts}
    assert {a for a in before.addresses if a.device in hosts} == {a for a in after.addresses if a.device in hosts}
    assert taken_over(plain(compared(before)), plain(compared(after))) == []


def test_addresses_that_would_change_hands_are_refused_with_the_list() -> None:
    """In a VLAN a host has the odd address of its pair, which its leaf had; another pool in the same change is the way out."""
    spec = cluster(4, 16) | {"scheduler": {"slurm": {}}}
    before = plan_of(spec)
    spec["fabrics"]["storage"]["host_links"] = "vlan"
    with pytest.raises(DocumentError) as refused:
        plan_on(spec, before, disruptive=True)
    (problem,) = refused.value.problems
    assert (problem.code, problem.loc) == ("address-of-another", ("fabrics", "storage"))
    assert "gpu01 storage0 gets 10.128.0.1 of storage-leaf1" in problem.notes[0].message
    after = plan_on(spec | {"addressing": {"storage": "172.16.0.0/12"}}, before, disruptive=True)
    assert taken_over(plain(compared(before)), plain(compared(after))) == []


def test_a_first_ipv6_address_is_an_addition() -> None:
    """It needs no leave to move anything, and no step; another prefix does."""
    spec = cluster(8, 32)
    before = plan_of(spec)
    after = plan_on(spec | {"addressing": {"ipv6": "fd42:c1::/32"}}, before)
    assert moves(after, before) == {}
    change = difference(plain(compared(before)), plain(compared(after)))
    assert change.steps == ()
    assert {str(kind) for kind, count in change.counts.items() if count} == {"added"}
    other = copy.deepcopy(spec) | {"addressing": {"ipv6": "fd42:c2::/32"}}
    with pytest.raises(DocumentError, match="would-move"):
        plan_on(other, after)
    assert_stands(after, plan_on(raised(spec, 9, 32) | {"addressing": {"ipv6": "fd42:c1::/32"}}, after))
