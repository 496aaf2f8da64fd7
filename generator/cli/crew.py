"""A crew: several processes that share out one list of work. The one module that knows of processes.

Each member is a fork, so it has the plan without a copy, and takes the next piece from a pipe when it is done with its
last. What a member leaves undone, because it failed or was killed, is done by the caller's own process: the error of a
piece is therefore raised as if nothing had been shared out.
"""

import multiprocessing
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Generic, TypeVar

from generator.source.limits import die_with

MOST = 4
"""Members at most: each has pages of its own where it counts references, a few hundred MiB at 16,384 GPUs."""
_CLAIM_BYTES = 2

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def cores() -> int:
    """Count the cores that this process may use for a crew: 1 where there is no fork that is safe to use."""
    return min(MOST, len(os.sched_getaffinity(0))) if sys.platform == "linux" else 1


class Crew(Generic[Piece, Result]):
    """Processes at work: the context gives the result of every piece. Leaving it ends them; none outlives its parent."""

    def __init__(self, pieces: Sequence[Piece], work: Callable[[Piece], Result], members: int) -> None:
        """Make ready; `members` below 2 means that the work is done here."""
        self._pieces = pieces
        self._work = work
        self._members = min(members, len(pieces)) if members > 1 else 0
        self._processes: dict[Connection, BaseProcess] = {}

    def __enter__(self) -> Iterator[Result]:
        try:
            with _undisturbed():
                self._start()
        except OSError:  # no process or pipe to be had: what nobody does is done here
            self._end()
        except BaseException:
            self._end()
            raise
        return self._results()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def _results(self) -> Iterator[Result]:
        """Yield the result of every piece once, as they come."""
        done = set()
        while self._processes:
            for pipe in wait(list(self._processes)):
                assert isinstance(pipe, Connection)
                try:
                    index, result = pipe.recv()
                except (EOFError, OSError, pickle.UnpicklingError):  # the member has ended, one way or another
                    self._processes.pop(pipe).join()
                    pipe.close()
                    continue
                done.add(index)
                yield result
        for index, piece in enumerate(self._pieces):
            if index not in done:
                yield self._work(piece)

    def _start(self) -> None:
        queue, tail = os.pipe()
        try:
            os.write(tail, b"".join(index.to_bytes(_CLAIM_BYTES) for index in range(len(self._pieces))))
            os.close(tail)
            context = multiprocessing.get_context("fork")
            for _ in range(self._members):
                here, there = context.Pipe(duplex=False)
                process = context.Process(target=self._take_part, args=(queue, there, os.getpid()), daemon=True)
                self._processes[here] = process
                process.start()
                there.close()
        finally:
            os.close(queue)

    def _take_part(self, queue: int, results: Connection, parent: int) -> None:
        """Do pieces until none is left. A member says nothing and only ends: its parent meets the error again."""
        die_with(parent)
        try:
            while claim := os.read(queue, _CLAIM_BYTES):
                index = int.from_bytes(claim)
                results.send((index, self._work(self._pieces[index])))
        except BaseException:  # noqa: BLE001  (raised again in the parent, from the same piece)
            while os.read(queue, 1 << 16):
                pass  # nobody shall begin anything else
            os._exit(1)

    def _end(self) -> None:
        for pipe, process in self._processes.items():
            if process.pid is not None:
                process.kill()
                process.join()
            pipe.close()
        self._processes.clear()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Hold Ctrl-C back until every member is known by its id; members never hear it, as the parent ends them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
