"""The rules that sizing can break; the code that says them is in `members`, `demand` and `sizing`."""

from generator.source.diagnostic import Severity
from generator.source.rule import register

for _slug, _title, _why, _fix in (
    (
        "no-common-speed",
        "Ports that share no speed",
        "A link runs at one speed on both ends, and each end has a fixed set of them.",
        "Choose a switch with the NIC's speed, or state another speed.",
    ),
    (
        "too-many-leaves",
        "More leaves than two or three tiers can join",
        "Every leaf needs a port on every spine of its pod; the spine's ports are the limit (k^2/2 hosts in two tiers, k^3/4 in three).",
        "Use a spine with more ports, a higher oversubscription, or fewer hosts.",
    ),
    (
        "spine-needed",
        "A leaf that is no spine",
        "The spine is the leaf's model by default; an access switch has too few fast ports to join many leaves.",
        "Name a spine for the fabric.",
    ),
    (
        "uneven-uplinks",
        "Uplinks that do not divide over the spines",
        "Uneven links give uneven paths: ECMP and adaptive routing then overload some of them.",
        "State a number of spines that divides the uplinks, or leave it to clustergen.",
    ),
    (
        "spine-too-small",
        "Spines without enough ports",
        "Each link from a leaf takes a spine port.",
        "State more spines, or choose a larger spine.",
    ),
    (
        "pair-too-small",
        "A converged pair that is too small",
        "All ports of all its fabrics share the cages of two switches, and the links between the two take some.",
        "Give a fabric leaves of its own, or plan a smaller cluster.",
    ),
    (
        "su-too-large",
        "A scalable unit that its leaves cannot hold",
        "All hosts of a unit share one set of leaves; a rail's leaf needs a port for each of them.",
        "State fewer hosts, or leave the number to clustergen.",
    ),
    (
        "topology-too-small",
        "Hosts that do not fit the topology",
        "A single switch and rail-only leaves end at the ports of one switch.",
        "Choose a topology with spines, or a larger leaf.",
    ),
):
    register(_slug, title=_title, why=_why, fix=_fix, stage="model")

for _slug, _title, _why, _fix in (
    (
        "unknown-height",
        "A device whose height nobody published",
        "Rack units, cable lengths and elevations then stand on an assumption.",
        "Put the height into a catalog file of your own.",
    ),
    (
        "planes-wanted",
        "Rails that Ethernet splits over planes",
        "The NIC makes several Ethernet ports of a rail; with fewer planes some of them have no switch.",
        "State as many planes, or leave `planes` out; where two host models differ, half of the wider one's rails stays dark.",
    ),
    (
        "domain-cut",
        "An NVLink domain cut by a scalable unit",
        "Hosts of one domain then sit on different leaves: jobs placed by domain cross the spines without need.",
        "Let a scalable unit hold whole domains.",
    ),
    (
        "manager-costs-leaves",
        "Subnet managers that cost a scalable unit",
        "A full non-blocking unit has no free port: NVIDIA leaves one host out and gives its ports to UFM (RA-11333-001).",
        "Plan one host fewer, or let the envelope fill the next unit.",
    ),
    (
        "spines-idle",
        "Spines above a single leaf",
        "A spine joins leaves; above one leaf it carries nothing and costs a switch and the cables.",
        "Leave `spines` out: they are derived as soon as the envelope needs them.",
    ),
    (
        "unused-ports",
        "Host ports that no fabric takes",
        "Ports that are bought and not cabled are usually a forgotten fabric.",
        "Add the fabric, or accept the warning.",
    ),
    (
        "unmanaged-switch",
        "A management port with no place to go",
        "The only out-of-band leaf cannot manage itself over itself.",
        "Give the out-of-band fabric a second leaf, or reach it over its console.",
    ),
):
    register(_slug, title=_title, why=_why, fix=_fix, stage="model", severity=Severity.WARNING)
