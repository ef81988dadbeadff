"""The process boundary: right answers pass, wrong ones have a name, nothing a submission does harms us.

All of it holds with resource limits alone; what a sandbox adds is in test_sandbox.py and in hostile/.
"""

import contextlib
import functools
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from calls import have_ended
from chosen import few
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.msgpack import Ext

from learncheck.exact.answers import MAX_LINE
from learncheck.exact.draws import evenly
from learncheck.oracle.boundary import limits, messages, pipe, process
from learncheck.oracle.boundary.clock import Clock
from learncheck.oracle.boundary.failures import Crashed, InvalidPrediction, LoadError, SubmissionError, TimedOut
from learncheck.oracle.boundary.local import LocalLearner
from learncheck.oracle.boundary.lockstep import Lockstep
from learncheck.oracle.boundary.pipe import WALL_FACTOR, Impatient, family_of
from learncheck.oracle.boundary.plain import Plain
from learncheck.oracle.boundary.process import RemoteLearner
from learncheck.oracle.boundary.process import Submission as AnySubmission
from learncheck.oracle.boundary.sandbox import LIMITS
from learncheck.oracle.boundary.wire import ARRAY, LIST, ProtocolError, Reader, column, wired
from learncheck.strategies.halfspaces.kernel_functions import Kernel

Submission = functools.partial(AnySubmission, confinement=LIMITS)

HYPOTHESES = np.array([[1, 1, 1], [1, -1, 1], [1, -1, -1], [-1, -1, -1]])

GOOD = """
    import numpy as np

    class MyHalving:
        def __init__(self, hypotheses):
            self.hypotheses = hypotheses
            self.alive = np.ones(len(hypotheses), dtype=bool)

        def predict(self, x):
            return 1 if self.hypotheses[self.alive, x].sum() >= 0 else -1

        def update(self, x, y):
            assert type(x) is int and type(y) is int
            self.alive &= self.hypotheses[:, x] == y

    class Perceptron:
        def __init__(self, d):
            self.w = np.zeros(d)

        def predict(self, x):
            return np.sign(self.w @ x)

        def update(self, x, y):
            if y * (self.w @ x) <= 0:
                self.w = self.w + y * x
            x[:] = np.nan  # its own copy

    LEARNERS = {"Halving": MyHalving, "Halvign": MyHalving}
"""

Open = Callable[..., AnySubmission]


@pytest.fixture
def submit(tmp_path: Path) -> Iterator[Open]:
    """Opens a submission whose file holds the given source."""
    opened: list[AnySubmission] = []

    def submit(source: str, **limits: Any) -> AnySubmission:
        path = tmp_path / f"alice{len(opened)}.py"
        path.write_text(textwrap.dedent(source))
        opened.append(Submission(path, **limits))
        return opened[-1]

    yield submit
    for submission in opened:
        submission.close()


@pytest.fixture(scope="module")
def predicting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Any]]:
    """A learner whose `predict` evaluates the given expression, all in one process."""
    path = tmp_path_factory.mktemp("predicting") / "bob.py"
    path.write_text(
        textwrap.dedent("""
        import os, sys, time
        from fractions import Fraction
        import numpy as np

        class MyInt(int): pass
        class MyList(list): pass

        class Liar:
            def __repr__(self): return "+1"
            def __eq__(self, other): return True
            def __hash__(self): return 1

        class Mute:
            def __repr__(self): raise RuntimeError

        class Winnow:
            def __init__(self, expression): self.code = compile(expression, "expression", "eval")
            def predict(self, x): return eval(self.code, globals(), {"x": x, "self": self})
            def probabilities(self): return self.predict(None)
            def sample(self, rng): return self.predict(rng)
    """)
    )
    with Submission(path) as submission:
        yield lambda expression: submission.make("Winnow", expression)


# -- what is right


@pytest.mark.slow
def test_a_right_file_plays(submit: Open) -> None:
    submission = submit(GOOD)
    assert submission.defines == {"Halving": "MyHalving", "Perceptron": "Perceptron"}
    assert submission.notes == ("LEARNERS names 'Halvign', which is not a learner; did you mean Halving?",)
    halving, other = submission.make("Halving", HYPOTHESES), submission.make("Halving", HYPOTHESES)
    assert [halving.predict(x) for x in (0, 1, 2)] == [1, -1, 1]
    halving.update(1, 1)
    assert halving.state(("alive", "w"))["alive"].tolist() == [True, False, False, False]
    assert set(halving.state(("alive", "w"))) == {"alive"}
    assert other.state(("alive",))["alive"].all(), "objects share nothing"

    perceptron, x = submission.make("Perceptron", 2), np.array([3.0, -1.0])
    assert perceptron.predict(x) == 0, "a sign at a tie"
    perceptron.update(x, -1)
    assert x.tolist() == [3, -1], "the learner has overwritten its own copy"
    assert perceptron.predict(x) == -1
    assert perceptron.state(("w",))["w"].tolist() == [-3, 1]


@pytest.mark.slow
def test_names_come_from_the_caller_then_from_learners_then_from_classes(submit: Open) -> None:
    source = """
        from fractions import Fraction as Pocket  # imported, not defined
        class Halving: pass
        class Winnow: pass
        class Mine: pass
        class Other: pass
        LEARNERS = {"Winnow": Mine}
    """
    assert submit(source).defines == {"Halving": "Halving", "Winnow": "Mine"}
    assert submit(source, classes={"Halving": "Other"}).defines == {"Halving": "Other", "Winnow": "Mine"}
    absent = submit(source, classes={"Halving": "Absent"})
    assert absent.defines == {"Winnow": "Mine"}
    assert "there is no class 'Absent' to grade as Halving" in absent.absent["Halving"]
    assert submit(source).notes == ("Pocket is not a class of this file; define it there, or name it in LEARNERS",)
    assert not submit(source, classes={"Halving": "Pocket"}).notes, "it is judged as what was asked for"
    with pytest.raises(ValueError, match=r"defines no Pocket; it defines Halving, Winnow"):
        submit(source).make("Pocket", 3, 1)


