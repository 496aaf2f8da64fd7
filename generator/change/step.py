"""A step of a migration, as data."""

from typing import Literal

from msgspec import Struct

StepKind = Literal[
    "limits",  # switches that must accept more routes, before a peer announces them
    "add",  # new devices, and cables between free ports: no existing device is affected
    "leave",  # devices that are removed permanently
    "handover",  # hosts that move from the schedulers `leave` to `join`, and change nothing else
    "pods",  # hosts of Kubernetes whose pods get another network
    "found",  # hosts of a Kubernetes that is installed anew
    "api",  # hosts of Kubernetes whose API gets another address
    "gpus",  # workers of Kubernetes whose pods get other GPUs and rails
    "upgrade",  # hosts that get another release of a scheduler
    "host",  # hosts that change
    "switch",  # a switch that changes, or only its cables
    "release",  # a switch that gets another release of its system, and nothing else
    "aside",  # a switch that moves to free units of its rack until its place is free, as its successor needs its own
    "rename",  # devices with another name
    "files",  # hosts that new files interrupt, or that reconfigure their end of links
    "install",  # hosts that get another operating system
    "push",  # switches that load new files
    "cords",  # devices whose power cords move, and nothing else
    "name",  # hosts of a cluster with another name
    "owner",  # hosts with accounts whose numbers change
    "home",  # hosts with accounts whose home directories change
    "mount",  # hosts that mount a tier by hand, and differently than before
    "export",  # hosts that export a tier from another file system, or at another address
    "egress",  # hosts that may no longer ask outside of the cluster what they could
    "unknown",  # files whose effect is not known
]


class Capacity(Struct, frozen=True):
    """The loss of capacity of a fabric in a step: links that are down, of those that exist by then."""

    fabric: str
    down: int
    of: int


class Wait(Struct, frozen=True):
    """A mount that is not served during a step, its servers, and the clients that wait."""

    mount: str
    servers: tuple[str, ...]
    hosts: tuple[str, ...]


class Step(Struct, frozen=True, kw_only=True):
    """One step: drain, work, verify, undrain.

    `devices` are the devices of the step, `was` their earlier names (of kind export: the hosts that exported before; of kind upgrade: the names that they still have).
    `drain` are hosts whose jobs end before it, `undrain` hosts that may have jobs after it, `out` devices that stay and have no path during it.
    `leave` and `join` are schedulers that hosts leave and join; of kind upgrade, `join` are those whose new release is installed.
    `replaced` are those of `devices` that are exchanged, `parts` those whose adapters are, `installed` those that get another system,
    `released` switches that get another release of theirs.
    `systems` are hosts that a later step installs, with another system or as new hardware (upgrade); `apart`: the step is done from a tree in which
    only the release differs, as the new one has names, hosts or addresses that do not exist yet (upgrade).
    `readdressed` are hosts that get another in-band address: their files are placed in the step that drains them, and in effect by a boot in their own.
    `switches` load new files within the step; `waits` are mounts that its hosts serve, `capacity` the links that are down.

    Cables, by label: `unplug` by the earlier one and `plug` by the new one; `loose` wait for a port that a later step frees; `anew` stay plugged in,
    and are down until both ends have their new settings (an address, an MTU, a speed); `reused` are plugged into the same
    ports of new hardware; `again` are those of devices that move or are set aside, and return to the same ports.
    `trunks` are harnesses whose trunks are unplugged and plugged into the same cages, and `behind` those of these cables that stay in their panels.
    `cords` are power cords that move, one of a device at a time unless it is off; `carried` are those of `devices` that are taken to another place;
    `aside` is the lowest unit, in its rack, where a switch is set aside.

    `of`, by kind: the releases that have to be installed in between (upgrade; of Kubernetes on all hosts), accounts (owner, home), mount points (mount), the mount point, and the device to which files are copied (export), files (unknown), services that are closed, each with the key that stated it (egress; none: all that is not stated), the earlier and the new name (name). With `released`: the system, a release that has to run in between, and the new one.
    """

    kind: StepKind
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
    trunks: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    installed: tuple[str, ...] = ()
    released: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    readdressed: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    capacity: tuple[Capacity, ...] = ()
    of: tuple[str, ...] = ()
    waits: tuple[Wait, ...] = ()
    cords: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    aside: int | None = None
    apart: bool = False
