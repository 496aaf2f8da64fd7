"""The difference of two bills: pieces to buy, and pieces left over. Installed pieces only; spares are additional."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from generator.change.power_parts import power_pieces
from generator.change.tables import PlanRows
from generator.plan.sections import CHOICES


class Part(Struct, frozen=True):
    """A product whose count changes. `length_m` is for cables and harnesses, `part` the order number, if known."""

    kind: str
    model: str
    length_m: float | None
    part: str
    before: int
    after: int

    @property
    def more(self) -> int:
        """Pieces to buy; below 0, pieces that are left over."""
        return self.after - self.before


_Product = tuple[str, str, float | None]
_ORDER = ("host", "switch", "pdu", "cord", "cable", "harness", "adapter", "transceiver")


def bill_difference(old: PlanRows, new: PlanRows) -> list[Part]:
    """Return the products whose count differs; where a plan lacks its harnesses or hardware, the products that depend on them are left out for both."""
    harnesses = "harnesses" in old and "harnesses" in new
    power = all("hardware" in plan.get(CHOICES, {}) for plan in (old, new))
    parts: dict[_Product, str] = {}
    before, after = (Counter(_pieces(plan, parts, harnesses=harnesses, power=power)) for plan in (old, new))
    products = sorted({*before, *after}, key=lambda each: (_ORDER.index(each[0]), each[1], each[2] or 0))
    return [
        Part(*each, parts.get(each, ""), before[each], after[each]) for each in products if before[each] != after[each]
    ]


def _pieces(plan: PlanRows, parts: dict[_Product, str], *, harnesses: bool, power: bool) -> Iterator[_Product]:
    """Yield the product of every piece, and record the order numbers."""
    yield from (("host", row["model"], None) for row in plan["hosts"])
    yield from (("switch", row["model"], None) for row in plan["switches"])
    yield from power_pieces(plan) if power else ()
    laid = [("cable", row) for row in plan["cables"]]
    laid += [("harness", row) for row in plan["harnesses"]] if harnesses else []
    for kind, row in laid:
        product = (kind, row["model"], row["length_m"])
        if row["part"]:
            parts[product] = row["part"]
        yield product
    yield from _adapters(plan) if harnesses else ()
    optics = {
        (e["device"], e["cage"]): e["optic"] for link in plan["links"] for e in (link["a"], link["b"]) if e["optic"]
    }
    known = plan.get(CHOICES, {}).get("hardware", {}).get("optics", {})
    for model in optics.values():
        product = ("transceiver", model, None)
        if number := known.get(model, {}).get("part"):
            parts[product] = number
        yield product


def _adapters(plan: PlanRows) -> Iterator[_Product]:
    """Yield one adapter for each tail of a harness that a cord meets."""
    tails = {(row["device"], row["cage"]): row["tail_connector"] for row in plan["harnesses"]}
    if tails:
        ends = ((end["device"], end["cage"]) for link in plan["links"] for end in (link["a"], link["b"]))
        yield from (("adapter", f"adapter-{tails[end]}", None) for end in ends if end in tails)
