"""The lines of a proof as lemmas for Rocq (Coq 8.16 and later), each proved as its certificate says.

A leaf of a certificate becomes the term that shows that its sum is positive, and `field` shows that the sum is 0. So
Rocq searches nothing either, and a certificate that the kernel refuses is refused by Rocq.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from math import lcm
from typing import Any

from learncheck.oracle.notation import tidied
from learncheck.oracle.prover.certificates import from_data, rational
from learncheck.oracle.prover.kernel import All, Atom, Certificate, Formula, Product, Sum, cases_of, holds, taken_in
from learncheck.oracle.prover.polynomials import negated, system
from learncheck.theorems.language.proof import Obligation

PRELUDE = """\
From Coq Require Import Reals Lra.
Local Open Scope R_scope.

(* The summands of a certificate, and that a sum which is positive is not 0. *)

Lemma of_ge {a b} : b <= a -> 0 <= a - b. Proof. lra. Qed.
Lemma of_gt {a b} : b < a -> 0 < a - b. Proof. lra. Qed.
Lemma of_eq {a b} q : a = b -> 0 <= q * (a - b). Proof. intros ->. right. ring. Qed.
Lemma weak {a} : 0 < a -> 0 <= a. Proof. lra. Qed.
Lemma one : 0 < 1. Proof. lra. Qed.
Lemma square s : 0 <= s ^ 2. Proof. apply pow2_ge_0. Qed.
Lemma times {a b} : 0 <= a -> 0 <= b -> 0 <= a * b. Proof. apply Rmult_le_pos. Qed.
Lemma times_gt {a b} : 0 < a -> 0 < b -> 0 < a * b. Proof. apply Rmult_lt_0_compat. Qed.
Lemma plus {a b} : 0 < a -> 0 <= b -> 0 < a + b. Proof. lra. Qed.
Lemma fold n {a} : 0 <= a -> 0 <= IZR (Zpos n) * a.
Proof. intros H. now apply Rmult_le_pos; [apply IZR_le |]. Qed.
Lemma fold_gt n {a} : 0 < a -> 0 < IZR (Zpos n) * a.
Proof. intros H. now apply Rmult_lt_0_compat; [apply IZR_lt |]. Qed.
Lemma absurd_sum {a} : 0 < a -> a = 0 -> False. Proof. lra. Qed.

(* Cases: a statement or its opposite, and the sign of a difference. *)

Lemma by_sign a b : b < a \\/ a = b \\/ a < b. Proof. destruct (Rtotal_order a b) as [H | [H | H]]; auto. Qed.
Lemma ge_or a b : b <= a \\/ a < b. Proof. apply Rle_or_lt. Qed.
Lemma gt_or a b : b < a \\/ a <= b. Proof. apply Rlt_or_le. Qed.
Lemma eq_or a b : a = b \\/ b < a \\/ a < b. Proof. destruct (by_sign a b) as [H | [H | H]]; auto. Qed.
Lemma ne_or a b : (b < a \\/ a < b) \\/ a = b. Proof. destruct (by_sign a b) as [H | [H | H]]; auto. Qed.
Lemma and_or A B C D : A \\/ C -> B \\/ D -> (A /\\ B) \\/ C \\/ D. Proof. tauto. Qed.
Lemma or_or A B C D : A \\/ C -> B \\/ D -> (A \\/ B) \\/ C /\\ D. Proof. tauto. Qed.
Ltac known := first [ assumption | lra | tauto ].
Ltac settle := first [ apply ge_or | apply gt_or | apply eq_or | apply ne_or | left; exact I | right; exact I
  | apply and_or; settle | apply or_or; settle ].
