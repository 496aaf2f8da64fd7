"""The plan while it is made: what choices are made from is still at hand."""

from generator.catalog.load import Catalog
from generator.model.cluster import Cluster
from generator.plan.plan import Plan
from generator.spec.cluster import ClusterSpec


class Draft(Plan, frozen=True, kw_only=True, dict=True):
    """A plan with the model that it is made from: for allocators and rules, not for backends."""

    cluster: Cluster

    @property
    def spec(self) -> ClusterSpec:
        """The spec with its defaults."""
        return self.cluster.spec

    @property
    def catalog(self) -> Catalog:
        """The hardware facts."""
        return self.cluster.catalog
