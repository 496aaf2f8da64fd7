"""Knocks on doors: run by Python inside a namespace, one JSON list of probes on standard input, one of answers on standard output.

A probe is [source address, destination address, protocol, port]. An answer says whether the packet came through to the other kernel: a connection
that is refused came through (nobody listens), one that is never answered was dropped.
"""

from __future__ import annotations

import asyncio
import errno
import json
import socket
import sys

WAIT_S = 1.0
AT_ONCE = 400


def _family(address: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in address else socket.AF_INET


async def _tcp(source: str, to: str, port: int) -> bool:
    loop = asyncio.get_running_loop()
    with socket.socket(_family(to), socket.SOCK_STREAM) as caller:
        caller.setblocking(False)  # noqa: FBT003
        caller.bind((source, 0))
        try:
            await asyncio.wait_for(loop.sock_connect(caller, (to, port)), WAIT_S)
        except ConnectionRefusedError:
            return True
        except (TimeoutError, OSError):
            return False
    return True


async def _udp(source: str, to: str, port: int) -> bool:
    """An unreachable port is told by ICMP, which a connected socket shows as a refused one."""
    loop = asyncio.get_running_loop()
    with socket.socket(_family(to), socket.SOCK_DGRAM) as caller:
        caller.setblocking(False)  # noqa: FBT003
        caller.bind((source, 0))
        caller.connect((to, port))
        try:
            await loop.sock_sendall(caller, b"knock")
            await asyncio.wait_for(loop.sock_recv(caller, 64), WAIT_S)
        except TimeoutError:
            return False
        except OSError as error:
            return error.errno == errno.ECONNREFUSED
    return True


async def _icmp(source: str, to: str, _port: int) -> bool:
    ping = ("ping", "-n", "-q", "-c", "1", "-W", "1", "-I", source, to)
    quiet = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(*ping, stdout=quiet, stderr=quiet)
    return await process.wait() == 0


async def _knock(probe: tuple[str, str, str, int], room: asyncio.Semaphore) -> bool:
    source, to, protocol, port = probe
    ways = {"tcp": _tcp, "udp": _udp, "icmp": _icmp}
    async with room:
        return await ways[protocol](source, to, port)


async def _main() -> None:
    room = asyncio.Semaphore(AT_ONCE)
    probes = json.load(sys.stdin)
    json.dump(await asyncio.gather(*(_knock(tuple(probe), room) for probe in probes)), sys.stdout)


if __name__ == "__main__":
    asyncio.run(_main())
