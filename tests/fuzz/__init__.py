"""A fuzzer that knows the shape of what it bends: specs, assets, catalogs, templates, plans and trees.

`python -m tests.fuzz --minutes 10` goes on and prints figures; `test_fuzz.py` tries a fixed number, and all that was ever found (`corpus.yaml`).
"""
