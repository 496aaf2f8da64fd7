"""The server of a host's modules (forked_modules.py): imports what every module of Ansible imports, and forks for each. Not imported here, but placed on hosts."""

import array
import atexit
import contextlib
import importlib
import marshal
import os
import signal
import socket
import sys
import traceback
import types
from collections.abc import Iterator

from forked_modules import place  # type: ignore[import-not-found]

_SHARED = (
    *("base64", "runpy", "shutil", "tempfile", "zipfile"),
    *("ansible.module_utils.basic", "ansible.module_utils._internal._ansiballz._loader"),
)
"""What Ansible's wrapper of a module imports, by release (2.18 has no `_loader`)."""
_MOST = 1 << 17
"""Bytes of a request: an environment."""


def serve() -> None:
    """Fork for each request, until the host goes down."""
    if os.fork():
        os._exit(0)
    os.chdir("/")
    _import_shared(place("zip"))
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        listener.bind(place("new"))
        listener.listen(64)
        os.rename(place("new"), place("socket"))  # noqa: PTH104
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        while True:
            client, _ = listener.accept()
            with client, contextlib.suppress(OSError, ValueError, EOFError):
                _serve_one(client, listener)


def _serve_one(client: socket.socket, listener: socket.socket) -> None:
    files = array.array("i")
    request, extra, *_ = client.recvmsg(_MOST, socket.CMSG_SPACE(4 * files.itemsize))
    for _level, _kind, data in extra:
        files.frombytes(data)
    if os.fork() == 0:
        listener.close()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        _become(*marshal.loads(request), *files)
        client.send(bytes([code := _run(sys.stdin.buffer.read()) & 255]))
        os._exit(code)
    for each in files:
        os.close(each)


def _become(environment: dict[str, str], umask: int, *files: int) -> None:
    """Be the process that asked: with its standard files, its directory, environment and umask."""
    os.setsid()
    *standard, directory = files
    for to, each in enumerate(standard):
        os.dup2(each, to)
        os.close(each)
    os.fchdir(directory)
    os.close(directory)
    os.umask(umask)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [""]


def _run(script: bytes) -> int:
    """Run a script as Python runs that of its standard input; return its exit code."""
    main = types.ModuleType("__main__")
    vars(main)["__builtins__"] = __builtins__
    sys.modules["__main__"] = main
    code: object = 0
    try:
        exec(compile(script, "<stdin>", "exec"), vars(main))
    except SystemExit as ended:
        code = ended.code
    except BaseException:  # noqa: BLE001, whatever ends a script is printed
        traceback.print_exc()
        code = 1
    if not isinstance(code, int | None):
        print(code, file=sys.stderr)
        code = 1
    atexit._run_exitfuncs()
    for each in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            each.flush()
    return code or 0


class _Sent:
    """The search path of a package that the server has imported: the package's folder in the zip file that this module came in."""

    def __init__(self, package: str) -> None:
        self._folder = package.replace(".", "/")

    def __iter__(self) -> Iterator[str]:
        return (f"{each}/{self._folder}" for each in sys.path if each.endswith(".zip"))


def _import_shared(archive: str) -> None:
    sys.path.insert(0, archive)
    for name in _SHARED:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    sys.path.remove(archive)
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "ansible" and hasattr(module, "__path__"):
            vars(module)["__path__"] = _Sent(name)
