"""Rules of the model stage about subnet managers and their ports."""

from functools import partial

from generator.source.diagnostic import Severity
from generator.source.rule import register

_rule = partial(register, stage="model")

_rule(
    "ufm-unfit",
    title="A fabric without a matching UFM appliance or server in the catalog",
    why="UFM needs its own ports on its fabric; a host of another generation has neither this speed nor this cage.",
    fix="Name hosts of role manager with a port of the fabric's speed (UFM is installed on servers too), or use opensm as the manager.",
)
_rule(
    "ufm-on-servers",
    title="UFM on servers, where no appliance fits the fabric",
    why="No appliance of the catalog has a port of the fabric's speed. UFM Enterprise runs on servers too, and with ConnectX-8 (NVIDIA UFM Enterprise User Manual, Changes and New Features, 6.19.6); you have to install it.",
    fix="Keep the planned pair, add your own hosts of role manager, or use opensm as the manager.",
    severity=Severity.WARNING,
)
_rule(
    "manager-planes",
    title="A subnet manager on one port for several planes",
    why="Every plane is a separate subnet and needs a subnet manager. Ports of managers cannot be split: they would be in one plane, and the other planes would have none.",
    fix="Remove `planes`, or run opensm on the hosts, whose ports are in every plane.",
)
_rule(
    "manager-costs-leaves",
    title="Subnet managers that cost a scalable unit",
    why="A full non-blocking unit has no free port: NVIDIA leaves one host out and gives its ports to UFM (RA-11333-001).",
    fix="Plan one host fewer, or enlarge the envelope to fill the next unit.",
    severity=Severity.WARNING,
)
