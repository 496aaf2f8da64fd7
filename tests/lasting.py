"""The part of a `plan.json` that only gains lines when a cluster grows: all but `choices`, which has counts, and lists of what is lacking."""


def lasting(text: str) -> str:
    """Return the sections before `choices`, which is the last one."""
    sections, found, _ = text.partition('\n  "choices": {\n')
    assert found
    return sections
