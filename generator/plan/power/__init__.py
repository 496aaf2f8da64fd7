"""Power: what each device draws, what each rack and feed carries, and how the budget of the whole comes about."""

from generator.plan.power.loads import (
    DeviceLoad,
    RackLoad,
    counted_whole,
    device_loads,
    rack_loads,
    rack_products,
    typical_models,
    unpowered,
)

__all__ = [
    "DeviceLoad",
    "RackLoad",
    "counted_whole",
    "device_loads",
    "rack_loads",
    "rack_products",
    "typical_models",
    "unpowered",
]
