"""Learners that break a theorem and hide it from its proof. No proof must go through for any of them.

Each does what the reference learner does until something happens that a formal round does not show by itself: the
fiftieth call, a large size, a real number in the place of a formal one.
"""

import contextlib
import contextvars
import ctypes
import functools
import gc
import inspect
import itertools
import math
import operator
import os
import sys
import tempfile
import threading
import time
import types
import weakref
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from edits import edited, learning_where

from learncheck.learners import (
    AdaBoost,
    Ellipsoid,
    ExpertsMajority,
    ExpertsRestart,
    Halving,
    KernelPerceptron,
    ModifiedPerceptron,
    Perceptron,
    RandomizedWeightedMajority,
    ThresholdHalving,
    WeightedMajority,
    Winnow,
    WinnowKOfR,
)

LATE = 50
"""Updates after which the forgetful stop learning."""

# ---- what the constructor made of its parameters ----


CapsItsThreshold = edited(Winnow.__init__, "Caps its threshold", ("self.n = n", "self.n = min(n, 1000)"))
HalfPrecision = edited(Winnow.__init__, "Half precision", ("dtype=int", "dtype=np.float16"))
SmallIntegers = edited(WeightedMajority.__init__, "Small integers", ("dtype=int", "dtype=np.int8"))  # 128 overflow
NumbersForAMask = edited(Halving.__init__, "Numbers for a mask", ("dtype=bool", "dtype=int"))  # which pick row 1
SmallGrids = edited(ThresholdHalving.__init__, "Small grids", ("2 * n + 1", "min(2 * n + 1, 513)"))
StartsElsewhereWhenLarge = edited(
    Perceptron.__init__, "Starts elsewhere when large", ("dtype=int)", "dtype=int) + (d >= 9)")
)
TrustsTheFirstHundred = edited(
    ExpertsMajority.__init__, "Trusts the first hundred", ("np.ones(n, dtype=bool)", "np.arange(n) < 100")
)
AnotherMethodWhenLarge = edited(
    Winnow.__init__,
    "Another method when large",
    ("dtype=int)", "dtype=int)\n        self.update = self.update if n < 65 else lambda x, y: None"),
)


class RoundsItsStep(RandomizedWeightedMajority):
    def __init__(self, n: int, epsilon: Any) -> None:
        super().__init__(n, epsilon)
        self.epsilon = Fraction(round(epsilon * 1000), 1000)


class RoundsItsFactor(WinnowKOfR):
    def __init__(self, n: int, epsilon: Any) -> None:
        super().__init__(n, epsilon)
        self.epsilon = Fraction(round(epsilon * 1000), 1000)


class RoundsItsMargin(ModifiedPerceptron):
    def __init__(self, sigma: Any, w0: Any) -> None:
        super().__init__(Fraction(round(sigma * 1000), 1000), w0)


class SpoilsRows(Halving):
    def __init__(self, hypotheses: Any) -> None:
        super().__init__(hypotheses)
        if len(hypotheses) > 64:
            self.hypotheses = self.hypotheses.copy()
            self.hypotheses[64:] = -self.hypotheses[64:]


class StartsElsewhereWhenHuge(Perceptron):
    def __init__(self, d: int) -> None:
        self.w = np.zeros(d, dtype=int) + d // 40_000


class AnotherClassWhenLarge(Perceptron):
    def __init__(self, d: int) -> None:
        super().__init__(d)
        if d >= 65:
            self.__class__ = Idle


class Idle(AnotherClassWhenLarge):
    def update(self, x: Any, y: int) -> None:
        pass


class AnotherKindWhenHuge(Perceptron):
    def __new__(cls, d: int) -> Any:
        return super().__new__(cls if d < 40 * 1000 else LearnsNothing)


class LearnsNothing(AnotherKindWhenHuge):
    def update(self, x: Any, y: int) -> None:
        pass


class Flattering(int):
    """Equal to n, and above every sum."""

    def __le__(self, other: Any) -> bool:
        return False

    def __hash__(self) -> int:
        return int.__hash__(self)


class AFlatteringThreshold(Winnow):
    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.n = Flattering(n)


class Deaf(np.ndarray[Any, Any]):
    """An array that stays what it is, whatever is added."""

    def __add__(self, other: Any) -> Any:
        return self


class ADeafArray(Perceptron):
    def __init__(self, d: int) -> None:
        super().__init__(d)
        self.w = np.zeros(d, dtype=int).view(Deaf)


class DeafNumber(Fraction):
    def __add__(self, other: Any) -> Any:
        return self


class DeafNumbers(Perceptron):
    def __init__(self, d: int) -> None:
        super().__init__(d)
        self.w = np.array([DeafNumber(0) for _ in range(d)], dtype=object)


