"""One class, one name."""

import re
from collections import Counter
from pathlib import Path

PROJECT = Path(__file__).parents[2]


def test_no_two_classes_have_one_name() -> None:
    rooms = ("exact", "learners", "strategies", "theorems", "oracle")
    files = [file for room in rooms for file in (PROJECT / room).rglob("*.py")]
    names = Counter(name for file in files for name in re.findall(r"^ *class (\w+)[(:]", file.read_text("utf-8"), re.M))
    assert [name for name, times in names.items() if times > 1] == []
