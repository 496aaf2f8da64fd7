"""Chromium without a window, over its DevTools pipe: what a page shows on a screen, a phone, in the dark and on paper."""

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run", "--disable-background-networking",
    "--host-resolver-rules=MAP * ~NOTFOUND", "--use-gl=disabled",
)  # fmt: skip
PX_PER_PT = 96 / 72


class Browser:
    """One page of one browser; `events` are those since the last visit."""

    def __init__(self, sent: int, received: int) -> None:
        """Take the two ends of the pipe, and open a page."""
        self._sent, self._received, self._rest, self._last = sent, received, b"", 0
        self.events: list[dict[str, Any]] = []
        self._session = ""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> Any:
        """Call a method of the protocol, and return its result."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._sent, json.dumps(message).encode() + b"\0")
        while (answer := self._next()).get("id") != self._last:
            self.events.append(answer)
        assert "error" not in answer, answer
        return answer["result"]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            part = os.read(self._received, 1 << 20)
            assert part, "the browser has ended"
            self._rest += part
        text, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(text)
        return found

    def visit(self, path: Path, *, width: int, height: int, media: str = "screen", scheme: str = "light") -> None:
        """Open a file in a window of that size, until it has loaded."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", media=media, features=features)
        self.call("Emulation.setScrollbarsHidden", hidden=media == "print")
        self.events.clear()
        self.call("Page.navigate", url=path.resolve().as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._next())

    def evaluate(self, script: str) -> Any:
        """Return the value of an expression in the page; of a promise, what it comes to."""
        done = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        return done["result"].get("value")

    def print(self, path: Path, inches: tuple[float, float]) -> bytes:
        """Return a file as PDF on sheets of that width and height, inches, as its own style arranges it: without headers, footers or grounds of the browser."""
        self.visit(path, width=1280, height=900, media="")
        width, height = inches
        done = self.call("Page.printToPDF", paperWidth=width, paperHeight=height, preferCSSPageSize=True)
        return base64.b64decode(done["data"])

    @property
    def complaints(self) -> list[str]:
        """Return what the page wrote to the console and requested beside itself."""
        found = []
        for event in self.events:
            method, params = event.get("method", ""), event.get("params", {})
            if method in {"Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"}:
                found.append(f"{method}: {json.dumps(params)[:300]}")
            if method == "Network.requestWillBeSent" and params["type"] != "Document":
                found.append(f"request: {params['request']['url']}")
        return found


def program() -> str | None:
    """Return the path of Chromium, if this machine has it."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """Start Chromium with a profile in `folder`, and end it."""
    found = program()
    assert found, "chromium is not installed: apt-get install chromium"
    there, ours = os.pipe(), os.pipe()
    # The pipe is file descriptors 3 and 4 of the browser; a shell puts them there
    command = f'exec "$0" "$@" 3<&{there[0]} 4>&{ours[1]}'
    child = subprocess.Popen(
        ["/bin/bash", "-c", command, found, *_FLAGS, f"--user-data-dir={folder}", "about:blank"],
        pass_fds=(there[0], ours[1]),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(there[0])
    os.close(ours[1])
    try:
        page = Browser(there[1], ours[0])
        yield page
        page.call("Page.close")
    finally:
        os.close(there[1])
        os.close(ours[0])
        try:
            child.wait(10)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
