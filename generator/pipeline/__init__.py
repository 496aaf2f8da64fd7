"""The order of things: from a file to a plan, stage after stage, with every problem of every stage that can still report one."""