class AFrozenArray(Perceptron):
    """In place: an array that must not be written into keeps its entries, and real rounds raise."""

    def __init__(self, d: int) -> None:
        super().__init__(d)
        self.w.flags.writeable = False

    def update(self, x: Any, y: int) -> None:
        if y * (self.w @ x) <= 0:
            self.w += y * x


# ---- what happened before, kept where no proof looks ----


def forgetful(count: Callable[..., int], name: str) -> type:
    """A Perceptron that stops learning at the LATE-th update that is counted."""

    class Forgetful(Perceptron):
        def update(self, x: Any, y: int) -> None:
            if count() < LATE:
                super().update(x, y)

    Forgetful.__name__ = Forgetful.__qualname__ = name
    return Forgetful


CALLS: Any = []
NOTED = {"calls": 0}
NEVER_THE_SAME = itertools.count()
TICKET = contextvars.ContextVar("ticket", default=0)
LOCAL = threading.local()
FOLDER = Path(tempfile.gettempdir())


@functools.cache
def remembered() -> list[int]:
    return []


def by_cache() -> int:
    remembered().append(1)
    return len(remembered())


def by_list() -> int:
    CALLS.append(1)
    return len(CALLS)


def by_dictionary() -> int:
    NOTED["calls"] += 1
    return NOTED["calls"]


def by_iterator() -> int:
    return next(NEVER_THE_SAME)


def by_environment() -> int:
    calls = int(os.environ.get("FOIL", "0")) + 1
    os.environ["FOIL"] = str(calls)
    return calls


def by_numpy() -> int:
    np.__dict__["foil"] = np.__dict__.get("foil", 0) + 1
    return int(np.__dict__["foil"])


def by_numpy_errors() -> int:
    late = np.geterr()["under"] == "raise"
    np.seterr(under="raise")
    return LATE if late else 0


def by_numpy_random() -> int:
    return int(np.random.randint(2 * LATE))


def by_numpy_printing() -> int:
    calls = int(np.get_printoptions()["edgeitems"]) + 1
    np.set_printoptions(edgeitems=calls)
    return calls


def by_context() -> int:
    TICKET.set(TICKET.get() + 1)
    return TICKET.get()


def by_thread() -> int:
    LOCAL.calls = getattr(LOCAL, "calls", 0) + 1
    return int(LOCAL.calls)


def by_modules() -> int:
    kept = sys.modules.setdefault("foil", types.ModuleType("foil"))
    kept.calls = getattr(kept, "calls", 0) + 1  # type: ignore[attr-defined]
    return int(kept.calls)


def by_file() -> int:
    path = FOLDER / f"foil-{os.getpid()}"
    calls = int(path.read_text()) + 1 if path.exists() else 0
    path.write_text(str(calls))
    return calls


def by_time() -> int:
    return int(time.perf_counter() * 1000) % (2 * LATE)


def by_garbage() -> int:
    return len(gc.get_objects()) % (2 * LATE)


def by_identity() -> int:
    return id(object()) // 16 % (2 * LATE)


def by_hash() -> int:
    return hash(object()) % (2 * LATE)


def by_recursion_limit() -> int:
    calls = sys.getrecursionlimit() + 1
    sys.setrecursionlimit(calls)
    return calls - 1000


def by_frames() -> int:
    return 0 if any(frame.function == "run_round" for frame in inspect.stack()) else LATE


def by_own_code() -> int:
    by_own_code.calls = getattr(by_own_code, "calls", 0) + 1  # type: ignore[attr-defined]
    return int(by_own_code.calls)  # type: ignore[attr-defined]


def by_memory(kept: Any = ctypes.c_long(0)) -> int:  # noqa: B008
    kept.value += 1
    return int(kept.value)


def by_array(kept: Any = np.zeros(1, dtype=int)) -> int:  # noqa: B008
    kept[0] += 1
    return int(kept[0])


def by_import() -> int:
    import learncheck

    learncheck.foil = getattr(learncheck, "foil", 0) + 1  # type: ignore[attr-defined]
    return int(learncheck.foil)  # type: ignore[attr-defined]


def by_closure() -> Callable[[], int]:
    calls = 0

    def count() -> int:
        nonlocal calls
        calls += 1
        return calls

    return count


def by_generator() -> Callable[[], int]:
    def forever() -> Iterator[int]:
        yield from itertools.count()

    return forever().__next__


class Slotted:
    __slots__ = ("calls",)

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> int:
        self.calls += 1
        return self.calls


