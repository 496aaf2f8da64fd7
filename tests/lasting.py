"""The part of a `plan.json` that only gains lines when a cluster grows.

All but `lineage`, whose digest is of the whole file; `choices`, which has counts and lists of what is lacking; and what is worked out for all hosts of a
workload together: its figures, its launch, and what storage gives it.
"""

import re

_OF_ALL = re.compile(r'\n  "(?:lineage|launches|sized|stores)": \[\n.*?\n  \],', re.DOTALL)


def lasting(text: str) -> str:
    """Return the sections before `choices`, which is the last one, without those of the whole."""
    sections, found, _ = text.partition('\n  "choices": {\n')
    assert found
    rest, gone = _OF_ALL.subn("", sections)
    assert gone, "every plan has a lineage"
    return rest