@pytest.mark.parametrize(
    ("expression", "label"),
    [
        ("1", 1),
        ("0", 0),
        ("-0.0", 0),
        ("Fraction(-2, 2)", -1),
        ("np.int8(-1)", -1),
        ("np.longdouble(-1)", -1),
        ("np.array([[-1.0]])", -1),
        ("np.array([Fraction(1)], dtype=object)", 1),
        ("np.array([-1], dtype='>i4')", -1),
        ("np.complex128(1)", 1),
        ("MyInt(1)", 1),
        ("__import__('enum').IntEnum('Sign', {'MINUS': -1}).MINUS", -1),
        ("__import__('decimal').Decimal('-1.0')", -1),
    ],
)
def test_a_label_is_any_number_equal_to_one(predicting: Any, expression: str, label: int) -> None:
    predicted = predicting(expression).predict(3)
    assert predicted == label
    assert type(predicted) is int


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("None", "None"),
        ("float('nan')", "nan"),
        ("0.5", "0.5"),
        ("2", "2"),
        ("10 ** 5000", "an int of 16610 bits"),
        ("True", "True"),
        ("np.True_", "np.True_"),
        ("'1'", "'1'"),
        ("'x' * 10 ** 6", "'xxxx"),
        ("[1]", "list of 1: [1]"),
        ("np.array([1, 1])", "an array of shape (2,)"),
        ("np.array([])", "an array of shape (0,)"),
        ("np.array([True], dtype=object)", "an array of shape (1,) and dtype object"),
        ("MyInt(2)", "an object of type MyInt"),
        ("__import__('decimal').Decimal('sNaN')", "an object of type Decimal"),
        ("Liar()", "an object of type Liar"),
        ("Mute()", "an object of type Mute"),
        ("np.broadcast_to(np.array(1), 1 << 40)", "an array of shape (1099511627776,) and dtype int64"),
        ("np.array([(1,)], dtype=[('a', 'i4')])", "an array of shape (1,) and dtype void"),
        ("__import__('functools').reduce(lambda a, _: [a], range(10 ** 5), 1)", "list of 1: [an object of type list]"),
    ],
)
def test_anything_else_is_an_invalid_prediction(predicting: Any, expression: str, shown: str) -> None:
    with pytest.raises(InvalidPrediction) as caught:
        predicting(expression).predict(3)
    assert caught.value.verdict == "invalid"
    assert caught.value.message.startswith(f"predict returned {shown}")
    assert "a label is" in caught.value.message
    assert len(caught.value.message) <= MAX_LINE
    assert caught.value.message.isprintable()


X = np.zeros((3, 2))


@pytest.mark.parametrize(
    "expression",
    [
        "[1, -1.0, np.int64(0)]",
        "(1, -1, np.array([0]))",
        "np.array([1.0, -1, 0])",
        "np.array([1, -1, 0], 'O')",
    ],
)
def test_a_row_of_labels(predicting: Any, expression: str) -> None:
    assert predicting(expression).predict_many(X).tolist() == [1, -1, 0]


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("1", "3 labels"),
        ("None", "3 labels"),
        ("[1, 1]", "3 labels"),
        ("np.ones((3, 1))", "shape (3, 1)"),
        ("np.ones(4)", "shape (4,)"),
        ("np.array([True, True, True])", "element 0 is np.True_"),
        ("[1, None, 1]", "element 1 is None"),
        ("[1, 1, [1]]", "element 2 is list of 1"),
        ("np.array([1, 1, 0.5])", "element 2 is np.float64(0.5)"),
        ("np.array([1, np.nan, 1])", "element 1 is np.float64(nan)"),
        ("MyList([1, 1, 1])", "an object of type MyList"),
        ("{1, -1, 0}", "an object of type set"),
    ],
)
def test_what_is_no_row_of_labels(predicting: Any, expression: str, words: str) -> None:
    with pytest.raises(InvalidPrediction) as caught:
        predicting(expression).predict_many(X)
    assert words in caught.value.message


def test_reals_and_probabilities(predicting: Any) -> None:
    assert predicting("x[:, 0] + 0.25").predict_reals(X).tolist() == [0.25] * 3
    assert predicting("[1, 0.5, Fraction(-1, 4)]").predict_reals(X).tolist() == [1, 0.5, -0.25]
    assert predicting("np.array([0.5, 0.5, 3])").probabilities().tolist() == [0.5, 0.5, 3]
    for expression in (
        "np.array([1, np.inf, 1])",
        "[1, 10 ** 400, 1]",
        "[1, True, 1]",
        "[1, 1]",
        "np.ones((3, 1))",
        "0.5",
    ):
        with pytest.raises(InvalidPrediction):
            predicting(expression).predict_reals(X)
    for expression in ("[-1e-300, 1]", "[float('nan')]", "1.0", "None"):
        with pytest.raises(InvalidPrediction, match=r"^probabilities returned"):
            predicting(expression).probabilities()


def test_a_sampler_is_handed_draws(predicting: Any) -> None:
    draws = evenly(4)
    learners = {expression: predicting(expression) for expression in ("x.choice(2, p=[0.25, 0.75])", "x.integers(2)")}
    assert [learner.drawn(draws, None).tolist() for learner in learners.values()] == [[0, 1, 1, 1], []]
    assert learners["x.integers(2)"].drawn(draws, (1, -1)).tolist() == [], "its predict takes no generator"
    with pytest.raises(InvalidPrediction, match=r"^sampling returned an answer whose element 0 is None"):
        predicting("None").drawn(draws, None)
    with pytest.raises(Crashed, match="do not sum to 1"):
        predicting("x.choice(2, p=[0.5, 0.6])").drawn(draws, None)


# -- what is handed over


def passed(value: object) -> Any:
    """The value after its journey in a message."""
    return Reader().value(messages.request(messages.encode(messages.Result(wired(value)))).value)


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6, dtype=np.int8).reshape(2, 3),
        np.array(2.5),
        np.zeros((0, 4)),
        np.array([True, False]),
        np.array([[1.5, -2], [0, 1]]).T,
        np.array([[Fraction(1, 4), 3]], dtype=object),
        np.array([0.5, 1.5], dtype=np.float32),
    ],
)
def test_arrays_arrive_as_writable_copies(array: np.ndarray[Any, Any]) -> None:
    copy = passed(array)
    assert copy.shape == array.shape
    assert (copy == array).all()
    assert copy.flags.writeable
    assert copy.dtype == {"b": bool, "i": np.int64}.get(array.dtype.kind, np.float64)


