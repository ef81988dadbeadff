"""From both halves of the proof to O(kr log n): the arithmetic of (8.5) and (8.6) for the ε of the notes."""

from sympy import And, Eq, Expr, Or, log, symbols
from sympy.logic.boolalg import Boolean

from learncheck.theorems.language import lemmas
from learncheck.theorems.language.derivations import Derivation
from learncheck.theorems.language.proof import Fact, Words
from learncheck.theorems.notes.winnow.followed import negative, positive
from learncheck.theorems.notes.winnow.targets import SECOND, WinnowTarget, eps, m


def order(target: WinnowTarget) -> Expr:
    """Return kr(1 + log n), which stands for O(kr log n); log n alone is 0 for n = 1."""
    return target.high * target.relevant * (1 + log(target.variables))


def notes_step_of(target: WinnowTarget) -> Boolean:
    """Return the condition ε = 1/(2(k − 1)), and ε = 1 for k = 1."""
    size = target.high
    return Or(And(Eq(size, 1), Eq(eps, 1)), And(size >= 2, Eq(2 * eps * (size - 1), 1)))


K, R, E, T, P, Q, L, S = symbols("k r ε m M₊ M₋ log_n log_(1+ε)", real=True)
"""The same quantities as symbols for the arithmetic, and the logarithms of n and of 1 + ε."""

GIVEN: Words = {
    r"$k \le r$": K <= R,
    r"$\log n \ge 0$": L >= 0,
    r"$\log(1 + \varepsilon) \ge \varepsilon/(1 + \varepsilon)$": S * (1 + E) >= E,
    r"$m\cdot\log(1 + \varepsilon) \le \log(1 + \varepsilon) + \log n$": T * S <= S + L,
    "(8.5)": K * P - (K - 1) * Q <= R * T,
    "(8.6)": E * Q <= (1 + E) * (1 + E * P),
    r"$M_+ \ge 0$": P >= 0,
}
CONCLUDED = And(P <= 4 * K * R * (1 + L), Q <= 8 * K * R * (1 + L))

SEVERAL = Derivation(
    r"for $k \ge 2$ and $\varepsilon = 1/(2(k - 1))$",
    {**GIVEN, r"$k \ge 2$": K >= 2, r"$2\varepsilon(k - 1) = 1$": Eq(2 * E * (K - 1), 1)},
    {
        r"(1) $\varepsilon > 0$": (E > 0, ("2ε(k − 1) = 1", "k ≥ 2")),
        r"(2) $\varepsilon \le 1/2$": (2 * E <= 1, ("2ε(k − 1) = 1", "k ≥ 2")),
        r"(3) $(m - 1)\varepsilon \le (1 + \varepsilon)\log n$": (
            (T - 1) * E <= (1 + E) * L,
            ("m·log(1 + ε) ≤ log(1 + ε) + log n", "log(1 + ε) ≥ ε/(1 + ε)", "(1)", "log n ≥ 0"),
        ),
        r"(4) $1 + \varepsilon = (2k - 1)\varepsilon$": (Eq(1 + E, (2 * K - 1) * E), ("2ε(k − 1) = 1",)),
        r"(5) $m \le 1 + (2k - 1)\log n$": (T - 1 <= (2 * K - 1) * L, ("(3)", "(4)", "(1)")),
        r"(6) $rm \le r + r(2k - 1)\log n$": (R * (T - 1) <= R * ((2 * K - 1) * L), ("(5)", "k ≤ r", "k ≥ 2")),
        r"(7) $M_- \le (2k - 1)(1 + \varepsilon M_+)$": (Q <= (2 * K - 1) * (1 + E * P), ("(8.6)", "(4)", "(1)")),
        r"(8) $(2k - 1)\varepsilon M_+ = (1 + \varepsilon)M_+$": (Eq((2 * K - 1) * (E * P), (1 + E) * P), ("(4)",)),
        r"(9) $(k - 1)\varepsilon M_+ = M_+/2$": (Eq((K - 1) * (E * P), P / 2), ("2ε(k − 1) = 1",)),
        r"(10) $(k - 1)M_- \le (k - 1)(2k - 1 + (1 + \varepsilon)M_+)$": (
            (K - 1) * Q <= (K - 1) * (2 * K - 1 + (1 + E) * P),
            ("(7)", "(8)", "k ≥ 2"),
        ),
        r"(11) $M_+/2 \le rm + (k - 1)(2k - 1)$": (P / 2 <= R * T + (K - 1) * (2 * K - 1), ("(8.5)", "(10)", "(9)")),
        r"(12) $(k - 1)(2k - 1) \le r(2k - 1)$": ((K - 1) * (2 * K - 1) <= R * (2 * K - 1), ("k ≤ r", "k ≥ 2")),
        r"(13) $0 \le r\cdot\log n$": (R * L >= 0, ("k ≤ r", "k ≥ 2", "log n ≥ 0")),
        r"(14) $M_+ \le 4kr(1 + \log n)$": (P <= 4 * K * R * (1 + L), ("(11)", "(12)", "(6)", "(13)")),
        r"(15) $\varepsilon M_+ \le M_+/2$": (E * P <= P / 2, ("(2)", "M₊ ≥ 0")),
        r"(16) $k \le kr$": (K <= K * R, ("k ≤ r", "k ≥ 2")),
        r"(17) $0 \le kr\cdot\log n$": (K * R * L >= 0, ("(13)", "k ≥ 2")),
        "(18) both": (CONCLUDED, ("(7)", "(8)", "(14)", "(15)", "(16)", "(17)")),
    },
)

