"""The caching proxy of a site, from which apt has its packages: one file, run by itself in the bed's network.

It answers what folders of packages and of apt's lists hold, and nothing else: `archive.py ADDRESS PORT FOLDER...`.
"""

import sys
from collections.abc import Iterable
from email.utils import formatdate, parsedate_to_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit


def held(folders: Iterable[Path], url: str) -> Path | None:
    """Return the file that has what a URL names: a list by its whole name, a package by its last part."""
    parts = urlsplit(url)
    path = Path(unquote(parts.path))
    names = [f"{parts.netloc}{unquote(parts.path)}".replace("/", "_")]
    if path.suffix == ".deb":
        # apt's own folder has the epoch of the version in the name, the archive has not
        name, _, rest = path.name.partition("_")
        names = [path.name, f"{name}_*%3a{rest}"]
    return next((file for folder in folders for each in names for file in folder.glob(each)), None)


class Archive(BaseHTTPRequestHandler):
    """Send a file, or the answer that it has not changed."""

    protocol_version = "HTTP/1.1"
    folders: tuple[Path, ...] = ()

    def do_GET(self) -> None:
        """Answer with 304 where the client has the file as it is here."""
        file = held(self.folders, self.path)
        if file is None:
            self.send_error(404)
            return
        changed = int(file.stat().st_mtime)
        since = self.headers.get("If-Modified-Since")
        same = since is not None and parsedate_to_datetime(since).timestamp() >= changed
        content = b"" if same else file.read_bytes()
        self.send_response(304 if same else 200)
        self.send_header("Last-Modified", formatdate(changed, usegmt=True))
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Log no request; apt reports errors."""


if __name__ == "__main__":
    address, port, *folders = sys.argv[1:]
    Archive.folders = tuple(map(Path, folders))
    ThreadingHTTPServer((address, int(port)), Archive).serve_forever()