@pytest.mark.slow
@given(st.binary(max_size=40))
@settings(max_examples=300, deadline=None)
def test_garbage_parses_to_a_value_or_a_protocol_error(data: bytes) -> None:
    for kind in (*range(1, 9), 99):
        for body in (data, b"d" + data, b"?\x02" + data, b"\x93" + data):
            try:
                value = Reader().value(Ext(kind, body))
            except ProtocolError:
                continue
            assert isinstance(value, int | Fraction | np.ndarray | list | tuple | set | frozenset)
    for read in (messages.request, messages.reply):
        with contextlib.suppress(ProtocolError):
            assert isinstance(read(data), messages.Message)


@pytest.mark.slow
def test_kernels_and_weak_learners_stay_here(submit: Open) -> None:
    submission = submit("""
        import numpy as np

        class KernelPerceptron:
            def __init__(self, kernel): self.kernel, self.terms = kernel, []
            def predict(self, x): return np.sign(sum(y * self.kernel(z, x) for z, y in self.terms))
            def update(self, x, y): self.terms.append((x, y))

        class AdaBoost:
            def __init__(self, weak_learner, n_rounds):
                self.weak_learner, self.n_rounds = weak_learner, n_rounds
            def fit(self, X, y):
                self.stages = []
                D = np.ones(len(y)) / len(y)
                for _ in range(self.n_rounds):
                    h = self.weak_learner(X, y, D)
                    right = h(X) == y
                    error = D[~right].sum()
                    weight = np.log(1 / error - 1) / 2
                    self.stages.append((weight, h))
                    D = D * np.exp(-weight * np.where(right, 1, -1))
                    D = D / D.sum()
                self.estimator_weights = np.array([weight for weight, h in self.stages])
            def predict(self, X):
                return np.sign(sum(weight * h(X) for weight, h in self.stages))

        class BoostingByMajority:
            def __init__(self, weak_learner, gamma, n_rounds): self.weak_learner = weak_learner
            def fit(self, X, y): self.weak_learner(X, y, [0.5])
    """)
    kernel = submission.make("KernelPerceptron", lambda x, z: float((1 + x @ z) ** 2))
    x = np.array([1.0, 2.0])
    assert kernel.predict(x) == 0
    kernel.update(x, -1)
    assert kernel.predict(x) == -1

    rounds: list[np.ndarray[Any, Any]] = []

    def weak_learner(X: Any, y: Any, D: Any) -> Callable[[Any], Any]:
        if D.shape != y.shape:
            raise IndexError(f"D has shape {D.shape}; due is {y.shape}")
        rounds.append(D)
        cuts = [(D @ (b * np.sign(t - X[:, 0]) != y), t, b) for t in (0.5, 1.5, 2.5, 9) for b in (1, -1)]
        _, t, b = min(cuts)
        return lambda X: b * np.sign(t - X[:, 0])

    X, y = np.arange(4.0)[:, None], np.array([1, -1, 1, 1])
    boosted = submission.make("AdaBoost", weak_learner, 5)
    boosted.fit(X, y)
    assert len(rounds) == 5
    assert boosted.state(("estimator_weights",))["estimator_weights"].shape == (5,)
    assert boosted.predict_many(X).tolist() == y.tolist()

    wrong = submission.make("BoostingByMajority", weak_learner, 0.1, 5)
    with pytest.raises(Crashed, match=r"ValueError: D has shape \(1,\); due is \(4,\)") as caught:
        wrong.fit(X, y)
    assert isinstance(caught.value.__cause__, IndexError), "our own traceback is at hand"
    assert boosted.predict_many(X).tolist() == y.tolist(), "and the process lives on"

    for learner in (kernel, boosted, wrong):
        learner.release()
    with pytest.raises(ValueError, match="has been released"):
        boosted.predict_many(X)


def test_a_loop_around_the_weak_learner_is_told_as_one(submit: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipe, "MAX_LIVE_CALLABLES", 20)
    submission = submit("""
        class AdaBoost:
            def __init__(self, weak_learner, n_rounds): self.weak_learner = weak_learner
            def fit(self, X, y):
                while True: self.weak_learner(X, y, [0.5, 0.5])
            def predict(self, X): return X[:, 0]
    """)
    boosted = submission.make("AdaBoost", lambda X, y, D: lambda Z: Z[:, 0], 5)
    with pytest.raises(Crashed, match="is the loop around the call endless"):
        boosted.fit(np.ones((2, 1)), np.array([1, -1]))


@pytest.mark.slow
def test_a_kernel_of_the_notes_is_evaluated_where_the_learner_is(submit: Open) -> None:
    text = """
        import numpy as np

        class KernelPerceptron:
            def __init__(self, kernel): self.kernel = kernel
            def predict(self, x):
                if x[0] == 0: return self.kernel(x, x[:1])
                if x[0] < 0: return self.kernel(x)
                return np.sign(self.kernel(list(x), tuple(-x)) - self.kernel(x, -x) + self.kernel(x, x) - 8.0)
    """
    kernel = Kernel("polynomial", 3)
    instances = [np.array([1.0, 0.0]), np.array([1.0, 1.0]), np.array([0.0, 1.0]), np.array([-1.0, 1.0])]

    def answers(learner: Any) -> list[Any]:
        predictions = []
        for x in instances:
            try:
                predictions.append(learner.predict(x))
            except Crashed as error:
                predictions.append(error.message.splitlines()[-1])
        return predictions

    names: dict[str, Any] = {}
    exec(textwrap.dedent(text), names)
    here = answers(LocalLearner(names["KernelPerceptron"], kernel))
    assert here[:2] == [0, 1]
    assert "shapes (2,) and (1,)" in here[2]
    learner = submit(text).make("KernelPerceptron", kernel)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kernel, "__call__", lambda *given: pytest.fail("it is evaluated here"))
        assert answers(learner) == here


