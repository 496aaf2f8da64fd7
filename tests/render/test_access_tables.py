"""The matrix in the report: every zone and service of the plan is in it, tenants folded into their roles."""

from pathlib import Path

from generator.render.report.access_tables import access_tables
from tests.specs import cluster, plan_data


def test_every_flow_is_in_a_cell(tmp_path: Path) -> None:
    """A flow is found by its row, its column and its service; what is open within a tenant only says so."""
    spec = cluster(8, 16)
    spec["tenants"] = {"blue": {"hosts": ["gpu[01-03]"]}, "red": {"hosts": ["gpu[05-07]"]}}
    spec["access"] = {"web": {"source": ["inband/login"], "to": ["inband/compute"], "services": ["tcp/8888"]}}
    plan = plan_data(spec, tmp_path)
    cells: dict[tuple[str, str], str] = {}
    for table in access_tables(plan):
        columns = [head["text"].removeprefix("to ") for head in table["head"]]
        for source, *row in table["rows"]:
            cells |= {(source, to): cell for to, cell in zip(columns[1:], row, strict=True)}
    for flow in plan.access.flows:
        cell = cells[flow.source.partition("@")[0], flow.to.partition("@")[0]]
        assert "everything" in cell or flow.service.name in cell.replace(";", ",").replace(" ", "").replace("owntenant:", "").split(",")  # fmt: skip
    assert cells["compute/compute", "compute/compute"] == "own tenant: everything"
    assert cells["inband/compute", "inband/compute"] == "bgp, vxlan; own tenant: icmp, jobs, kubelet, slurmd, ssh"
    assert "tcp/8888" in cells["inband/login", "inband/compute"]
    assert cells["bmc", "management"] == "-"


def test_who_holds_it_is_said(tmp_path: Path) -> None:
    """BMCs have no firewall, and what tenants are kept apart by on the rails is a routing instance."""
    spec = cluster()
    spec["tenants"] = {"blue": {"hosts": ["gpu01"]}}
    web = {"source": ["inband/login"], "to": ["inband/compute"], "services": ["tcp/8888"]}
    spec["access"] = {"web": web | {"why": "notebooks"}, "more": web | {"services": ["tcp/9999"]}}
    notes = {table["caption"]: table["note"] for table in access_tables(plan_data(spec, tmp_path))}
    assert "firewall" not in notes["Into bmc"]
    assert notes["Into inband"].endswith(" Rules of the spec: access.web: notebooks.")
    assert "routing instances (Vrf-blue)" in notes["Into compute"]
    assert "RDMA bypasses it" in notes["Into storage"]
