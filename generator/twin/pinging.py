"""Pings between hosts, and what came of them against what was expected."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from generator.plan.counts import counted
from generator.twin import echoes
from generator.twin.answer import Answer
from generator.twin.design import Place
from generator.twin.running import Running
from generator.twin.threads import each

Pair = tuple[Place, Place]

_RETRIES = 1


def ask(running: Running, pairs: Sequence[Pair]) -> set[Pair]:
    """Ping every pair, and return those of which the second answers."""
    targets: defaultdict[Place, list[Place]] = defaultdict(list)
    for a, b in pairs:
        if a.own == a.address:
            targets[a].append(b)

    def silent(a: Place) -> set[Pair]:
        places = {b.address: b for b in targets[a]}
        mute = echoes.silent(running.bed.bottle, a.host, a.address, places, retries=_RETRIES)
        return {(a, places[address]) for address in mute}  # type: ignore[index]

    found = each(silent, targets)
    return {(a, b) for a, others in targets.items() for b in others}.difference(*found)


def judge(running: Running, command: str, about: str, pairs: Sequence[Pair], answered: set[Pair]) -> Answer:
    """Compare actual with expected answers."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    wrong: defaultdict[tuple[str, str, str, str], list[Pair]] = defaultdict(list)
    reasons = Counter[str]()
    for pair in pairs:
        a, b = pair
        wanted = running.design.expected(running.bed, a, b)
        of = counts[a.fabric]
        of["pairs"] += 1
        of["answered"] += pair in answered
        of["expected"] += wanted.answers is True
        of["not judged"] += wanted.answers is None
        if wanted.answers is not True:
            reasons[wanted.kind] += 1
        if wanted.answers is True and pair not in answered:
            wrong[a.host, b.host, "does not answer", wanted.why].append(pair)
        elif wanted.answers is False and pair in answered:
            wrong[a.host, b.host, "answers", wanted.why].append(pair)
    lines = [f"{fabric}: {_line(of)}" for fabric, of in sorted(counts.items())]
    lines += [f"{counted(number, 'pair')}: {why}" for why, number in reasons.most_common(10)]
    odd = {place for pair in pairs for place in pair if place.own != place.address}
    number = sum(map(len, wrong.values()))
    state = "as designed" if not wrong and not odd else f"{counted(number, 'pair')} not as designed"
    faults = [f"{each} has {each.own} by its file, and {each.address} by the plan" for each in sorted(odd, key=str)]
    faults += [_fault(said, why, alike) for (_, _, said, why), alike in wrong.items()]
    summary = f"{about}: {len(answered):,} of {counted(len(pairs), 'pair')} of ports answer, {state}"
    return Answer(command=command, summary=summary, lines=lines, faults=faults, more={"fabrics": {name: dict(of) for name, of in sorted(counts.items())}})  # fmt: skip


def _fault(said: str, why: str, pairs: Sequence[Pair]) -> str:
    """Return the fault between two hosts: the first pair, and the number of others."""
    a, b = pairs[0]
    more = f" (and {counted(len(pairs) - 1, 'more pair', 'more pairs')} of these hosts)" if len(pairs) > 1 else ""
    return f"{b} {said} {a}{more}, but {why}"


def _line(of: Counter[str]) -> str:
    text = f"{of['answered']:,} of {counted(of['pairs'], 'pair')} answer, {of['expected']:,} expected"
    return f"{text}, {of['not judged']:,} not judged" if of["not judged"] else text
