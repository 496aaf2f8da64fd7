"""The order of a migration, walked through: no device in service ever loses two ways at once, and the floor ends as planned."""

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.change.compare import compare
from generator.change.difference import difference
from generator.change.file_effects import FileEffect
from generator.change.file_steps import file_steps
from generator.change.order import migration
from generator.change.step import Step
from generator.render.change.steps import step_text
from tests.depth import tries
from tests.growth.forms import example_spec
from tests.plan.plan_rows import Plain, bent, rows_of, rows_of_example
from tests.plan.walk import Walk, WalkError
from tests.specs import Spec, cluster


def steps_of(old: Plain, new: Plain) -> list[Step]:
    """Return the steps, after walking through them."""
    steps = migration(old, new, compare(old, new))
    Walk(old, new).through(steps)
    return steps


def groups(spec: Spec, **hosts: Any) -> Spec:
    """Return a spec with other values in its GPU group."""
    return spec | {"hosts": spec["hosts"] | {"gpu": spec["hosts"]["gpu"] | hosts}}


CASES: dict[str, tuple[Spec, Spec]] = {
    "hosts move to other racks": (groups(cluster(8), per_rack=4), groups(cluster(8), per_rack=2)),
    "hosts move to other places": (
        groups(cluster(4), positions=[1, 2, 3, 4]),
        groups(cluster(4), positions=[2, 3, 4, 9]),
    ),
    "the envelope is raised": (cluster(8, 32), cluster(8, 64)),
    "the envelope is raised to another tier": (cluster(8, 16), cluster(8, 200)),
    "hosts leave": (cluster(8, 32, 4, 2), cluster(5, 32, 2, 1)),
    "units of leaves are smaller": (cluster(24, 32), cluster(24, 32, su_hosts=16)),
    "another topology": (cluster(8, 32), cluster(8, 32, topology="fat-tree")),
    "more spines": (cluster(8, 32), cluster(8, 32, spines=4)),
    "another MTU": (cluster(8, 32), cluster(8, 32, mtu_bytes=4200, host_mtu_bytes=4000)),
    "addresses of links between switches": (cluster(8, 32), cluster(8, 32, underlay="numbered")),
    "another model of leaf": (cluster(8, 32), cluster(8, 32, leaf={"model": "sn4700", "os": "sonic"})),
    "a QoS class": (cluster(8, 32), cluster(8, 32, roce={"dscp": 24})),
}


@pytest.mark.parametrize("case", CASES)
def test_a_migration_keeps_the_cluster_running(case: str, tmp_path: Path) -> None:
    old, new = (rows_of(spec, tmp_path) for spec in CASES[case])
    assert steps_of(old, new)


def test_a_host_that_leaves_is_drained_first(tmp_path: Path) -> None:
    """And nobody is drained that no step drains."""
    old, new = (rows_of(spec, tmp_path) for spec in CASES["hosts leave"])
    found = difference(old, new)
    gone = {row["name"] for row in old["hosts"]} - {row["name"] for row in new["hosts"]}
    leaves = [step for step in found.steps if step.kind == "leave" and gone & set(step.devices)]
    assert leaves
    assert all(gone & set(step.devices) <= set(step.drain) for step in leaves)
    assert gone <= set(found.hosts) == {name for each in found.steps for name in each.drain}


@pytest.mark.parametrize("case", ["another MTU", "a QoS class", "addresses of links between switches", "more spines"])
def test_one_switch_is_out_at_a_time_and_no_host_whole(case: str, tmp_path: Path) -> None:
    """Where no cable changes hands, nothing forces a host out of service whole."""
    old, new = (rows_of(spec, tmp_path) for spec in CASES[case])
    hosts = {row["name"] for row in old["hosts"]}
    for step in steps_of(old, new):
        assert len(step.out) <= 1
        assert not hosts & set(step.out)


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (
            "another MTU",
            "load the new files of compute-leaf1 (`switches.yml --limit compute-leaf1`); verify compute-leaf1",
        ),
        ("hosts move to other racks", "(`hosts.yml`); verify gpu"),
    ],
)
def test_who_is_out_of_service_gets_its_files(case: str, words: str, tmp_path: Path) -> None:
    old, new = (rows_of(spec, tmp_path) for spec in CASES[case])
    assert any(words in step_text(step) for step in steps_of(old, new))


