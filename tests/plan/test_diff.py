"""What a change is called: every field of every section, in both directions."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.change.cables import Work
from generator.change.compare import LATER, compare
from generator.change.difference import difference
from generator.change.effects import Touch, apart, effects
from generator.change.formats import fault
from generator.change.links import flat
from generator.change.records import Change, Kind
from generator.change.references import twice
from generator.change.tables import _BY_ENDS, IDENTITY
from generator.render.change.text import text
from tests.conftest import EXAMPLES
from tests.depth import tries
from tests.ours import TEMPLATES
from tests.plan.plan_rows import Plain, bent, rows_of, rows_of_example
from tests.specs import cluster

SLOW = tries(12)
_ENDS = ("a_device", "a_cage", "a_port")
_INSIDE = {"roce": ("marking",), "filters": ("lines",)}
"""Fields that hold rows of a table of their own."""


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_plan_and_itself_differ_in_nothing(name: str) -> None:
    found = difference(rows_of_example(name), rows_of_example(name))
    assert not found.changes
    assert not found.steps
    assert not found.cables
    assert not found.parts


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_plan_says_a_thing_twice(name: str) -> None:
    """What is refused in a baseline is in no plan of ours."""
    assert not list(twice(rows_of_example(name)))


def test_reasons_are_those_of_their_field() -> None:
    """Another tier or plane is no other fabric, and another cable in a port is no new label of the same one."""
    found = {(table, name): each.why for table, fields in effects().items() for name, each in fields.items()}
    assert "fabric" in found["links", "fabric"]
    assert not [key for key, why in found.items() if key[1] in {"kind", "tier", "plane"} and "fabric" in why]
    assert "same cable" not in found["ports", "cable"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_field_of_every_section_has_a_verdict(name: str) -> None:
    """A field that is added to the plan is classified on the same day; until then it counts as one with effect."""
    rows = rows_of_example(name)
    for section, value in rows.items():
        if section in apart() or not isinstance(value, list):
            continue
        assert section in effects(), f"say in change/effects.yaml what a change of {section} does"
        known = {*effects()[section], *IDENTITY.get(section, ()), *_INSIDE.get(section, ())}
        for row in value:
            fields = set(flat(row) if section == "links" else row)
            assert fields <= known, f"{section}: {sorted(fields - known)}"


def other(value: Any) -> Any:
    """Return another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, list):
        return [*value, "planted"]
    return "planted" if value is None else f"{value}0"


def plantable() -> list[tuple[str, str]]:
    """Name every field of the sections that are compared row by row."""
    found = []
    rows = rows_of_example("tenants-64") | {"subnets": rows_of_example("ib-256")["subnets"]}
    rows |= {"partitions": rows_of_example("ib-256")["partitions"]}
    for section, value in rows.items():
        if section not in apart() and section not in _BY_ENDS and isinstance(value, list) and value:
            key = (*IDENTITY[section], *_INSIDE.get(section, ()))
            found += [(section, field) for field in value[0] if field not in key]
    return found


@pytest.mark.parametrize(("section", "field"), plantable())
def test_a_planted_change_is_called_what_the_table_says(section: str, field: str) -> None:
    """Of one row in the middle of every section, one field after the other."""
    old = rows_of_example("ib-256" if section in ("subnets", "partitions") else "tenants-64")
    index = len(old[section]) // 2
    if field not in old[section][index]:
        index = 0
    new = bent(old, section, index, **{field: other(old[section][index][field])})
    effect = effects()[section].get(field)
    assert effect, f"no verdict on {section}.{field}"
    wanted = {Touch.NOTHING: Kind.IN_PLACE, Touch.TRAFFIC: Kind.EFFECT, Touch.MEMBERS: Kind.ADDED}[effect.touch]
    if effect.first and not old[section][index][field]:
        wanted = Kind.ADDED
    found = [change for change in compare(old, new) if change.table == section]
    assert [(change.kind, [each.name for each in change.fields]) for change in found] == [(wanted, [field])]
    if effect.touch is Touch.MEMBERS:
        back = [change for change in compare(new, old) if change.table == section]
        assert [(change.kind, change.fields[0].before) for change in back] == [(Kind.REMOVED, ["planted"])]


def test_another_reason_of_a_connection_removes_none(tmp_path: Path) -> None:
    """A tier that comes first in the order of names is the reason of a flow that was there."""
    spec = cluster()
    more = {"data": {"kind": "nfs", "mount": "/data", "hosts": "storage", "clients": ["compute"]}}
    old, new = (rows_of(spec | {"storage": spec["storage"] | tiers}, tmp_path) for tiers in ({}, more))
    kinds = {(change.table, change.kind) for change in compare(old, new)}
    assert kinds == {("tiers", Kind.ADDED), ("flows", Kind.IN_PLACE)}


