"""The controller's half of `host_certificate`: the authority of a folder signs the key that the host has made, where the host needs that."""

from __future__ import annotations

from ansible.errors import AnsibleActionFail
from ansible.plugins.action import ActionBase
from ansible_collections.clustergen.cluster.plugins.plugin_utils.authority import AuthorityError, opened

_FOR_HOST = ("folder", "keys")
_FOR_PEOPLE = ("changed", "failed", "msg", "skipped", "unreachable", "lacking")


class ActionModule(ActionBase):
    """Ask the host for its public key and its certificate, sign, and give it what it lacks."""

    TRANSFERS_FILES = False

    def run(self, tmp: str | None = None, task_vars: dict | None = None) -> dict:
        """Return whether files of the host changed, and what was wrong with its certificate."""
        self._variables = task_vars or {}
        arguments = dict(self._task.args)
        host = {key: arguments[key] for key in _FOR_HOST}
        found = self._ask(host)
        if found.get("failed") or found.get("unreachable"):
            return found
        try:
            wanted = self._wanted(found, arguments)
        except AuthorityError as error:
            raise AnsibleActionFail(str(error)) from error
        placed = self._ask({**host, **wanted})
        changed = bool(found.get("changed") or placed.get("changed"))
        placed = {key: each for key, each in placed.items() if key in _FOR_PEOPLE}
        return {**placed, "changed": changed, "lacking": wanted["lacking"]}

    def _ask(self, arguments: dict) -> dict:
        given = {key: each for key, each in arguments.items() if key != "lacking"}
        return self._execute_module(
            module_name="clustergen.cluster.host_certificate", module_args=given, task_vars=self._variables
        )

    def _wanted(self, found: dict, arguments: dict) -> dict:
        """Return the certificates that the host is to have, new where its own does not serve."""
        names, addresses = arguments["names"], arguments["addresses"]
        certificate, public = (str(found.get(key) or "") for key in ("certificate", "public"))
        folder, predicted = arguments.get("authority") or "", self._task.check_mode
        if not folder:
            return self._without(certificate)
        authority = opened(folder, arguments["cluster"], arguments["tree"], create=not predicted)
        if authority is None or not public:  # both are made by the run that this one predicts
            return {"lacking": "has none", "changes": True}
        lacking = authority.lacks(certificate, public, names, addresses, arguments["renewed_before_days"])
        if lacking and not predicted:
            certificate = authority.signed(public, names, addresses, arguments["days"])
        return {"lacking": lacking, "certificate": certificate, "authority": authority.bundle, "changes": bool(lacking)}

    def _without(self, certificate: str) -> dict:
        """A host that configures itself has no authority: it goes on with what an earlier run has placed."""
        if not certificate:
            raise AnsibleActionFail(
                "this host has no certificate: name the folder of the authority with -e certificates_authority=FOLDER (docs/tls.md)"
            )
        return {"lacking": ""}
