"""Print the oldest versions that pyproject.toml allows: `name==X` for every `name>=X`, those of the named extras too.

python .ci/oldest.py test > oldest.txt && pip install -r oldest.txt .

With `--as-stated` print `name>=X` itself.
"""

import re
import sys
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"


def oldest(requirement: str) -> str:
    """The requirement at its lower bound. Raises ValueError where it states anything else."""
    match = re.fullmatch(r"([\w.-]+)>=([\d.]+)", requirement)
    if match is None:
        raise ValueError(f"pyproject.toml asks for {requirement!r}, which is no oldest version: write name>=version")
    return f"{match[1]}=={match[2]}"


def main(*arguments: str) -> None:
    """Print the requirements of the project and of the extras among the arguments."""
    extras = [name for name in arguments if name != "--as-stated"]
    printed = str if len(extras) < len(arguments) else oldest
    project = tomllib.loads(PYPROJECT.read_text())["project"]
    groups = [project["dependencies"], *(project["optional-dependencies"][extra] for extra in extras)]
    print(*(printed(requirement) for group in groups for requirement in group), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
