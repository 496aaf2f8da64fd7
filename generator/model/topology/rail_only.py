"""Rail-only: as rail-optimized, without spines. Leaves are islands; traffic across rails stays in the host."""

from generator.model.topology.shape import Topology, whole_rails

TOPOLOGY = Topology(
    name="rail-only", title="rail-only", spreads=whole_rails, uplinks=False, reserve=False, one_su=True, rails=True
)
