"""A real Nautobot for the tests of one module: PostgreSQL, Redis and Nautobot's own web server in a folder, on a port of the loopback.

`.ci/nautobot` has installed it, and dumped the database that its migrations made.
"""

import base64
import json
import os
import pwd
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from tests.conftest import missing

_SECONDS = 600
_DATABASE = "-c listen_addresses= -c fsync=off -c full_page_writes=off -c synchronous_commit=off"
_USER = "nautobot"
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""The server is on the loopback, so that no proxy of the environment is asked."""
_LOGIN = base64.b64encode(b"admin:of-the-tests").decode()


class Nautobot(Struct, frozen=True):
    """A Nautobot that answers at `url`, with a token of its administrator."""

    url: str
    token: str
    release: str

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Ask its REST API."""
        return _ask(self.url, method, path, f"Token {self.token}", body)

    def one(self, path: str) -> dict[str, Any]:
        """Return the only object that a filter selects."""
        (found,) = self.ask("GET", path)["results"]
        return dict(found)


@contextmanager
def nautobot() -> Iterator[Nautobot]:
    """Start Nautobot with an empty database, and end everything afterwards.

    The folder is none of pytest's: each start of pytest closes those to other accounts, and PostgreSQL has its own.
    """
    home = Path(os.environ.get("CLUSTERGEN_TREES", "") or _cache()) / "nautobot"
    if not (home / ".whole").is_file():
        missing("Nautobot", "`make setup-system` installs it")
    with ExitStack() as stack:
        work = Path(stack.enter_context(TemporaryDirectory(prefix="nautobot-")))
        work.chmod(0o755)
        url = _serve(stack, home, work, _services(stack, home, work))
        token = _ask(url, "POST", "users/tokens/", f"Basic {_LOGIN}", {})["key"]
        (installed,) = home.glob("lib/python*/site-packages/nautobot-*.dist-info")
        yield Nautobot(url, token, installed.name.removesuffix(".dist-info").partition("-")[2])


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME", "") or Path.home() / ".cache") / "clustergen" / "debian"


def _services(stack: ExitStack, home: Path, work: Path) -> dict[str, str]:
    """Start PostgreSQL with the dump, and Redis, both on sockets; return Nautobot's environment."""
    programs = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: int(each.parent.name), default=Path())
    redis_server = shutil.which("redis-server")
    if not (programs / "initdb").is_file() or redis_server is None:
        missing("PostgreSQL and Redis", "`make setup-system` installs the Debian programs of the system tests")
    assert redis_server is not None
    account: list[str] = []
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        account = ["runuser", "-u", "postgres", "--"]
        os.chown(work, pwd.getpwnam("postgres").pw_uid, -1)
    data = ["-D", str(work / "data")]
    _must(
        *account, programs / "initdb", *data, "-A", "trust", "-U", _USER, "--locale=C.UTF-8", "-E", "UTF8", "--no-sync"
    )
    stack.callback(lambda: _must(*account, programs / "pg_ctl", *data, "-m", "immediate", "stop"))
    options = f"-k {work} {_DATABASE}"
    log = work / "postgres.log"
    _must(*account, programs / "pg_ctl", *data, "-l", log, "-w", "-o", options, "start")
    there = ("-h", work, "-U", _USER)
    _must(programs / "createdb", *there, _USER)
    _must(programs / "pg_restore", *there, "--no-owner", "-d", _USER, home / "database")
    redis = [redis_server, "--port", "0", "--unixsocket", work / "redis", "--save", "", "--dir", work]
    _started(stack, redis, {}, work / "redis.log")
    return {
        "PATH": os.environ["PATH"],
        "NAUTOBOT_CONFIG": str(home / "nautobot_config.py"),
        "NAUTOBOT_ROOT": str(work / "root"),
        "NAUTOBOT_SECRET_KEY": "of-the-tests",
        "NAUTOBOT_ALLOWED_HOSTS": "127.0.0.1",
        "NAUTOBOT_DB_HOST": str(work),
        "NAUTOBOT_DB_USER": _USER,
        "NAUTOBOT_REDIS_SCHEME": "unix",
        "NAUTOBOT_REDIS_HOST": str(work / "redis"),
    }


def _serve(stack: ExitStack, home: Path, work: Path, environment: Mapping[str, str]) -> str:
    """Start Nautobot's web server, and return its address when it answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = work / "uwsgi.ini"
    options.write_text(
        f"[uwsgi]\nhttp = 127.0.0.1:{port}\nhttp-timeout = 240\nmaster = true\ndie-on-term = true\nno-orphans = true\n"
        "processes = 1\nthreads = 1\nlazy-apps = true\nmodule = nautobot.core.wsgi:application\nbuffer-size = 65535\n"
    )
    log = work / "nautobot.log"
    server = _started(stack, [home / "bin" / "nautobot-server", "start", "--ini", options], environment, log)
    url = f"http://127.0.0.1:{port}"
    end = time.monotonic() + _SECONDS
    while True:
        try:
            _ask(url, "GET", "status/", f"Basic {_LOGIN}")
        except urllib.error.HTTPError as error:
            error.close()
            if error.code < 500:  # it answers, whatever it thinks of the login
                return url
        except OSError:
            pass
        else:
            return url
        assert server.poll() is None and time.monotonic() < end, log.read_text()[-2000:]
        time.sleep(0.3)


def _started(
    stack: ExitStack, command: list[Any], environment: Mapping[str, str], log: Path
) -> subprocess.Popen[bytes]:
    with log.open("wb") as out:
        process = subprocess.Popen(command, env={**os.environ, **environment}, stdout=out, stderr=out)

    def end() -> None:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    stack.callback(end)
    return process


def _must(*command: Any) -> None:
    done = subprocess.run(
        list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False
    )
    assert done.returncode == 0, f"{command[0]}: {done.stderr}"


def _ask(url: str, method: str, path: str, login: str, body: Any = None) -> Any:
    headers = {"Authorization": login, "Content-Type": "application/json", "Accept": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{url}/api/{path}", data, headers, method=method)
    with _OPENER.open(request, timeout=_SECONDS) as answer:
        content = answer.read()
    return json.loads(content) if content else None
