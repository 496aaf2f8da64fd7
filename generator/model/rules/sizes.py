"""Rules of the model stage about how many switches hosts need, and how many fit."""

from functools import partial

from generator.source.diagnostic import Severity
from generator.source.rule import register

_rule = partial(register, stage="model")

_rule(
    "fabric-needed",
    title="Hosts that need a fabric without leaves",
    why="A cluster does not work if compute hosts cannot reach the storage, or hosts cannot reach each other in band. In the smallest clusters one pair of compute leaves carries these fabrics, but not here.",
    fix="Give the fabric its own leaves, plan fewer hosts, or state `carries: []` if its ports should stay uncabled.",
    severity=Severity.WARNING,
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
