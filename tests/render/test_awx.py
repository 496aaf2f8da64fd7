"""What AWX imports: every reference leads to something of the file, every field is one that AWX has, and every schedule and survey is of the form it wants.

Fields and forms are restated from awxkit 24.6.1 (`awx import`) and the modules of the collection awx.awx 24.6.1.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml

from generator.plan import secrets
from generator.plan.draft import Draft
from generator.render.stages import stages
from tests.conftest import ROOT, tree_of

KEYS = {
    "organization": {"name"},
    "project": {"organization", "name"},
    "inventory": {"organization", "name"},
    "inventory_source": {"organization", "name", "inventory"},
    "job_template": {"organization", "name"},
    "credential_type": {"name", "kind"},
    "schedule": {"unified_job_template", "name"},
}
"""By which fields awxkit finds an object again (NATURAL_KEY of its pages)."""
FIELDS = {
    "credential_types": {"name", "kind", "inputs", "injectors"},
    "projects": {
        "name",
        "description",
        "scm_type",
        "scm_url",
        "scm_update_on_launch",
        "allow_override",
        "organization",
    },
    "inventory": {"name", "kind", "organization"},
    "inventory_sources": {
        *("name", "source", "source_path", "source_project", "inventory"),
        *("overwrite", "overwrite_vars", "update_on_launch"),
    },
    "job_templates": {
        *("name", "description", "job_type", "playbook", "project", "inventory", "survey_enabled", "related"),
        *(f"ask_{each}_on_launch" for each in ("job_type", "limit", "tags", "diff_mode", "variables", "credential")),
    },
}
_KINDS = {"str": {"text", "multiplechoice"}, "float": {"float"}}
"""By type of a role's option, the types of a question that ask for it."""
RRULE = re.compile(
    r"DTSTART;TZID=Etc/UTC:\d{8}T([01]\d|2[0-3])0000 RRULE:FREQ=(DAILY;INTERVAL=1|WEEKLY;INTERVAL=1;BYDAY=SU)"
)