def test_hosts_are_drained_once_for_all_of_their_leaves() -> None:
    """Their jobs would have to end for each rail otherwise."""
    rows = rows_of_example("roce-16")
    steps = migration(rows, rows, [], {row["name"] for row in rows["switches"]})
    Walk(rows, rows).through(steps)
    hosts = ("gpu01", "gpu02")
    drains, resumes = (
        [number for number, step in enumerate(steps) if getattr(step, of)] for of in ("drain", "undrain")
    )
    assert (len(drains), len(resumes)) == (1, 1)
    assert (steps[drains[0]].drain, steps[resumes[0]].undrain) == (hosts, hosts)
    mine = [name for step in steps[drains[0] : resumes[0] + 1] for name in step.devices]
    assert mine == [f"compute-leaf{number}" for number in range(1, 5)]


def test_what_is_only_set_otherwise_is_not_unplugged(tmp_path: Path) -> None:
    """Another MTU or address of a link is no work for hands."""
    for case in ("another MTU", "addresses of links between switches"):
        old, new = (rows_of(spec, tmp_path) for spec in CASES[case])
        steps = steps_of(old, new)
        assert any(step.anew for step in steps)
        assert not [step for step in steps if step.unplug or step.plug]


@pytest.mark.parametrize("planes", [(1, 2), (2, 1)])
def test_hosts_wait_for_the_files_that_a_moved_cable_needs(planes: tuple[int, int], tmp_path: Path) -> None:
    """New links of another plane are no path yet: hosts are drained before their own cables move, and until they have the new addresses."""
    spec = example_spec("b300-two-planes-512")
    spec["hosts"]["gpu"] |= {"count": 2, "max": 4}
    compute = spec["fabrics"]["compute"]
    old, new = (
        rows_of(spec | {"fabrics": spec["fabrics"] | {"compute": compute | {"planes": count}}}, tmp_path)
        for count in planes
    )
    hosts = ("gpu1", "gpu2")
    steps = migration(old, new, compare(old, new), set(hosts))
    Walk(old, new).through(steps)
    moves = {x["cable"] for x in old["links"] if x["fabric"] == "compute"}
    first, last = (step for step in steps if step.drain or step.undrain)
    assert (first.drain, last.kind, last.undrain) == (hosts, "files", hosts)
    assert next(step for step in steps if moves & set(step.unplug)) is first


@pytest.mark.parametrize("fabric", ["compute", "storage"])
def test_hosts_wait_for_the_files_of_another_cage(fabric: str) -> None:
    """One link goes and one comes, of the same rail and at other ports of both ends: no path before the host has its new files."""
    old = rows_of_example("roce-16")
    number, link = next(
        (number, link)
        for number, link in enumerate(old["links"])
        if (link["a"]["device"], link["fabric"]) == ("gpu01", fabric)
    )
    ends = {"a": link["a"] | {"cage": "SLOT9", "interface": "rail9"}, "b": link["b"] | {"cage": "99"}}
    new = bent(old, "links", number, **ends, cable="CHX")
    steps = migration(old, new, compare(old, new), {"gpu01"})
    Walk(old, new).through(steps)
    first, last = (step for step in steps if step.drain or step.undrain)
    assert (first.kind, first.drain, first.undrain) == ("switch", ("gpu01",), ())
    assert (last.kind, last.devices, last.undrain) == ("files", ("gpu01",), ("gpu01",))


def test_a_plane_that_comes_is_no_path_yet(tmp_path: Path) -> None:
    """Hosts that gain a plane are drained for the leaf of their own one: they configure the new ports last."""
    spec = example_spec("b300-two-planes-512")
    spec["hosts"]["gpu"] |= {"count": 2, "max": 4}
    compute = spec["fabrics"]["compute"] | {"spines": 2, "su_hosts": 2, "planes_installed": 1}
    more = compute | {"planes_installed": 2, "roce": {"dscp": 24}}
    old, new = (rows_of(spec | {"fabrics": spec["fabrics"] | {"compute": each}}, tmp_path) for each in (compute, more))
    (step,) = (each for each in steps_of(old, new) if "compute-p0-leaf1" in each.out)
    assert step.drain == ("gpu1", "gpu2")


