#!/usr/bin/python
"""Run commands on Arista EOS over eAPI: JSON-RPC over HTTPS, to a switch that is known by its certificate."""

from __future__ import annotations

DOCUMENTATION = r"""
module: eapi
short_description: Run commands on Arista EOS over eAPI
description:
  - Sends all commands in one request, which EOS takes or refuses as a whole. Runs on the controller.
  - A switch makes its own certificate, which no authority has signed. As SSH does with host keys, the first that it shows is noted in O(pin),
    and no other is spoken to afterwards. The password goes out after that look only.
options:
  host: {description: Address of the switch., type: str, required: true}
  port: {description: Port of eAPI., type: int, default: 443}
  user: {description: Who logs in., type: str, required: true}
  password: {description: The user's password., type: str, required: true}
  commands: {description: What is run., type: list, elements: str, required: true}
  format: {description: How EOS prints what it has to say., type: str, choices: [text, json], default: text}
  changes: {description: Whether the commands change anything; then a check sends none of them., type: bool, default: false}
  authority:
    description: File of the authority that signed the switches' certificates. Then these are looked at, names and all, and O(pin) is not.
    type: path
    default: ""
  pin: {description: File that keeps the SHA-256 of the switch's certificate., type: path, required: true}
  timeout: {description: Seconds that the switch may be silent., type: int, default: 120}
author:
  - clustergen
attributes:
  check_mode: {support: full}
  diff_mode: {support: none}
"""

EXAMPLES = r"""
- name: Ask for the version
  clustergen.cluster.eapi:
    host: 10.192.0.40
    user: admin
    password: "{{ clustergen_eos_admin_password }}"
    pin: ~/.local/state/clustergen/atlas/switches/leaf1/certificate.sha256
    commands: [show version]
"""

RETURN = r"""
output: {description: What each command printed; a dictionary each with C(format=json)., returned: success, type: list}
first_seen: {description: The certificate's SHA-256 where it was not known before., returned: success, type: str}
"""

import base64
import hashlib
import http.client
import json
import os
import ssl

from ansible.module_utils.basic import AnsibleModule

OPTIONS = {
    "host": {"type": "str", "required": True},
    "port": {"type": "int", "default": 443},
    "user": {"type": "str", "required": True},
    "password": {"type": "str", "required": True, "no_log": True},
    "commands": {"type": "list", "elements": "str", "required": True},
    "format": {"type": "str", "choices": ["text", "json"], "default": "text"},
    "changes": {"type": "bool", "default": False},
    "authority": {"type": "path", "default": ""},
    "pin": {"type": "path", "required": True},
    "timeout": {"type": "int", "default": 120},
}
_OK, _UNAUTHORIZED = 200, 401
_LONGEST = 1 << 25


class RefusedError(Exception):
    """The switch is not who it should be, does not let us in, or does not take a command; the message says which and what to do."""


def main() -> None:
    """Be the module."""
    module = AnsibleModule(argument_spec=OPTIONS, supports_check_mode=True)
    asked = module.params
    if module.check_mode and asked["changes"]:
        module.exit_json(changed=True, output=[], first_seen="")
    try:
        connection, first_seen = connected(asked, noting=not module.check_mode)
        output = answered(connection, asked)
    except RefusedError as refused:
        module.fail_json(msg=str(refused))
    except (OSError, http.client.HTTPException, ValueError) as error:
        module.fail_json(
            msg=f"no answer over eAPI from {asked['host']} port {asked['port']}: {error or type(error).__name__}"
        )
    module.exit_json(changed=asked["changes"], output=output, first_seen=first_seen)


def connected(asked: dict, *, noting: bool) -> tuple[http.client.HTTPSConnection, str]:
    """Connect, and look who answers; give the certificate's digest where it is a new one."""
    if asked["authority"]:
        context = ssl.create_default_context(cafile=asked["authority"])
    else:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        context.minimum_version = ssl.TLSVersion.TLSv1_2
    connection = http.client.HTTPSConnection(asked["host"], asked["port"], timeout=asked["timeout"], context=context)
    connection.connect()
    if asked["authority"]:
        return connection, ""
    seen = hashlib.sha256(connection.sock.getpeercert(binary_form=True)).hexdigest()
    known = noted(asked["pin"])
    if known and known != seen:
        connection.close()
        raise RefusedError(
            f"{asked['host']} has a different certificate than before (SHA-256 {seen}; {asked['pin']} has {known}): "
            "if the switch was replaced or has a new certificate, remove that file; otherwise find out which device answers there"
        )
    if not known and noting:
        note(asked["pin"], seen)
    return connection, "" if known else seen


def noted(pin: str) -> str:
    """Read the digest that is known; empty where there is none."""
    try:
        with open(pin, encoding="ascii") as file:
            return file.read().strip()
    except FileNotFoundError:
        return ""


def note(pin: str, digest: str) -> None:
    """Keep a digest, for the operator alone to write."""
    os.makedirs(os.path.dirname(pin), mode=0o700, exist_ok=True)
    with open(os.open(pin, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        file.write(f"{digest}\n")


def answered(connection: http.client.HTTPSConnection, asked: dict) -> list:
    """Send the commands and give what each printed."""
    params = {"version": 1, "format": asked["format"], "cmds": asked["commands"]}
    body = json.dumps({"jsonrpc": "2.0", "method": "runCmds", "id": "clustergen", "params": params})
    login = base64.b64encode(f"{asked['user']}:{asked['password']}".encode()).decode()
    connection.request(
        "POST", "/command-api", body, {"Authorization": f"Basic {login}", "Content-Type": "application/json"}
    )
    answer = connection.getresponse()
    text = answer.read(_LONGEST + 1).decode()
    connection.close()
    if len(text) > _LONGEST:
        raise RefusedError(
            f"{asked['host']} answers with more than {_LONGEST} characters: check which device answers at this address"
        )
    if answer.status == _UNAUTHORIZED:
        raise RefusedError(f"{asked['host']} refuses the login of {asked['user']}: check clustergen_eos_admin_password")
    if answer.status != _OK:
        raise RefusedError(
            f"{asked['host']} answers eAPI with HTTP status {answer.status}: check that eAPI is enabled on it"
        )
    said = json.loads(text)
    if not isinstance(said, dict) or not isinstance(said.get("result", said.get("error")), (list, dict)):
        raise RefusedError(f"{asked['host']} does not answer as eAPI does: check which device answers at this address")
    if "error" in said:
        raise RefusedError(
            f"{asked['host']} refuses the commands: {_plain(said['error'].get('message', said['error']))}"
        )
    output = said["result"]
    if len(output) != len(asked["commands"]) or not all(isinstance(each, dict) for each in output):
        raise RefusedError(f"{asked['host']} answered only {len(output)} of {len(asked['commands'])} commands")
    return [str(each.get("output", "")) for each in output] if asked["format"] == "text" else output


def _plain(text: object) -> str:
    """Return a text as one line that only prints."""
    line = " ".join(str(text).split())
    return "".join(each if each.isprintable() else "?" for each in line)[:1000]


if __name__ == "__main__":
    main()
