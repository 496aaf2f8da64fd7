"""The conversation of `clustergen init --interactive`, and its answers as a command line."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from generator.cli.say import say
from generator.cli.starter.answers import AUTO, Answers
from generator.cli.starter.questions import QUESTIONS, Ask, Question, written


def conversation(ctx: click.Context) -> Ask:
    """Return the function that prompts on the terminal, which is required."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise click.UsageError(
            "--interactive needs a terminal, and standard input or standard error is none; state the answers as options, such as --gpus 16",
            ctx,
        )
    kinds = {parameter.name: parameter.type for parameter in ctx.command.params}

    def ask(question: Question, default: Any, check: Callable[[Any], Any]) -> Any:
        kind = kinds.get(question.option, click.STRING)
        choices = f" [{'|'.join(kind.choices)}]" if isinstance(kind, click.Choice) else ""

        def read(text: str) -> Any:
            try:
                return check(kind.convert(text, None, None))
            except click.BadParameter as error:
                raise click.UsageError(error.message) from None

        return click.prompt(f"{question.text}{choices}", default=written(default), value_proc=read, err=True)

    say("Press Enter to accept a default.", err=True)
    return ask


def as_flags(ctx: click.Context, answers: Answers, output: Path | None) -> str:
    """Return the command line with these answers; without defaults."""
    defaults = {parameter.name: parameter.default for parameter in ctx.command.params}
    words = ["clustergen", "init"]
    for question in QUESTIONS:
        value = written(getattr(answers, question.option))
        if value not in {str(defaults[question.option]), AUTO}:
            words += [f"--{question.option.replace('_', '-')}", value]
    return shlex.join([*words, *(["-o", str(output)] if output else [])])
