"""The part of a `plan.json` that only gains lines when a cluster grows: all but `lineage`, whose digest is of the whole file, and `choices`, which has counts and lists of what is lacking."""


def lasting(text: str) -> str:
    """Return the sections before `choices`, which is the last one, without `lineage`."""
    sections, found, _ = text.partition('\n  "choices": {\n')
    assert found
    head, found, rest = sections.partition('\n  "lineage": [\n')
    assert found
    _, _, rest = rest.partition("\n  ],\n")
    return f"{head}\n{rest}"
