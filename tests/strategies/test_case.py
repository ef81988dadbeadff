"""What a case holds when it is read from a file: its types say it, and name what is wrong."""

import re
from fractions import Fraction

import msgspec
import pytest

from learncheck.strategies.boolean import samples
from learncheck.strategies.halfspaces.halfspace_samples import HalfspaceSample
from learncheck.strategies.play.case import Case, decode, encode
from learncheck.strategies.samples import boosting, class_votes
from learncheck.strategies.tables import validation
from learncheck.strategies.tables.pac import FinitePAC
from learncheck.theorems.notes.boosting import three_pieces
from learncheck.theorems.notes.boosting.images import ImageSize
from learncheck.theorems.notes.boosting.weak_learning import BaseSample
from learncheck.theorems.notes.erm import colorings, hardness
from learncheck.theorems.notes.erm.costs import FitCost, ImageCost, ThresholdCost
from learncheck.theorems.notes.erm.proper_learning import ProperLearning
from learncheck.theorems.notes.finite.large_classes import ProgramCount
from learncheck.theorems.notes.finite.online_to_batch import RandomStopping
from learncheck.theorems.notes.halfspaces.counts import Encoding, ListEncoding
from learncheck.theorems.notes.halfspaces.ellipsoid_identities import Factors
from learncheck.theorems.notes.pac import conjunctions
from learncheck.theorems.notes.pac.conjunction_samples import BooleanPAC
from learncheck.theorems.notes.vc import piecewise_votes
from learncheck.theorems.notes.vc.balls import LiftedBall
from learncheck.theorems.notes.vc.consistent_halfspaces import FreeArcs
from learncheck.theorems.notes.vc.ghost_samples import GhostSample
from learncheck.theorems.notes.vc.stumps import BoostedStumpsSet, StumpDimension
from learncheck.theorems.notes.vc.unseen_points import HalfSeen
from learncheck.theorems.notes.winnow.comparisons import DenseSequence

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("case", "where"),
    [
        (samples.BooleanSample(1, ((0,),), (2,)), "labels[0]"),
        (samples.BooleanSample(1, ((2,),), (1,)), "points[0][0]"),
        (ListEncoding(((0, 1, 0),), 1, (0,)), "rules[0][2]"),
        (Encoding((), ()), "x"),
        (conjunctions.ConjunctionCount(0), "n"),
        (BooleanPAC("conjunction", ((0,),), (0,), (), HALF, HALF, 1), "weights[0]"),
        (colorings.Coloring(2, ((0, 1),), 0), "k"),
        (hardness.Satisfiability(1, (), 2), "k"),
        (hardness.TermCover(2, (), 0), "k"),
        (DenseSequence(0), "n"),
        (Factors((0,), 1, (), (), (0,), (0,)), "lengths[0]"),
        (HalfspaceSample(((1,),), (2,)), "labels[0]"),
        (HalfspaceSample(((1,),), (1,), before=7), "before"),
        (FreeArcs(0, 2, HALF), "m"),
        (LiftedBall((0,), 0, ((1,),)), "radius_squared"),
        (StumpDimension(0), "d"),
        (BoostedStumpsSet(1, 0), "T"),
        (HalfSeen(((1,),), 0), "seen"),
        (boosting.ScriptedBoosting((1, 2), (1, 1), ((0,),), gamma=HALF), "labels[1]"),
        (boosting.ScriptedBoosting((1, 1), (-1, 1), ((0,),), gamma=HALF), "copies[0]"),
        (class_votes.FiniteVotes(((1,),), 5), "T"),
        (class_votes.WholeClass(0, 1), "size"),
        (piecewise_votes.PiecewiseLabels((0,)), "alphas[0]"),
        (piecewise_votes.PiecewiseLabels(()), "alphas"),
        (piecewise_votes.LineVotes(0), "T"),
        (three_pieces.ThreePieces((1,), (0, 1), 0), "b"),
        (BaseSample(((2,),)), "errors[0][0]"),
        (ImageSize(0), "n"),
        (validation.HoldOut((1,), 1, HALF), "weights"),
        (validation.HoldOut((1, 1), 0, HALF), "m"),
        (validation.EveryBias(1, HALF, 0), "parts"),
        (FitCost("stump", 0, 1), "m"),
        (ImageCost(2, 2), "width"),
        (ThresholdCost(0, ()), "n"),
        (FinitePAC((0,), ((0,),), HALF, HALF, 1), "weights[0]"),
        (GhostSample((1,), ((),), HALF, 0), "samples"),
        (RandomStopping((0,), ((1,),), 0, 1), "weights[0]"),
        (RandomStopping((1,), ((1,),), 0, 0), "samples"),
        (ProgramCount("x1", 0, 2), "characters"),
        (ProgramCount("x1", 2, 0), "points"),
        (ProperLearning(13, (0,), 0), "s"),
    ],
    ids=lambda each: type(each).__name__ if isinstance(each, Case) else each,
)
def test_a_file_holds_no_other_numbers(case: Case, where: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=re.escape(f" - at `$.{where}`") + "$"):
        decode(encode(case), type(case))