ONE = Derivation(
    r"for $k = 1$ and $\varepsilon = 1$",
    {**GIVEN, "$k = 1$": Eq(K, 1), r"$\varepsilon = 1$": Eq(E, 1)},
    {
        r"(1) $m \le 1 + 2\cdot\log n$": (
            T <= 1 + 2 * L,
            ("m·log(1 + ε) ≤ log(1 + ε) + log n", "log(1 + ε) ≥ ε/(1 + ε)", "ε = 1", "log n ≥ 0"),
        ),
        r"(2) $rm \le r + 2r\cdot\log n$": (R * T <= R * (1 + 2 * L), ("(1)", "k ≤ r", "k = 1")),
        r"(3) $M_+ \le r + 2r\cdot\log n$": (P <= R * (1 + 2 * L), ("(8.5)", "(2)", "k = 1")),
        r"(4) $M_- \le 2 + 2M_+$": (Q <= 2 + 2 * P, ("(8.6)", "ε = 1")),
        r"(5) $0 \le r\cdot\log n$": (R * L >= 0, ("k ≤ r", "k = 1", "log n ≥ 0")),
        "(6) both": (CONCLUDED, ("(3)", "(4)", "(5)", "k ≤ r", "k = 1")),
    },
)


def derived(target: WinnowTarget, *derivations: Derivation) -> tuple[Fact, ...]:
    """Return the derivations in the terms of a target, and the fact log n ≥ 0."""
    log_n = log(target.variables)
    ours = {K: target.high, R: target.relevant, T: m, E: eps, P: positive, Q: negative, L: log_n, S: log(1 + eps)}
    log_rises = lemmas.LOG_RISES.at({lemmas.x: 1, lemmas.y: target.variables})
    return (log_rises, *(derivation.at(ours) for derivation in derivations))


def premise_lines(target: WinnowTarget) -> Words:
    """Return the premises of the derivations in the terms of a target."""
    return {
        f"log {target.variables} ≥ 0": log(target.variables) >= 0,
        r"$\log(1 + \varepsilon) \ge \varepsilon/(1 + \varepsilon)$": log(1 + eps) * (1 + eps) >= eps,
        "(8.5)": target.high * positive - target.low * negative <= target.relevant * m,
        "(8.6)": SECOND,
    }


def order_lines(target: WinnowTarget) -> Words:
    """Return the lines that lead to M₊, M₋ = O(kr log n)."""
    bound = order(target)
    return {
        **premise_lines(target),
        r"$M_+ \le 4kr(1 + \log n)$, $M_- \le 8kr(1 + \log n)$": And(positive <= 4 * bound, negative <= 8 * bound),
    }
