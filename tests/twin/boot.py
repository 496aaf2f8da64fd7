"""What starts from the network, in a bottle with control hosts: the web server of a rendered tree, and machines with real firmware."""

from __future__ import annotations

import shutil
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from generator.twin.bottle import Bottle

# nginx with its file as it is: the places that it names are made in a mount namespace of its own, and its access log ends in a socket there.
_WEB = r"""
set -e
mkdir -p /run/web/served /run/web/own /run/clustergen-boot
mount -t tmpfs dev /run/web/own
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test -keyout /run/web/own/tls.key -out /run/web/own/tls.crt 2>/dev/null
cp "$1" /run/web/own/nginx.conf
for each in /etc /var; do
  mkdir -p /run/web/up$each /run/web/work$each
done
mount -t overlay etc -o lowerdir=/etc,upperdir=/run/web/up/etc,workdir=/run/web/work/etc /etc
mount -t overlay var -o lowerdir=/var,upperdir=/run/web/up/var,workdir=/run/web/work/var /var
mkdir -p /etc/clustergen/boot /var/www/clustergen /var/log/nginx
mount --bind /run/web/own /etc/clustergen/boot
mount --bind "$2" /var/www/clustergen
mount -t tmpfs dev /dev
mknod -m 666 /dev/null c 1 3; mknod -m 666 /dev/urandom c 1 9; mknod -m 666 /dev/random c 1 8
python3 -u -c '
import os, socket
log = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
log.bind("/dev/log")
os.chmod("/dev/log", 0o666)
while True:
    print(log.recv(4096).decode().split(": ", 1)[1], flush=True)
' >/run/web/access.log 2>&1 &
while ! test -S /dev/log; do sleep 0.05; done
nginx -c /etc/clustergen/boot/nginx.conf >/run/web/error.log 2>&1 &
"""
_TAP = "ip tuntap add dev {tap} mode tap && ip link set dev {tap} master inband up"
_SECONDS = 20.0


class WebError(Exception):
    """The web server did not come up, or a machine did not do what it was waited for; the message is the log."""


class Web:
    """nginx as a control host runs it, on the rendered file, in the network of a control host."""

    def __init__(
        self, bottle: Bottle, tree: Path, served: Path, host: str = "control1", netns: str = "control"
    ) -> None:
        """Serve `served`, which holds what the role `boot` puts below /var/www/clustergen."""
        self._bottle = bottle
        conf = tree / "provisioning" / "web" / f"{host}.conf"
        bottle.must("unshare", "--mount", "sh", "-c", _WEB, "web", str(conf), str(served), netns=netns)
        end = time.monotonic() + _SECONDS
        while not bottle.run("ss", "-Htln", "sport = :80", netns=netns).stdout:
            if time.monotonic() > end:
                raise WebError(bottle.run("cat", "/run/web/error.log").stdout)
            time.sleep(0.05)

    def asked(self, who: str = "") -> list[tuple[str, str, int]]:
        """Return what was asked for so far, by one address if named: who, what, and the answer's status."""
        rows = [line.split('"') for line in self._bottle.run("cat", "/run/web/access.log").stdout.splitlines()]
        found = [(row[0].split()[0], row[1].split()[1], int(row[2].split()[0])) for row in rows if len(row) > 2]
        return [each for each in found if who in {"", each[0]}]

    def wait_for(self, path: str, seconds: float) -> float:
        """Wait until a path was asked for; gives how long that took."""
        start = time.monotonic()
        while time.monotonic() < start + seconds:
            if any(path == each[1] for each in self.asked()):
                return time.monotonic() - start
            time.sleep(0.2)
        raise WebError(f"nobody asked for {path} within {seconds:.0f} s: {self.asked()}")


class Machine:
    """A machine of QEMU without acceleration on the in-band segment, with real firmware; `serial` is its chassis's number."""

    def __init__(
        self, bottle: Bottle, name: str, mac: str, serial: str, *firmware: str, rom: str | None = None
    ) -> None:
        """Switch it on. Its console goes to a file. Its card has iPXE in it, unless `rom` says otherwise."""
        bottle.must("sh", "-c", _TAP.format(tap=name))
        self._bottle, self.name = bottle, name
        card = f"virtio-net-pci,netdev=n,mac={mac}" + ("" if rom is None else f",romfile={rom}")
        command = (
            *("qemu-system-x86_64", "-accel", "tcg", "-M", "q35", "-m", "256", "-nographic", "-no-user-config"),
            *("-smbios", f"type=1,serial={serial}", "-monitor", "none", "-serial", f"file:/run/{name}.console"),
            *("-netdev", f"tap,id=n,ifname={name},script=no,downscript=no", "-device", card),
            *firmware,
        )
        start = 'name=$1; shift; "$@" >/run/$name.said 2>&1 & echo $! >/run/$name.pid'
        bottle.must("sh", "-c", start, "start", name, *command)

    def console(self) -> str:
        """What it wrote."""
        return self._bottle.run("cat", f"/run/{self.name}.console", f"/run/{self.name}.said").stdout

    def wait_for(self, text: str, seconds: float) -> None:
        """Wait until its console has a text."""
        end = time.monotonic() + seconds
        while text not in self.console():
            if time.monotonic() > end:
                raise WebError(f"{text} is not on the console of {self.name}: {self.console()[-3000:]}")
            time.sleep(0.2)

    def off(self) -> None:
        """Pull its plug."""
        self._bottle.must("sh", "-c", f"kill $(cat /run/{self.name}.pid); ip link del dev {self.name}")


def served(tree: Path, folder: Path, *hosts: str) -> Path:
    """Make what the role `boot` serves: the entry, the folders of these hosts."""
    source = tree / "provisioning" / "boot"
    folder.chmod(0o755)
    (folder / "boot" / "site").mkdir(parents=True)
    shutil.copy(source / "boot.ipxe", folder / "boot")
    for host in hosts:
        shutil.copytree(source / "hosts" / host, folder / "boot" / "hosts" / host)
    return folder
