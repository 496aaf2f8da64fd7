"""Columns of the tables under cabling/, in their order."""

from generator.plan.cabling.pulls import Pull

CABLE_COLUMNS = (
    "cable_id", "fabric", "a_device", "a_rack", "a_unit", "a_cage", "a_port", "b_device", "b_rack", "b_unit", "b_cage",
    "b_port", "speed_gbps", "medium", "length_m", "part", "label_a", "label_b", "a_interface", "b_interface", "kind",
    "rail", "a_optic", "b_optic", "model", "fibre", "connector", "polarity",
)  # fmt: skip
"""cables.csv: one row a link; the columns down to `label_b` are a promise to other programs."""
PULL_COLUMNS = (
    "cable_id", "medium", "length_m", "part", "from_unit", "from_device", "from_cage", "from_port", "to_rack",
    "to_unit", "to_device", "to_cage", "to_port", "label_here", "label_there", "done",
)  # fmt: skip
"""pull/<rack>.csv: one row per cable, in pulling order; several ports or legs are joined by ` + `."""
PORT_COLUMNS = (
    "cage", "port", "interface", "speed_gbps", "peer_device", "peer_cage", "peer_port", "peer_interface", "cable_id",
    "optic", "address", "rail",
)  # fmt: skip
"""ports/<switch>.csv: one row a link, and one a cable of a power strip."""
LABEL_COLUMNS = ("cable_id", "end", "rack", "unit", "device", "label", "line1", "line2", "line3")
"""labels.csv: one row a label, the last three its lines as a label printer takes them."""
BOM_COLUMNS = (
    "kind", "model", "vendor", "description", "length_m", "part", "count", "spares", "order", "fibre", "connector",
    "polarity",
)  # fmt: skip
"""bom.csv: one row a product; `count` is installed, `order` is with spares."""
CORD_COLUMNS = (
    "cord", "kind", "rack", "unit", "device", "supply", "feed", "pdu", "phase", "model", "label_supply", "label_pdu",
)  # fmt: skip
"""cords.csv: one row a power cord, or a line of a power shelf (`kind`); the outlet of the PDU is chosen on site."""

PDU_COLUMNS = (
    "cable", "name", "strip", "rack", "feed", "leaf", "leaf_rack", "leaf_unit", "cage", "interface", "address", "model",
    "part", "length_m", "label_pdu", "label_leaf",
)  # fmt: skip
"""pdus.csv: one row a power strip with a management port, which a cable of twisted pair connects to an out-of-band leaf."""


def pull_row(pull: Pull) -> tuple[object, ...]:
    """Return a cable's row of a pull sheet, under `PULL_COLUMNS`; the last cell is for a tick."""
    link, near, far = pull.link, pull.near, pull.far
    return (
        link.cable,
        link.medium,
        link.length_m,
        link.part,
        near.unit,
        near.device,
        near.cage,
        near.port,
        far.rack,
        far.unit,
        far.device,
        far.cage,
        far.port,
        near.label,
        far.label,
        "",
    )
