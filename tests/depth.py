"""How deep property tests dig: a tenth of what is stated at a desk and in CI, all of it ten times over on request (CLUSTERGEN_DEPTH=deep). And what the full run alone has."""

import os
from collections.abc import Iterable, Sequence
from itertools import combinations, product
from pathlib import Path

import pytest
import yaml
from _pytest.mark import ParameterSet
from hypothesis import HealthCheck, settings

_SHARE = {"short": 0.1, "deep": 10.0}
DEPTH = os.environ.get("CLUSTERGEN_DEPTH", "short")
_FEWEST = 2
IN_FULL = os.environ.get("CLUSTERGEN_FULL") == "1"
"""Whether this is `make proof-full`."""
FULL = pytest.mark.skipif(not IN_FULL, reason="a sample runs here; `make proof-full` runs this test, too")
"""The mark of a test that `make proof-full` has and `make proof` leaves out: another release, kind or system of what the proof has."""

FULL_ALONE: tuple[str, ...] = tuple(yaml.safe_load((Path(__file__).parent / "full.yaml").read_text("utf-8")))
"""Files of tests, or single tests, that `make proof-full` alone has."""

ALIKE = ("ib-2048", "roce-64")
"""Examples that differ from another by numbers alone: `make test` and the programs of `make proof` judge the other one, `make proof` reads both, `make proof-full` judges both."""

for _name in _SHARE:
    settings.register_profile(
        _name, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
    )
settings.load_profile(DEPTH)


def in_full_alone(test: str) -> bool:
    """Return whether the full run alone has a test, given by the id that pytest has for it."""
    return test in FULL_ALONE or test.startswith(tuple(f"{each}{end}" for each in FULL_ALONE for end in ("::", "[")))


def tries(number: int) -> settings:
    """Return the settings of a property that is tried `number` times in full, and never less than twice."""
    return settings(max_examples=turns(number))


def turns(number: int) -> int:
    """Return how many of `number` turns this run makes."""
    return max(_FEWEST, round(number * _SHARE[DEPTH]))


def sample(names: Iterable[str], *kept: str) -> list[ParameterSet]:
    """Return a test's parameters, of which the full run alone has all but the `kept` ones."""
    names = list(names)
    assert set(kept) <= set(names), f"no case has this name: {', '.join(set(kept) - set(names))}"
    return [pytest.param(name, marks=() if name in kept else FULL) for name in names]


def square(*lists: Sequence[object]) -> list[ParameterSet]:
    """Return the combinations of three lists or more, of which the full run alone has all but a Latin square: every two values of different lists still meet."""
    turn = max(map(len, lists[1:]))
    kept = [places for places in product(*(range(len(values)) for values in lists)) if sum(places) % turn == 0]
    for one, other in combinations(range(len(lists)), 2):
        assert len({(places[one], places[other]) for places in kept}) == len(lists[one]) * len(lists[other])
    return [
        pytest.param(
            *(values[at] for values, at in zip(lists, places, strict=True)),
            marks=() if sum(places) % turn == 0 else FULL,
        )
        for places in product(*(range(len(values)) for values in lists))
    ]