@pytest.mark.slow
def test_sample_weights_go_by_keyword_and_only_if_there_are_any(submit: Open) -> None:
    submission = submit("""
        class DecisionStump:
            def fit(self, X, y, *, sample_weight="none"): self.seen = sample_weight
            def predict(self, X): return [1 if type(self.seen) is str else -1] * len(X)
    """)
    stump = submission.make("DecisionStump")
    stump.fit(X, np.ones(3, dtype=int))
    assert stump.predict_many(X).tolist() == [1, 1, 1]
    stump.fit(X, np.ones(3, dtype=int), np.ones(3))
    assert stump.predict_many(X).tolist() == [-1, -1, -1]


@pytest.mark.slow
def test_state_is_plain_or_missing(submit: Open) -> None:
    submission = submit("""
        import numpy as np
        class Winnow:
            def __init__(self, n):
                self.w, self.alive, self.A = np.float32([1, 2]), np.array([True]), [0, 1]
                self.n_updates, self.big = 3, np.zeros(10 ** 6)
                self.text, self.objects = "w", np.array([None])
            @property
            def broken(self): raise RuntimeError
            @property
            def exits(self): raise SystemExit
    """)
    learner = submission.make("Winnow", 2)
    state = learner.state(("w", "alive", "A", "n_updates", "big", "text", "objects"))
    assert {name: value.tolist() for name, value in state.items()} == {
        "w": [1, 2],
        "alive": [True],
        "n_updates": 3,
    }
    assert learner.state(("broken", "absent")) == {}
    with pytest.raises(Crashed, match="SystemExit"):
        learner.state(("exits",))


# -- what goes wrong in their code


@pytest.mark.slow
def test_an_exception_is_a_crash_with_their_own_traceback(submit: Open) -> None:
    submission = submit("""
        import numpy as np

        class NotSeparable(ValueError):
            pass

        class Winnow:
            def __init__(self, n):
                if n == 0:
                    raise NotSeparable("n\\x1b[31m is 0\\nand so")

            def predict(self, x):
                return self._margin(x)

            def _margin(self, x):
                return np.linalg.inv(np.zeros((2, 2)))

            def update(self, x, y):
                return self.update(x, y)
    """)
    with pytest.raises(Crashed) as caught:
        submission.make("Winnow", 0)
    assert caught.value.exception_names == ("NotSeparable", "ValueError", "Exception", "BaseException")
    assert caught.value.raised_in_submission
    assert caught.value.message == textwrap.dedent("""\
        Traceback:
          File "alice0.py", line 10, in __init__
            raise NotSeparable("n\\x1b[31m is 0\\nand so")
        NotSeparable: n [31m is 0 and so""")

    learner = submission.make("Winnow", 2)
    with pytest.raises(Crashed) as caught:
        learner.predict(np.ones(2))
    assert "in predict" in caught.value.message
    assert "in _margin" in caught.value.message
    assert caught.value.message.count("File") == 2, "numpy's own frames are left out"
    assert caught.value.exception_names[:2] == ("LinAlgError", "ValueError")
    assert not caught.value.raised_in_submission, "numpy raised it"

    with pytest.raises(Crashed, match="RecursionError") as caught:
        learner.update(np.ones(2), 1)
    assert caught.value.message.count("in update") == limits.MAX_FRAMES
    assert len(caught.value.message) < messages.MAX_TEXT

    with pytest.raises(Crashed, match=r"TypeError: .*positional argument"):
        submission.make("Winnow")
    with pytest.raises(Crashed, match=r"AttributeError: .*'fit'"):
        learner.fit(X, np.ones(3))


@few(4)
@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("import no_such_module\n", "line 1: ModuleNotFoundError: No module named 'no_such_module'"),
        ("class Halving: pass\nexit(3)\n", "line 2: SystemExit: 3"),
        ("import os\nos._exit(0)\n", "ended without an answer"),
        ("while True: pass\n", "longer than 0.2 s"),
    ],
)
def test_a_file_that_cannot_be_judged(submit: Open, source: str, words: str) -> None:
    with pytest.raises(LoadError) as caught:
        _ = submit(source, import_limit=0.2 if source.startswith("while") else 20).defines
    assert words in caught.value.message
    assert caught.value.message.startswith("alice0.py ")
    assert caught.value.message.isprintable()


# -- what is done to us

HOSTILE = """
    import os, select, struct, sys, time

    def write(data):
        for fd in range(3, 64):
            try: os.write(fd, data)
            except OSError: pass

    def say(data):
        write(data)
        time.sleep(60)

    def request():  # the header's sequence number, wherever it is on the stack
        frame = sys._getframe()
        while frame:
            channel = frame.f_locals.get("channel")
            if channel: return channel._sequence
            frame = frame.f_back

    def message(body, length=None, ahead=0):
        return struct.pack("<II", len(body) if length is None else length, request() + ahead) + body

    def next_request():
        select.select([fd for fd in range(3, 64) if os.path.exists(f"/proc/self/fd/{fd}")], [], [])

    def trickle():
        write(message(b'', 1000))
        while True:
            write(b"x")
            time.sleep(0.01)

    def memory(size=10 ** 10):
        kept = []
        while True: kept.append([0] * size)

    def loop():
        while True: pass

    def fork_and_leave():
        if os.fork() == 0: time.sleep(60)
        os._exit(0)

    class Winnow:
        def __init__(self, n): self.n_updates = n
        def predict(self, x): return eval(x) or 1
        def update(self, x, y): exec(x, globals())
"""


ONE = messages.encode(messages.Answered(1))
UNREADABLE = [b"", b"A" * 5, ONE[:-2], ONE + ONE, b"\x92\xcc\xfa\1", b"\xdd\xff\xff\xff\xff", b"\x92\x49\xa1\xff"]


def forging(message: messages.Message) -> str:
    """What sends the message from within a prediction."""
    return f"say(message({messages.encode(message)!r}))"


