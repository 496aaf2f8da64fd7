"""The floor while it changes: what waits for a port is plugged in when the port is free, and sets of names have no say in an order."""

from typing import Any

from generator.change.parked import Parked
from generator.change.patch import Patch, Task


def _link(lower: str, upper: str, cage: int, rail: int = 0) -> dict[str, Any]:
    ends = {"a": {"device": lower, "cage": "1", "port": rail}, "b": {"device": upper, "cage": str(cage), "port": 0}}
    return {"fabric": "compute", "rail": rail, "cable": f"{lower}-{upper}", **ends}


def test_links_of_devices_come_in_the_order_of_names_however_they_are_asked_for() -> None:
    links = [_link(f"gpu{number}", f"leaf{number}", 1) for number in range(40)]
    patch = Patch(links, [])
    names = [f"leaf{number}" for number in range(40)]
    found = [[link["cable"] for link in patch.on(asked)] for asked in (names, names[::-1], set(names))]
    assert found[0] == found[1] == found[2]


def test_two_that_exchange_ports_hang_loose_until_both_are_out() -> None:
    one, two = _link("gpu1", "leaf1", 1), _link("gpu2", "leaf1", 2)
    tasks = [Task(one, _link("gpu1", "leaf1", 2)), Task(two, _link("gpu2", "leaf1", 1))]
    patch = Patch([one, two], tasks)
    patch.unplug(tasks[:1])
    assert patch.plug() == [] and list(patch.parked.links.values()) == [one]
    patch.unplug(tasks[1:])
    assert patch.plug() == tasks and not patch.parked.links and not patch.parked.rails["gpu1"]


def test_a_link_waits_for_its_device_and_then_for_its_port() -> None:
    there = _link("gpu1", "leaf1", 1)
    leaves, comes = Task(there, None), Task(None, _link("gpu2", "leaf1", 1))
    patch = Patch([there], [leaves, comes], absent={"gpu2"})
    patch.unplug([comes])
    patch.arrive(["gpu2"])
    assert patch.plug() == []
    patch.unplug([leaves])
    assert patch.plug() == [comes] and patch.rails["gpu1", "compute", 0] == 0 and patch.rails["gpu2", "compute", 0] == 1


def test_whoever_waits_longest_gets_the_port() -> None:
    there = _link("gpu1", "leaf1", 1)
    leaves, first, second = (
        Task(there, None),
        Task(None, _link("gpu2", "leaf1", 1)),
        Task(None, _link("gpu3", "leaf1", 1)),
    )
    patch = Patch([there], [leaves, first, second])
    patch.unplug([first, second])
    patch.unplug([leaves])
    assert patch.plug() == [first] and patch.plug() == []


def test_what_hangs_loose_is_counted_by_fabric_rail_and_upper_device() -> None:
    parked = Parked()
    parked.add(0, _link("leaf1", "spine1", 1))
    parked.add(1, _link("leaf1", "spine2", 2))
    assert (
        parked.several == {"leaf1"} and parked.fabrics == {"compute": 2} and parked.first(("leaf1", "compute", 0)) == 0
    )
    parked.remove(0)
    parked.remove(7)
    assert not parked.several and parked.fabrics["compute"] == 1 and parked.first(("leaf1", "compute", 0)) == 1
