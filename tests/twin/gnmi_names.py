"""How gNMIc names what it gets, for its stand-in and for tests of names (openconfig/gnmic@0e753af5, v0.46.0: prometheus_common.go, MetricNameRegex)."""

import re


def sane(name: str) -> str:
    """Return a name as Prometheus takes it: every other sign than letters and digits is one underscore."""
    return re.sub("[^a-zA-Z0-9_]+", "_", name)
