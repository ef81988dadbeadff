"""What a case holds when it is read from a file: its types say it, and name what is wrong. One case of each kind."""

import re
from fractions import Fraction

import msgspec
import pytest

from learncheck.strategies.boolean import samples
from learncheck.strategies.play.case import Case, decode, encode
from learncheck.strategies.samples import boosting
from learncheck.theorems.notes.boosting import three_pieces
from learncheck.theorems.notes.erm.proper_learning import ProperLearning
from learncheck.theorems.notes.halfspaces.encodings import ListEncoding
from learncheck.theorems.notes.halfspaces.linear_programs import HalfspaceSample
from learncheck.theorems.notes.pac import conjunctions
from learncheck.theorems.notes.validation.holdout import EveryBias, HoldOut
from learncheck.theorems.notes.vc.ghost_samples import GhostSample

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("case", "where"),
    [
        (samples.BooleanSample(((0,),), (2,)), "labels[0]"),
        (ListEncoding(((0, 1, 0),), 1, (0,)), "rules[0][2]"),
        (conjunctions.ConjunctionCount(0), "n"),
        (HalfspaceSample(((1,),), (1,), before=7), "before"),
        (boosting.ScriptedBoosting((1, 1), (-1, 1), ((0,),), gamma=HALF), "copies[0]"),
        (three_pieces.ThreePieces((1,), (0, 1), 0), "b"),
        (HoldOut((1,), 1, HALF), "weights"),
        (EveryBias(1, HALF, 0), "parts"),
        (GhostSample((1,), ((),), HALF, 0), "samples"),
        (ProperLearning(13, (0,), 0), "s"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Case) else value,
)
def test_a_file_holds_no_other_numbers(case: Case, where: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=re.escape(f" - at `$.{where}`") + "$"):
        decode(encode(case), type(case))
