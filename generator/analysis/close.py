"""The last step of a plan: adds what only the sizing can compute, and drops the model."""

from generator.analysis.growth import growth
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.plan.services import with_services


def close(plan: Draft) -> Plan:
    """Return the values of a plan, as outputs read them."""
    found = {name: getattr(plan, name) for name in Plan.__struct_fields__}
    shapes = plan.cluster.shapes
    grown = {name: growth(plan, each) for name, each in shapes.items() if not each.carrier}
    closed = Plan(**found | {"growth": grown})
    closed.__dict__.update(plan.__dict__)
    return with_services(closed)