def test_switches_that_stand_in_for_one_another_take_new_files_apart() -> None:
    """Neither two spines nor both leaves of a pair are in one step, and who has jobs behind one keeps a way; storage, control and login hosts go one by one."""
    old = rows_of_example("roce-64")
    names = {part: [row["name"] for row in old[part]] for part in ("hosts", "switches")}
    steps = migration(old, old, [], set(names["switches"]))
    Walk(old, old).through(steps)
    pushed = [set(step.devices) for step in steps]
    assert {step.kind for step in steps} == {"push"}
    assert all(set(step.out) == set(step.devices) for step in steps)
    assert sorted(name for part in pushed for name in part) == sorted(names["switches"])
    for fabric in ("compute-spine", "storage-leaf", "frontend-leaf", "oob-leaf"):
        assert not [part for part in pushed if len([name for name in part if name.startswith(fabric)]) > 1], fabric
    roles = {row["name"]: row["role"] for row in old["hosts"]}
    for step in file_steps(old, dict.fromkeys(names["hosts"], FileEffect.TRAFFIC), ()):
        others = [name for name in step.devices if roles.get(name, "compute") != "compute"]
        assert len(others) <= 1


def test_hosts_whose_links_are_set_up_anew_are_held_until_their_own_end_is(tmp_path: Path) -> None:
    """Drained in the first step of theirs, and in none undrained before the one in which they load their files: no end alone is any use."""
    old, new = (rows_of(spec, tmp_path) for spec in CASES["another MTU"])
    steps = steps_of(old, new)
    hosts = {row["name"] for row in old["hosts"]}
    ends = {link["cable"]: link["a"]["device"] for link in new["links"]}
    held = {ends[cable] for step in steps for cable in step.anew} & hosts
    assert held
    assert steps[-1].kind == "files"
    assert set(steps[-1].devices) == set(steps[-1].undrain) >= held
    for name in held:
        assert [step.kind for step in steps if name in step.drain] == ["switch"]
        assert sum(name in step.undrain for step in steps) == 1


def test_jobs_end_where_a_fabric_is_in_parts(tmp_path: Path) -> None:
    """Each host keeps a link of its storage at every moment; but one port is on the new leaves and one on the old ones, and nothing joins these."""
    both = {"storage": ["storage-leaf1", "storage-leaf2"]}
    old = rows_of(cluster(4), tmp_path)
    new = {part: [dict(row) for row in rows] if isinstance(rows, list) else rows for part, rows in old.items()}
    names = {name: f"{name}-new" for name in both["storage"]}
    new["switches"] += [
        row | {"name": names[row["name"]], "rack": "Z9"} for row in old["switches"] if row["name"] in names
    ]
    for number, link in enumerate(new["links"]):
        ends = {end: link[end] | {"device": names.get(link[end]["device"], link[end]["device"])} for end in ("a", "b")}
        if link["fabric"] == "storage":
            new["links"][number] = link | ends
    steps = steps_of(old, new)
    storage = {link["a"]["device"] for link in old["links"] if link["fabric"] == "storage"} & {
        row["name"] for row in old["hosts"]
    }
    first = next(step for step in steps if step.unplug)
    assert storage <= set(first.drain)
    assert not storage & set(first.undrain)


def test_additions_need_no_steps(tmp_path: Path) -> None:
    old, new = rows_of(cluster(4), tmp_path), rows_of(cluster(12), tmp_path)
    assert migration(old, new, compare(old, new)) == []


