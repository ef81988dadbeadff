"""The package is installed while its tests run, as far as learncheck can tell: a clone needs no further command."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from installed import described, forget

from learncheck.theorems.recorded import packages

PROJECT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def description(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that says what the package offers, as pip writes it."""
    return described(PROJECT, tmp_path_factory.mktemp("described"))


@pytest.fixture(autouse=True)
def is_installed(description: Path) -> Iterator[None]:
    """Learncheck finds the package in every test, and in no test of its own."""
    with pytest.MonkeyPatch.context() as patch:
        if "learncheck-beyond" not in packages():
            patch.syspath_prepend(str(description))
            forget()
        yield
    forget()
