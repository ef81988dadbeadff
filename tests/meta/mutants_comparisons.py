"""Wrong variants of the comparisons of Winnow and Perceptron."""

from changes import bound, learner
from sympy import And, Rational, log

from learncheck.learners import Winnow
from learncheck.theorems.notes.winnow.comparisons import (
    COUNTS,
    DENSE_WINNOW,
    WINNOW,
    P,
    W,
    fitted,
    gamma2,
    k,
    linear,
    n,
)

MUTANTS = {
    "winnow-versus-perceptron-sparse": [
        ("Perceptron makes more than n/2", bound(P >= n / 2 + 1)),
        ("Perceptron has Winnow's bound", bound(P <= 2 + 3 * k * (1 + log(n, 2)))),
        ("Winnow makes at most log₂ n", bound(W <= log(n, 2))),
        ("Winnow in Perceptron's place", learner(Winnow)),
    ],
    "winnow-versus-perceptron-dense": [
        ("Winnow makes at most n", bound(And(P <= 1 / gamma2, W <= n))),
        ("Winnow makes more than n·log₂ n", bound(W >= n * log(n, 2) + 1)),
        ("Perceptron makes at most n/2", bound(2 * P <= 1 / gamma2)),
        ("Winnow in Perceptron's place", learner(Winnow)),
    ],
    "winnow-versus-perceptron": [
        ("Winnow's is at most 1/5", bound(fitted(WINNOW) <= Rational(1, 5))),
        ("Winnow's grows as n", bound(fitted(WINNOW) >= 1)),
        ("Perceptron's grows no faster", bound(fitted(COUNTS) <= Rational(2, 3))),
        ("n log n is linear", bound(linear(DENSE_WINNOW))),
        ("Winnow in Perceptron's place", learner(Winnow)),
    ],
}