@few(2)
@pytest.mark.parametrize(
    ("attack", "words"),
    [
        ("os._exit(0)", "ended without an answer"),
        ("os.kill(os.getpid(), 11)", "ended without an answer"),
        ("os.closerange(0, 64)", "ended without an answer"),
        ("fork_and_leave()", "ended without an answer"),
        ("memory()", "MemoryError (the limit is 256 MB)"),
        ("memory(10 ** 7)", "MemoryError"),
        ("write(b'A' * 5)", "which is not a reply"),
        ("write(b'garbage, and much of it' * 100)", "which is not a reply"),
        ("say(message(b'', 2 ** 31))", "2147483648 bytes"),
        (f"say(message({ONE!r}, ahead=1))", "message number"),
        (f"say(message({ONE!r}) + b'1')", "1 bytes too many"),
        *((forging(message), "unexpected kind") for message in (messages.Hello(), messages.ExposedStates([]))),
        *(
            (forging(messages.Answered(label)), "a label is an int")
            for label in (2, True, None, 0.5, "1", wired([1, 1]))
        ),
        (forging(messages.CalledBack(1, [])), "a call of something"),
        (forging(messages.CalledBack(1, [Ext(99, b"")])), "unexpected type"),
        (forging(messages.CalledBack(1, [Ext(ARRAY, b"d\x01\xff\xff\xff\xff")])), "an array"),
        (forging(messages.CalledBack(1, [Ext(LIST, b"\xdd\xff\xff\xff\xff")])), "too long"),
        (forging(messages.CalledBack(1, [0] * 9)), "cannot be read"),
        (r"say(message(b'\x92\x49\xda\x13\x88' + b'x' * 5000))", "cannot be read"),  # a text of 5,000 characters
        (r"say(message(b'\x91' * 10_000))", "cannot be read"),
        (forging(messages.Raised("x", ["x"] * 9, True)), "cannot be read"),
        *((f"say(message({value!r}))", "cannot be read") for value in UNREADABLE),
    ],
)
def test_hostile_replies_are_crashes_and_the_next_game_goes_on(hostile: AnySubmission, attack: str, words: str) -> None:
    learner = hostile.make("Winnow", 1)
    with pytest.raises(Crashed) as caught:
        learner.predict(attack)
    assert words in caught.value.message
    assert hostile.make("Winnow", 1).predict("1") == 1


@pytest.fixture
def hostile(mallory: AnySubmission) -> AnySubmission:
    mallory.new_budget(mallory.time_limit)
    return mallory


@pytest.fixture(scope="module")
def mallory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnySubmission]:
    path = tmp_path_factory.mktemp("hostile") / "mallory.py"
    path.write_text(textwrap.dedent(HOSTILE))
    with Submission(path, memory_limit_mb=256, time_limit=5) as submission:
        yield submission


def predict_often(learner: RemoteLearner, expression: str) -> None:
    for _ in range(5000):
        learner.predict(expression)


@pytest.mark.slow
def test_a_second_reply_is_found_out_at_the_next_request(hostile: AnySubmission) -> None:
    learner = hostile.make("Winnow", 1)
    forged = learner.predict(f"(write(message({messages.encode(messages.Answered(-1))!r})), next_request())")
    assert forged == -1, "a prediction like any other"
    with pytest.raises(Crashed, match="message number"):
        learner.update("1", 1)
    with pytest.raises(Crashed, match="which is not a reply"):
        predict_often(hostile.make("Winnow", 1), "os.fork() and None")


@pytest.mark.slow
def test_forged_states(hostile: AnySubmission) -> None:
    number = wired(np.array(1.0))
    for exposed in (
        [(5, number)],
        [(-1, number)],
        [(0, number), (0, number)],
        [(0, wired(Plain([1])))],
        [(0, Ext(ARRAY, b"d\x01\xff\xff\xff\xff"))],
        [(0, Ext(ARRAY, b"d\x09"))],
        [(0, number)] * 9,
    ):
        learner = hostile.make("Winnow", 1)
        source = f"Winnow.n_updates = property(lambda self: {forging(messages.ExposedStates(exposed))})"
        learner.update(source, 1)
        with pytest.raises(Crashed, match="which is not a reply"):
            learner.state(("n_updates",))


@pytest.mark.slow
def test_time_is_bounded_and_the_next_game_goes_on(hostile: AnySubmission) -> None:
    for attack in ("loop()", "time.sleep(60)", "trickle()"):
        hostile.new_budget(0.15)
        learner = hostile.make("Winnow", 1)
        with pytest.raises(TimedOut, match=r"longer than its limit of 0\.15 s") as caught:
            learner.predict(attack)
        assert caught.value.verdict == "timed-out"
        with pytest.raises(TimedOut, match="had ended already"):
            learner.predict("1")
        with pytest.raises(TimedOut, match=r"longer than its limit of 0\.15 s"):
            hostile.make("Winnow", 1)
        hostile.new_budget(hostile.time_limit)
        assert hostile.make("Winnow", 1).predict("1") == 1, "a new process, a new budget"


@pytest.mark.slow
def test_many_quick_calls_use_up_the_budget_as_well(hostile: AnySubmission) -> None:
    hostile.new_budget(0.2)
    learner = hostile.make("Winnow", 1)
    with pytest.raises(TimedOut):
        predict_often(learner, "sum(range(30000)) < 0")
    hostile.new_budget(hostile.time_limit)


@pytest.mark.slow
def test_the_budgets_of_all_claims_have_a_limit(submit: Open) -> None:
    submission = submit(HOSTILE, total_limit=0.5)
    for booked in (True, False, True):  # what is looked for after a verdict is not booked
        submission.new_budget(0.3, booked=booked)
        with pytest.raises(TimedOut, match="longer than"):
            submission.make("Winnow", 1).predict("loop()")
    submission.new_budget(0.3)
    with pytest.raises(TimedOut, match=r"used up the 0\.5 s for all of its claims"):
        submission.make("Winnow", 1)


