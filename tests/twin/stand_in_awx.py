"""A stand-in for AWX's REST API, as far as `awx import` of awxkit speaks it: it takes objects whose fields it has, keeps them, and finds them again.

Fields and their types are those of AWX 24.6.1 that an import of ours sets. An object with a field that AWX does not have, that refers to nothing, or that breaks a
rule of its API (awx_rules.py) is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.twin.awx_rules import credential_type_faults, schedule_faults, survey_faults, template_faults

V2 = "/api/v2/"
_TEXTS, _FLAGS = "string", "boolean"
KINDS: dict[str, dict[str, str]] = {
    "organizations": {"name": _TEXTS},
    "credential_types": {"name": _TEXTS, "kind": "choice", "inputs": "json", "injectors": "json"},
    "projects": {
        **dict.fromkeys(("name", "description", "scm_url"), _TEXTS),
        **dict.fromkeys(("scm_update_on_launch", "allow_override"), _FLAGS),
        "scm_type": "choice", "organization": "organizations",
    },
    "inventories": {"name": _TEXTS, "kind": "choice", "organization": "organizations"},
    "inventory_sources": {
        **dict.fromkeys(("name", "source_path"), _TEXTS),
        **dict.fromkeys(("overwrite", "overwrite_vars", "update_on_launch"), _FLAGS),
        "source": "choice", "source_project": "projects", "inventory": "inventories",
    },
    "job_templates": {
        **dict.fromkeys(("name", "description", "playbook"), _TEXTS),
        **dict.fromkeys((f"ask_{each}_on_launch" for each in ("job_type", "limit", "tags", "diff_mode", "variables", "credential")), _FLAGS),
        "survey_enabled": _FLAGS, "job_type": "choice", "project": "projects", "inventory": "inventories",
    },
    "schedules": {"name": _TEXTS, "rrule": _TEXTS, "enabled": _FLAGS, "job_type": "choice", "diff_mode": _FLAGS, "unified_job_template": "job_templates"},
}  # fmt: skip
"""By list of the API, the fields of an object: what kind of value, or the list that it refers to."""
_OTHERS = (
    *(
        "users",
        "teams",
        "credentials",
        "notification_templates",
        "workflow_job_templates",
        "workflow_job_template_nodes",
    ),
    *("execution_environments", "applications", "system_job_templates", "labels", "hosts", "groups", "roles"),
    *("instances", "instance_groups", "ad_hoc_commands", "jobs", "unified_job_templates"),
)
"""Lists that an import asks for and puts nothing into."""
_RESOURCES = {
    **{kind: kind for kind in KINDS if kind != "inventories"},
    "inventory": "inventories",
    **{kind: kind for kind in _OTHERS},
}
Row = dict[str, Any]


class Awx:
    """Its objects by list, and each change that it was asked for."""

    def __init__(self) -> None:
        """Begin as AWX is installed: one organization."""
        self.rows: dict[str, list[Row]] = {kind: [] for kind in _RESOURCES.values()}
        self.rows["organizations"].append({"id": 1, "name": "Default"})
        self.surveys: dict[str, Row] = {}
        self.asked: list[tuple[str, str]] = []
        self.refused: list[str] = []

    def shown(self, kind: str, row: Row) -> Row:
        """Return an object as the API does: its type, where it is, and what it is related to."""
        own = f"{V2}{kind}/{row['id']}/"
        refers = {name: of for name, of in KINDS.get(kind, {}).items() if of in KINDS}
        related = {name: f"{V2}{of}/{row[name]}/" for name, of in refers.items() if row.get(name)}
        if kind in {"job_templates", "inventory_sources"}:
            related["organization"] = f"{V2}organizations/1/"
        if kind == "job_templates":
            related |= {"schedules": f"{own}schedules/", "survey_spec": f"{own}survey_spec/"}
        return {
            **row,
            "type": "inventory" if kind == "inventories" else kind[:-1],
            "url": own,
            "related": related,
            "status": "successful",
        }

    def taken(self, kind: str, row: Row, number: int | None) -> Row:
        """Make an object, or one anew that is there.

        Raises:
            ValueError: a field that AWX does not have, or a reference to nothing.
        """
        fields = KINDS[kind]
        if strange := row.keys() - fields.keys():
            message = f"{kind} have no {', '.join(sorted(strange))}"
            raise ValueError(message)
        for name, of in fields.items():
            if of in KINDS and row.get(name) not in {each["id"] for each in self.rows[of]}:
                message = f"{kind} {row.get('name')}: {name} is {row.get(name)}, which no one of {of} is"
                raise ValueError(message)
        if faults := self._faults(kind, row):
            message = f"{kind} {row.get('name')}: {'; '.join(faults)}"
            raise ValueError(message)
        if number is None:
            number = 1 + max((each["id"] for rows in self.rows.values() for each in rows), default=0)
            self.rows[kind].append({"id": number})
        kept = self._found(kind, number)
        kept.update(row)
        return self.shown(kind, kept)

    def _faults(self, kind: str, row: Row) -> list[str]:
        """Return what AWX finds wrong in the values of an object."""
        if kind == "credential_types":
            return [*credential_type_faults(row)]
        if kind == "job_templates":
            return [*template_faults(row, self._found("projects", row["project"]))]
        if kind == "schedules":
            return [*schedule_faults(row, self._found("job_templates", row["unified_job_template"]))]
        return []

    def _found(self, kind: str, number: int) -> Row:
        return next(each for each in self.rows[kind] if each["id"] == number)

    def answer(self, verb: str, path: str, query: dict[str, str], body: Row) -> tuple[int, Any]:
        """Return the status and the JSON of an answer."""
        if path in {"/api/", V2}:
            lists = {name: f"{V2}{kind}/" for name, kind in _RESOURCES.items()}
            return 200, {"available_versions": {"v2": V2}, "current_version": V2} if path == "/api/" else lists
        found_at = re.fullmatch(rf"{V2}(\w+)/(?:(\d+)/)?(?:(\w+)/)?", path)
        kind, number, more = found_at.groups() if found_at else ("", None, None)
        if kind not in self.rows:
            return 404, {}
        if verb in {"POST", "PUT"}:
            self.asked.append((verb, path))
        if more == "survey_spec":
            if verb == "POST" and (faults := [*survey_faults(body)]):
                self.refused.append(f"survey: {'; '.join(faults)}")
                return 400, {"error": self.refused[-1]}
            self.surveys[path] = body
            return 200, {}
        if more == "schedules":
            owner = int(number or 0)
            kind, number = more, None
            body, query = {**body, "unified_job_template": owner}, {**query, "unified_job_template": str(owner)}
        if verb == "OPTIONS":
            types = {name: {"type": "id" if of in KINDS else of} for name, of in KINDS.get(kind, {}).items()}
            return 200, {"actions": {"POST": types}, "search_fields": ["name"]}
        if verb in {"POST", "PUT"}:
            try:
                return (201, 200)[verb == "PUT"], self.taken(kind, body, int(number) if number else None)
            except ValueError as error:
                self.refused.append(str(error))
                return 400, {"detail": str(error)}
        rows = [self.shown(kind, row) for row in self.rows[kind]]
        if number:
            return next(((200, row) for row in rows if str(row["id"]) == number), (404, {}))
        found = [
            row
            for row in rows
            if all(str(row.get(name, value)) == value for name, value in query.items() if name in KINDS.get(kind, {}))
        ]
        return 200, {"count": len(found), "next": None, "previous": None, "results": found}


@contextmanager
def served(awx: Awx) -> Iterator[str]:
    """Serve it on the loopback until the end; yields its address."""

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            parts = urlsplit(self.path)
            text = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            code, said = awx.answer(self.command, parts.path, dict(parse_qsl(parts.query)), json.loads(text or b"{}"))
            content = json.dumps(said).encode()
            self.send_response(code)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Allow", "GET, POST, PUT, OPTIONS")
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_OPTIONS = answer  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Log no request."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
