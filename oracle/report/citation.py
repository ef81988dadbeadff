"""Cite claims: statement, hypotheses, proof and evidence as LaTeX."""

import re
from collections.abc import Iterable, Sequence
from importlib.metadata import version

from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.prover import proof_text
from learncheck.oracle.report.evidence import in_full, in_words
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.latex import latex as latex_of
from learncheck.theorems.language.sentence import in_latex

SPECIAL = str.maketrans(
    {sign: f"\\{sign}" for sign in "#$%&_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
)

Cited = tuple[Claim, Sequence[Evidence]]


def latex(cited: Sequence[Cited]) -> str:
    """Return theorem environments with proofs and evidence, for XeLaTeX or LuaLaTeX, which accept Unicode."""
    return HEAD + "\n" + "\n\n".join([_theorem(claim, evidence) for claim, evidence in cited])


def _theorem(claim: Claim, evidence: Sequence[Evidence]) -> str:
    lines = [f"\\begin{{theorem}}\\label{{{claim.id}}}", sentence(in_latex(claim.statement))]
    if claim.assuming:
        premises = (f" {sentence(in_latex(in_full(premise)))}" for premise in claim.assuming)
        lines += ["Here", *_list("itemize", premises)]
    lines += [f"\\[ {claim.formula} \\]", "\\end{theorem}"]
    if claim.steps:
        steps = (f" {sentence(in_latex(step.words))}: ${latex_of(step.relation)}$" for step in claim.steps)
        shown = (sentence(in_latex(line)).partition(" ") for line in _proof_lines(evidence))
        lines += [
            "\\begin{proof}",
            "The steps of the proof, in every round that they are about:",
            *_list("enumerate", steps),
        ]
        lines += [*_list("itemize", (f"[{mark}] {line}" for mark, _, line in shown)), "\\end{proof}"]
    after = "; ".join(sentence(str(source)) for source in claim.sources)
    lines += [f"\\emph{{Source.}} {after}."] if after else []
    return "\n".join([*lines, f"\\emph{{Evidence.}} {sentence(_words(evidence))}"])


HEAD = r"% for XeLaTeX or LuaLaTeX, a font that has ✓, amsmath, amssymb, amsthm, and \newtheorem{theorem}{Theorem}"


def _list(kind: str, items: Iterable[str]) -> list[str]:
    """Return a list in LaTeX, if there is anything in it."""
    lines = [f"  \\item{content}" for content in items]
    return [f"\\begin{{{kind}}}", *lines, f"\\end{{{kind}}}"] if lines else []


def _proof_lines(evidence: Sequence[Evidence]) -> list[str]:
    """Return the checked lines of the proof, each with what showed it."""
    lines: list[str] = []
    for finding in evidence:
        for section in [] if finding.proof is None else proof_text.sections(finding.proof):
            for line in section.lines:
                lines.append(f"{line.mark} " + line.words + (f" ({line.by})" if line.by else ""))
    return lines


def _words(evidence: Sequence[Evidence]) -> str:
    """Return the evidence for the claim, learner by learner, with the version that found it."""
    findings = "; ".join(f"on {piece.learner}: " * bool(piece.learner) + in_words(piece) for piece in evidence)
    return f"{findings}. Checked by learncheck {version('learncheck')}."


def sentence(text: str) -> str:
    """Escape a sentence for LaTeX, leaving formulas between dollar signs unchanged."""
    parts = re.split(r"(\$[^$]*\$)", " ".join(text.split()))
    return "".join(part if part.startswith("$") and len(part) > 1 else part.translate(SPECIAL) for part in parts)
