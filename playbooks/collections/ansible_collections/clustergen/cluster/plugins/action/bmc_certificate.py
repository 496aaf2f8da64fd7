"""The controller's half of `bmc_certificate`: judges what a BMC shows, and has the authority of a folder sign what it requests."""

from __future__ import annotations

from ansible.errors import AnsibleActionFail
from ansible.plugins.action import ActionBase
from ansible_collections.clustergen.cluster.plugins.plugin_utils.authority import Authority, AuthorityError, opened


class ActionModule(ActionBase):
    """With a request, sign it; without one, have the BMC asked for its certificate."""

    TRANSFERS_FILES = False

    def run(self, tmp: str | None = None, task_vars: dict | None = None) -> dict:
        """Return `certificate`: what was signed, or what the BMC shows why that does not serve (`lacks`), and whether the file `trusted` of the asking host verifies it (`verified`)."""
        arguments = dict(self._task.args)
        if not arguments["authority"]:
            raise AnsibleActionFail(
                "name the folder of the authority with -e certificates_authority=FOLDER (docs/tls.md)"
            )
        try:
            authority = opened(
                arguments["authority"], arguments["cluster"], arguments["tree"], create=not self._task.check_mode
            )
            if request := arguments.get("request"):
                return self._signed(authority, str(request), arguments)
            return self._shown(authority, arguments, task_vars or {})
        except AuthorityError as error:
            raise AnsibleActionFail(str(error)) from error

    def _signed(self, authority: Authority | None, request: str, arguments: dict) -> dict:
        if authority is None:
            raise AuthorityError("there is no authority yet: the run that makes it signs")
        names, addresses, days = (arguments[key] for key in ("names", "addresses", "days"))
        return {"changed": False, "certificate": authority.signed_request(request, names, addresses, days)}

    def _shown(self, authority: Authority | None, arguments: dict, variables: dict) -> dict:
        asked = {
            "url": arguments["url"],
            "name": arguments["names"][0],
            "authority": authority.bundle if authority else "",
            "trusted": arguments["trusted"],
            "timeout": arguments["timeout"],
        }
        found = self._execute_module(
            module_name="clustergen.cluster.bmc_certificate", module_args=asked, task_vars=variables
        )
        if found.get("failed") or found.get("unreachable"):
            return found
        certificate, refused = (str(found.get(key) or "") for key in ("certificate", "refused"))
        lacks = "is not signed by the authority"
        if authority is not None:
            stated = (arguments[key] for key in ("names", "addresses", "renewed_before_days"))
            lacks = authority.lacks(certificate, "", *stated) or refused
        return {"changed": False, "certificate": certificate, "verified": found.get("verified"), "lacks": lacks}
