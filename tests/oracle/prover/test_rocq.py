"""The file for Rocq names every line of the proof; Rocq accepts it, and refuses one with another certificate."""

import re
import shutil
from pathlib import Path

import pytest
from rocq import refusal

from learncheck.oracle.files import Unusable
from learncheck.oracle.notation import tidied
from learncheck.oracle.prover import rocq
from learncheck.oracle.prover.certificates import Certificates
from learncheck.oracle.prover.checked import ProofReport
from learncheck.oracle.prover.prove import prove
from learncheck.oracle.prover.rocq_lines import PRELUDE, RocqLine, RocqNames, comment
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import select

COQC = shutil.which("coqc")

HEADLINES = (
    "halving-mistakes", "perceptron-mistakes", "weighted-majority-mistakes", "winnow-mistakes",
    "adaboost-training-error", "vc-halfspaces", "modified-perceptron-updates", "perceptron-hinge-forms",
)  # fmt: skip
WHOLE = {path.stem for path in rocq.WHOLE.glob("*-*.v")}


def test_every_line_is_a_lemma_and_the_bound_holds_of_runs_of_any_length() -> None:
    (asked,) = select(["disjunction-elimination-mistakes"])
    text = rocq.text(asked)
    for line in prove(asked).checked:
        assert str(line.obligation.words).split(":")[0] in text
    lemmas = re.findall(r"^Lemma (line_\d+) :", text, re.MULTILINE)
    assert len(lemmas) == len(set(lemmas)) > 5
    assert text.count("(*") == text.count("*)")
    assert text.count("Proof.") == text.count("Qed.")
    assert "Theorem bound : " in text
    assert not re.search(r"Admitted|Axiom |admit", text)


def test_no_comment_begins_or_ends_inside_of_words() -> None:
    assert comment('w(*) is "x (* y') == "(* w( * ) is ''x ( * y *)"


def test_a_proof_with_an_open_line_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(asked: Claim, certificates: Certificates) -> ProofReport:
        report = prove(asked, certificates=certificates)
        report.checked[-1].status = "unknown"
        return report

    monkeypatch.setattr(rocq, "prove", opened)
    with pytest.raises(Unusable, match="this line of it is open: hence the bound"):
        rocq.text(select(["disjunction-elimination-mistakes"])[0])


@pytest.mark.slow
@pytest.mark.skipif(COQC is None, reason="needs coqc")
@pytest.mark.parametrize("name", HEADLINES)
def test_rocq_accepts_the_headline_claims(name: str, tmp_path: Path) -> None:
    (asked,) = [claim for claim in select([name]) if claim.id == name]
    text = rocq.text(asked)
    assert not refusal(text, tmp_path)
    assert "Theorem bound" in text or name == "vc-halfspaces"
    assert f"Theorem {name.replace('-', '_')} " in text or name not in WHOLE
    _, _, run = text.partition("Inductive reached")
    for words in (*getattr(asked.proof, "invariant", ()), *getattr(asked.proof, "lines", ())):
        assert comment(tidied(str(words))) not in run, "taken for granted in place of being shown"


@pytest.mark.slow
@pytest.mark.skipif(COQC is None, reason="needs coqc")
def test_rocq_refuses_a_damaged_certificate(tmp_path: Path) -> None:
    (asked,), names = select(["halving-mistakes"]), RocqNames()
    shown = [line for line in prove(asked).checked if isinstance(line.line, list)]
    sums = [(RocqLine(line.obligation, names), line.line) for line in shown]
    line, (products, multiples) = next((line, data) for line, data in sums if data[1] and len(data[0]) > 1)
    first, *others = products
    damaged = {
        "a coefficient": [[[first[0] + "7", *first[1:]], *others], multiples],
        "a summand less": [others, multiples],
        "a factor": [products, [["7*" + multiples[0][0].replace("-", ""), multiples[0][1]], *multiples[1:]]],
        "a fact": [[[first[0], [0 if first[1] != [0] else 1]], *others], multiples],
    }
    assert not refusal(PRELUDE + line.lemma("line", [products, multiples]), tmp_path)
    for words, data in damaged.items():
        assert refusal(PRELUDE + line.lemma("line", data), tmp_path), words
