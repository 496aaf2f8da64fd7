"""Ansible's modules on a host of the bed: run by a fork of a process that has imported what all of them import. Not imported here, but placed on hosts.

Ansible sends a module as the standard input of Python, where importing Ansible's own library takes three quarters of the processor time. The first module of
a host (and user) runs as it does anywhere and leaves that library, with which the server starts (module_server.py). Each later one is run by a fork of the server, which
has the files, directory, environment and umask of the process that Ansible started; that process waits for it, and ends as it ends.
"""

import _socket
import array
import contextlib
import marshal
import os
import sys

FOLDER = "/run/kept-code"
"""A directory of everybody's (ssh_root.BOOTED): a socket counts where whoever connects has made it."""
_LIBRARY = "ansible/module_utils/basic.py"


def place(end: str) -> str:
    """Return where this Python and user have a file."""
    return f"{FOLDER}/{sys.implementation.cache_tag}-{os.geteuid()}.{end}"


def hand_over() -> None:
    """Have the script of standard input run by a fork of the server, and end as it ends; returns where no server answers."""
    try:
        if os.stat(place("socket")).st_uid != os.geteuid():  # noqa: PTH116, pathlib takes longer to import than the rest
            return
        server = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
        server.connect(place("socket"))
        umask = os.umask(0o077)
        os.umask(umask)
        files = array.array("i", [0, 1, 2, os.open(".", os.O_PATH | os.O_DIRECTORY)])
        request = marshal.dumps((dict(os.environ), umask))
        server.sendmsg([request], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, files)])
    except OSError:
        return
    for each in (0, 1, 2):
        os.close(each)
    os._exit((server.recv(1) or b"\1")[0])


def begin(path: str) -> None:
    """Start the server when a module compiles Ansible's library, which is at `path` in the zip file that was sent."""
    archive, found, inside = path.partition(".zip/")
    if not found or inside != _LIBRARY:
        return
    with contextlib.suppress(OSError):
        with open(f"{archive}.zip", "rb") as sent, open(place("zip"), "xb") as kept:  # noqa: PTH123
            kept.write(sent.read())
        command = [sys.executable, "-c", "import module_server; module_server.serve()"]
        quiet = [(os.POSIX_SPAWN_OPEN, each, "/dev/null", os.O_RDWR, 0) for each in (0, 1, 2)]
        variables = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
        os.posix_spawn(sys.executable, command, variables, file_actions=quiet, setsid=True)
