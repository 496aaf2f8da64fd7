"""`ansible/awx.json` by AWX's own client, awxkit 24.6.1: all of it arrives, and an import repeated makes nothing twice. AWX itself is a stand-in (stand_in_awx.py)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from awxkit import api, config, exceptions  # type: ignore[import-untyped]

from tests.twin.stand_in_awx import Awx, served


def imported(awx: Awx, assets: dict[str, Any]) -> bool:
    """Import as `awx import` does; returns whether the client tells of an error."""
    with served(awx) as address:
        config.base_url = address
        config.assume_untrusted, config.client_connection_attempts = False, 1
        root = api.Api()
        root.connection.login(token="none")
        v2 = root.get().available_versions.v2.get()
        v2._has_error = False
        v2.import_assets(assets)
        return bool(v2._has_error)


def _assets(rendered: Callable[[str], Path]) -> dict[str, Any]:
    text = (rendered("roce-256") / "ansible/awx.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def test_the_client_imports_all_of_it(rendered: Callable[[str], Path], proven: Callable[[str, str], None]) -> None:
    """Each object with what it refers to, the surveys and the schedules; the second time all are found by their names."""
    assets = _assets(rendered)
    awx = Awx()
    assert (imported(awx, assets), awx.refused) == (False, [])
    templates = {row["name"]: row for row in awx.rows["job_templates"]}
    wanted = {each["name"]: each for each in assets["job_templates"]}
    assert templates.keys() == wanted.keys()
    schedules = {(row["unified_job_template"], row["name"]) for row in awx.rows["schedules"]}
    for name, row in templates.items():
        related = wanted[name]["related"]
        assert {each for of, each in schedules if of == row["id"]} == {
            each["name"] for each in related.get("schedules", ())
        }
        assert awx.surveys.get(f"/api/v2/job_templates/{row['id']}/survey_spec/") == related.get("survey_spec")
        assert [awx.rows[kind][0]["id"] for kind in ("projects", "inventories")] == [row["project"], row["inventory"]]
    assert awx.rows["inventory_sources"][0]["source_path"] == "ansible/inventory/hosts.yml"
    assert len(awx.rows["credential_types"]) == 1
    made = {kind: [dict(row) for row in rows] for kind, rows in awx.rows.items()}
    awx.asked.clear()
    assert (imported(awx, assets), awx.refused) == (False, [])
    assert awx.rows == made
    assert {verb for verb, path in awx.asked if not path.endswith("survey_spec/")} == {"PUT"}
    proven(
        "awxkit 24.6.1", f"imports {len(templates)} job templates with surveys and schedules twice; AWX is a stand-in"
    )


@pytest.mark.parametrize(
    ("planted", "said"),
    [
        ({"default": 3}, "the default is no multiplechoice"),
        ({"default": "perhaps"}, "the default is none of the choices"),
        ({"required": "yes"}, "required is no bool"),
        ({"type": "yes or no"}, "type yes or no is not known"),
        ({"choices": None}, "no choices"),
    ],
)
def test_a_survey_that_awx_refuses_is_seen(rendered: Callable[[str], Path], planted: dict[str, Any], said: str) -> None:
    assets = _assets(rendered)
    template = next(each for each in assets["job_templates"] if each["name"].endswith(": hosts"))
    template["related"]["survey_spec"]["spec"][0] |= planted
    with pytest.raises(exceptions.BadRequest, match=f"hosts_may_reboot: {said}"):
        imported(Awx(), assets)


@pytest.mark.parametrize(
    ("kind", "planted", "said"),
    [
        ("projects", {"allow_override": False}, "the project was never fetched"),
        ("credential_types", {"injectors": {"env": {"ANSIBLE_CONFIG": "x"}}}, "no variable that a credential may set"),
        ("credential_types", {"injectors": {"env": {"KEY": "{{ other }}"}}}, "'other' is undefined"),
        ("job_templates", {"ask_diff_mode_on_launch": False}, "diff_mode is not asked for at launch"),
    ],
)
def test_a_value_that_awx_refuses_is_seen(
    rendered: Callable[[str], Path], kind: str, planted: dict[str, Any], said: str
) -> None:
    assets = _assets(rendered)
    assets[kind][0] |= planted
    awx = Awx()
    assert imported(awx, assets)
    assert any(said in each for each in awx.refused), awx.refused


def test_a_schedule_that_awx_refuses_is_seen(rendered: Callable[[str], Path]) -> None:
    assets = _assets(rendered)
    assets["job_templates"][0]["related"]["schedules"][0]["rrule"] = "DTSTART:20260104T000000 RRULE:FREQ=DAILY"
    awx = Awx()
    assert imported(awx, assets)
    assert "DTSTART has no time zone; FREQ=DAILY: no interval" in awx.refused[0]


def test_a_field_that_awx_has_not_is_seen(rendered: Callable[[str], Path]) -> None:
    """What is planted in a template is refused, and the client says so."""
    assets = _assets(rendered)
    assets["projects"][0]["organization"] = {"type": "organization", "name": "nobody"}
    awx = Awx()
    assert imported(awx, assets)
    assert "organization is None" in awx.refused[0]
