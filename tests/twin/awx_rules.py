"""What AWX's API refuses of surveys, schedules, credential types and job templates, restated from its sources (ansible/awx at e21dd0a0).

Surveys: `JobTemplateSurveySpec` of awx/api/views/__init__.py; schedules: `SchedulePreviewSerializer` and `LaunchConfigurationBaseSerializer` of
awx/api/serializers.py; credential types: `CredentialTypeInputField` and `CredentialTypeInjectorField` of awx/main/fields.py; job templates:
`JobOptionsSerializer` of awx/api/serializers.py. Rules that no file of ours can meet (encrypted defaults, files that are injected) are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from dateutil.rrule import rrulestr  # type: ignore[import-untyped]
from jinja2 import StrictUndefined, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

Row = Mapping[str, Any]
_ANSWERS: Mapping[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("text", "textarea", "password", "multiplechoice", "multiselect"), str),
    "integer": int,
    "float": (float, int),
}
"""By type of a question, that of its default (SURVEY_TYPE_MAPPING of awx/main/constants.py)."""
_QUESTION: Mapping[str, type] = {"type": str, "question_name": str, "variable": str, "required": bool}
_FIELD = {"type", "format", "choices", "id", "label", "help_text", "multiline", "secret", "ask_at_runtime", "default"}
_VARIABLE = re.compile(r"[a-zA-Z_]\w*", re.ASCII)
_PROMPTS = {"job_type", "diff_mode", "limit", "job_tags"}


def survey_faults(survey: Row) -> Iterator[str]:
    """Report what keeps a survey from being stored."""
    for field, kind in {"name": str, "description": str, "spec": list}.items():
        if not isinstance(survey.get(field), kind):
            yield f"{field} is no {kind.__name__}"
    questions = survey.get("spec") or []
    if not questions:
        yield "no questions"
    names = [each.get("variable") for each in questions]
    if len(names) > len(set(names)):
        yield "a variable is asked for twice"
    for question in questions:
        yield from (f"{question.get('variable')}: {fault}" for fault in _question_faults(question))


def _question_faults(question: Row) -> Iterator[str]:
    for field, kind in _QUESTION.items():
        if not isinstance(question.get(field), kind):
            yield f"{field} is no {kind.__name__}"
    kind_of, default = str(question.get("type")), question.get("default", "")
    if kind_of not in _ANSWERS:
        yield f"type {kind_of} is not known"
        return
    if default != "" and not isinstance(default, _ANSWERS[kind_of]):
        yield f"the default is no {kind_of}"
    if any(not isinstance(question.get(bound), int | None) for bound in ("min", "max")):
        yield "a bound is no integer"
    if kind_of in {"multiplechoice", "multiselect"}:
        choices = question.get("choices")
        if choices is None:
            yield "no choices"
        elif any(each not in choices for each in str(default).splitlines()):
            yield "the default is none of the choices"


def schedule_faults(schedule: Row, template: Row) -> Iterator[str]:
    """Report what is wrong with a rule of recurrence, and what is set that the job template does not ask for at launch."""
    rule = schedule.get("rrule", "")
    if len(re.findall(r"DTSTART(?:;[^:]+)?:\d+T\d+Z?", rule)) != 1:
        yield "not one DTSTART"
    if re.search(r"DTSTART:\d+T\d+ ", rule):
        yield "DTSTART has no time zone"
    if re.search("(EXDATE|RDATE):", rule, re.IGNORECASE):
        yield "dates beside the rule"
    parts = re.findall(r"RULE:(\S*)", rule)
    if not parts:
        yield "no rule"
    for part in parts:
        if "INTERVAL" not in part or "SECONDLY" in part or re.search(r"BYDAY=\d", part):
            yield f"{part}: no interval, seconds, or a numbered day"
    try:
        rrulestr(rule.replace(" ", "\n"))
    except ValueError as error:
        yield str(error)
    for prompt in sorted(_PROMPTS & schedule.keys()):
        if not template.get(f"ask_{prompt.removeprefix('job_') if prompt == 'job_tags' else prompt}_on_launch"):
            yield f"{prompt} is not asked for at launch"


def credential_type_faults(kind: Row) -> Iterator[str]:
    """Report fields and variables of the environment that a credential type cannot have."""
    fields = kind["inputs"].get("fields", [])
    names = [each.get("id", "") for each in fields]
    if len(names) > len(set(names)) or "tower" in names:
        yield "an id is there twice, or reserved"
    for field in fields:
        if set(field) - _FIELD or not {"id", "label"} <= set(field) or not _VARIABLE.fullmatch(field["id"]):
            yield f"{field}: not of the form of a field"
        if field.get("type", "string") not in {"string", "boolean"} or (
            field.get("secret") and field["type"] != "string"
        ):
            yield f"{field['id']}: only texts are secret"
    if set(kind["injectors"]) - {"env", "file", "extra_vars"}:
        yield "injectors of another kind"
    sandbox = ImmutableSandboxedEnvironment(undefined=StrictUndefined)
    for name, text in kind["injectors"].get("env", {}).items():
        if name.startswith("ANSIBLE_") or not _VARIABLE.fullmatch(name) or not text.isascii():
            yield f"{name}: no variable that a credential may set"
        try:
            sandbox.from_string(text).render(dict.fromkeys(names, "EXAMPLE"))
        except TemplateError as error:
            yield f"{name}: {error}"


def template_faults(template: Row, project: Row) -> Iterator[str]:
    """Report a job template whose playbook AWX would look for in a checkout that is not there yet."""
    if not template.get("playbook"):
        yield "no playbook"
    if not project.get("allow_override"):
        yield "the playbook is not found, as the project was never fetched"