@pytest.mark.parametrize(
    ("field", "kind"),
    [("speed_gbps", Kind.EFFECT), ("mtu_bytes", Kind.EFFECT), ("rail", Kind.EFFECT), ("label_a", Kind.IN_PLACE), ("index", Kind.IN_PLACE),
     ("part", Kind.IN_PLACE), ("cable", Kind.IN_PLACE), ("medium", Kind.EFFECT)],
)  # fmt: skip
def test_a_planted_change_of_a_link(field: str, kind: Kind) -> None:
    old = rows_of_example("roce-16")
    new = bent(old, "links", 5, **{field: other(old["links"][5][field])})
    if field == "cable":
        number = next(n for n, row in enumerate(old["cables"]) if row["cable"] == old["links"][5]["cable"])
        new = bent(new, "cables", number, cable=new["links"][5]["cable"])
    changes = compare(old, new)
    assert {(change.table, change.kind) for change in changes} <= {("links", kind), ("cables", kind)}
    assert "links" in {change.table for change in changes}


@pytest.mark.parametrize(
    ("field", "value", "work"),
    [("cage", "60", Work.MOVE), ("port", 2, Work.MOVE), ("rack", "Z01", Work.MOVE), ("address", "10.1.2.3", None), ("optic", "planted", None)],
)  # fmt: skip
def test_a_planted_change_of_a_links_end(field: str, value: Any, work: Work | None) -> None:
    """A cable that moves is told with both ends; the host behind it is drained."""
    old = rows_of_example("roce-16")
    link = old["links"][0]
    new = bent(old, "links", 0, b={**link["b"], field: value})
    found = difference(old, new)
    kinds = {change.kind for change in found.changes if change.table == "links"}
    assert kinds == {Kind.EFFECT}
    assert found.hosts == (link["a"]["device"],)
    assert [cable.work for cable in found.cables] == ([work] if work else [])
    if work:
        assert found.cables[0].before[0]["b"][field] == link["b"][field]
        assert found.cables[0].after[0]["b"][field] == value


def test_a_field_that_nobody_knows_is_never_harmless() -> None:
    old = rows_of_example("roce-16")
    plans = [bent(old, "hosts", 0, mood=value) for value in ("calm", "wild")]
    assert [change.kind for change in compare(*plans)] == [Kind.EFFECT]
    sections = [{**old, "weather": [{"name": "sun", "hours": hours}]} for hours in (3, 4)]
    assert {change.kind for change in compare(*sections)} == {Kind.ADDED, Kind.REMOVED}


def test_a_relabelled_cable_is_the_same_cable() -> None:
    old = rows_of_example("roce-16")
    new = rows_of_example("roce-16")
    for row in (*new["links"], *new["cables"]):
        row["cable"] = f"N{row['cable']}"
    for link in new["links"]:
        link["label_a"], link["label_b"] = f"N{link['label_a']}", f"N{link['label_b']}"
    found = difference(old, new)
    assert {change.kind for change in found.changes} == {Kind.IN_PLACE}
    assert {cable.work for cable in found.cables} == {Work.RELABEL}
    assert not found.hosts
    assert not found.steps


def test_what_the_first_format_does_not_say_is_not_compared() -> None:
    new = rows_of_example("roce-16")
    old = {name: value for name, value in new.items() if name not in (*LATER, "numbering")} | {"format": 1}
    found = difference(old, new)
    assert not found.changes
    assert set(found.unsaid) == {"harnesses", "schedulers", "daemons", "kubernetes"}


@pytest.mark.parametrize(
    ("change", "words"),
    [({"format": 99}, "reads 1, 2, 3 and 4"), ({"format": "1"}, "not a plan"), ({"hosts": None}, "no list `hosts`"), ({"hosts": [{}]}, "row 1 of `hosts`"),
     ({"links": ["x"]}, "row 1 of `links`")],
)  # fmt: skip
def test_what_is_no_plan_is_refused_in_words(change: Plain, words: str) -> None:
    rows = rows_of_example("roce-16")
    assert fault(rows) == ""
    assert words in fault(rows | change)
    assert "not a plan" in fault([])


@SLOW
@given(counts=st.tuples(*[st.tuples(st.integers(0, most), st.integers(0, most)) for most in (32, 8, 2)]))
@example(counts=((0, 0), (0, 1), (0, 0)))
def test_growth_inside_the_envelope_is_nothing_but_additions(
    tmp_path: Path, counts: tuple[tuple[int, int], ...]
) -> None:
    """Several groups at once; and back again it is nothing but removals of the same things."""
    (gpu, more), (storage, stored), (login, logins) = (sorted(pair) for pair in counts)
    old, new = rows_of(cluster(gpu, 32, storage, login), tmp_path), rows_of(cluster(more, 32, stored, logins), tmp_path)
    found = difference(old, new)
    assert {change.kind for change in found.changes} <= {Kind.ADDED}
    assert {cable.work for cable in found.cables} <= {Work.PULL}
    assert not found.hosts
    assert not found.switches
    assert not found.steps
    assert {change.table for change in found.changes if change.table == "hosts"} == (
        {"hosts"} if counts_differ(counts) else set()
    )
    mirrored(old, new)


