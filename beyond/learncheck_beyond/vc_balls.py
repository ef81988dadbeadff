"""The VC dimension of the closed balls, where the notes ask for one bound more on either side."""

from dataclasses import replace

from sympy import And

from learncheck.theorems.language.claim import UML
from learncheck.theorems.notes.vc.balls import VC_BALLS, S, d

VC_BALLS_EXACT = replace(
    VC_BALLS,
    id="vc-balls-exact",
    statement=r"The VC dimension of the closed balls in $\mathbb{R}^d$ is $d + 1$: 0, $e_1$, …, $e_d$ is shattered, "
    r"and no $d + 2$ points are.",
    sources=(UML("Exercise 9.6, sharpened"),),
    label="tight",
    bound=And(S >= d + 1, S <= d + 1),
    reading="ours",
    remark=r"Any $d + 2$ points have $\lambda_i$, not all zero, with $\sum\lambda_i x_i = 0$ and $\sum\lambda_i = 0$, "
    r"and $\sum\lambda_i\|x_i\|^2 \ge 0$ for them or for their negatives. If a ball gave the labels "
    r"$\operatorname{sign}(\lambda_i)$, then $0 < \sum\lambda_i(r^2 - \|x_i - v\|^2) = -\sum\lambda_i\|x_i\|^2 \le "
    "0$. So a missing labelling is found without a search; each is verified.",
)
