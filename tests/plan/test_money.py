"""Money by the site's own prices: figures that can be worked out again, prices that are kept, and what is missing by name."""

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from generator.analysis.close import close
from generator.analysis.costs import Costs, costs
from generator.change.costs import change_cost
from generator.change.parts import bill_difference
from generator.cli.main import main
from generator.plan.cabling.bom import bill_of_materials
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.plan.power.budget import make_budget
from generator.plan.read_back import read_back
from generator.plan.sections import sections, with_hardware
from generator.render.backend import load_backends
from generator.render.encode import plain
from generator.spec.prices import PricesSpec
from tests.conftest import example
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

PRICES: dict[str, Any] = {
    "currency": "EUR", "date": "2026-11-01", "discount": 0.1, "surcharge": 0.05, "installation": 20000, "years": 4, "cost_of_capital": 0.08,
    "residual": 0.2, "utilisation": 0.75, "cloud": {"gpu_hour": 3},
    "power": {"kwh": 0.1, "demand_kw_month": 12, "load": 0.7, "carbon_g_kwh": 300},
    "yearly": {"staff": 300000, "support": 0.05, "software_gpu": 100, "colocation_kw_month": 0, "other": 5000},
    "kinds": {"host": 9000, "switch": 30000, "aoc": 150, "dac": 90, "fibre": 100, "copper": 5, "transceiver": 900, "pdu": 1500, "cord": 20},
    "pieces": {"host": {"dgx-h100": 250000}, "copper": {"cat6-rj45": {2: 3}}},
}  # fmt: skip
RUN = {"llm": {"params": "7B", "tokens": "100e9"}}


def priced(folder: Path, gpu: int = 2, **prices: Any) -> Draft:
    stated = {key: value for key, value in (PRICES | prices).items() if value is not None}
    return plan_data({**cluster(gpu), "workloads": RUN, "prices": stated}, folder)


def found(plan: Draft) -> Costs:
    made = costs(close(plan))
    assert made is not None
    return made


def test_every_figure_can_be_worked_out_again(tmp_path: Path) -> None:
    made = found(priced(tmp_path))
    assert not made.missing
    assert len(made.figures) >= 16
    for figure in made.figures:
        again = eval(figure.formula, {"__builtins__": {}}, dict(figure.inputs))
        assert math.isclose(again, figure.value, rel_tol=1e-9), figure.name


def test_a_year_pays_the_capital_back(tmp_path: Path) -> None:
    """Year after year by hand: the debt grows by its rate, is paid down, and what is left is what the pieces are still worth."""
    plan = priced(tmp_path)
    made = found(plan)
    pieces = sum(
        item.order
        * (
            250000
            if item.model == "dgx-h100"
            else 3
            if item.length_m == 2 and item.model == "cat6-rj45"
            else PRICES["kinds"][item.kind]
        )
        for item in bill_of_materials(plan)
    )
    capital = pieces * 0.9 * 1.05 + 20000
    assert made.of("capital") == pytest.approx(capital)
    debt = capital
    for _ in range(4):
        debt = debt * 1.08 - (made.of("capital a year") or 0)
    assert debt == pytest.approx(0.2 * capital)
    kilowatts = make_budget(close(plan)).it_w / 1000
    energy = sum(kilowatts * 0.7 * 1.3 for _ in range(365 * 24))
    assert made.of("energy of a year") == pytest.approx(energy)
    year = (made.of("capital a year") or 0) + 300000 + 0.05 * capital + 1600 + 5000
    year += energy * 0.1 + 12 * 12 * kilowatts * 1.3
    hour = made.of("cost of a used GPU-hour")
    assert hour == pytest.approx(year / (16 * 8760 * 0.75))
    at = made.of("utilisation at which the offer costs the same")
    assert at is not None
    assert year / (16 * 8760 * at) == pytest.approx(3)
    assert made.of("llm: cost") == pytest.approx((made.of("llm: GPU-hours") or 0) * (hour or 0))


def test_without_interest_the_capital_is_paid_in_equal_parts(tmp_path: Path) -> None:
    made = found(priced(tmp_path, cost_of_capital=0, residual=0))
    assert made.of("capital a year") == pytest.approx((made.of("capital") or 0) / 4)


def test_what_is_missing_is_named_and_nothing_is_made_of_it(tmp_path: Path) -> None:
    kinds = {kind: price for kind, price in PRICES["kinds"].items() if kind != "fibre"}
    made = found(priced(tmp_path, kinds=kinds, years=None))
    assert "years" in made.missing
    assert any(re.fullmatch(r"pieces\.fibre\.[\w.-]+\.\d+", key) for key in made.missing)
    assert made.of("capital") is None
    assert made.of("cost of a used GPU-hour") is None
    assert made.of("energy of a year")
    assert "of the lines that have a price" in made.figures[0].name


