"""Ways to the site: what is planned of them, and what an edit of one does."""

from pathlib import Path

import pytest

from generator.change.difference import difference
from generator.plan.edge import Line, instances, transit
from tests.edge_specs import edge_cluster, pair
from tests.specs import cluster, plan_data