@pytest.mark.slow
def test_a_process_that_ends_in_every_game_is_not_started_for_ever(
    submit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "STARTS_PER_BUDGET", 4)
    submission = submit(HOSTILE, time_limit=5)
    for _ in range(4):
        learner = submission.make("Winnow", 1)
        with pytest.raises(Crashed):
            learner.predict("os._exit(0)")
    with pytest.raises(TimedOut, match="ended its process 4 times"):
        submission.make("Winnow", 1)
    submission.new_budget(submission.time_limit)
    assert submission.make("Winnow", 1).predict("1") == 1, "the next claim is judged"


@pytest.mark.slow
def test_a_process_that_the_judge_ends_does_not_count(submit: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "STARTS_PER_BUDGET", 2)
    submission = submit(HOSTILE)
    for _ in range(4):
        assert submission.make("Winnow", 1).predict("1") == 1
        submission.restart()
        submission.restart()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="this system does not tell who waits")
def test_a_busy_machine_is_not_the_submissions_fault(submit: Open) -> None:
    processor = min(os.sched_getaffinity(0))
    code = f"import os; os.sched_setaffinity(0, {{{processor}}}); print('busy', flush=True)\nwhile True: pass"
    command = [sys.executable, "-c", code]
    busy = [subprocess.Popen(command, start_new_session=True, stdout=subprocess.PIPE) for _ in range(3)]
    try:
        assert [program.stdout and program.stdout.readline() for program in busy] == [b"busy\n"] * 3
        submission = submit(
            """
            import os, time
            class Winnow:
                def __init__(self, processor): os.sched_setaffinity(0, {processor})
                def predict(self, x):
                    until = time.process_time() + x
                    while time.process_time() < until: pass
                    return 1
            """
        )
        submission.new_budget(0.4)
        learner = submission.make("Winnow", processor)
        started = time.monotonic()
        assert learner.predict(0.3) == 1
        assert time.monotonic() - started > WALL_FACTOR * 0.4, "a quarter of the processor was its own"
    finally:
        for program in busy:
            program.kill()
            program.communicate()


@pytest.mark.slow
def test_a_machine_that_stands_still_is_not_the_submissions_fault(submit: Open) -> None:
    submission = submit(
        """
        import time
        class Winnow:
            def __init__(self, n): pass
            def predict(self, x):
                time.sleep(x)
                return 1
        """
    )
    submission.new_budget(0.2)
    learner = submission.make("Winnow", 1)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pipe, "SLICE_MILLISECONDS", None)  # we come back only after the answer
        assert learner.predict(0.8) == 1
    with pytest.raises(TimedOut):
        submission.make("Winnow", 1).predict(60)


@pytest.mark.parametrize(
    ("attack", "words"),
    [
        ("[open('/dev/null') for _ in range(99)]", "the limit is 64 open files"),
        ("open('large', 'wb').write(bytes(2 ** 21))", "the limit is 1 MB a file"),
    ],
)
def test_a_limit_that_is_hit_is_named(hostile: AnySubmission, attack: str, words: str) -> None:
    with pytest.raises(Crashed, match=words):
        hostile.make("Winnow", 1).predict(attack)


@pytest.mark.slow
def test_a_request_that_is_not_read_times_out(hostile: AnySubmission) -> None:
    hostile.new_budget(0.15)
    learner = hostile.make("Winnow", 1)
    assert learner.predict(f"(write(message({ONE!r})), time.sleep(60))") == 1
    with pytest.raises(TimedOut):
        learner.update(np.zeros(10**6), 1)
    hostile.new_budget(hostile.time_limit)


@pytest.mark.slow
def test_our_own_time_is_not_charged(submit: Open) -> None:
    submission = submit(GOOD, time_limit=0.2)
    learner = submission.make("Halving", HYPOTHESES)
    time.sleep(0.5)
    assert learner.predict(0) == 1


@pytest.mark.slow
def test_endless_callbacks_time_out(submit: Open) -> None:
    submission = submit("""
        class KernelPerceptron:
            def __init__(self, kernel): self.kernel = kernel
            def predict(self, x):
                while True: self.kernel(x, x)
    """)
    learner = submission.make("KernelPerceptron", lambda x, z: 1.0)
    submission.new_budget(0.2)
    with pytest.raises(TimedOut):
        learner.predict(np.ones(2))


@pytest.mark.slow
def test_what_the_child_may_have(submit: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "label")
    submission = submit(
        """
        import os, resource
        class Winnow:
            def __init__(self, n): pass
            def predict(self, x):
                assert os.listdir(".") == [] and os.getcwd() == os.environ["HOME"]
                assert "SECRET" not in os.environ
                assert resource.getrlimit(resource.RLIMIT_AS) == (300 << 20, 300 << 20)
                assert resource.getrlimit(resource.RLIMIT_CORE) == (1, 1)
                assert resource.getrlimit(resource.RLIMIT_CPU)[1] < 10 ** 4
                pipes = [fd for fd in range(3, 64) if os.path.exists(f"/proc/self/fd/{fd}")]
                assert len(pipes) == 2 and not any(os.get_inheritable(fd) for fd in pipes)
                try: open("big", "wb").write(bytes(10 ** 7))
                except OSError: return 1
    """,
        memory_limit_mb=300,
    )
    assert submission.make("Winnow", 2).predict(np.ones(2)) == 1


@pytest.mark.slow
def test_chance_repeats(submit: Open) -> None:
    source = """
        import random, numpy as np
        class Winnow:
            def __init__(self, n): self.rng = np.random.default_rng()
            def predict(self, x):
                words = list({"ab", "cd", "ef", "gh", "ij"})
                return [random.random(), np.random.random(), self.rng.random(), words.index("ab")]
    """
    first, second = submit(source), submit(source)
    drawn = first.make("Winnow", 1).predict_reals(np.zeros(4)).tolist()
    assert first.make("Winnow", 1).predict_reals(np.zeros(4)).tolist() == drawn, "each learner starts afresh"
    assert second.make("Winnow", 1).predict_reals(np.zeros(4)).tolist() == drawn
    second.draw_from(1)
    assert second.make("Winnow", 1).predict_reals(np.zeros(4)).tolist() != drawn


