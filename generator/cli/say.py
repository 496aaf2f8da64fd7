"""What commands say of things that others have named: nothing in it is an order to a terminal or to the log of a CI job."""

import click

from generator.source.visible import visible


def say(text: str, *, err: bool = False) -> None:
    """Print lines, with what a terminal would obey spelt out."""
    click.echo("\n".join(map(visible, text.split("\n"))), err=err)
