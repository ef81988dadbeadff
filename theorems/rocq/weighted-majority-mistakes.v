(* The whole theorem: Weighted Majority with any experts, any advice and any labels. *)
Section WeightedMajority.
Variable E : Type.

(* The sum over those who say y, or over those who do not. *)
Definition saying (a : E -> bool) (y : bool) (f : E -> R) (e : E) : R := if Bool.eqb (a e) y then f e else 0.
Definition against (a : E -> bool) (y : bool) (f : E -> R) (e : E) : R := if Bool.eqb (a e) y then 0 else f e.

(* The experts' weights, the learner's mistakes, and those of each expert. At a tie a round may be a mistake or not. *)
Inductive run (experts : list E) : (E -> R) -> nat -> (E -> nat) -> Prop :=
| no_round : run experts (fun _ => 1) 0 (fun _ => 0%nat)
| mistake : forall w M m a y, run experts w M m ->
    total (saying a y w) experts <= total (against a y w) experts ->
    run experts (fun e => if Bool.eqb (a e) y then w e else w e / 2) (S M)
      (fun e => if Bool.eqb (a e) y then m e else S (m e))
| no_mistake : forall w M m a y, run experts w M m ->
    total (against a y w) experts <= total (saying a y w) experts ->
    run experts w M (fun e => if Bool.eqb (a e) y then m e else S (m e)).

Lemma two_sides a y f l : total f l = total (saying a y f) l + total (against a y f) l.
Proof. rewrite <- total_plus. apply total_ext. intros. unfold saying, against. destruct Bool.eqb; lra. Qed.

Lemma halved a y f l : total (fun e => if Bool.eqb (a e) y then f e else f e / 2) l =
  total (saying a y f) l + / 2 * total (against a y f) l.
Proof.
  rewrite <- total_scale, <- total_plus. apply total_ext. intros. unfold saying, against. destruct Bool.eqb; lra.
Qed.

Lemma positive experts w M m : run experts w M m -> forall e, 0 < w e.
Proof.
  induction 1 as [| w M m a y _ IH _ | w M m a y _ IH _]; intros e; [lra | | apply IH].
  specialize (IH e). destruct Bool.eqb; lra.
Qed.

Lemma simulated experts w M m e : In e experts -> run experts w M m ->
  reached (INR (length experts)) (INR M) (INR (m e)) (total w experts) (w e) ((4 / 3) ^ M) (2 ^ m e).
Proof.
  intros inside ran. pose proof (positive _ _ _ _ ran) as above.
  pose proof (total_member w experts (fun e => Rlt_le _ _ (above e)) e inside) as part.
  induction ran as [| w M m a y ran IH lost | w M m a y ran IH won].
  { apply at_start; simpl; try lra. apply total_one. }
  all: pose proof (positive _ _ _ _ ran) as before.
  all: specialize (IH before (total_member w experts (fun e => Rlt_le _ _ (before e)) e inside)).
  all: pose proof (two_sides a y w experts); pose proof (above e); pose proof (before e).
  all: pose proof (pos_INR M); pose proof (pos_INR (m e)).
  all: assert (0 < (4 / 3) ^ M) by (apply pow_lt; lra); assert (0 < 2 ^ m e) by (apply pow_lt; lra).
  - rewrite halved in *. destruct (Bool.eqb (a e) y).
    + eapply round_2; [exact IH | ..]; rewrite ?S_INR; simpl pow; lra.
    + eapply round_1; [exact IH | ..]; rewrite ?S_INR; simpl pow; lra.
  - destruct (Bool.eqb (a e) y).
    + exact IH.
    + eapply round_3; [exact IH | ..]; rewrite ?S_INR; simpl pow; lra.
Qed.

Lemma ln_3_above : 1098611/1000000 < ln 3.
Proof. apply (ln_above _ _ 999998952282905); [lra | easy | lra | by_squares]. Qed.

Lemma ln_3_below : ln 3 < 549307/500000.
Proof. apply (ln_below _ _ 1000001047719955); [lra | easy | lra | by_squares]. Qed.

(* At most log_{4/3} n + m / log2 (4/3) mistakes, where m are those of any expert. *)
Theorem weighted_majority_mistakes experts w M m e : In e experts -> run experts w M m ->
  INR M <= ln (INR (length experts)) / (2 * ln 2 - ln 3) + INR (m e) / (2 - ln 3 / ln 2).
Proof.
  intros inside ran. apply (simulated _ _ _ _ e inside) in ran.
  pose proof ln_2_above. pose proof ln_2_below. pose proof ln_3_above. pose proof ln_3_below.
  assert (1 <= INR (length experts)) as some by (apply (le_INR 1); destruct experts; [easy | simpl; lia]).
  assert (ln 3 / ln 2 < 2) by (apply (Rmult_lt_reg_r (ln 2)); [lra |]; field_simplify; lra).
  eapply bound with (log_2 := ln 2) (log_3 := ln 3) in ran; try eassumption; try apply pos_INR.
  - destruct ran as [ran _]. exact ran.
  - right. field_simplify_eq; lra.
  - right. apply Rinv_r. lra.
  - right. unfold Rdiv in *. set (q := ln 3 * / ln 2) in *. field_simplify_eq; lra.
  - intros less. assert (0 < 2 ^ m e) by (apply pow_lt; lra).
    assert (ln ((4 / 3) ^ M) <= ln (2 ^ m e * INR (length experts))) as logs.
    { destruct less as [less | ->]; [| lra]. left. apply ln_increasing; [apply pow_lt; lra | assumption]. }
    rewrite ln_mult, !ln_pow in logs by lra. unfold Rdiv in logs.
    rewrite ln_mult, ln_Rinv in logs by lra. replace 4 with (2 * 2) in logs by lra. rewrite ln_mult in logs by lra.
    lra.
Qed.
End WeightedMajority.
Print Assumptions weighted_majority_mistakes.