def counts_differ(counts: tuple[tuple[int, int], ...]) -> bool:
    return any(few != many for few, many in counts)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {"mtu_bytes": 4200, "host_mtu_bytes": 4000}), ({}, {"su_hosts": 16}), ({}, {"spines": 4}), ({}, {"underlay": "numbered"}),
        ({"topology": "fat-tree"}, {"topology": "rail-optimized"}),
    ],
)  # fmt: skip
def test_a_comparison_reads_the_same_from_the_other_end(tmp_path: Path, before: Plain, after: Plain) -> None:
    old, new = rows_of(cluster(6, **before), tmp_path), rows_of(cluster(8, **after), tmp_path)
    assert {change.kind for change in mirrored(old, new)} - {Kind.ADDED}


def mirrored(old: Plain, new: Plain) -> list[Change]:
    """Compare both ways: what one way adds the other removes, and what changes is the same."""
    turned = {Kind.ADDED: Kind.REMOVED, Kind.REMOVED: Kind.ADDED}
    there, back = compare(old, new), compare(new, old)
    first = {(each.kind, each.table, str(each.before), str(each.after), _fields(each)) for each in there}
    second = {
        (turned.get(each.kind, each.kind), each.table, str(each.after), str(each.before), _fields(each))
        for each in back
    }
    assert first == second
    assert len(there) == len(back)
    return there


def _fields(change: Change) -> frozenset[str]:
    return frozenset(field.name for field in change.fields)


@pytest.mark.parametrize(
    ("section", "find", "values", "table", "kind"),
    [
        ("roce", 0, {"marking": []}, "marking", Kind.REMOVED),
        ("filters", 0, {"lines": []}, "filters", Kind.REMOVED),
        ("ports", "group", {"peer_asn": 1}, "sessions", Kind.EFFECT),
        ("ports", "group", {"group": ""}, "sessions", Kind.REMOVED),
    ],
)
def test_what_is_inside_a_row_is_a_table_of_its_own(
    section: str, find: Any, values: Plain, table: str, kind: Kind
) -> None:
    old = rows_of_example("roce-16")
    index = find if isinstance(find, int) else next(n for n, row in enumerate(old[section]) if row[find])
    changes = [change for change in compare(old, bent(old, section, index, **values)) if change.table == table]
    assert {change.kind for change in changes} == {kind}


def test_an_optic_that_is_exchanged_is_one_change_for_its_cage() -> None:
    old, new = rows_of_example("roce-16"), rows_of_example("roce-16")
    first = old["links"][0]["b"]
    for link in new["links"]:
        if (link["b"]["device"], link["b"]["cage"]) == (first["device"], first["cage"]):
            link["b"]["optic"] = "osfp-2x400g-dr4"
    found = difference(old, new)
    changes = [change for change in found.changes if change.table == "optics"]
    assert [(change.kind, change.key) for change in changes] == [(Kind.EFFECT, (first["device"], first["cage"]))]
    assert {(part.model, part.more) for part in found.parts} == {("osfp-2x400g-sr4", -1), ("osfp-2x400g-dr4", 1)}


@pytest.mark.parametrize(
    ("states", "kind"),
    [(("planned", "installed"), Kind.IN_PLACE), (("installed", "maintenance"), Kind.EFFECT), (("maintenance", "planned"), Kind.EFFECT)],
)  # fmt: skip
def test_a_state_takes_nobody_out_of_service_for_the_plan(states: tuple[str, str], kind: Kind) -> None:
    """The state says itself who is out; a host that was planned joins as it is."""
    rows = rows_of_example("roce-16")
    before, after = (bent(rows, "hosts", 0, state=state) for state in states)
    found = difference(before, after)
    assert [change.kind for change in found.changes] == [kind]
    assert not found.hosts
    assert not found.steps


@pytest.mark.parametrize(
    ("prefix", "kinds"), [("10.128.0.0/10", [Kind.IN_PLACE]), ("10.128.0.0/12", [Kind.REMOVED, Kind.ADDED])]
)
def test_a_filter_that_accepts_more_removes_nothing(prefix: str, kinds: list[Kind]) -> None:
    old, new = rows_of_example("roce-64"), rows_of_example("roce-64")
    (line,) = (line for row in new["filters"] for line in row["lines"] if line["prefix"] == "10.128.0.0/11")
    line["prefix"] = prefix
    assert [change.kind for change in compare(old, new)] == kinds


def test_addresses_that_change_hands_are_listed() -> None:
    """Both devices stand, and no baseline refuses it: each gets what the other gives up."""
    old = rows_of_example("roce-16")
    of = {row["device"]: n for n, row in enumerate(old["addresses"]) if row["use"] == "inband"}
    one, other = of["gpu01"], of["gpu02"]
    new = bent(old, "addresses", one, address=old["addresses"][other]["address"])
    new = bent(new, "addresses", other, address=old["addresses"][one]["address"])
    found = difference(old, new)
    assert {(each.device, each.of) for each in found.taken} == {("gpu01", "gpu02"), ("gpu02", "gpu01")}
    said = text(found, TEMPLATES, every=False, files=False)
    assert "Addresses that move to another device" in said
    assert "which stays" in said
    assert difference(old, old).taken == ()
