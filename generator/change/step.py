"""A step of a migration, as data."""

from msgspec import Struct


class Capacity(Struct, frozen=True):
    """What a step takes from a fabric: links that are down, of so many that are there by then."""

    fabric: str
    down: int
    of: int


class Wait(Struct, frozen=True):
    """A mount that is not served during a step, the hosts that serve it, and those that wait for it."""

    mount: str
    servers: tuple[str, ...]
    hosts: tuple[str, ...]


class Step(Struct, frozen=True, kw_only=True):
    """One step: drain, work, verify, undrain.

    `kind`: limits (switches that must take more routes before anybody announces them), add (new devices, and cables between free ports: nothing is touched), leave (devices that go for good), handover (hosts that go from the schedulers `leave` to `join`, and change nothing else), pods and found (hosts of
    Kubernetes whose pods get another network, or all of it is founded anew; `switches` load their new files first), api and gpus (the same hosts get another address of the API, or workers other GPUs and rails for their pods), upgrade (hosts of the schedulers `join` get another release: controllers, one after the other, or hosts that jobs run on), host (hosts that change themselves), switch (a switch, or only cables at it), aside (a switch that stands elsewhere in its rack until its place is free, as another one that stands in for it needs its own),
    rename (devices that have another name; `was` are the earlier ones), files (hosts whose new files interrupt them, or who load their end of links that switches have set up anew), install (hosts that get another system), push (switches that load new files), name (hosts of a cluster that is called otherwise), owner and home (hosts with accounts, `of`, that get other numbers, or other homes), mount (hosts that mount a tier, `of`, by themselves and otherwise than before), export (hosts that export a tier from another file system: `was` exported it, `of` has the mount point and the device), unknown (files, `of`, of which nobody has stated what they do). `out` are devices that stay and have no way at all during the step, `drain`
    hosts whose jobs end before it, `undrain` those that may have jobs after it. `unplug` and `plug` name cables, the first as they were
    called, the second as they will be; `loose` are those that wait for a port that a later step frees. `anew` are cables that
    nobody touches and whose links are down until both ends have their new settings: an address, an MTU, a speed. `replaced` are those of `devices` that are exchanged, `parts` those whose adapters are, `reused` the cables that are unplugged for
    it and plugged into the same ports of the new hardware, `installed` are devices that get another system; `again` are those of devices that are carried to another place, and of those set aside, which go into the same ports too. `waits` are mounts that hosts of the step serve.
    `cords` are power cords that are moved, one of a device at a time; cords: steps in which nothing else is done.
    """

    kind: str
    devices: tuple[str, ...]
    was: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    drain: tuple[str, ...] = ()
    unplug: tuple[str, ...] = ()
    plug: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()
    anew: tuple[str, ...] = ()
    undrain: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()
    join: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    reused: tuple[str, ...] = ()
    installed: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    capacity: tuple[Capacity, ...] = ()
    of: tuple[str, ...] = ()
    waits: tuple[Wait, ...] = ()
    cords: tuple[str, ...] = ()
