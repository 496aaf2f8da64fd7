"""analyse: the results of this package by fabric and plane, in one pass over the links."""

from msgspec import Struct

from generator.analysis.bisection import Bisection, bisections
from generator.analysis.failure_cases import Health
from generator.analysis.failures import Failure, failures
from generator.analysis.graph import SwitchGraph, switch_graphs
from generator.analysis.hops import Hops, count_hops
from generator.analysis.lost_link import LostLink, Weighs, lost_links, weighing
from generator.analysis.oversubscription import TierRatio, tier_ratios
from generator.analysis.paths import Path, kinds_of_paths
from generator.analysis.population import Population, population
from generator.analysis.spare_ports import SparePorts, spare_ports
from generator.analysis.without import Without, without_each
from generator.plan.balancing import balances_by_load
from generator.plan.fabrics import Fabric
from generator.plan.growth import Growth
from generator.plan.plan import Plan


class PlaneAnalysis(Struct, frozen=True, kw_only=True):
    """Results for one plane."""

    graph: SwitchGraph
    bisections: tuple[Bisection, ...]
    ratios: tuple[TierRatio, ...]
    hops: Hops
    paths: tuple[Path, ...]


class FabricAnalysis(Struct, frozen=True, kw_only=True):
    """Results for a fabric: its planes one by one, and results for all of them together."""

    fabric: Fabric
    planes: tuple[PlaneAnalysis, ...]
    population: Population
    failures: tuple[Failure, ...]
    without: tuple[Without, ...]
    growth: Growth
    spare: tuple[SparePorts, ...]
    lost: tuple[LostLink, ...]
    weighing: tuple[Weighs, ...]

    @property
    def bisections(self) -> list[tuple[str, float, float, float]]:
        """Reading, full, found and proven bandwidth over all planes, Gb/s: a host sends on all of them at once."""
        sums: dict[str, tuple[float, float, float]] = {}
        for plane in self.planes:
            for each in plane.bisections:
                full, gbps, floor = sums.get(each.reading, (0.0, 0.0, 0.0))
                sums[each.reading] = (full + each.full_gbps, gbps + each.gbps, floor + each.floor_gbps)
        return [(reading, *three) for reading, three in sums.items()]


def analyse(plan: Plan) -> dict[str, FabricAnalysis]:
    """Analyse what is installed of every fabric that has switches of its own, with the ports of those that it carries."""
    return {name: _analyse(plan, plan.fabrics[name], graphs) for name, graphs in switch_graphs(plan).items()}


def analyse_fabric(plan: Plan, name: str) -> FabricAnalysis:
    """Analyse one fabric, or the one that carries it."""
    name = plan.fabrics[name].carrier or name
    return _analyse(plan, plan.fabrics[name], switch_graphs(plan)[name])


def _analyse(plan: Plan, fabric: Fabric, graphs: list[SwitchGraph]) -> FabricAnalysis:
    planes = tuple(
        PlaneAnalysis(
            graph=graph,
            bisections=tuple(bisections(graph)),
            ratios=tuple(tier_ratios(plan, fabric, graph)),
            hops=count_hops(graph),
            paths=tuple(kinds_of_paths(graph)),
        )
        for graph in graphs
    )
    cabled = [plane for plane in planes if plane.bisections]
    people = population(plan, fabric)
    health = Health([plane.graph for plane in cabled], [plane.bisections for plane in cabled], people)
    return FabricAnalysis(
        fabric=fabric,
        planes=planes,
        population=people,
        failures=tuple(failures(health)),
        without=without_each(health),
        growth=plan.growth[fabric.name],
        spare=tuple(spare_ports(plan, fabric)),
        lost=tuple(lost_links(graphs)),
        weighing=weighing(plan, fabric, (each.name for each in plan.switches if balances_by_load(plan, each))),
    )