@pytest.mark.slow
def test_nothing_is_left_behind(submit: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    submission = submit(GOOD)
    open_before, family_before = len(os.listdir("/proc/self/fd")), family_of(os.getpid())
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folders_before = set(os.listdir(tmp_path))
    learner = submission.make("Halving", HYPOTHESES)
    submission.close()
    assert family_of(os.getpid()) == family_before
    assert set(os.listdir(tempfile.gettempdir())) <= folders_before
    assert len(os.listdir("/proc/self/fd")) <= open_before
    with pytest.raises(RuntimeError, match="has been closed"):
        learner.predict(0)
    with pytest.raises(ValueError, match="is closed"):
        submission.make("Halving", HYPOTHESES)


@pytest.mark.slow
def test_released_learners_are_forgotten(submit: Open) -> None:
    submission = submit("""
        alive = []
        class Winnow:
            def __init__(self, n): alive.append(1)
            def __del__(self): alive.pop()
            def predict(self, x): return 1 if len(alive) <= 2 else -1
    """)
    for _ in range(5):
        learner = submission.make("Winnow", 2)
        assert learner.predict(0) == 1
        del learner


@pytest.mark.slow
def test_the_child_dies_with_its_parent(tmp_path: Path) -> None:
    (tmp_path / "alice.py").write_text("class Winnow:\n    def __init__(self, n):\n        while n: pass\n")
    program = (
        "import sys, threading, time; from learncheck.oracle.boundary.process import Submission\n"
        "from learncheck.oracle.boundary.sandbox import LIMITS\n"
        "submission = Submission(sys.argv[1], time_limit=60, confinement=LIMITS); submission.make('Winnow', 0)\n"
        "import os; from learncheck.oracle.boundary.pipe import family_of\n"
        "print(family_of(os.getpid())[1], flush=True); submission.make('Winnow', 1)\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "alice.py")]
    root = Path(process.__file__).parents[1]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}  # a parent that is killed cannot tidy up
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root, env=environment) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        time.sleep(0.1)
        parent.send_signal(signal.SIGKILL)
    assert have_ended(pid)


# -- many learners at once

MANY = """
    import os, random, time
    import numpy as np

    shared = []

    class Winnow:
        def __init__(self, n, does="nothing"):
            self.w, self.does, self.seen = np.full(n, random.random()), does, 0
            if does == "raises at once": raise KeyError(n)
        def predict(self, x):
            if self.does == "looks":
                assert x.tolist() == [self.seen] * len(x), "told a label too many or too few"
            if self.does == "draws": random.random()
            if self.does == "draws from numpy": np.random.random()
            if self.seen == 2:
                if self.does == "raises": raise ZeroDivisionError
                if self.does == "returns nothing": return None
                if self.does == "ends": os._exit(0)
                if self.does == "sleeps": time.sleep(60)
                while self.does == "computes": pass
            return 1 if x.sum() >= 0 else -1
        def update(self, x, y):
            assert type(y) is int
            self.seen += 1
            self.w = self.w + y
            x[:] = np.nan  # its own copy
"""


def play_at_once(submission: AnySubmission, *deeds: str, rounds: int = 4) -> tuple[list[list[int]], Lockstep]:
    """The predictions of learners that do this, asked at once for so many rounds."""
    learners = submission.make_many("Winnow", [(2, deed) for deed in deeds])
    predictions = []
    for t in range(rounds):
        label = None if t == 0 else -1
        instances = [np.full(2, float(t)) for _ in deeds]
        predictions.append(
            [prediction for prediction, _ in learners.ask(range(len(deeds)), [label] * len(deeds), instances)]
        )
    learners.ask(range(len(deeds)), [-1] * len(deeds), [None] * len(deeds))
    return predictions, learners


OWN = """
    import numpy as np

    class Winnow:
        def __init__(self, n):
            self.n = n
        def handed(self, x):
            assert x.flags.owndata and x.flags.writeable and x.tolist() == [self.n] * 2
            x[:] = np.nan
        def predict(self, x):
            self.handed(x)
            return 1
        def update(self, x, y):
            assert type(y) is int
            self.handed(x)
            self.n += y
"""


@few(2)
@pytest.mark.parametrize("count", [1, 3, 4, 20])
def test_each_of_many_is_handed_copies_of_its_own(submit: Open, count: int) -> None:
    learners = submit(OWN).make_many("Winnow", [(n,) for n in range(count)])
    games = range(count)
    instances = [np.full(2, float(n)) for n in games]
    learners.ask(games, [None] * count, instances)
    learners.ask(games, [-1] * count, [None if n % 3 == 1 else x - 1 for n, x in enumerate(instances)])
    assert all((x == n).all() for n, x in enumerate(instances))


@pytest.mark.slow
@pytest.mark.parametrize("deed", ["draws", "draws from numpy"])
def test_what_is_drawn_from_a_shared_generator_shows(submit: Open, deed: str) -> None:
    submission = submit(MANY)
    assert play_at_once(submission, "nothing", deed)[1].drew()
    assert not play_at_once(submission, "nothing", "nothing")[1].drew()


@few(2)
@pytest.mark.parametrize(
    ("deed", "kind", "words"),
    [
        ("raises at once", Crashed, "KeyError"),
        ("raises", Crashed, "ZeroDivisionError"),
        ("returns nothing", InvalidPrediction, "predict returned None"),
        ("ends", Crashed, "ended without an answer"),
        ("sleeps", Impatient, "too long"),
        ("computes", Impatient, "too long"),
    ],
)
def test_one_of_many_that_goes_wrong_is_a_failure_and_the_next_game_goes_on(
    submit: Open, deed: str, kind: type[SubmissionError], words: str
) -> None:
    submission = submit(MANY, time_limit=1.0)
    with pytest.raises(kind, match=words):
        play_at_once(submission, "nothing", deed, "nothing")
    assert submission.make("Winnow", 2, "nothing").predict(np.zeros(2)) == 1


NOTHING: list[Any] = [[], []]


