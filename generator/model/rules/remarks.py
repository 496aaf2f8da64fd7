"""Rules of the model stage about what a cluster leaves unused or cuts in parts."""

from functools import partial

from generator.source.diagnostic import Severity
from generator.source.rule import register

_rule = partial(register, stage="model")

_rule(
    "planes-wanted",
    title="Rails that Ethernet splits over planes",
    why="The NIC divides a rail into several Ethernet ports; with fewer planes, some of them have no switch.",
    fix="State as many planes, or leave `planes` out; if two host models differ, half of the rail ports of the wider one stay unused.",
    severity=Severity.WARNING,
)
_rule(
    "domain-cut",
    title="An NVLink domain cut by a scalable unit",
    why="Hosts of one domain then sit on different leaves: jobs placed by domain cross the spines without need.",
    fix="Size scalable units to hold whole domains.",
    severity=Severity.WARNING,
)
_rule(
    "ports-idle",
    title="Spines or cores with most of their ports unused",
    why="Each switch has as many links to every switch above it. A number of uplinks such as 17 or 26 (2 x 13) divides evenly over few numbers of switches, so many more may be planned than have the ports for all uplinks.",
    fix="Set the ratio that the warning names, which changes the number of uplinks; or choose another switch.",
    severity=Severity.WARNING,
)
_rule(
    "spines-idle",
    title="Spines above a single leaf",
    why="A spine connects leaves; above a single leaf it carries nothing, and costs a switch and cables.",
    fix="Leave `spines` out: they are derived as soon as the envelope needs them.",
    severity=Severity.WARNING,
)
_rule(
    "unused-ports",
    title="Host ports without a fabric",
    why="Ports without cables usually mean that a fabric was forgotten.",
    fix="Add the fabric, or accept the warning.",
    severity=Severity.WARNING,
)
_rule(
    "unmanaged-switch",
    title="A management port that cannot be connected",
    why="The only out-of-band leaf cannot be managed through itself.",
    fix="Give the out-of-band fabric a second leaf, or reach it over its console.",
    severity=Severity.WARNING,
)
