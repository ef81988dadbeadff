"""Results are the same on every run, and the default run is short: `pytest --thorough` runs what it leaves out."""

from collections import defaultdict

import pytest
from hypothesis import settings

settings.register_profile("tests", derandomize=True, database=None, deadline=None)
settings.load_profile("tests")

FEW = {
    "test_mutant_falls": ("claim_id", 1),
    "test_wrong_proof_is_rejected": ("claim_id", 2),
    "test_wrong_implementation_is_caught": ("name", 3),
    "test_right_implementation_stands": ("name", 2),
}
"""Tests of which the default run takes so many a claim or a learner, spread evenly over them."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="run all mutants, wrong proofs and implementations")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--thorough"):
        return
    groups: dict[tuple[str, str], list[pytest.Item]] = defaultdict(list)
    for item in items:
        name = getattr(item, "originalname", "")
        if name in FEW:
            groups[name, item.callspec.params[FEW[name][0]]].append(item)
    left_out: set[pytest.Item] = set()
    for (name, _), group in groups.items():
        kept = FEW[name][1]
        if len(group) > kept:
            chosen = {i * (len(group) - 1) // max(kept - 1, 1) for i in range(kept)}
            left_out |= {item for index, item in enumerate(group) if index not in chosen}
    if left_out and len(left_out) < len(items):
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]