def test_the_walk_refuses_steps_that_are_taken_at_once(tmp_path: Path) -> None:
    """Two leaves together cut two rails of a host: the simulation sees it."""
    old, new = (rows_of(spec, tmp_path) for spec in CASES["another MTU"])
    steps = steps_of(old, new)
    leaves = [step for step in steps if "leaf" in step.devices[0]]
    both = replace(
        leaves[0],
        devices=leaves[0].devices + leaves[1].devices,
        out=leaves[0].out + leaves[1].out,
        drain=tuple({*leaves[0].drain, *leaves[1].drain}),
        unplug=leaves[0].unplug + leaves[1].unplug,
        plug=leaves[0].plug + leaves[1].plug,
        anew=leaves[0].anew + leaves[1].anew,
    )
    with pytest.raises(WalkError, match="at once"):
        Walk(old, new).through([both, *(step for step in steps if step not in leaves[:2])])


@pytest.mark.parametrize(
    ("lacks", "words"), [("drain", "jobs run on"), ("undrain", "still drained"), ("anew", "is not what is down")]
)
def test_the_walk_refuses_a_step_that_lacks_something(lacks: str, words: str, tmp_path: Path) -> None:
    old, new = (rows_of(spec, tmp_path) for spec in CASES["another MTU"])
    steps = steps_of(old, new)
    index = max(index for index, step in enumerate(steps) if getattr(step, lacks))
    with pytest.raises(WalkError, match=words):
        Walk(old, new).through([*steps[:index], replace(steps[index], **{lacks: ()}), *steps[index + 1 :]])


def test_the_walk_refuses_another_order(tmp_path: Path) -> None:
    """A port must be free before a cable comes to it, and a device there before a cable goes to it."""
    old, new = (rows_of(spec, tmp_path) for spec in CASES["the envelope is raised"])
    with pytest.raises(WalkError):
        Walk(old, new).through(steps_of(old, new)[::-1])


def exchanged(rows: Plain, pairs: list[tuple[int, int]]) -> Plain:
    """Exchange the upper ends of links."""
    for first, second in pairs:
        a, b = rows["links"][first], rows["links"][second]
        rows = bent(rows, "links", first, b=b["b"])
        rows = bent(rows, "links", second, b=a["b"])
    return rows


def of(rows: Plain, lower: str, upper: str) -> list[int]:
    """Number the links between devices whose names begin so."""
    return [
        number
        for number, link in enumerate(rows["links"])
        if link["a"]["device"].startswith(lower) and link["b"]["device"].startswith(upper) and link["fabric"] != "oob"
    ]


def test_two_rails_of_a_host_that_change_places_take_the_host_out() -> None:
    """No port is free for either: that is physics, and the step says so."""
    old = rows_of_example("roce-64")
    first, second = of(old, "gpu01", "compute-leaf1")[0], of(old, "gpu01", "compute-leaf3")[0]
    steps = steps_of(old, exchanged(old, [(first, second)]))
    assert [step.out for step in steps] == [(), ("gpu01",)]
    assert steps[0].loose == (old["links"][first]["cable"],)
    assert steps[0].drain == steps[1].undrain == ("gpu01",)


def test_two_hosts_that_change_ports_on_one_leaf_stay_in_service() -> None:
    old = rows_of_example("roce-64")
    first, second = of(old, "gpu01", "storage-leaf1")[0], of(old, "gpu02", "storage-leaf1")[0]
    steps = steps_of(old, exchanged(old, [(first, second)]))
    assert [(step.out, step.drain) for step in steps] == [((), ())]


def test_hosts_that_stand_in_each_others_places_are_out_together() -> None:
    old = rows_of_example("roce-64")
    one, other = old["hosts"][0], old["hosts"][4]
    assert one["rack"] != other["rack"]
    new = bent(old, "hosts", 0, rack=other["rack"], unit=other["unit"])
    new = bent(new, "hosts", 4, rack=one["rack"], unit=one["unit"])
    steps = steps_of(old, new)
    assert [set(step.out) for step in steps] == [{one["name"], other["name"]}]


