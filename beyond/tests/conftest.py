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
def is_installed(description: Path, tmp_path: Path) -> Iterator[None]:
    """Learncheck finds the package in every test, which runs in a folder of its own, and in no test of learncheck's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        if "learncheck-beyond" not in packages():
            patch.syspath_prepend(str(description))
            forget()
        yield
    forget()
