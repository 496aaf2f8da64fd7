"""A fabric in a bottle: the switches of a rendered tree as real FRR daemons in network namespaces.

Reads the rendered files only and never the generator, so a plan that is wrong in both places cannot agree with itself.
What one machine cannot show is in docs: PFC, ECN, bandwidth, optics and the vendor's own NOS.
"""

from tests.twin.frr import FrrError, check_syntax
from tests.twin.kernel_tables import lookup
from tests.twin.needs import require
from tests.twin.tree import Tree
from tests.twin.twin import NotConvergedError, Twin

__all__ = ["FrrError", "NotConvergedError", "Tree", "Twin", "check_syntax", "lookup", "require"]
