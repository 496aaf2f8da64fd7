"""Rules of the model stage about names of a spec and the hardware of the catalog."""

from functools import partial

from generator.source.diagnostic import Severity
from generator.source.rule import register

_rule = partial(register, stage="model")

_rule(
    "unknown-model",
    title="A model that the catalog does not have",
    why="Ports, units, power and lanes come from the catalog; none of them is guessed.",
    fix="Use a name of `clustergen catalog list`, or describe the hardware in a `catalog/` folder beside the spec.",
)
_rule(
    "wrong-technology",
    title="A switch without the fabric's technology",
    why="An InfiniBand switch carries no Ethernet, and an Ethernet switch no InfiniBand.",
    fix="Choose a switch of the fabric's technology, or change the technology.",
)
_rule(
    "os-not-on-switch",
    title="An operating system that has no data for the switch",
    why="Lanes and port names come from the vendor's platform data; with invented ones, a switch would not start.",
    fix="Choose another operating system or model, add the platform's data in a catalog file of yours, or state `os: none`: the switch is planned, and its files are yours.",
)
_rule(
    "version-without-os",
    title="A release without an operating system",
    why="With `os: none` nothing is rendered for a switch, so a release has no effect.",
    fix="Remove `version`, or name the system that the switch runs.",
)
_rule(
    "os-on-infiniband",
    title="An operating system on an InfiniBand switch",
    why="InfiniBand switches run their vendor's own.",
    fix="Remove `os`.",
)
_rule(
    "no-role",
    title="A host group without a role",
    why="The model can have several roles, so the spec must state one.",
    fix="Add `role: control` or another role.",
)
_rule(
    "comes-with-rack",
    title="A host group for devices that come with racks",
    why="NVLink switch trays come in the racks of their compute trays, in the number that the product has; a separate group for them would have no rack.",
    fix="Remove the group; the devices are added with the hosts of their racks.",
)
_rule(
    "unknown-height",
    title="A device without a published height",
    why="Rack units, cable lengths and elevations are then based on an assumption.",
    fix="State the height in a catalog file of your own.",
    severity=Severity.WARNING,
)
_rule(
    "no-common-speed",
    title="Ports without a common speed",
    why="A link runs at one speed on both ends, and each end supports a fixed set of speeds.",
    fix="Choose a switch with the NIC's speed, or state another speed.",
)
