"""Assets of a cluster for AWX (`awx import`): its project, inventory, secrets, and a job template, survey and schedule for each stage.

The form is that of `awx export` (awxkit 24.6.1, api/pages/api.py): every object has its natural key, so that a repeated import updates objects and
duplicates none.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from generator.plan import secrets
from generator.plan.plan import Plan
from generator.render.awx_surveys import SURVEYS
from generator.render.stages import stages

Asset = Mapping[str, Any]
_ORGANIZATION = {"type": "organization", "name": "Default"}
_OTHERS = ("site", "upgrade", "decommission", "acceptance", "restore", "poweroff")
"""Playbooks beside the stages that are worth a button."""
_TAGS = {"acceptance": ("start", "collect", "judge")}
"""By playbook, the tags of its parts: AWX prompts for tags at launch, and its surveys have none."""
_NOWHERE = "https://git.invalid"
"""An address that never resolves (RFC 2606), so that a project without a configured one reports it."""
_READING = {"preflight", "verify"}
"""Stages that change nothing: their schedules run them, those of the others run in check mode."""
WORDS = {
    "site": ("network", "switches", "switch_release", "boot", "release"),
    "hosts": ("network", "boot"),
    "switches": ("switches", "switch_release"),
    "slurm": ("boot", "release"),
    **dict.fromkeys(
        ("provision", "gpu", "storage", "kubernetes", "certificates", "monitoring", "backups", "upgrade"), ("boot",)
    ),
}
"""By playbook, the words without which a run interrupts no work and changes no adopted host (docs/operations.md)."""


def awx_assets(plan: Plan) -> Mapping[str, list[Asset]]:
    """Return all assets by kind. The address of the repository is not in the spec: it is the only value to set."""
    project, inventory, staged = _key("project", plan.name), _key("inventory", plan.name), stages()
    return {
        "credential_types": list(_credential_type(plan)),
        "projects": [
            {
                "name": plan.name,
                "description": f"The rendered tree of {plan.name}",
                "scm_type": "git",
                "scm_url": f"{_NOWHERE}/{plan.name}.git",
                "scm_update_on_launch": True,
                "allow_override": True,
                "organization": _ORGANIZATION,
                "natural_key": project,
            }
        ],
        "inventory": [{"name": plan.name, "kind": "", "organization": _ORGANIZATION, "natural_key": inventory}],
        "inventory_sources": [
            {
                "name": "tree",
                "source": "scm",
                "source_path": "ansible/inventory/hosts.yml",
                "source_project": project,
                "inventory": inventory,
                "overwrite": True,
                "overwrite_vars": True,
                "update_on_launch": True,
                "natural_key": {
                    "type": "inventory_source",
                    "organization": _ORGANIZATION,
                    "name": "tree",
                    "inventory": inventory,
                },
            }
        ],
        "job_templates": [
            _template(plan, name, project, inventory, hour if name in staged else None)
            for hour, name in enumerate((*staged, *_OTHERS))
        ],
    }


def _key(kind: str, name: str) -> Asset:
    return {"type": kind, "organization": _ORGANIZATION, "name": name}


def _credential_type(plan: Plan) -> Iterable[Asset]:
    """Yield the type of the credential that holds the cluster's secrets and hands them to jobs as variables of the environment."""
    used = list(secrets.used(plan))
    if used:
        name = f"{plan.name} secrets"
        fields = [
            {"id": each, "label": each, "type": "string", "secret": True, "help_text": secrets.meaning(each)}
            for each in used
        ]
        yield {
            "name": name,
            "kind": "cloud",
            "inputs": {"fields": fields},
            "injectors": {"env": {secrets.variable(each).upper(): f"{{{{ {each} }}}}" for each in used}},
            "natural_key": {"type": "credential_type", "name": name, "kind": "cloud"},
        }


def _template(plan: Plan, book: str, project: Asset, inventory: Asset, hour: int | None) -> Asset:
    """Return the job template of a playbook, with its survey, and with a schedule where it is a stage."""
    key = _key("job_template", f"{plan.name}: {book}")
    asked = [*SURVEYS.get(book, ()), *_allowed(WORDS.get(book, ()))]
    questions = [{"required": True, "question_description": "", **each} for each in asked]
    survey = {"survey_spec": {"name": "", "description": "", "spec": questions}} if questions else {}
    schedules = {"schedules": [_schedule(book, key, hour)]} if hour is not None else {}
    tags = f"; parts by job tags: {', '.join(_TAGS[book])}" if book in _TAGS else ""
    return {
        "name": key["name"],
        "description": f"ansible/playbooks/{book}.yml{tags}",
        "job_type": "run",
        "playbook": f"ansible/playbooks/{book}.yml",
        "project": project,
        "inventory": inventory,
        "ask_job_type_on_launch": True,
        "ask_limit_on_launch": True,
        "ask_tags_on_launch": True,
        "ask_diff_mode_on_launch": True,
        "ask_variables_on_launch": True,
        "ask_credential_on_launch": True,
        "survey_enabled": bool(questions),
        "related": {**survey, **schedules},
        "natural_key": key,
    }


def _allowed(words: Sequence[str]) -> Iterable[Asset]:
    """Yield the question for the words that a run is allowed: any number of them, or no answer and none."""
    if words:
        yield {
            "question_name": "What may interrupt work",
            "question_description": "Without an answer nothing may: what would come is named, and left as it is",
            "variable": "allow",
            "type": "multiplechoice",
            "choices": [",".join(some) for count in range(len(words)) for some in combinations(words, count + 1)],
            "required": False,
        }


def _schedule(book: str, template: Asset, hour: int) -> Asset:
    """Return a stage's schedule, an hour after that of the stage before: daily where it only reads, else every Sunday what would change."""
    reads = book in _READING
    name = f"{book}, {'daily' if reads else 'what would change'}"
    every = "FREQ=DAILY;INTERVAL=1" if reads else "FREQ=WEEKLY;INTERVAL=1;BYDAY=SU"
    return {
        "name": name,
        "rrule": f"DTSTART;TZID=Etc/UTC:20260104T{hour:02d}0000 RRULE:{every}",
        "enabled": True,
        "job_type": "run" if reads else "check",
        "diff_mode": not reads,
        "unified_job_template": template,  # without it, a second import is refused: it replaces existing assets as a whole
        "natural_key": {"type": "schedule", "unified_job_template": template, "name": name},
    }