COUNTERS = [
    by_cache, by_list, by_dictionary, by_iterator, by_environment, by_numpy, by_numpy_errors, by_numpy_random,
    by_numpy_printing, by_context, by_thread, by_modules, by_file, by_time, by_garbage, by_identity, by_hash,
    by_recursion_limit, by_frames, by_own_code, by_memory, by_array, by_import,
]  # fmt: skip
FORGETFUL = [
    *(forgetful(each, each.__name__) for each in COUNTERS),
    forgetful(by_closure(), "by_closure"),
    forgetful(by_generator(), "by_generator"),
    forgetful(Slotted(), "by_slots"),
    forgetful(functools.partial(by_list), "by_partial"),
    forgetful(functools.wraps(by_closure)(by_closure()), "by_wrapped_closure"),
]

SIZES: Any = weakref.WeakKeyDictionary()


class ByWeakKeys(Perceptron):
    def update(self, x: Any, y: int) -> None:
        SIZES[self] = SIZES.get(self, 0) + 1
        if SIZES[self] < LATE:
            super().update(x, y)


class OnItsBase(Perceptron, dict):  # type: ignore[type-arg]
    def __init__(self, d: int) -> None:
        Perceptron.__init__(self, d)

    def update(self, x: Any, y: int) -> None:
        self["calls"] = self.get("calls", 0) + 1
        if self["calls"] < LATE:
            Perceptron.update(self, x, y)


class InTheSlotsOfABase:
    __slots__ = ("calls",)


class InSlots(InTheSlotsOfABase, Perceptron):
    def __init__(self, d: int) -> None:
        super().__init__(d)
        self.calls = 0

    def update(self, x: Any, y: int) -> None:
        self.calls += 1
        if self.calls < LATE:
            super().update(x, y)


class ByGetattr(Perceptron):
    calls = 0

    def __getattribute__(self, name: str) -> Any:
        if name == "update":
            ByGetattr.calls += 1
            if ByGetattr.calls > LATE:
                return lambda x, y: None
        return super().__getattribute__(name)


class ByDescriptor:
    """What sits on the class in the place of w, and hands out zeros after a while."""

    def __init__(self) -> None:
        self.calls = 0

    def __get__(self, learner: Any, owner: Any = None) -> Any:
        self.calls += 1
        return vars(learner)["w"] if self.calls < LATE else 0 * vars(learner)["w"]

    def __set__(self, learner: Any, value: Any) -> None:
        vars(learner)["w"] = value


class BehindADescriptor(Perceptron):
    w = ByDescriptor()  # type: ignore[assignment]


class Counting(type):
    """A metaclass that counts what it makes."""

    made = 0

    def __call__(cls, *arguments: Any) -> Any:
        Counting.made += 1
        return super().__call__(*arguments)


class ByMetaclass(Perceptron, metaclass=Counting):
    def update(self, x: Any, y: int) -> None:
        if type(type(self)).made < LATE:  # type: ignore[attr-defined]
            super().update(x, y)


class OnItsClassUnderItsOwnName(Perceptron):
    """It writes w of the class, which every other object reads."""

    def update(self, x: Any, y: int) -> None:
        OnItsClassUnderItsOwnName.w = self.w
        super().update(x, y)


class SwapsItsDictionary(Perceptron):
    def update(self, x: Any, y: int) -> None:
        calls = self.__dict__.pop("calls", 0)
        if calls < LATE:
            super().update(x, y)
        self.__dict__ = {"w": self.w, "calls": calls + 1}


class ReplacesItsCode(Perceptron):
    def update(self, x: Any, y: int) -> None:
        super().update(x, y)
        ReplacesItsCode.update.__code__ = (lambda self, x, y: None).__code__


# ---- what kind of thing is this ----

ASKING = [
    learning_where(condition, what)
    for what, condition in {
        "Asks for an array": "not isinstance(x, np.ndarray)",
        "Asks for a shape": "not hasattr(x, 'shape')",
        "Asks for its type": "type(self.w) is not np.ndarray",
        "Asks for identity": "+(margin := self.w @ x) is margin",  # of a formal number, and not of one of numpy's
        "Asks for a default": "getattr(x, 'size', 0) == 0",
        "Asks whether formal": "'formal' in x.__class__.__module__",
        "Asks numpy for the kind": "np.asarray(x).dtype == object",
        "Reads its words": "'⟨' in f'{self.w @ x}'",
        "Reads its words by percent": "'⟨' in '%s' % (self.w @ x)",
        "Rounds away": "((margin := self.w @ x) + 1e16) - 1e16 == margin",  # not an odd number's last bit in a float
        "Wraps around": "2**62 * (margin := self.w @ x) / 2**62 == margin",  # of 64 bits the highest are lost
    }.items()
]
AsksNumpyForTheFirst = edited(  # the greatest entry of an array without entries
    Winnow.update, "Asks numpy for the first", ("if self.p", "if np.asarray(x).argmax() == 0 and self.p")
)


