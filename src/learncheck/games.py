"""Ready-made games and samples for your claims, with their quantities.

from learncheck import Claim, games
from learncheck.games import M, n
"""

from learncheck.strategies.play.labelled import BinaryGame as BinaryGame
from learncheck.strategies.play.labelled import PlainSample as PlainSample
from learncheck.strategies.play.losses import ExpertLosses as ExpertLosses
from learncheck.strategies.play.losses import LinearLosses as LinearLosses
from learncheck.strategies.play.losses import LossGame as LossGame
from learncheck.strategies.play.losses import Regression as Regression
from learncheck.strategies.play.losses import dot as dot
from learncheck.strategies.play.losses import exactly as exactly
from learncheck.strategies.tables.finite_class import FiniteClassGame as FiniteClassGame
from learncheck.strategies.tables.finite_class import bisection_game as bisection_game
from learncheck.strategies.tables.finite_class import cube as cube
from learncheck.theorems.language.premise import REALIZABLE as REALIZABLE
from learncheck.theorems.language.quantities import B as B
from learncheck.theorems.language.quantities import E as E
from learncheck.theorems.language.quantities import G as G
from learncheck.theorems.language.quantities import H as H
from learncheck.theorems.language.quantities import L as L
from learncheck.theorems.language.quantities import M as M
from learncheck.theorems.language.quantities import R as R
from learncheck.theorems.language.quantities import T as T
from learncheck.theorems.language.quantities import U as U
from learncheck.theorems.language.quantities import X as X
from learncheck.theorems.language.quantities import d as d
from learncheck.theorems.language.quantities import m as m
from learncheck.theorems.language.quantities import n as n
from learncheck.theorems.language.quantities import quantities as quantities
from learncheck.theorems.language.ready import binary as binary
from learncheck.theorems.language.ready import experts as experts
from learncheck.theorems.language.ready import finite_class as finite_class
from learncheck.theorems.language.ready import linear as linear
from learncheck.theorems.language.ready import losses as losses
from learncheck.theorems.language.ready import norm as norm
from learncheck.theorems.language.ready import regression as regression
from learncheck.theorems.language.ready import samples as samples
