"""Which of a host's files its group holds: together they are what every host has, and who arrives moves none of them."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.plan.records import Host
from generator.render.hosts.sharing import own_place, placed, shared_place
from tests.conftest import example, plan_of
from tests.depth import tries

OWN = 9
"""A value that is about one host."""
ONE = plan_of(example("small-4-hosts")).hosts[0]
FILES = st.dictionaries(st.sampled_from(["a", "b/c", "d"]), st.sampled_from([1, 2, OWN]), min_size=1)
HOSTS = st.lists(st.tuples(st.sampled_from(["gpu", "login"]), FILES), min_size=1, max_size=6)


def tree(found: list[tuple[Host, Mapping[str, int]]]) -> dict[str, int]:
    """Place files, each once."""
    rows = list(placed(found, lambda value: value == OWN))
    assert len({place for place, _ in rows}) == len(rows)
    return dict(rows)


def hosts(rows: list[tuple[str, dict[str, int]]]) -> list[tuple[Host, Mapping[str, int]]]:
    alike: dict[str, dict[str, int]] = {}  # equal files may be one object, in several groups
    return [
        (replace(ONE, name=f"{group}{n}", group=group), alike.setdefault(repr(files), files))
        for n, (group, files) in enumerate(rows)
    ]


def whole(files: Mapping[str, int], host: Host) -> dict[str, int]:
    """Return what a host gets: its group's files, then its own."""
    got: dict[str, int] = {}
    for folder in (shared_place(host.group), own_place(host)):
        got |= {
            path.removeprefix(f"{folder}/"): value for path, value in files.items() if path.startswith(f"{folder}/")
        }
    return got


@tries(100)
@given(HOSTS)
def test_every_host_gets_its_files(rows: list[tuple[str, dict[str, int]]]) -> None:
    """No more, no less; and nothing that is about one host is anybody else's."""
    found = hosts(rows)
    files = tree(found)
    for host, wanted in found:
        assert whole(files, host) == wanted
    assert OWN not in [value for place, value in files.items() if place.startswith("host_groups/")]


@tries(100)
@given(HOSTS, st.sampled_from([1, 2, OWN]))
def test_who_arrives_moves_no_file(rows: list[tuple[str, dict[str, int]]], value: int) -> None:
    """A host that has the files of its group, with whatever values, comes: what stood stands."""
    found = hosts(rows)
    like, files = found[-1]
    more = (replace(like, name="late"), dict.fromkeys(files, value))
    before, after = tree(found), tree([*found, more])
    kept = {place: each for place, each in after.items() if not place.startswith("hosts/late/")}
    assert before.items() <= kept.items()
    assert all(place.startswith("host_groups/") for place in kept.keys() - before.keys())


def test_equal_hosts_share_and_the_others_have_their_own() -> None:
    found = hosts([("gpu", {"a": 1, "d": 1}), ("gpu", {"a": 1, "d": 2}), ("gpu", {"a": 1, "d": 1, "b/c": 1})])
    assert tree(found) == {
        "host_groups/gpu/a": 1,
        "host_groups/gpu/d": 1,
        "hosts/gpu1/d": 2,
        "hosts/gpu2/b/c": 1,
    }


def test_two_groups_may_share_an_object_and_not_its_place() -> None:
    two = {"a": 2}
    found: list[tuple[Host, Mapping[str, int]]] = [
        (replace(ONE, name=name, group=name[0]), files) for name, files in (("a1", two), ("b1", {"a": 1}), ("b2", two))
    ]
    assert tree(found) == {"host_groups/a/a": 2, "host_groups/b/a": 1, "hosts/b2/a": 2}
