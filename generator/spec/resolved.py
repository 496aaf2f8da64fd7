"""The spec with every default filled in: YAML again, each line marked where it was not written."""

from typing import Any

from pydantic import BaseModel

from generator.spec.cluster import ClusterSpec

_COLUMN = 48


def resolved_text(spec: ClusterSpec, written: ClusterSpec | None = None) -> str:
    """Return a spec as text that can be read back; `# default` marks defaults, `# derived` derived values.

    `written` is the spec before anything was derived.
    """
    lines = ["# every key of this spec; what is marked `default` or `derived` was not written"]
    return "\n".join([*lines, *_model_lines(spec, written or spec, 0, given=True)]) + "\n"


def _model_lines(model: BaseModel, written: BaseModel, depth: int, *, given: bool) -> list[str]:
    lines = []
    for name in type(model).model_fields:
        value, before = getattr(model, name), getattr(written, name)
        mine = given and name in model.model_fields_set
        if mine and name not in written.model_fields_set:
            lines.append(_line(depth, f"{name}: {_scalar(value)}", "derived"))
            continue
        if value is None:
            lines.append(_line(depth, f"# {name}:", "" if mine else "not set"))
        else:
            lines += _entry(name, value, before, depth, given=mine)
    return lines


def _entry(name: str, value: Any, before: Any, depth: int, *, given: bool) -> list[str]:
    if isinstance(value, BaseModel):
        empty = all(getattr(value, key) is None for key in type(value).model_fields)
        head = f"{name}: {{}}" if empty else f"{name}:"
        return [_line(depth, head, "" if given else "default"), *_model_lines(value, before, depth + 1, given=given)]
    if isinstance(value, dict) and value:
        lines = [_line(depth, f"{name}:", "" if given else "default")]
        for key, each in value.items():
            lines += _entry(str(key), each, before[key], depth + 1, given=given)
        return lines
    return [_line(depth, f"{name}: {_scalar(value)}", "" if given else "default")]


def _scalar(value: Any) -> str:
    if isinstance(value, dict):
        return "{}"
    if isinstance(value, tuple):
        return f"[{', '.join(_scalar(each) for each in value)}]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    text = str(value)
    if isinstance(value, int) or (text and text[0].isalpha() and all(c.isalnum() or c in "-._/" for c in text)):
        return text
    return "'" + text.replace("'", "''") + "'"


def _line(depth: int, text: str, mark: str) -> str:
    line = "  " * depth + text
    return f"{line:<{_COLUMN}} # {mark}" if mark else line
