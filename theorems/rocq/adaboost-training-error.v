(* The whole theorem: AdaBoost on any sample, with any weak learner. *)
Section AdaBoost.
Variable X : Type.
Variables (sample : list X) (y : X -> R) (edge : R).
Let m := INR (length sample).
Hypothesis some_example : sample <> nil.
Hypothesis labels : forall x, y x = 1 \/ y x = -1.
Hypothesis edge_positive : 0 < edge.

Definition wrong (h D : X -> R) (x : X) : R := if Req_EM_T (h x) (y x) then 0 else D x.
Definition weight (error : R) : R := ln (1 / error - 1) / 2.
Definition raised (D h : X -> R) (w : R) (x : X) : R := D x * exp (- w * (y x * h x)).

(* The rounds so far, the distribution, and the vote. *)
Inductive run : nat -> (X -> R) -> (X -> R) -> Prop :=
| no_round : run 0 (fun _ => / m) (fun _ => 0)
| round : forall T D f h error, run T D f -> (forall x, h x = 1 \/ h x = -1) ->
    error = total (wrong h D) sample -> 0 < error <= 1 / 2 - edge ->
    run (S T) (fun x => raised D h (weight error) x / total (raised D h (weight error)) sample)
      (fun x => f x + weight error * h x).

(* A tie of the vote is an error. *)
Definition errs (f : X -> R) (x : X) : R := if Rle_dec (y x * f x) 0 then 1 else 0.
Definition training_error (f : X -> R) : R := total (errs f) sample / m.

Lemma some : 1 <= m.
Proof. apply (le_INR 1). destruct sample; [easy | simpl; lia]. Qed.

Lemma all_one : total (fun _ => 1) sample = m.
Proof. apply total_one. Qed.

Lemma at_most_Z f Z : total (fun x => exp (- (y x * f x))) sample = m * Z ->
  0 <= training_error f <= Z.
Proof.
  pose proof some. intros sum. unfold training_error.
  assert (total (errs f) sample <= total (fun x => exp (- (y x * f x))) sample).
  { apply total_le_in. intros x _. unfold errs. pose proof (exp_ineq1_le (- (y x * f x))).
    pose proof (exp_pos (- (y x * f x))). destruct Rle_dec; lra. }
  assert (0 <= total (errs f) sample) by (apply total_positive; intros x; unfold errs; destruct Rle_dec; lra).
  split; [apply Rmult_le_pos; [assumption | apply Rlt_le, Rinv_0_lt_compat; lra] |].
  apply (Rmult_le_reg_l m); [lra |]. field_simplify; lra.
Qed.

Lemma normalizer D h error : (forall x, h x = 1 \/ h x = -1) -> total D sample = 1 ->
  error = total (wrong h D) sample -> 0 < error < 1 ->
  0 < total (raised D h (weight error)) sample /\
  (total (raised D h (weight error)) sample) ^ 2 = 4 * error * (1 - error).
Proof.
  intros values one is_error range. set (s := exp (weight error)).
  assert (0 < s) by apply exp_pos.
  assert (0 < 1 / error - 1) as odds by (apply (Rmult_lt_reg_l error); [lra |]; field_simplify; lra).
  assert (s * s = 1 / error - 1) as square.
  { unfold s. rewrite <- exp_plus. unfold weight. rewrite <- (exp_ln (1 / error - 1)) at 3 by assumption. f_equal. lra. }
  assert (total (raised D h (weight error)) sample = (1 - error) / s + error * s) as ->.
  { rewrite (total_ext _ (fun x => / s * D x + (s - / s) * wrong h D x)), total_plus, !total_scale, one, <- is_error.
    - field. lra.
    - intros x. unfold raised, wrong. destruct Req_EM_T as [same | differ].
      + replace (y x * h x) with 1 by (rewrite same; destruct (labels x) as [-> | ->]; ring).
        rewrite Rmult_1_r, exp_Ropp. fold s. field. lra.
      + replace (y x * h x) with (-1) by (destruct (labels x) as [E | E], (values x) as [F | F]; rewrite E, F in *; lra).
        replace (- weight error * -1) with (weight error) by ring. fold s. field. lra. }
  assert (0 < (1 - error) / s) by (apply Rmult_lt_0_compat; [lra | now apply Rinv_0_lt_compat]).
  assert (0 < error * s) by (apply Rmult_lt_0_compat; lra). split; [lra |].
  assert (error * (s * s) = 1 - error) as square' by (rewrite square; field; lra).
  replace (((1 - error) / s + error * s) ^ 2)
    with ((1 - error) * ((1 - error) / (s * s)) + 2 * error * (1 - error) + error * (error * (s * s))) by (field; lra).
  rewrite square'. replace ((1 - error) / (s * s)) with error by (rewrite <- square'; field; lra). ring.
