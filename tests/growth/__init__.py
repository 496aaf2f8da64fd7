"""Growth on the plan's records, without a tree: cheap enough for a thousand random paths. Whole trees: tests/test_growth.py."""
