"""False theorems whose author passes something of his own off as the catalogue's: none may be called proved."""

import functools
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from types import MethodType
from typing import Any

import msgspec
import numpy as np
import pytest
import sympy
from chosen import few
from sympy import Le

from learncheck.oracle.prover.prove import prove
from learncheck.oracle.prover.provenance import plays_by_our_rules
from learncheck.strategies.halfspaces.games import AxesGame
from learncheck.theorems.formal import numbers
from learncheck.theorems.formal.round import Runs
from learncheck.theorems.language.claim import Claim, Family
from learncheck.theorems.language.derivations import Derivation
from learncheck.theorems.language.lemmas import Lemma, touches
from learncheck.theorems.language.proof import Fact, Obligation
from learncheck.theorems.language.step import Next
from learncheck.theorems.language.trusted import General, total_at_most
from learncheck.theorems.notes.halfspaces.perceptron import StepGame
from tests.oracle.prover.test_false_proofs import code, fact, turning, weaker
from tests.oracle.prover.test_prove import PROOF, M, a, b

MOST = 1000
SMALL = Le(M, MOST)
"""The Perceptron makes at most a thousand mistakes, as in all games that are played here."""

x = sympy.Symbol("x", real=True)
X_IS_SMALL = Le(x, MOST)
WORDS = "it is small"


def small(*using: Fact) -> Claim:
    return turning(code=lambda: code(), using=using).with_bound(SMALL)


def trivial(*_: Any) -> list[Obligation]:
    return [Obligation("nothing at all", {}, Le(0, x**2))]


def square() -> list[Obligation]:
    return [Obligation("a square", {}, 2 * x <= x**2 + 1)]


def sure(*_: Any) -> str:
    return "checked"


def renamed(function: Callable[..., Any]) -> Any:
    """The function under all names of one of formal runs."""
    return functools.wraps(numbers.paths)(lambda *given: function(*given))


def partly() -> Any:
    """One of the catalogue's functions, given what it returns."""
    function = functools.partial(lambda words: words, "checked")
    function.__module__ = numbers.__name__  # type: ignore[attr-defined]
    return function


class Sure(Lemma):
    __module__ = Lemma.__module__
    check = sure


class Method:
    """Calls itself a method of something."""

    def __init__(self, owner: Any) -> None:
        self.__self__ = owner

    def __call__(self) -> str:
        return "checked"


LEMMA = Lemma(WORDS, X_IS_SMALL, (), touches(x, sympy.Integer(0)))
DERIVATION = Derivation(WORDS, {}, {"so": (X_IS_SMALL, ())})
KNOWN = General(WORDS, X_IS_SMALL, of=(x,), known={"it is known": X_IS_SMALL})
USING = General(WORDS, X_IS_SMALL, of=(x,), using=(fact(X_IS_SMALL, shows=trivial),))


def shown_by(owner: Any, shows: Callable[..., Any]) -> Fact:
    instance: Fact = owner.at({x: M})
    return replace(instance, shows=shows)


def two_faced(honest: bool = False) -> Runs:
    """Runs in which w has no length, unless w is one of numbers."""
    return code(
        quantities=lambda w, target: {a: target @ w, b: w @ w if honest or isinstance(w, np.ndarray) else 0 * (w @ w)}
    )


def without_length(**parts: Any) -> Claim:
    mistake = replace(PROOF.rounds["a mistake"], holds={"w has no length": Next(b) <= 0})
    return turning(
        code=lambda: replace(two_faced(), **parts),
        rounds={**PROOF.rounds, "a mistake": mistake},
        invariant={"M ≤ a": M <= a, "w has no length": b <= 0},
    ).with_bound(SMALL)


class Sly(AxesGame, frozen=True, tag="sly-of-a-forgery"):
    """Plays by itself, under the name of how the catalogue's games are played."""

    @functools.wraps(AxesGame.play)
    def play(self, make: Any, watch: tuple[str, ...] = ()) -> Any:
        return super().play(make, watch)


class Sleight(AxesGame, frozen=True, tag="sleight-of-a-forgery"):
    """Has the catalogue's `play`, and hands out another one."""

    def __getattribute__(self, name: str) -> Any:
        return functools.partial(AxesGame.play, self) if name == "play" else super().__getattribute__(name)


def of_kind(kind: type) -> Claim:
    """The Perceptron's claim about such games."""
    return replace(
        turning(code=code),
        cases=Family(lambda choices, size: kind(choices.integer(1, size)), dict(size=4), dict(size=6)),
    )


FORGED: dict[str, Callable[[], Claim]] = {
    "a sentence": lambda: small(fact(SMALL, shows=renamed(sure))),
    "a sentence in part": lambda: small(fact(SMALL, shows=partly())),
    "a lemma by another method": lambda: small(Lemma(WORDS, X_IS_SMALL, (), renamed(sure)).at({x: M})),
    "a lemma with another check": lambda: small(shown_by(LEMMA, MethodType(sure, LEMMA))),
    "a lemma of another kind": lambda: small(Sure(WORDS, X_IS_SMALL, (), LEMMA.proof).at({x: M})),
    "what calls itself a method": lambda: small(shown_by(LEMMA, Method(LEMMA))),
    "a derivation of other lines": lambda: small(shown_by(DERIVATION, MethodType(trivial, DERIVATION))),
    "a general relation that is known": lambda: small(KNOWN.at({x: M})),
    "a general relation by a fact that is not shown": lambda: small(USING.at({x: M})),
    "a general relation about what is no total": lambda: small(total_at_most(M, 1, MOST)),
    "two facts by the same words": lambda: small(
        replace(total_at_most(M, 1, MOST), words="a fact"), fact(2 * a <= a**2 + 1, shows=square, at={x: a})
    ),
    "runs that nothing is compared with": lambda: without_length(games=None, seen=None),
    "runs with the games of others": lambda: without_length(
        games=two_faced(honest=True).games, seen=two_faced(honest=True).seen
    ),
    "games under another name": lambda: of_kind(Sly),
    "games that hand out another play": lambda: of_kind(Sleight),
}


@few(2)
@pytest.mark.parametrize("what", FORGED)
def test_a_forgery_is_not_proved(what: str) -> None:
    try:
        report = prove(FORGED[what]())
    except ValueError:
        return
    weaker(report)


def test_games_of_the_catalogue_are_played_as_its_code_is_run() -> None:
    """Also those of a theorem's own module, which another claim may be about, and kinds that only add to them."""
    kind = msgspec.defstruct("Mine", [], bases=(StepGame,), frozen=True, tag="mine-of-a-forgery")
    for game in (AxesGame(2), kind((), 1, (), Fraction(1))):
        assert plays_by_our_rules(game)
