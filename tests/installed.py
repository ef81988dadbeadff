"""Packages of claims that come and go: what was remembered of those that are installed is forgotten."""

import shutil
import tomllib
from pathlib import Path

from learncheck.theorems import recorded
from learncheck.theorems.language import registry


def forget() -> None:
    """Find again which packages there are, and their claims."""
    for module in (recorded, registry):
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def described(project: Path, folder: Path) -> Path:
    """Describe the package of a project, in the folder, as pip does where it installs it. Returns the folder."""
    about = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    name = about["name"].replace("-", "_")
    info = folder / f"{name}-{about['version']}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {about['version']}\n")
    offered = about["entry-points"]["learncheck.claims"].items()
    (info / "entry_points.txt").write_text("[learncheck.claims]\n" + "".join(f"{a} = {b}\n" for a, b in offered))
    return folder


def copied(project: Path, folder: Path) -> Path:
    """Install a copy of a project's package into the folder. Returns the folder."""
    described(project, folder)
    for path in project.iterdir():
        if (path / "__init__.py").is_file():
            shutil.copytree(path, folder / path.name)
    return folder