"""

KEYWORDS = (
    "as at by cofix do else end exists fix for forall fun if in let match mod of return then using where with "
    "I Prop R SProp Set Type at_start bound kept reached"
)
TAKEN = {*re.findall(r"(?:Lemma|Ltac) (\w+)", PRELUDE), *KEYWORDS.split()}
"""The names that no quantity may have."""


def comment(words: str) -> str:
    """The words as a comment, in which neither a quotation nor another comment begins."""
    plain = " ".join(words.replace('"', "''").split())
    return f"(* {re.sub(r'[(](?=[*])|[*](?=[)])', lambda match: match[0] + ' ', plain)} *)"


class RocqNames:
    """The names of the quantities in the file, and what they stand for."""

    def __init__(self) -> None:
        self.given: dict[str, str] = {}

    def of(self, name: str) -> str:
        """The name in Rocq: the same one, if Rocq can read it."""
        if name not in self.given:
            plain = re.sub(r"[(), ]+", "_", name.replace("′", "'").replace("²", "2")).strip("_")
            usable = re.fullmatch(r"[A-Za-zΑ-Ωα-κμ-ω][A-Za-z0-9_Α-Ωα-κμ-ω']*", plain) and plain not in TAKEN
            if not usable or re.fullmatch(r"[fgx]\d+|(line|round)_\d+", plain) or plain in self.given.values():
                plain = f"x{len(self.given)}"
            self.given[name] = plain
        return self.given[name]


class RocqLine:
    """A line of the proof, with the names that its quantities have in the file."""

    def __init__(self, obligation: Obligation, names: RocqNames) -> None:
        self.obligation = obligation
        self.asked = system(obligation)
        self.names = [names.of(name) for name in self.asked.names]

    def lemma(self, name: str, line: Any) -> str:
        """The line as a lemma. Nothing is checked here: that is left to Rocq. Raises Refused for unreadable data."""
        asked, variables = self.asked, " ".join(self.names)
        if isinstance(line, dict) and "point" in line:
            values = [rational(value) for value in line["point"]]
            whole = All((*(fact.formula for fact in asked.facts), All(())))
            padded = values + [rational("0")] * (len(asked.context.gens()) - len(values))
            stated = [f"({formula}) /\\  {comment(words)}" for formula, words in self.hypotheses] + ["True."]
            proof = [*(f"exists ({value})." for value in values), f"{_witness(whole, padded)}."]
        else:
            first = iter(range(len(asked.numbered)))
            patterns = [_pattern(fact.formula, first) for fact in asked.facts]
            both = f"({self.goal}) \\/ ({self.formula(asked.facts[-1].formula)})"
            opposite = f"assert ({both}) as [done | {patterns[-1]}] by settle; [exact done | exfalso]."
            stated = [f"({formula}) ->  {comment(words)}" for formula, words in self.hypotheses] + [f"{self.goal}."]
            proof = [f"intros {' '.join([*self.names, *patterns[:-1]])}.", opposite]
            proof += self.proof(asked.numbered, from_data(line, asked.context))
        quantifier = "exists" if self.obligation.part == "vacuity" else "forall"
        head = f"Lemma {name} :" + (f" {quantifier} {variables} : R," if variables else "")
        return "\n".join([head, *indented(stated), "Proof.", *indented(proof), "Qed.", ""])

    @property
    def hypotheses(self) -> list[tuple[str, str]]:
        """What the line starts from, and its words."""
        return [(self.formula(fact.formula), tidied(fact.words)) for fact in self.asked.facts if fact.kind != "goal"]

    @property
    def parts(self) -> list[tuple[str, str]]:
        """The same, cut where it says several things."""
        both = zip(self.asked.numbered, self.asked.origins, strict=True)
        return [(self.formula(fact), tidied(origin.words)) for fact, origin in both if origin.kind != "goal"]

    @property
    def definitions(self) -> list[str]:
        """What the auxiliary quantities are."""
        return [self.formula(fact.formula) for fact in self.asked.facts if fact.kind == "definition"]

    @property
    def goal(self) -> str:
        return self.formula(negated(self.asked.facts[-1].formula))

    @property
    def goals(self) -> list[str]:
        """The goal, cut where it says several things."""
        return [self.formula(part) for part in taken_in(negated(self.asked.facts[-1].formula))]

    # ---- statements ----

    def polynomial(self, polynomial: Any) -> str:
        """The polynomial, with its terms in an order that depends on the names alone."""
        terms = []
        for powers, value in polynomial.terms():
            factors = sorted((name, power) for name, power in zip(self.names, powers, strict=False) if power)
            powers_text = [f"{name}^{power}" if power > 1 else name for name, power in factors]
            number = f"({value})" if "/" in str(value) or value < 0 else str(value)
            terms.append((powers_text, "*".join([number] * (value != 1 or not powers_text) + powers_text)))
        return " + ".join(term for _, term in sorted(terms)) or "0"

    def formula(self, stated: Formula) -> str:
        if isinstance(stated, Atom):
            left, right = map(self.polynomial, self.asked.sides(stated.polynomial))
            if stated.sign == "=":
                return f"{left} = {right}"
            return f"{right} {'<' if stated.sign == '>' else '<='} {left}"
        word, nothing = ("/\\", "True") if isinstance(stated, All) else ("\\/", "False")
        parts = [self.formula(part) for part in stated.parts]
        return parts[0] if len(parts) == 1 else f" {word} ".join(f"({part})" for part in parts) or nothing

    # ---- proofs ----

    def proof(self, facts: list[Any], certificate: Certificate) -> Iterator[str]:
        if isinstance(certificate, Sum):
            yield self.sum(facts, certificate)
            return
        cases = cases_of(facts, certificate.by)
        by = f"f{certificate.by}"
        if not isinstance(certificate.by, int):
            by = "(by_sign ({}) ({}))".format(*map(self.polynomial, self.asked.sides(certificate.by)))
        patterns = [_pattern(case, iter(range(len(facts), len(facts) + len(taken_in(case))))) for case in cases]
        yield f"pose proof {by} as {_nested(patterns)}."
        for case, inner in zip(cases, certificate.cases, strict=len(cases) > 0):
            many = len(cases) > 1
            yield from (["{"] if many else [])
            yield from (f"{'  ' if many else ''}{line}" for line in self.proof([*facts, *taken_in(case)], inner))
            yield from (["}"] if many else [])

    def sum(self, facts: list[Any], leaf: Sum) -> str:
        """The sum is positive and 0; its integers are those of the certificate times a common denominator."""
        common = lcm(
            *(int(product.coefficient.q) for product in leaf.products),
            *(int(value.q) for multiple in leaf.multiples for value in multiple.factor.coeffs()),
        )
        products = [self.product(facts, product, common) for product in leaf.products]
        (_, term), *others = sorted(products, key=lambda summand: not summand[0])
        for strict, other in others:
            term = f"plus ({term}) ({f'weak ({other})' if strict else other})"
        for multiple in leaf.multiples:
            term = f"plus ({term}) (of_eq ({self.polynomial(common * multiple.factor)}) f{multiple.equation})"
        return f"exact (absurd_sum ({term}) ltac:(field))."

    def product(self, facts: list[Any], product: Product, common: int) -> tuple[bool, str]:
        """Whether the product is strictly positive, and the term that shows its sign."""
        strict = product.root is None and all(facts[number].sign == ">" for number in product.facts)
        sign = "_gt" if strict else ""
        factors = []
        for number in product.facts:
            above = facts[number].sign == ">"
            factor_term = f"of_{'gt' if above else 'ge'} f{number}"
            factors.append(factor_term if strict or not above else f"weak ({factor_term})")
        if product.root is not None:
            factors.append(f"square ({self.polynomial(product.root)})")
        term = factors[0] if factors else "one"
        for factor in factors[1:]:
            term = f"times{sign} ({term}) ({factor})"
        scale = product.coefficient * common
        return strict, term if scale == 1 else f"fold{sign} {scale} ({term})"


def indented(lines: Iterable[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def _nested(patterns: Sequence[str]) -> str:
    """The pattern for one of several statements."""
    if len(patterns) < 2:
        return patterns[0] if patterns else "[]"
    return f"[{patterns[0]} | {_nested(patterns[1:])}]"


def _pattern(formula: Formula, numbers: Iterator[int]) -> str:
    """The pattern that gives the facts of the formula their numbers."""
    if not isinstance(formula, All):
        return f"f{next(numbers)}"
    parts = [_pattern(part, numbers) for part in formula.parts]
    return parts[0] if len(parts) == 1 else f"({' & '.join(parts)})" if parts else "_"


def _witness(formula: Formula, values: Sequence[Any]) -> str:
    """The tactic that shows what is true of these numbers."""
    if isinstance(formula, Atom):
        return "lra"
    if isinstance(formula, All):
        if not formula.parts:
            return "exact I"
        *parts, last = [_witness(part, values) for part in formula.parts]
        for part in reversed(parts):
            last = f"split; [{part} | {last}]"
        return last
    place = next(i for i, part in enumerate(formula.parts) if holds(part, values))
    chosen = _witness(formula.parts[place], values)
    return "right; " * place + ("left; " if place < len(formula.parts) - 1 else "") + chosen