@few(2)
@pytest.mark.parametrize(
    "reply",
    [
        messages.Answered(1), messages.Answers(b"", NOTHING), messages.Answers(b"\1", NOTHING),
        messages.Answers(b"\1\2", NOTHING), messages.Answers(b"\1\1\1", NOTHING), messages.Answers(b"\1\1", []),
        messages.Answers(b"\1\1", [[(1, wired(np.array(1.0)))], []]),
        messages.Answers(b"\1\1", [[(0, Ext(LIST, b"\x90"))], []]),
    ],
)  # fmt: skip
def test_forged_answers_to_many(hostile: AnySubmission, reply: messages.Message) -> None:
    learners = hostile.make_many("Winnow", [(1,), (1,)], ("w",))
    with pytest.raises(Crashed, match="which is not a reply"):
        learners.ask([0, 1], [None, None], [forging(reply), "1"])


# -- the twin in this process


class Careless:
    """Does to its arguments what it should not."""

    def __init__(self, H: Any, kernel: Any = None):
        self.w, self.kernel = H[0] * 1.0, kernel
        H[:] = 0

    def predict(self, x: Any) -> Any:
        x[:] = 7
        return self.kernel(x, x) if self.kernel else True

    def update(self, x: Any, y: int) -> None:
        raise KeyError(y)


UNSHOWN = """
class Meta(type):
    def __getattribute__(cls, name):
        if name in ("__mro__", "__name__"): raise KeyboardInterrupt(name)
        return type.__getattribute__(cls, name)
class Hidden(Exception, metaclass=Meta): pass
class Unspeakable(Exception):
    def __str__(self): raise SystemExit("no")
class Untraced(Exception):
    @property
    def __traceback__(self): return 5
class Winnow:
    def __init__(self, n): pass
    def predict(self, kind): raise globals()[kind]
    def update(self, x, y): pass
"""


@few(2)
@pytest.mark.parametrize("kind", ["Hidden", "Unspeakable", "Untraced"])
def test_an_exception_that_raises_when_it_is_looked_at_is_a_crash(submit: Open, kind: str) -> None:
    module: dict[str, Any] = {}
    exec(UNSHOWN, module)
    submission = submit(UNSHOWN)
    for learner in (submission.make("Winnow", 1), LocalLearner(module["Winnow"], 1)):
        for _ in range(2):  # its process goes on
            with pytest.raises(Crashed, match="an exception that cannot be shown"):
                learner.predict(kind)


def test_the_local_twin_checks_alike() -> None:
    H, x = np.ones((2, 2)), np.zeros(2)
    learner = LocalLearner(Careless, H)
    with pytest.raises(InvalidPrediction, match=r"^predict returned True; a label is"):
        learner.predict(x)
    with pytest.raises(Crashed, match="KeyError: 1") as caught:
        learner.update(x, 1)
    assert 'test_process.py", line' in caught.value.message
    assert "local.py" not in caught.value.message
    assert caught.value.raised_in_submission
    assert caught.value.exception_names[0] == "KeyError"
    assert (H == 1).all()
    assert (x == 0).all()
    assert learner.state(("w", "kernel", "absent"))["w"].tolist() == [1, 1]
    assert LocalLearner(Careless, H, lambda x, z: np.float64(1)).predict(x) == 1
    with pytest.raises(Crashed, match="ValueError: no such kernel"):
        LocalLearner(Careless, H, _refusing).predict(x)


def test_time_that_is_up_in_what_the_judge_hands_over_is_up_and_no_crash() -> None:
    def endless(*arguments: Any) -> None:
        while True:
            pass

    clock = Clock()
    clock.new_budget(0.05)
    with pytest.raises(TimedOut):
        LocalLearner(Careless, np.ones((2, 2)), endless, clock=clock).predict(np.ones(2))


class Keeps:
    latest: tuple[Any, ...]

    def __init__(self, *handed: Any):
        Keeps.latest = handed


def test_the_local_twin_is_handed_what_is_handed_over_the_pipe() -> None:
    table = np.arange(12).reshape(3, 4)
    given = (
        table, table.T, table[:, ::2], table.astype(float), table > 3, table.astype(np.int8), table.astype(">f8"),
        np.zeros((0, 3)), np.float32(0.1), np.array([0.5, 1], object), [1, 2], 3, -(2**63), 0.5, Fraction(1, 2),
        Fraction(4, 2), None, "x", np.array(5),
    )  # fmt: skip
    for value in given:
        LocalLearner(Keeps, value)
        (handed,) = Keeps.latest
        piped = passed(value)
        assert type(handed) is type(piped)
        if isinstance(piped, np.ndarray):
            assert (handed.dtype, handed.shape, handed.flags.writeable) == (piped.dtype, piped.shape, True)
            assert not np.shares_memory(handed, value)
        assert np.array_equal(handed, piped)
    for refused in (True, 2**63, np.zeros((1,) * 9), np.array([1j])):
        with pytest.raises((TypeError, ValueError)):
            LocalLearner(Keeps, refused)


def _refusing(x: Any, z: Any) -> float:
    raise ZeroDivisionError("no such kernel")


ROWS = np.arange(6.0).reshape(3, 2)


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize(
    "values",
    [
        [1, -1, 1], [], [2**63 - 1, -(2**63), 0], [0.5, 1],
        [*ROWS], [*(ROWS > 2)], [*ROWS.astype(np.int8)], [*ROWS.astype(object)], [*np.zeros((3, 0, 2))],
        [*map(np.array, (1.0, 2.0, 3.0))], [*np.zeros((3,) + (1,) * 8)],
        [ROWS, ROWS[0], ROWS[1]], [ROWS[0], ROWS[1] > 2, ROWS[2]], ["a", ROWS[0], 3],
    ],
    ids=str,
)  # fmt: skip
def test_many_values_are_handed_over_like_each_of_them(values: list[Any], times: int) -> None:
    values = values * times
    round_ = messages.ManyRounds([], [], [], [], column(values))
    read = Reader().column(messages.request(messages.encode(round_)).instances)
    assert len(read) == len(values)
    for value, one in zip(values, read, strict=True):
        single = passed(value)
        assert type(one) is type(single)
        assert getattr(one, "dtype", None) == getattr(single, "dtype", None)
        assert np.array_equal(one, single)
