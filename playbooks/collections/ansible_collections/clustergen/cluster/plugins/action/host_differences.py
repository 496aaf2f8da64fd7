"""All that differs between a host and its plan, asked in one task: files, packages, units, and what is in effect. Nothing is changed."""

from __future__ import annotations

import re

from ansible.plugins.action import ActionBase

_FILES = ("src", "without", "modes", "sole", "set")
_OURS = "clustergen.cluster"
_INTERFACE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:@-]{0,14}")
_ADDRESS = re.compile(r"[0-9a-f:.]{1,45}")


class ActionModule(ActionBase):
    """Put the questions; every answer is held to what was asked for."""

    TRANSFERS_FILES = False

    def run(self, tmp: str | None = None, task_vars: dict | None = None) -> dict:
        """Return `differs`, the names of what is other than planned, empty for a host that needs nothing; and each part of it."""
        arguments = dict(self._task.args)
        parts = {
            "rendered_files": {key: arguments[key] for key in _FILES if key in arguments},
            "packages_missing": {"names": arguments["packages"]},
            "unit_states": {"units": arguments["units_run"] + arguments["units_stop"]},
            "host_live": {},
        }
        said = {}
        for name, asked in parts.items():
            said[name] = self._asked(name, asked, task_vars)
            if said[name].get("failed") or said[name].get("unreachable"):
                return said[name]
        live, units = said["host_live"], said["unit_states"]
        found = {
            "files": said["rendered_files"]["to_apply"],
            "packages": _among(said["packages_missing"].get("missing"), arguments["packages"]),
            "due": [str(each) for each in live.get("due") or ()],
            "unread": live.get("unread") is True,
            "up": live.get("up") is True,
            "named": live.get("name") == arguments["name"],
            "settings": bool(live.get("settings")),
            "firewall": live.get("firewall") is True,
            "by_password": bool(self._play_context.password),  # of -k too, which sets no variable
            "client": _among_addresses(live.get("client")),
            "addresses": _addresses(live.get("addresses")),
            "directory": live.get("directory") is True,
        }
        found["units"] = _units(units, arguments, found["addresses"])
        return {"changed": False, "differs": [*_differing(found)], **found}

    def _asked(self, name: str, asked: dict, task_vars: dict | None) -> dict:
        """Return what a module of ours answers, by its own action plugin where it has one, and in check mode: the difference alone."""
        name = f"{_OURS}.{name}"
        task = self._task.copy()
        task.args, task.check_mode, task.diff = asked, True, False
        context = self._play_context.copy()
        context.check_mode = True
        loader = self._shared_loader_obj.action_loader
        action = loader.get(
            name if loader.has_plugin(name) else "ansible.legacy.normal",
            task=task,
            connection=self._connection,
            play_context=context,
            loader=self._loader,
            templar=self._templar,
            shared_loader_obj=self._shared_loader_obj,
        )
        task.action = name
        return action.run(task_vars=task_vars)


def _differing(found: dict) -> list[str]:
    """Name the parts that are other than planned."""
    nothing = ("files", "packages", "due", "unread", "settings", "firewall", "units")
    return [*(name for name in nothing if found[name]), *(name for name in ("up", "named") if not found[name])]


def _among(said: object, asked: list) -> list:
    return [each for each in said if each in asked] if isinstance(said, list) else []


def _units(said: dict, arguments: dict, addresses: dict) -> list[str]:
    """Name units that are missing, do not run, or must not. A unit of a port comes with its port, and one that waits for the network has its turn at a boot."""
    wanted = {*said["missing"], *said["to_enable"], *said["to_start"]} & {*arguments["units_run"]}
    ports = {name for name in wanted if "@" in name and name.split("@")[1].removesuffix(".service") not in addresses}
    waits = {name for name in wanted if "wait-online" in name} - {*said["to_enable"], *said["missing"]}
    idle = ports - {*said["to_enable"], *said["missing"]}
    return sorted((wanted - waits - idle) | ({*said["to_stop"]} & {*arguments["units_stop"]}))


def _among_addresses(said: object) -> str:
    return said if isinstance(said, str) and _ADDRESS.fullmatch(said) else "the controller"


def _addresses(said: object) -> dict[str, list[str]]:
    """Return addresses by interface, with what is neither left out."""
    rows = said.items() if isinstance(said, dict) else ()
    return {
        name: [each for each in there if isinstance(each, str) and _ADDRESS.fullmatch(each)]
        for name, there in rows
        if isinstance(name, str) and isinstance(there, list) and _INTERFACE.fullmatch(name)
    }
