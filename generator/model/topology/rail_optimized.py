"""Rail-optimized: leaf n serves rail n of every host in the scalable unit; spines join the leaves.

Small pods put several whole rails on one leaf: floor(leaf down ports / hosts) of them
(NVIDIA DGX SuperPOD and Enterprise reference architectures; OCP open cluster designs).
"""

from generator.model.topology.shape import Topology, whole_rails

TOPOLOGY = Topology(
    name="rail-optimized",
    title="rail-optimized",
    spreads=whole_rails,
    uplinks=True,
    reserve=True,
    one_su=False,
    rails=True,
)
