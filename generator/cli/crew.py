"""A crew: several processes that share one list of work. The only module with processes.

The caller's own process is one of them, and the others are forks, so that they have the plan without a copy. Each takes the
next piece from a pipe when it is done with its last; forks send their results at the end. Pieces that a fork did not finish, because it failed or
was killed, are done by the caller: the error of a piece is therefore raised as without forks.
"""

import multiprocessing
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Generic, TypeVar

from generator.source.limits import die_with

MOST = 4
"""The most members: each fork copies pages with reference counts, a few hundred MiB at 16,384 GPUs."""
_CLAIM_BYTES = 2

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def cores() -> int:
    """Count the cores that this process may use for a crew: 1 where there is no fork that is safe to use."""
    return min(MOST, len(os.sched_getaffinity(0))) if sys.platform == "linux" else 1


class Crew(Generic[Piece, Result]):
    """Working processes: the context yields the result of every piece. Leaving it ends them; none outlives its parent."""

    def __init__(self, pieces: Sequence[Piece], work: Callable[[Piece], Result], members: int) -> None:
        """Make ready; `members` below 2 means that the work is done here."""
        self._pieces = pieces
        self._work = work
        self._members = min(members, len(pieces)) if members > 1 else 0
        self._processes: dict[Connection, BaseProcess] = {}
        self._queue = -1

    def __enter__(self) -> Iterator[Result]:
        try:
            with _undisturbed():
                self._start()
        except OSError:  # no process or pipe available: the rest is done here
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
        """Yield the result of every piece once: those done here, then those of the forks, then those that they left."""
        done: set[int] = set()
        failed: dict[int, Exception] = {}
        for index in self._claimed():
            try:
                result = self._work(self._pieces[index])
            except Exception as error:  # noqa: BLE001  (raised below, after what a fork may have met in an earlier piece)
                failed[index] = error
                self._drain()
            else:
                done.add(index)
                yield result
        for index, result in self._handed_over():
            done.add(index)
            yield result
        for index, piece in enumerate(self._pieces):
            if index in failed:
                raise failed[index]
            if index not in done:
                yield self._work(piece)

    def _handed_over(self) -> Iterator[tuple[int, Result]]:
        """Yield what forks have done, by piece, as they end."""
        while self._processes:
            for pipe in wait(list(self._processes)):
                assert isinstance(pipe, Connection)
                found: list[tuple[int, Result]] = []
                with suppress(EOFError, OSError, pickle.UnpicklingError):  # it may have been killed
                    found = pipe.recv()
                self._processes.pop(pipe).join()
                pipe.close()
                yield from found

    def _start(self) -> None:
        self._queue, tail = os.pipe()
        os.write(tail, b"".join(index.to_bytes(_CLAIM_BYTES) for index in range(len(self._pieces))))
        os.close(tail)
        context = multiprocessing.get_context("fork")
        for _ in range(self._members - 1):
            here, there = context.Pipe(duplex=False)
            process = context.Process(target=self._take_part, args=(there, os.getpid()), daemon=True)
            self._processes[here] = process
            process.start()
            there.close()

    def _take_part(self, results: Connection, parent: int) -> None:
        """Do pieces until none is left. A fork ends on an error without reporting it: its parent repeats the piece."""
        die_with(parent)
        found: list[tuple[int, Result]] = []
        try:
            found.extend((index, self._work(self._pieces[index])) for index in self._claimed())
        except BaseException:  # noqa: BLE001  (raised again in the parent, from the same piece)
            self._drain()
        with suppress(BaseException):
            results.send(found)

    def _claimed(self) -> Iterator[int]:
        """Take one piece after another, until none is left."""
        while self._queue >= 0 and (claim := os.read(self._queue, _CLAIM_BYTES)):
            yield int.from_bytes(claim)

    def _drain(self) -> None:
        """Empty the pipe, so that no process begins another piece."""
        while os.read(self._queue, 1 << 16):
            pass

    def _end(self) -> None:
        if self._queue >= 0:
            os.close(self._queue)
            self._queue = -1
        for pipe, process in self._processes.items():
            if process.pid is not None:
                process.kill()
                process.join()
            pipe.close()
        self._processes.clear()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Defer Ctrl-C until the id of every member is known; members ignore it, as the parent ends them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