def keys(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every natural key in a value, and those within."""
    if isinstance(value, dict):
        if value.get("type") in KEYS:
            yield value
        for each in value.values():
            yield from keys(each)
    elif isinstance(value, list):
        for each in value:
            yield from keys(each)


def test_every_reference_is_there(plans: Callable[[str], Draft]) -> None:
    """What awxkit does not find by its key it leaves out in silence: a template without inventory."""
    tree = tree_of(plans("roce-16"))
    assets = json.loads(tree["ansible/awx.json"])
    made = [asset["natural_key"] for each in assets.values() for asset in each]
    made += [each["natural_key"] for asset in assets["job_templates"] for each in asset["related"].get("schedules", ())]
    made.append({"type": "organization", "name": "Default"})
    for key in keys(assets):
        assert set(key) == {"type", *KEYS[key["type"]]}
        assert key in made
    assert len({json.dumps(key) for key in made}) == len(made)
    for kind, rows in assets.items():
        for row in rows:
            assert set(row) == FIELDS[kind] | {"natural_key"}
    assert assets["inventory_sources"][0]["source_path"] in tree


def test_every_stage_has_its_button(plans: Callable[[str], Draft]) -> None:
    """A template for each, whose playbook is in the tree; a schedule of its own; what changes something is scheduled as a check alone."""
    tree = tree_of(plans("roce-16"))
    templates = {row["playbook"]: row for row in json.loads(tree["ansible/awx.json"])["job_templates"]}
    assert set(templates) <= set(tree)
    hours = []
    for stage in stages():
        (schedule,) = templates[f"ansible/playbooks/{stage}.yml"]["related"]["schedules"]
        found = RRULE.fullmatch(schedule["rrule"])
        assert found
        assert schedule["job_type"] == ("run" if stage in {"preflight", "verify"} else "check")
        hours.append(found[1])
    assert hours == sorted(set(hours))


def test_surveys_ask_for_variables_of_roles(plans: Callable[[str], Draft]) -> None:
    """With the choices and the default that the role has."""
    options: dict[str, Any] = {}
    for file in ROOT.glob("playbooks/**/meta/argument_specs.yml"):
        for entry in yaml.safe_load(file.read_text("utf-8"))["argument_specs"].values():
            options |= entry.get("options", {})
    asked = set()
    for template in json.loads(tree_of(plans("roce-16"))["ansible/awx.json"])["job_templates"]:
        survey = template["related"].get("survey_spec", {"spec": []})
        assert template["survey_enabled"] == bool(survey["spec"])
        for question in survey["spec"]:
            asked.add(question["variable"])
            if question["variable"] == "allow":  # a word of the run, of no role alone
                continue
            option = options[question["variable"]]
            if option["type"] == "bool":
                assert question["choices"] == ["false", "true"]
                assert question["default"] == str(option["default"]).lower()
                continue
            assert question.get("choices", []) == option.get("choices", [])
            assert question.get("default") == option.get("default")
            assert question["type"] in _KINDS[option["type"]]
            assert not question["required"] or question.get("default") != ""
    assert asked == {
        *("hosts_may_reboot", "upgrade_boot", "decommission_sure", "decommission_emptied", "allow"),
        *("acceptance_hours", "acceptance_reservation", "acceptance_time", "acceptance_tiers_below"),
        *("acceptance_cancel", "acceptance_programs", "acceptance_rebaseline"),
        *("restore_host", "restore_sure", "restore_parts", "restore_lost", "restore_without"),
        *("poweroff_sure", "poweroff_jobs", "poweroff_lost", "poweroff_servers", "poweroff_stopped"),
    }


def test_surveys_are_what_awx_takes(plans: Callable[[str], Draft]) -> None:
    """A default that is not empty is of the type of its question (JobTemplateSurveySpec of AWX): an integer is refused where a float is asked for."""
    types = {"text": str, "multiplechoice": str, "float": float}
    for template in json.loads(tree_of(plans("roce-16"))["ansible/awx.json"])["job_templates"]:
        for question in template["related"].get("survey_spec", {"spec": []})["spec"]:
            assert isinstance(question["required"], bool)
            assert isinstance(question["question_name"], str)
            if question.get("default", "") != "":
                assert isinstance(question["default"], types[question["type"]])
                assert question["default"] in question.get("choices", [question["default"]])


def test_the_parts_of_acceptance_are_tags_of_its_playbook(plans: Callable[[str], Draft]) -> None:
    """AWX asks for them at launch; the description names them all, and the template has no schedule: the tests take hosts from jobs."""
    tree = tree_of(plans("roce-16"))
    (template,) = (
        each for each in json.loads(tree["ansible/awx.json"])["job_templates"] if "acceptance.yml" in each["playbook"]
    )
    (play,) = yaml.safe_load(tree[template["playbook"]])
    tags = [tag for task in play["tasks"] for tag in task["tags"]]
    assert template["description"] == f"{template['playbook']}; parts by job tags: {', '.join(tags)}"
    assert template["ask_tags_on_launch"]
    assert "schedules" not in template["related"]


_BY_WORD = {*yaml.safe_load((ROOT / "playbooks/roles/waves/vars/main.yml").read_text("utf-8"))["waves_by_word"]}


_ASKED = re.compile(r"'(network|switches|switch_release|boot|release)' (?:not )?in \w*allow")


def _words(book: Path) -> set[str]:
    """Return the words of `-e allow=` that a playbook, those that it imports, or their roles ask for; the gate of a stage of hosts asks for `boot`."""
    text = book.read_text("utf-8")
    found = set(_ASKED.findall(text))
    if _BY_WORD.intersection(re.findall(r"waves_stage: (\w+)$", text, re.MULTILINE)) or "tasks_from: word.yml" in text:
        found.add("boot")
    named = re.findall(r"clustergen\.cluster\.(\w+)(?:\{\{.*)?$", text, re.MULTILINE)
    for name in {"switch_push" if each == "switch_" else each for each in named}:
        for path in (ROOT / "playbooks" / "roles" / name).rglob("*.yml"):
            found |= set(_ASKED.findall(path.read_text("utf-8")))
    return found.union(
        *(_words(book.parent / each) for each in re.findall(r"import_playbook: (\S+)$", text, re.MULTILINE))
    )


def test_what_may_interrupt_work_is_asked_for(plans: Callable[[str], Draft]) -> None:
    """Each stage's words as a run takes them after `-e allow=`, alone and together; without an answer nothing is allowed."""
    found, templates = {}, set()
    for template in json.loads(tree_of(plans("roce-16"))["ansible/awx.json"])["job_templates"]:
        templates.add(template["playbook"].rpartition("/")[2])
        for question in template["related"].get("survey_spec", {"spec": []})["spec"]:
            if question["variable"] == "allow":
                assert (question["required"], "default" in question) == (False, False)
                found[template["playbook"].rpartition("/")[2]] = question["choices"]
    assert found["switches.yml"] == ["switches", "switch_release", "switches,switch_release"]
    assert found["hosts.yml"] == ["network", "boot", "network,boot"]
    assert found["site.yml"][-1] == "network,switches,switch_release,boot,release"
    assert len(found["site.yml"]) == 31
    books = ROOT / "playbooks"
    words = {path.name: _words(path) for path in books.glob("*.yml")}
    assert {name: set(",".join(choices).split(",")) for name, choices in found.items()} == {
        name: words[name] for name in templates if words[name]
    }


def test_secrets_come_by_a_credential(plans: Callable[[str], Draft]) -> None:
    """Every secret that the tree looks up in the environment, and never a value."""
    tree = tree_of(plans("roce-16"))
    (kind,) = json.loads(tree["ansible/awx.json"])["credential_types"]
    asked = yaml.safe_load(tree["ansible/inventory/group_vars/all/secrets.yml"])
    wanted = {each["name"] for each in asked["cluster_secrets_asked"]}
    assert {name.lower() for name in kind["injectors"]["env"]} == wanted
    assert all(each["secret"] for each in kind["inputs"]["fields"])
    assert {each["id"] for each in kind["inputs"]["fields"]} <= set(secrets.SECRETS)
