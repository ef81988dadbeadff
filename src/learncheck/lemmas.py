"""Inequalities with e and log for proofs of your own, each proved when it is used, and the methods that prove them.

from learncheck import lemmas
"""

from learncheck.theorems.language.counting import partial_binomial as partial_binomial
from learncheck.theorems.language.lemmas import COMPOUND as COMPOUND
from learncheck.theorems.language.lemmas import DECAY as DECAY
from learncheck.theorems.language.lemmas import EDGE as EDGE
from learncheck.theorems.language.lemmas import GROWTH as GROWTH
from learncheck.theorems.language.lemmas import LOG_ABOVE as LOG_ABOVE
from learncheck.theorems.language.lemmas import LOG_BELOW as LOG_BELOW
from learncheck.theorems.language.lemmas import LOG_RISES as LOG_RISES
from learncheck.theorems.language.lemmas import POWER_ABOVE as POWER_ABOVE
from learncheck.theorems.language.lemmas import Lemma as Lemma
from learncheck.theorems.language.lemmas import grows as grows
from learncheck.theorems.language.lemmas import least_at_the_ends as least_at_the_ends
from learncheck.theorems.language.lemmas import touches as touches
from learncheck.theorems.language.trusted import cauchy_schwarz as cauchy_schwarz
from learncheck.theorems.language.trusted import total_at_most as total_at_most
from learncheck.theorems.language.trusted import weighted_total as weighted_total