Qed.

Lemma root_below : edge < 1 / 2 -> sqrt (1 - 4 * edge ^ 2) <= exp (- 2 * edge ^ 2).
Proof.
  intros small. apply Rsqr_incr_0; try apply sqrt_pos; [| apply Rlt_le, exp_pos].
  rewrite Rsqr_sqrt by nra. unfold Rsqr. rewrite <- exp_plus.
  pose proof (exp_ineq1_le (- 2 * edge ^ 2 + - 2 * edge ^ 2)). lra.
Qed.

Lemma simulated T D f : run T D f -> total D sample = 1 /\ exists Z, 0 < Z /\
  (forall x, exp (- (y x * f x)) = m * Z * D x) /\
  reached edge (exp (- 2 * edge ^ 2)) (INR T) (training_error f) (Z ^ 2) (exp (- 2 * edge ^ 2) ^ T).
Proof.
  pose proof some as some. set (q := exp (- 2 * edge ^ 2)). assert (0 < q) by apply exp_pos.
  induction 1 as [| T D f h error ran [one (Z & positive & vote & before)] values is_error range].
  - split; [rewrite (total_ext _ (fun _ => / m * 1)), total_scale, all_one by (intros; ring); field; lra |].
    exists 1. split; [lra |].
    split; [intros; rewrite Rmult_0_r, Ropp_0, exp_0; field; lra |].
    apply at_start; simpl; try lra.
    unfold training_error. rewrite (total_ext _ (fun _ => 1)), all_one by
      (intros x; unfold errs; rewrite Rmult_0_r; destruct Rle_dec; lra). field. lra.
  - destruct (normalizer D h error values one is_error ltac:(lra)) as [positive' square].
    set (z := total (raised D h (weight error)) sample) in *.
    split; [unfold Rdiv; rewrite (total_ext _ (fun x => / z * raised D h (weight error) x)), total_scale
      by (intros; ring); fold z; field; lra |].
    exists (Z * z). split; [now apply Rmult_lt_0_compat |].
    assert (forall x, exp (- (y x * (f x + weight error * h x))) = m * (Z * z) * (raised D h (weight error) x / z))
      as vote'.
    { intros x. replace (- (y x * (f x + weight error * h x)))
        with (- (y x * f x) + - weight error * (y x * h x)) by ring.
      rewrite exp_plus, vote. unfold raised. field. lra. }
    split; [assumption |].
    assert (0 <= training_error (fun x => f x + weight error * h x) <= Z * z) as below.
    { apply at_most_Z. rewrite (total_ext _ _ _ vote').
      rewrite (total_ext _ (fun x => m * Z * raised D h (weight error) x)), total_scale by (intros; field; lra).
      fold z. ring. }
    assert (0 <= (Z * z) ^ 2) by apply pow2_ge_0. assert (0 < q ^ S T) by (now apply pow_lt).
    pose proof (pos_INR T). pose proof (root_below ltac:(lra)).
    eapply round_1 with (ε := error) (x11 := sqrt (1 - 4 * edge ^ 2)); [exact before | ..]; rewrite ?S_INR; try lra.
    + apply pow_incr. lra.
    + rewrite Rpow_mult_distr, square. ring.
    + right. assumption.
    + simpl. ring.
    + right. split; [apply sqrt_pos |]. rewrite pow2_sqrt; [lra |]. nra.
Qed.

Lemma exp_power a T : exp a ^ T = exp (INR T * a).
Proof.
  induction T as [| T IH]; [simpl; now rewrite Rmult_0_l, exp_0 |].
  rewrite S_INR. simpl. rewrite IH, <- exp_plus. f_equal. ring.
Qed.

(* If every weighted error is at most 1/2 - edge, the training error after T rounds is at most exp (-2 T edge^2). *)
Theorem adaboost_training_error T D f : run T D f -> training_error f <= exp (- 2 * INR T * edge ^ 2).
Proof.
  intros ran. apply simulated in ran as (_ & Z & _ & _ & state).
  replace (- 2 * INR T * edge ^ 2) with (INR T * (- 2 * edge ^ 2)) by ring. rewrite <- exp_power.
  eapply bound; [.. | exact state]; [assumption | apply exp_pos].
Qed.
End AdaBoost.
Print Assumptions adaboost_training_error.
