"""Loads objects into Nautobot: missing objects are created, existing ones stay, except for the fields that a kind names.

Objects are recognised by their key, so a second load creates nothing, and a load of a grown plan only new ones. Nothing is ever deleted.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from generator.exports.nautobot.client import Client, RefusedError, Row
from generator.exports.nautobot.kind import Kind, name_of

_TOGETHER = 20
"""Objects of one request: Nautobot takes up to half a second for a cable, and proxies in front of it wait for a minute."""
IDS = 50
"""Ids of one filter: an address with 50 of them has 2,500 characters."""


class Loaded(Struct):
    """The result of a load for one kind of object."""

    kind: str
    created: int = 0
    existing: int = 0
    changed: int = 0
    refused: list[str] = field(default_factory=list)
    """Objects that Nautobot refused, with its reasons."""


def load(client: Client, kinds: Iterable[Kind]) -> Iterator[Loaded]:
    """Load kind after kind, and yield what was done with each.

    Raises ExportError: Nautobot does not answer, refuses the token, or lacks what every Nautobot has.
    """
    ids: dict[str, dict[str, str]] = {}
    for kind in kinds:
        yield _Load(client, kind, ids).run()


class _Load:
    """One kind; `ids` has the ids of every kind so far, by the objects' names."""

    def __init__(self, client: Client, kind: Kind, ids: dict[str, dict[str, str]]) -> None:
        self.client, self.kind, self.ids = client, kind, ids
        self.mine = ids.setdefault(kind.name, {})
        self.done = Loaded(kind.name)

    def run(self) -> Loaded:
        """Compare with what exists, then create and change."""
        there = {self._key(row): row for row in self._existing()}
        waiting: list[Mapping[str, Any]] = []
        changes: list[dict[str, Any]] = []
        for each in self.kind.objects:
            if self._waits_for(each, waiting):
                self._create(waiting)
                waiting = []
            if (sent := self._with_ids(each)) is None:
                continue
            row = there.get(self._key(sent))
            if row is not None:
                self.mine[name_of(self.kind, each)] = row["id"]
                self.done.existing += 1
                if change := self._change(row, sent):
                    changes.append({"id": row["id"], **change})
            elif not self.kind.create:
                self._missing(each)
            else:
                waiting.append(each)
        self._create(waiting)
        self._apply(changes)
        return self.done

    def _existing(self) -> Iterator[Row]:
        """Yield what Nautobot has of this kind, as far as the filter goes."""
        if not self.kind.find:
            yield from self.client.list(self.kind.path)
        for parameter, kind in self.kind.find.items():
            found = list(self.ids[kind].values())
            for part in parts(found, IDS):
                yield from self.client.list(self.kind.path, [(parameter, each) for each in part])

    def _key(self, row: Row) -> tuple[str, ...]:
        values = [str(_plain(row.get(each))) for each in self.kind.key]
        return tuple(sorted(values) if self.kind.unordered else values)

    def _waits_for(self, each: Mapping[str, Any], waiting: Sequence[Mapping[str, Any]]) -> bool:
        """Whether an object must wait for the request before it: the request is full, or has an object that it refers to."""
        within = [each[name] for name, kind in self.kind.refs.items() if kind == self.kind.name and name in each]
        return len(waiting) >= _TOGETHER or any(name not in self.mine for name in within)

    def _with_ids(self, each: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return an object with ids instead of names; None where it refers to an object that was refused, which is reported."""
        sent = dict(each)
        for name, kind in self.kind.refs.items():
            if name in each:
                found = self.ids[kind].get(each[name])
                if found is None:
                    self.done.refused.append(
                        f"{name_of(self.kind, each)}: {name} is {each[name]}, which is not in Nautobot"
                    )
                    return None
                sent[name] = found
        return sent

    def _missing(self, each: Mapping[str, Any]) -> None:
        self.done.refused.append(f"{name_of(self.kind, each)}: it is not in Nautobot, and is not created")

    def _create(self, objects: Sequence[Mapping[str, Any]]) -> None:
        """Create objects together; where Nautobot refuses one of them, one after the other."""
        sent = [found for each in objects if (found := self._with_ids(each)) is not None]
        if not sent:
            return
        try:
            rows = self.client.create(self.kind.path, sent)
        except RefusedError as error:
            if len(objects) > 1:
                for each in objects:
                    self._create([each])
            else:
                self.done.refused.append(f"{name_of(self.kind, objects[0])}: {reasons(error.args[0])}")
            return
        for each, row in zip(objects, rows, strict=True):
            self.mine[name_of(self.kind, each)] = row["id"]
        self.done.created += len(rows)

    def _change(self, row: Row, sent: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of an existing object that are to change, with their values."""
        found: dict[str, Any] = {}
        for name in self.kind.extend:
            known = [_plain(each) for each in row.get(name) or ()]
            if more := [each for each in sent.get(name, ()) if each not in known]:
                found[name] = known + more
        found |= {name: sent[name] for name in self.kind.fill if name in sent and not row.get(name)}
        found |= {name: sent[name] for name in self.kind.update if name in sent and row.get(name) != sent[name]}
        return found

    def _apply(self, changes: list[dict[str, Any]]) -> None:
        named = {found: name for name, found in self.mine.items()}
        for part in parts(changes, _TOGETHER):
            self._alone_if_refused(part, lambda each: named[each["id"]])

    def _alone_if_refused(self, part: Sequence[dict[str, Any]], name: Callable[[Mapping[str, Any]], str]) -> None:
        try:
            self.client.change(self.kind.path, part)
        except RefusedError as error:
            if len(part) > 1:
                for each in part:
                    self._alone_if_refused([each], name)
            else:
                self.done.refused.append(f"{name(part[0])}: {reasons(error.args[0])}")
            return
        self.done.changed += len(part)


def parts(values: list[Any], size: int) -> Iterator[list[Any]]:
    """Yield a list in parts of at most some size."""
    return (values[at : at + size] for at in range(0, len(values), size))


def _plain(value: Any) -> Any:
    """Return the id of an object that another refers to, and the value of a choice."""
    if isinstance(value, Mapping):
        return value.get("id", value.get("value"))
    return value


def reasons(answer: Any) -> str:
    """Return Nautobot's reasons on one line: it answers with texts by field, in a list for several objects."""
    if isinstance(answer, Mapping):
        return "; ".join(f"{key}: {reasons(each)}" for key, each in answer.items())
    if isinstance(answer, Sequence) and not isinstance(answer, str):
        return "; ".join(text for each in answer if (text := reasons(each)))
    return str(answer)