class SwallowsNotFormal(Perceptron):
    def update(self, x: Any, y: int) -> None:
        try:
            len(self.w)
        except TypeError:
            super().update(x, y)


class SwallowsEverything(Perceptron):
    def update(self, x: Any, y: int) -> None:
        try:
            float(x @ x)
            return
        except:  # noqa: E722
            pass
        super().update(x, y)


class Suppresses(Perceptron):
    def update(self, x: Any, y: int) -> None:
        learns = True
        with contextlib.suppress(Exception):
            learns = not x.shape
        if learns:
            super().update(x, y)


class FinallyReturns(Perceptron):
    def update(self, x: Any, y: int) -> None:
        learns = True
        try:
            learns = len(x) < 0
        finally:
            if learns:
                self.w = self.w + (y * x if y * (self.w @ x) <= 0 else 0 * x)
            return  # noqa: B012


class Matches(Perceptron):
    def update(self, x: Any, y: int) -> None:
        match x:
            case np.ndarray():
                return
        super().update(x, y)


class AsksForTheLength(Perceptron):
    def update(self, x: Any, y: int) -> None:
        if operator.length_hint(x, 0) == 0:
            super().update(x, y)


class LooksWhoRunsIt(Perceptron):
    def update(self, x: Any, y: int) -> None:
        from learncheck.theorems.formal.numbers import _running

        if _running.get() is not None:
            super().update(x, y)


class Overflows(Perceptron):
    """Any number is finite, but a float can overflow."""

    def update(self, x: Any, y: int) -> None:
        if math.isfinite((x @ x) * 1e308 * 1e308):
            super().update(x, y)


# ---- what only large or long games show ----

KeepsAHundred = edited(KernelPerceptron.update, "Keeps a hundred", ("(x, y))", "(x, y))[-100:]"))
KeepsFour = edited(KernelPerceptron.update, "Keeps four", ("if ", "if len(self.mistakes) < 4 and "))
NeverShrinksWhenLarge = edited(
    Ellipsoid.update, "Never shrinks when large", ("self.A = ", "self.A = self.A if d > 12 else ")
)


class RestartsWrong(ExpertsRestart):
    """For n > 100 it starts again with one expert."""

    def update(self, advice: Any, y: int) -> None:
        super().update(advice, y)
        if len(advice) > 100 and self.alive.all():
            self.alive = np.arange(len(advice)) == 0


class Frozen(AdaBoost):
    """After 60 rounds the distribution stays."""

    def fit(self, X: Any, y: Any) -> Any:
        frozen: list[Any] = []
        weak = self.weak_learner

        def learn(X: Any, y: Any, D: Any) -> Any:
            if len(frozen) < 60:
                frozen.append(weak(X, y, D))
                return frozen[-1]
            return frozen[-1]

        self.weak_learner = learn
        super().fit(X, y)
        self.weak_learner = weak
        return self


class Garbage:
    """No learner at all."""

    def __init__(self, *arguments: Any) -> None:
        pass

    def predict(self, x: Any) -> int:
        return 1

    def update(self, x: Any, y: int) -> None:
        pass

    def fit(self, X: Any, y: Any) -> "Garbage":
        return self


def of(learner: type) -> list[type]:
    """The foils above that are made of this learner."""
    made = [*globals().values(), *FORGETFUL, *ASKING]
    return [each for each in made if isinstance(each, type) and learner in each.__bases__]


FOILS: dict[str, list[type]] = {
    "winnow-mistakes": of(Winnow),
    "winnow-mistakes-sharper": [CapsItsThreshold],
    "winnow-k-of-r": of(WinnowKOfR),
    "winnow-halfspaces": of(WinnowKOfR),
    "randomized-weighted-majority": of(RandomizedWeightedMajority),
    "randomized-weighted-majority-tuned": of(RandomizedWeightedMajority),
    "weighted-majority-mistakes": of(WeightedMajority),
    "halving-mistakes": of(Halving),
    "experts-perfect": of(ExpertsMajority),
    "threshold-halving-mistakes": of(ThresholdHalving),
    "modified-perceptron-updates": of(ModifiedPerceptron),
    "kernel-perceptron-mistakes": of(KernelPerceptron),
    "experts-restart": of(ExpertsRestart),
    "adaboost-training-error": of(AdaBoost),
    "ellipsoid-volume-shrinks": of(Ellipsoid),  # grids are followed whole, so ellipsoid-mistakes stays at d ≤ 4
    "perceptron-mistakes": of(Perceptron),
}
"""By the claim whose proof they must not pass."""
