"""The rules of the model stage: what may be wrong between a spec and the hardware. The modules of this package report them."""

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
    "fabric-needed",
    title="Hosts that need a fabric without leaves",
    why="A cluster does not work if compute hosts cannot reach the storage, or hosts cannot reach each other in band. In the smallest clusters one pair of compute leaves carries these fabrics, but not here.",
    fix="Give the fabric its own leaves, plan fewer hosts, or state `carries: []` if its ports should stay uncabled.",
    severity=Severity.WARNING,
)
_rule(
    "no-common-speed",
    title="Ports without a common speed",
    why="A link runs at one speed on both ends, and each end supports a fixed set of speeds.",
    fix="Choose a switch with the NIC's speed, or state another speed.",
)
_rule(
    "too-many-leaves",
    title="More leaves than two or three tiers can connect",
    why="Every leaf needs a port on every spine of its pod; the spine's ports are the limit (k^2/2 hosts in two tiers, k^3/4 in three).",
    fix="Use a spine with more ports, a higher oversubscription, or fewer hosts.",
)
_rule(
    "spine-needed",
    title="A leaf model that cannot be a spine",
    why="The spine is the leaf's model by default; an access switch has too few fast ports to connect many leaves.",
    fix="Name a spine for the fabric.",
)
_rule(
    "uneven-uplinks",
    title="Uplinks that cannot be divided evenly over the spines",
    why="Uneven links give uneven paths: ECMP and adaptive routing then overload some of them.",
    fix="State a number of spines that divides the uplinks, or leave the number out.",
)
_rule(
    "spine-too-small",
    title="Spines without enough ports",
    why="Each link from a leaf takes a spine port.",
    fix="State more spines, or choose a larger spine.",
)
_rule(
    "pair-too-small",
    title="A converged pair that is too small",
    why="All ports of all its fabrics share the cages of two switches, and the links between the two take some.",
    fix="Give a fabric its own leaves, or plan a smaller cluster.",
)
_rule(
    "peer-links-too-many",
    title="More links between two leaves than they have ports",
    why="The links take the last cages of both leaves; hosts and reserved ports have the others.",
    fix="State fewer `peer_links`, or choose a larger leaf.",
)
_rule(
    "su-too-large",
    title="A scalable unit that its leaves cannot hold",
    why="All hosts of a unit share one set of leaves; a rail's leaf needs a port for each of them.",
    fix="State fewer hosts, or leave the number out.",
)
_rule(
    "topology-too-small",
    title="Hosts that do not fit the topology",
    why="A single switch and rail-only leaves are limited by the ports of one switch.",
    fix="Choose a topology with spines, or a larger leaf.",
)
_rule(
    "unknown-height",
    title="A device without a published height",
    why="Rack units, cable lengths and elevations are then based on an assumption.",
    fix="State the height in a catalog file of your own.",
    severity=Severity.WARNING,
)
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
    "manager-costs-leaves",
    title="Subnet managers that cost a scalable unit",
    why="A full non-blocking unit has no free port: NVIDIA leaves one host out and gives its ports to UFM (RA-11333-001).",
    fix="Plan one host fewer, or enlarge the envelope to fill the next unit.",
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
_rule(
    "comes-with-rack",
    title="A host group for devices that come with racks",
    why="NVLink switch trays come in the racks of their compute trays, in the number that the product has; a separate group for them would have no rack.",
    fix="Remove the group; the devices are added with the hosts of their racks.",
)
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
