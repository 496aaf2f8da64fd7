"""The last step of a plan: what the sizing alone can tell is found, and the model stays behind."""

from dataclasses import fields

from generator.analysis.growth import growth
from generator.plan.draft import Draft
from generator.plan.plan import Plan


def close(plan: Draft) -> Plan:
    """Return the values of a plan, as outputs read them."""
    found = {each.name: getattr(plan, each.name) for each in fields(Plan)}
    shapes = plan.cluster.shapes
    return Plan(**found | {"growth": {name: growth(plan, each) for name, each in shapes.items() if not each.carrier}})