def test_a_rack_that_is_delivered_whole_is_paid_once(tmp_path: Path) -> None:
    spec = yaml.safe_load(example("nvl72-8-racks").read_text(encoding="utf-8"))
    model = next(item.model for item in bill_of_materials(plan_data(spec, tmp_path)) if item.kind == "rack")
    for kind, others in (("rack", {"host", "fixture"}), ("host", {"rack", "fixture"})):
        made = found(plan_data({**spec, "prices": {"pieces": {kind: {model: 1000}}}}, tmp_path))
        lines = [line for line in made.bill if line.item.model == model]
        assert {line.item.kind for line in lines if line.inside} == others
        assert sum(line.total for line in lines) == 1000 * sum(
            line.item.order for line in lines if line.item.kind == kind
        )


def test_a_step_of_growth_costs_what_the_bill_gains(tmp_path: Path) -> None:
    old, new = priced(tmp_path), priced(tmp_path, gpu=4)
    rows = [plain(with_hardware(plan)) for plan in (old, new)]
    cost = change_cost(bill_difference(*rows), *rows)
    assert cost is not None
    assert not cost.missing
    bills = [{(i.kind, i.model, i.length_m): i.count for i in bill_of_materials(plan)} for plan in (old, new)]
    prices = {(u.kind, u.model, u.length_m): u.price or 0 for u in new.money[0].units}
    gained = sum(max(0, count - bills[0].get(key, 0)) * prices[key] for key, count in bills[1].items())
    assert cost.total == pytest.approx(gained * 0.9 * 1.05)
    assert change_cost(bill_difference(*rows), rows[0], {**rows[1], "money": []}) is None


def _report(plan: Plan) -> str:
    return next(each.content for each in load_backends()["report"].render(plan, TEMPLATES))


def test_the_plan_alone_has_the_money(tmp_path: Path) -> None:
    plan = priced(tmp_path)
    rows = json.loads(json.dumps(plain(sections(close(plan)))))
    again = read_back(rows)
    pages = [_report(one) for one in (close(plan), again)]
    assert pages[0] == pages[1]
    assert "cost of a used GPU-hour" in pages[0]
    assert "Missing: the site&#39;s own prices" not in pages[0]
    assert plan_data(cluster(), tmp_path).money == ()


def test_the_file_has_every_line_and_keeps_what_is_filled(tmp_path: Path) -> None:
    path, file = tmp_path / "cluster.yaml", tmp_path / "prices.yaml"
    path.write_text(json.dumps(cluster()), encoding="utf-8")

    def write() -> str:
        done = CliRunner().invoke(main, ["prices", str(path)], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return file.read_text(encoding="utf-8")

    empty = write()
    found = PricesSpec.model_validate(yaml.safe_load(empty))
    assert not any(price for models in found.pieces.values() for each in models.values() for price in each.values())
    plan = plan_data(cluster(), tmp_path)
    for item in bill_of_materials(plan):
        length = "" if item.length_m is None else f"{item.length_m:g}"
        assert length in found.pieces[item.kind][item.model]
    file.write_text(
        empty.replace("    dgx-h100:", "    dgx-h100: 250000.5").replace("currency:", "currency: CHF"), encoding="utf-8"
    )
    path.write_text(json.dumps(cluster(storage=0) | {"storage": {}}), encoding="utf-8")
    kept = write()
    assert write() == kept
    again = PricesSpec.model_validate(yaml.safe_load(kept))
    assert (again.currency, again.pieces["host"]["dgx-h100"]) == ("CHF", {"": 250000.5})
    assert re.search(r"storage-2u: +# not in the bill", kept) or "storage-2u" in kept


@pytest.mark.parametrize(
    ("prices", "said"),
    [
        ({"pieces": {"host": {"dgx-h100": "much"}}}, "is not a price"),
        ({"pieces": {"fibre": {"mpo-12-apc-om4": {"far": 3}}}}, "is not a length in metres"),
        ({"pieces": {"fibre": {"mpo-12-apc-om4": {3: -1}}}}, "is not a price"),
        ({"currency": "euros"}, "currency"),
        ({"power": {"load": 1.5}}, "load"),
    ],
)
def test_what_is_no_price_is_refused_at_its_line(tmp_path: Path, prices: Any, said: str) -> None:
    (tmp_path / "cluster.yaml").write_text(json.dumps(cluster()), encoding="utf-8")
    (tmp_path / "prices.yaml").write_text(yaml.safe_dump(prices), encoding="utf-8")
    done = CliRunner().invoke(main, ["validate", str(tmp_path / "cluster.yaml")], catch_exceptions=False)
    assert done.exit_code == 1
    assert said in done.output
    assert re.search(r"prices\.yaml:\d+", done.output)
