"""A claim that plays by itself asks a submission what it likes: plain values cross the boundary as they are."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.msgpack import Ext

from learncheck import Case, Claim, Trace, check
from learncheck.oracle.boundary import messages
from learncheck.oracle.boundary.freely import freely
from learncheck.oracle.boundary.local import LocalLearner
from learncheck.oracle.boundary.plain import MOST_ITEMS, Plain, Unpassable
from learncheck.oracle.boundary.process import Submission
from learncheck.oracle.boundary.sandbox import LIMITS
from learncheck.oracle.boundary.wire import FRACTION, FUNCTION, LIST, SET, WHOLE, ProtocolError, Reader, wired
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.grading.grade import Grading, grade

RECIPES = Path(__file__).parents[3] / "examples" / "recipes"
VALUES = [
    None, True, False, 0, -3, 2**63, -(10**40), 0.5, Fraction(2, 3), "text", [], [1, [2, (3, "x")]], (), {1, 2},
    frozenset({(1, 2)}), [True, None],
]  # fmt: skip


def passed(value: object) -> Any:
    """The value after its journey in a message."""
    reply = messages.reply(messages.encode(messages.Answered(wired(Plain(value)))))
    assert isinstance(reply, messages.Answered)
    return Reader().value(reply.value)


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_what_is_plain_arrives_as_it_is(value: object) -> None:
    arrived = passed(value)
    assert (type(arrived), arrived) == (type(value), value)


def test_arrays_arrive_as_arrays() -> None:
    (arrived,) = passed([np.array([[1.5, 2]])])
    assert arrived.tolist() == [[1.5, 2.0]]
    assert passed(np.bool_(True)) is True


@pytest.mark.parametrize("value", [object(), {"a": 1}, 1 << 5000, "x" * 5000, 1j, len, [{}]], ids=lambda value: "")
def test_what_cannot_be_passed_says_so(value: object) -> None:
    with pytest.raises(Unpassable, match="cannot be passed"):
        wired(Plain(value))


def listed(*items: Any, code: int = LIST) -> Ext:
    return Ext(code, msgspec.msgpack.encode(items))


def nested(code: int, times: int) -> Ext:
    """One in the other, so many times."""
    item = listed(1, 1, code=code)
    for _ in range(times):
        item = listed(item, 1, code=code)
    return item


MANY = listed(*[None] * (MOST_ITEMS // 2 + 1))
HOSTILE = {
    "nested": nested(LIST, 50),
    "endless": Ext(LIST, b"\xdd\xff\xff\xff\xff" + b"\xc0" * 100),
    "many": listed(*[None] * (MOST_ITEMS + 1)),
    "many in several": listed(MANY, MANY),
    "no list": Ext(LIST, b"\x01"),
    "a mapping": Ext(LIST, msgspec.msgpack.encode({1: 1})),
    "two lists": Ext(LIST, b"\x90\x90"),
    "a list of lists that are not counted": Ext(LIST, b"\x91\x90"),
    "a set of lists": listed(listed(), code=SET),
    "nothing below": listed(1, 0, code=FRACTION),
    "a fraction of texts": listed("1", "1", code=FRACTION),
    "a fraction of three": listed(1, 1, 1, code=FRACTION),
    "fractions of fractions": nested(FRACTION, 100),
    "a fraction of lists": listed(listed(), listed(), code=FRACTION),
    # All of them have the hash 0, so that a set of them takes the square of their number.
    "a set that takes hours": listed(
        *(Ext(WHOLE, (number * (2**61 - 1)).to_bytes(11, "little")) for number in range(MOST_ITEMS)), code=SET
    ),
    "a great number": Ext(WHOLE, bytes(1 << 16)),
    "a great text": "x" * 5000,
    "a function": Ext(FUNCTION, bytes(5)),
    "cut off": Ext(LIST, b"\x93\xc0"),
    "unknown": Ext(99, b""),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_other_bytes_are_no_value(name: str) -> None:
    with pytest.raises(ProtocolError):
        Reader().value(HOSTILE[name])


SOURCE = """
class Asked:
    def __init__(self, items, ask):
        self.items, self.ask = items, ask

    def sizes(self, *, of):
        return [self.ask(each) for each in of]

    def fit(self, X, y=None):
        self.total = sum(map(sum, X))
        return self

    def wrong(self):
        return object()

    def broken(self):
        return self.nothing
