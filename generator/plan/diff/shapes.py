"""The shape of a plan's rows: which kind of value each field has, taken from the records that the rows are printed from.

A `plan.json` may come from anywhere. Rows of a shape that no release of ours has written are refused before anything reckons with them.
"""

import dataclasses
import types
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from generator.plan.access.records import Zone
from generator.plan.cabling.harnesses import Harness
from generator.plan.cabling.records import Cable, Link
from generator.plan.hosts.users import Account, AccountGroup
from generator.plan.kubernetes.profile import KubernetesProfile
from generator.plan.records import (
    Address,
    AsNumber,
    Host,
    Lag,
    Prefix,
    PrefixFilter,
    Rack,
    Retired,
    Roce,
    Switch,
    SwitchPort,
    Tier,
    Vlan,
    Vrf,
)
from generator.plan.schedulers import Membership
from generator.plan.slurm.reload import Daemon


@dataclasses.dataclass(frozen=True, slots=True)
class _Layout:
    pool: str
    prefix: str
    fields: tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class _Filter:
    fabric: str
    lines: tuple[PrefixFilter, ...]


_RECORDS: Mapping[str, type] = {
    "layouts": _Layout,
    "prefixes": Prefix,
    "vlans": Vlan,
    "asns": AsNumber,
    "roce": Roce,
    "vrfs": Vrf,
    "zones": Zone,
    "racks": Rack,
    "hosts": Host,
    "retired": Retired,
    "switches": Switch,
    "filters": _Filter,
    "links": Link,
    "ports": SwitchPort,
    "lags": Lag,
    "cables": Cable,
    "addresses": Address,
    "tiers": Tier,
    "harnesses": Harness,
    "schedulers": Membership,
    "daemons": Daemon,
    "accounts": Account,
    "account_groups": AccountGroup,
    "kubernetes": KubernetesProfile,
}
"""The record behind the rows of a section; rows of others are only known to hold plain values."""
_LONGEST_TEXT = 4096
_LARGEST = 1 << 64
_DEEPEST = 6
Test = Callable[[Any], bool]


def misshapen(plan: Mapping[str, Any]) -> Iterator[str]:
    """Say which rows are not what clustergen writes, in words to put behind the plan's name."""
    for section, value in plan.items():
        if isinstance(value, list):
            tests = _tests(_RECORDS[section]) if section in _RECORDS else {}
            yield from _wrong(section, value, tests)
        elif not _plain(value):
            yield f"is no whole plan: `{section}` is nothing that clustergen writes"


def _wrong(section: str, rows: list[Any], tests: Mapping[str, Test]) -> Iterator[str]:
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            yield f"is no whole plan: row {number} of `{section}` is no mapping"
            return
        for name, value in row.items():
            test = tests.get(name, _plain)
            if not test(value):
                yield f"is no whole plan: `{name[:80]}` in row {number} of `{section}` is nothing that clustergen writes there"
                return


@cache
def _tests(record: type) -> Mapping[str, Test]:
    hints = get_type_hints(record)
    return {field.name: _test(hints[field.name]) for field in dataclasses.fields(record)}


def _test(hint: Any) -> Test:
    """Give the test of a value by the type of its field, as it is in JSON."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in {Union, types.UnionType}:
        either = [_test(each) for each in inner]
        return lambda value: any(test(value) for test in either)
    if origin is tuple or origin is list:
        each = _test(inner[0]) if len(set(inner) - {...}) == 1 else _plain
        return lambda value: isinstance(value, list) and all(map(each, value))
    if hint is bool:
        return lambda value: type(value) is bool
    if hint is int:
        return lambda value: type(value) is int and abs(value) < _LARGEST
    if hint is float:
        return lambda value: type(value) in {int, float} and abs(value) < _LARGEST
    if hint is type(None):
        return lambda value: value is None
    if hint is str or (isinstance(hint, type) and issubclass(hint, Enum)):
        return lambda value: type(value) is str and len(value) <= _LONGEST_TEXT
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        tests = _tests(hint)
        return lambda row: isinstance(row, dict) and all(tests.get(k, _plain)(v) for k, v in row.items())
    return _plain


def _plain(value: Any, depth: int = 0) -> bool:
    """Whether a value is made of texts and numbers of sane sizes, not too deep."""
    if isinstance(value, str):
        return len(value) <= _LONGEST_TEXT
    if isinstance(value, int | float):
        return abs(value) < _LARGEST
    if isinstance(value, list | dict) and depth < _DEEPEST:
        inner = value if isinstance(value, list) else [*value, *value.values()]
        return all(_plain(each, depth + 1) for each in inner)
    return value is None
