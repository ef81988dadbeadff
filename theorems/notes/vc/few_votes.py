"""How few labellings votes of T hypotheses give: for given members, and over all choices of members."""

from collections.abc import Iterator

import sympy
from sympy import And, Eq, Or

from learncheck.theorems.language.proof import Obligation
from learncheck.theorems.language.trusted import dependence, general, sauer, weighted_total

one_choice, binomials = sympy.symbols("K Φ_T", real=True)


@general(
    r"votes of $T$ given members label $V$ instances in at most $\sum_{i\le T} \binom{V}{i}$ ways",
    one_choice <= binomials,
    r"they are halfspaces of $\mathbb{R}^T$, which shatter no more than $T$ instances; and Sauer's lemma",
    of=(one_choice, binomials),
    cited=f"by Sauer's lemma, {sauer.cited}",
)
def votes_of_members(combination: int = 0) -> Iterator[Obligation]:
    """Yield the proof that votes of T given members shatter no more than T instances, and then Sauer's lemma.

    A vote is the halfspace of its weights w on the vectors (h_1(x), …, h_T(x)). Of more than T vectors some λ_i, not
    all 0, have Σλ_i h(x_i) = 0; negate them all if none is negative. A vote with the labels sign(λ_i), where
    sign(0) = 1, would make Σλ_i⟨w,h(x_i)⟩ positive.
    """
    yield from dependence.shows(-1)
    yield from weighted_total.shows()
    others, total, weight, score = sympy.symbols("rest total λ z", real=True)
    yield Obligation(
        r"if the labels are $\operatorname{sign}(\lambda_i)$, then no $\lambda_i\langle w,h(x_i)\rangle$ is negative",
        {"the label": Or(And(weight > 0, score >= 0), And(weight < 0, score < 0), Eq(weight, 0))},
        weight * score >= 0,
    )
    yield Obligation(
        r"more than $T$ instances are not shattered: $\sum\lambda_i\langle w,h(x_i)\rangle = 0$, but a $\lambda_i < 0$ "
        "makes it positive",
        {
            "dependent": Eq(total, combination),
            "the other terms": others >= 0,
            "the total": Eq(total, others + weight * score),
            "the label −1": And(weight < 0, score < 0),
        },
        sympy.false,
    )
    yield from sauer.shows()


power_of_2, choices, votes_each = sympy.symbols("2^V N^T K", real=True)


@general(
    r"$2^V \le N_V^T K_V$: each of the $2^V$ labellings of $V$ shattered instances is a vote of one of the choices of "
    "$T$ members",
    power_of_2 <= choices * votes_each,
    "at most $N$ times as many choices with each member, and at most $K$ votes of each",
    of=(power_of_2, choices, votes_each),
)
def votes_of_choices(times: int = 1) -> Iterator[Obligation]:
    """Yield the proof that there are N^T choices of T members, up to what they label alike, and K votes of each."""
    base, so_far, given, members = sympy.symbols("N N^t c n", real=True)
    yield Obligation("one choice of no members", {"c": Eq(given, 1), "N^0": Eq(so_far, 1)}, given <= so_far)
    yield Obligation(
        "a member more makes at most $N$ of a choice",
        {"so far": And(given <= so_far, given >= 0), "N": And(base >= 0, members <= base)},
        members * given <= base * so_far * times,
    )
    yield Obligation("no choices have no votes", {"c": Eq(given, 0), "n": Eq(members, 0)}, members <= 0)
    yield Obligation(
        "a choice more has at most $K$ votes more",
        {"so far": members <= given * votes_each, "its votes": so_far <= votes_each},
        members + so_far <= (given + 1) * votes_each,
    )
    yield Obligation(
        r"all labellings of $V$ shattered instances are votes of some choice",
        {
            "all": power_of_2 <= members,
            "votes": members <= given * votes_each,
            "choices": given <= choices,
            "K": votes_each >= 0,
        },
        power_of_2 <= choices * votes_each,
    )
