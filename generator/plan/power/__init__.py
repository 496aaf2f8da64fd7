"""Power: draw of devices, loads of racks and feeds, and the budget."""

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
    "DeviceLoad", "RackLoad", "counted_whole", "device_loads", "rack_loads", "rack_products", "typical_models",
    "unpowered",
]  # fmt: skip