"""


@pytest.mark.parametrize("where", ["here", "elsewhere"])
def test_any_method_and_attribute_can_be_asked(where: str, tmp_path: Path) -> None:
    (tmp_path / "asked.py").write_text(SOURCE)
    names: dict[str, Any] = {}
    exec(SOURCE, names)
    with Submission(tmp_path / "asked.py", names=["Asked"], confinement=LIMITS) as submission:
        submission.start()
        make = names["Asked"] if where == "here" else None
        learner = freely(
            (lambda *given: LocalLearner(make, *given)) if make else lambda *given: submission.make("Asked", *given)
        )([1, (2,)], lambda x: {len(x)})
        assert learner.items == [1, (2,)]
        assert learner.sizes(of=[[1, 2], (3,), "abc"]) == [{2}, {1}, {3}]
        assert learner.fit([[1, 2], [3]]).total == 6
        assert not hasattr(learner, "nothing")
        with pytest.raises(Exception, match="wrong returned an object of type object; expected numbers"):
            learner.wrong()
        with pytest.raises(Exception, match="AttributeError: 'Asked' object has no attribute 'nothing'") as raised:
            learner.broken()
        assert raised.value.verdict == "crashed"
        with pytest.raises(Unpassable):
            learner.sizes(of=object())


INSERTION = """
class MergeSort:
    def sort(self, items, less):
        done = []
        for item in items:
            place = 0
            while place < len(done) and less(done[place], item):
                place += 1
            done.insert(place, item)
        return done
"""
KEEPS = """
class Reservoir:
    def __init__(self, k, draw):
        self.k, self.draw, self.seen, self.kept = k, draw, 0, []

    def see(self, item):
        self.seen += 1
        if len(self.kept) < self.k:
            self.kept.append(item)
        else:
            place = self.draw(self.seen)
            if place < self.k:
                self.kept[place] = item
"""
SUBMISSIONS = {
    "another sort": ("sorting", INSERTION, "stands"),
    "no sort": ("sorting", INSERTION.replace("place < len(done) and", "place < 1 and done and"), "falsified"),
    "no method": ("sorting", INSERTION.replace("def sort", "def order"), "crashed"),
    "no list": ("sorting", INSERTION.replace("return done", "return iter(done)"), "invalid"),
    "in place": ("reservoir", KEEPS, "stands"),
    "unfair": ("reservoir", KEEPS.replace("self.draw(self.seen)", "self.draw(self.seen) // 2"), "falsified"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SUBMISSIONS)
def test_the_recipes_judge_what_others_write(name: str, tmp_path: Path) -> None:
    recipe, source, verdict = SUBMISSIONS[name]
    path = tmp_path / "theirs.py"
    path.write_text(source)
    report = grade(Grading(path, ids=[str(RECIPES / f"{recipe}.py")], trust=True))
    assert [result.verdict for _, result in report.results] == [verdict]


class Weighed(Case, frozen=True, tag="plain-weighed"):
    n: int

    def play(self, make: Any, watch: tuple[str, ...] = ()) -> Trace:
        return Trace(self, facts=make().weigh(object() if self.n else [1]))


def test_what_an_author_cannot_hand_over_costs_nobody() -> None:
    import sympy
    from hypothesis import strategies as st

    class Scales:
        def weigh(self, things: Any) -> int:
            return 1

    total = sympy.Symbol("s")
    claim = Claim(
        "plain-scales", "s ≤ 1.", learner=Scales, cases=st.builds(Weighed, st.just(1)), bound=total <= 1,
        measure=lambda trace: {total: trace.facts},
    )  # fmt: skip
    brisk = Profile("quick", scout=3, search=3, shrink=10)
    ((_, result),) = check(Scales, "Scales", claims=[claim], profile=brisk).results
    assert result.verdict == "oracle-error"
    assert "an object of type object cannot be passed" in result.message