@pytest.mark.parametrize("pair", ["storage-leaf", "compute-spine"])
def test_switches_that_stand_in_for_one_another_change_places_one_by_one(pair: str) -> None:
    """One is set aside in its rack; never are both out, and whoever has jobs keeps a way."""
    old = rows_of_example("roce-64")
    one, other = (next(n for n, row in enumerate(old["switches"]) if row["name"] == f"{pair}{i}") for i in (1, 2))
    new = old
    for here, there in ((one, other), (other, one)):
        row = old["switches"][there]
        new = bent(new, "switches", here, rack=row["rack"], unit=row["unit"])
    steps = steps_of(old, new)
    assert [(step.kind, step.out) for step in steps] == [
        ("aside", (f"{pair}1",)), ("switch", (f"{pair}2",)), ("switch", (f"{pair}1",)),
    ]  # fmt: skip
    on_it = {x["cable"] for x in old["links"] if f"{pair}1" in (x["a"]["device"], x["b"]["device"])}
    assert set(steps[0].again) == on_it
    assert "set aside" not in step_text(steps[1])
    row = next(row for row in old["switches"] if row["name"] == f"{pair}1")
    assert f"power {pair}1 off, and set it aside on free units of its rack, from U{steps[0].aside:02d} up" in step_text(steps[0])  # fmt: skip
    held = [range(x["unit"], x["unit"] + x["height_u"]) for x in (*old["hosts"], *old["switches"]) if x["rack"] == row["rack"]]  # fmt: skip
    assert not any(units.start <= (steps[0].aside or 0) + up < units.stop for units in held for up in range(row["height_u"]))  # fmt: skip
    drained = {name for step in steps for name in step.drain}
    assert not drained, "each host has a way left in each step"


def test_who_is_carried_is_unplugged_and_drains_nobody(tmp_path: Path) -> None:
    """By a spec that exchanges two leaves: all cables of each are unplugged in its step, none is called one that stays in, and each host has its other leaf."""
    spec = cluster(4)
    old = rows_of(spec, tmp_path)
    at = {row["name"]: {"rack": row["rack"], "unit": row["unit"]} for row in old["switches"]}
    pair = ("storage-leaf1", "storage-leaf2")
    new = rows_of(spec | {"pins": {"devices": dict(zip(pair, (at[pair[1]], at[pair[0]]), strict=True))}}, tmp_path)
    steps = [step for step in steps_of(old, new) if set(pair) & set(step.devices)]
    assert [step.kind for step in steps] == ["aside", "switch", "switch"]
    assert not [step for step in steps if step.anew or step.drain]
    for step in steps:
        (name,) = step.devices
        mine = {link["cable"] for link in old["links"] if name in (link["a"]["device"], link["b"]["device"])}
        assert {*step.unplug, *step.again} == mine
    assert "unplug 4 more cables" in step_text(steps[1])
    with pytest.raises(WalkError, match="plugged in"):
        Walk(old, new).through([replace(step, again=()) for step in steps_of(old, new)])


def test_where_no_rack_has_room_they_are_out_together_and_the_step_drains_whom_it_cuts_off() -> None:
    old = rows_of_example("roce-64")
    old["racks"] = [row | {"units": 0} for row in old["racks"]]
    one, other = (next(n for n, row in enumerate(old["switches"]) if row["name"] == f"storage-leaf{i}") for i in (1, 2))
    new = old
    for here, there in ((one, other), (other, one)):
        row = old["switches"][there]
        new = bent(new, "switches", here, rack=row["rack"], unit=row["unit"])
    (step,) = steps_of(old, new)
    assert set(step.out) >= {"storage-leaf1", "storage-leaf2"}
    assert set(step.drain) == {row["name"] for row in old["hosts"] if row["role"] in ("compute", "storage")}


@tries(60)
@given(seed=st.integers(0, 2**32), count=st.integers(2, 24), lower=st.sampled_from(["gpu", "compute-leaf"]))
def test_whatever_ports_are_exchanged_the_floor_ends_as_planned(seed: int, count: int, lower: str) -> None:
    """Any permutation of the upper ends of some links, rings and all."""
    old = rows_of_example("roce-64")
    dice = random.Random(seed)
    upper = "compute-leaf" if lower == "gpu" else "compute-spine"
    picked = dice.sample(of(old, lower, upper), count)
    mixed = dice.sample(picked, count)
    new = old
    for number, source in zip(picked, mixed, strict=True):
        new = bent(new, "links", number, b=old["links"][source]["b"])
    steps_of(old, new)
