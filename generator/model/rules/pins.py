"""Rules of the model stage about pins and what the site has."""

from functools import partial

from generator.source.rule import register

_rule = partial(register, stage="model")

_rule(
    "pin-unknown",
    title="A pin of an unknown device",
    why="A pin of a device that does not exist would be silently ignored.",
    fix="Use the name that clustergen would give the device without pins, or raise the envelope.",
)
_rule(
    "pin-twice",
    title="Two pins for one value",
    why="One of them could not be kept.",
    fix="Remove or correct one of the two.",
)
_rule(
    "pin-name",
    title="A pinned name that another device has",
    why="A device's name is its DNS name, its Ansible name and the key of its addresses.",
    fix="Pin another name, or the names of both.",
)
_rule(
    "pin-place",
    title="A pinned place that the site does not have",
    why="A device occupies whole rack units of one rack, and no unit of another device.",
    fix="Correct the pin, or state the real racks of the site.",
)
