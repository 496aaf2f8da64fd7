"""What the spec means: devices, racks, seats and links, everything named and counted; no addresses yet."""
