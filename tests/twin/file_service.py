"""A file service between hosts, in place of the kernel's NFS: `file_service.py serve` on the server, called as `mount.nfs4` on a client.

The server does what exports(5) says of who asks: it reads /var/lib/nfs/etab, which the real exportfs writes, lets in the addresses that are there,
and acts as the user who asks, root as nobody where root is squashed. The client is a FUSE file system (python3-fusepy) that passes every call on.
"""

# ruff: noqa: PTH101, PTH102, PTH104, PTH106, PTH108, PTH115, PTH208, PTH211
import errno
import os
import pickle
import signal
import socket
import struct
import sys
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

from fusepy import FUSE, FuseOSError, Operations, fuse_get_context  # type: ignore[import-not-found]

PORT = 2049
ETAB = Path("/var/lib/nfs/etab")
NOBODY = 65534


def send(peer: socket.socket, value: object) -> None:
    """Send a value, its length first."""
    data = pickle.dumps(value)
    peer.sendall(struct.pack("!I", len(data)) + data)


def receive(peer: socket.socket) -> Any:
    """Receive a value; nothing where the other end is gone."""
    head = _exactly(peer, 4)
    return pickle.loads(_exactly(peer, struct.unpack("!I", head)[0])) if head else None


def _exactly(peer: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        more = peer.recv(count - len(data))
        if not more:
            return b""
        data += more
    return data


# The server


def exported(path: str, client: str) -> list[str] | None:
    """Return the options by which a folder is exported to a client; nothing where it is not."""
    for line in ETAB.read_text().splitlines() if ETAB.exists() else ():
        folder, to = line.split("\t", 1)
        prefix, _, options = to.partition("(")
        if folder == path and ip_address(client) in ip_network(prefix.strip(), strict=False):
            return options.rstrip(")").split(",")
    return None


class Acts:
    """The calls of one client below one folder, each as the user who asks."""

    def __init__(self, root: str) -> None:
        self.root = root

    def real(self, path: str) -> str:
        return self.root + path

    def getattr(self, path: str, _: object = None) -> dict[str, float]:
        found = os.lstat(self.real(path))
        names = ("st_atime", "st_ctime", "st_gid", "st_mode", "st_mtime", "st_nlink", "st_size", "st_uid", "st_blocks")
        return {name: getattr(found, name) for name in names}

    def access(self, path: str, mode: int) -> None:
        if not os.access(self.real(path), mode, effective_ids=True):
            raise OSError(errno.EACCES, "")

    def readdir(self, path: str, _: object) -> list[str]:
        return [".", "..", *os.listdir(self.real(path))]

    def readlink(self, path: str) -> str:
        return os.readlink(self.real(path))

    def mknod(self, path: str, mode: int, dev: int) -> None:
        os.mknod(self.real(path), mode, dev)

    def mkdir(self, path: str, mode: int) -> None:
        os.mkdir(self.real(path), mode)

    def rmdir(self, path: str) -> None:
        os.rmdir(self.real(path))

    def unlink(self, path: str) -> None:
        os.unlink(self.real(path))

    def symlink(self, target: str, source: str) -> None:
        os.symlink(source, self.real(target))

    def rename(self, old: str, new: str) -> None:
        os.rename(self.real(old), self.real(new))

    def link(self, target: str, source: str) -> None:
        os.link(self.real(source), self.real(target))

    def chmod(self, path: str, mode: int) -> None:
        os.chmod(self.real(path), mode)

    def chown(self, path: str, uid: int, gid: int) -> None:
        os.lchown(self.real(path), uid, gid)

    def utimens(self, path: str, times: tuple[float, float] | None) -> None:
        os.utime(self.real(path), times)

    def truncate(self, path: str, length: int, _: object = None) -> None:
        os.truncate(self.real(path), length)

    def create(self, path: str, mode: int) -> int:
        os.close(os.open(self.real(path), os.O_CREAT | os.O_RDWR, mode))
        return 0

    def open(self, path: str, flags: int) -> int:
        os.close(os.open(self.real(path), flags & (os.O_ACCMODE | os.O_TRUNC)))
        return 0

    def read(self, path: str, size: int, offset: int, _: object) -> bytes:
        # who has opened it may read: an open file is not asked about again
        with As(0, 0):
            file = os.open(self.real(path), os.O_RDONLY)
        try:
            return os.pread(file, size, offset)
        finally:
            os.close(file)

    def write(self, path: str, data: bytes, offset: int, _: object) -> int:
        with As(0, 0):
            file = os.open(self.real(path), os.O_WRONLY)
        try:
            return os.pwrite(file, data, offset)
        finally:
            os.close(file)

    def statfs(self, path: str) -> dict[str, int]:
        found = os.statvfs(self.real(path))
        names = (
            "f_bavail",
            "f_bfree",
            "f_blocks",
            "f_bsize",
            "f_favail",
            "f_ffree",
            "f_files",
            "f_flag",
            "f_frsize",
            "f_namemax",
        )
        return {name: getattr(found, name) for name in names}


class As:
    """For a while, another user: effective ids, by which the kernel judges and makes files."""

    def __init__(self, uid: int, gid: int) -> None:
        self.wanted = uid, gid
        self.before = (0, 0)

    def __enter__(self) -> None:
        self.before = os.geteuid(), os.getegid()
        self._be(*self.wanted)

    def __exit__(self, *_: object) -> None:
        self._be(*self.before)

    @staticmethod
    def _be(uid: int, gid: int) -> None:
        os.seteuid(0)
        os.setegid(gid)
        os.setgroups([gid])
        os.seteuid(uid)


def serve_one(peer: socket.socket, client: str) -> None:
    """Answer one client until it is gone."""
    path = receive(peer)
    options = exported(path, client)
    send(peer, options is not None)
    if options is None:
        return
    acts, squashed = Acts(path), "root_squash" in options
    while (asked := receive(peer)) is not None:
        name, arguments, uid, gid = asked
        if uid == 0 and squashed:
            uid = gid = NOBODY
        try:
            with As(uid, gid):
                answer = getattr(acts, name)(*arguments)
        except OSError as error:
            answer = OSError(error.errno or errno.EIO)
        except AttributeError:
            answer = OSError(errno.ENOSYS)
        send(peer, answer)


def serve() -> None:
    """Take clients in, each with a process of its own."""
    os.umask(0)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    listener = socket.create_server(("0.0.0.0", PORT))
    while True:
        peer, (client, _) = listener.accept()
        if os.fork() == 0:
            listener.close()
            serve_one(peer, client)
            os._exit(0)
        peer.close()


# The client


def mount(what: str, where: str) -> None:
    """Mount `server:path`, by the name that this host knows the server by."""
    server, _, path = what.partition(":")
    try:
        peer = socket.create_connection((server, PORT), timeout=10)
    except OSError as error:
        sys.exit(f"mount.nfs4: {server}: {error}")
    peer.settimeout(None)
    send(peer, path)
    if not receive(peer):
        sys.exit(f"mount.nfs4: access denied by server while mounting {what}")

    class Remote(Operations):  # type: ignore[misc]
        def __call__(self, name: str, *arguments: object) -> object:
            if name in {"init", "destroy", "flush", "release", "fsync", "fsyncdir", "opendir", "releasedir"}:
                return 0
            uid, gid, _ = fuse_get_context()
            send(peer, (name, arguments, uid, gid))
            answer = receive(peer)
            if isinstance(answer, OSError):
                raise FuseOSError(answer.args[0])
            if answer is None and name in {"getattr", "readdir", "read", "statfs", "readlink"}:
                raise FuseOSError(errno.EIO)
            return 0 if answer is None else answer

    FUSE(
        Remote(),
        where,
        nothreads=True,
        foreground=False,
        allow_other=True,
        nonempty=True,
        fsname=what,
        subtype="nfs4",
        direct_io=False,
        attr_timeout=0,
        entry_timeout=0,
    )


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        serve()
    else:
        mount(sys.argv[1], sys.argv[2])
