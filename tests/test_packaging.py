"""The wheel has the same files, whether it is built from a checkout, from a zip of the repository or from an sdist.

The folders of the repository become packages by way of links in src/learncheck, which each of these could lose.
"""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("exact", "learners", "strategies", "theorems", "oracle")

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    ran = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def tracked() -> set[str]:
    """The files of the package, as they are called once it is installed."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone: nothing says which files belong to the package")
    own = [name.removeprefix("src/") for name in run("git", "ls-files", "src").split()]
    rooms = [f"learncheck/{name}" for name in run("git", "ls-files", *FOLDERS).split()]
    return {name for name in own + rooms if not name.endswith(FOLDERS)}


def unpacked(form: str, folder: Path) -> Path:
    """The repository as git has it, from a tar archive or from a zip, whose links Python's own zipfile would lose."""
    archive = folder / f"repository.{form}"
    run("git", "archive", "--prefix=tree/", "-o", archive, "HEAD")
    run(*(["tar", "-xf"] if form == "tar" else ["unzip", "-q"]), archive, cwd=folder)
    return folder / "tree"


@pytest.mark.parametrize(("form", "options"), [("tar", []), ("zip", ["--wheel"])], ids=["sdist", "zip"])
def test_a_wheel_has_all_files(tracked: set[str], form: str, options: list[str], tmp_path: Path) -> None:
    pytest.importorskip("build", reason="needs the extra dev")
    tree = unpacked(form, tmp_path)
    run(sys.executable, "-m", "build", *options, "--outdir", tmp_path / "dist", tree)  # by default of its own sdist
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed == tracked
