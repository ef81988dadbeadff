(* The whole theorem: the Perceptron in any real inner product space. *)
Section Perceptron.
Variable V : Type.
Variables (zero : V) (add : V -> V -> V) (scale : R -> V -> V) (inner : V -> V -> R).
Hypothesis inner_symmetric : forall u v, inner u v = inner v u.
Hypothesis inner_zero : forall u, inner u zero = 0.
Hypothesis inner_add : forall u v w, inner u (add v w) = inner u v + inner u w.
Hypothesis inner_scale : forall u c v, inner u (scale c v) = c * inner u v.
Hypothesis inner_positive : forall u, 0 <= inner u u.

Lemma square_sum u v c d : inner (add (scale c u) (scale d v)) (add (scale c u) (scale d v)) =
  c ^ 2 * inner u u + 2 * c * d * inner u v + d ^ 2 * inner v v.
Proof.
  rewrite inner_add, !(inner_symmetric (add _ _)), !inner_add, !inner_scale, !(inner_symmetric (scale _ _)).
  rewrite !inner_scale, (inner_symmetric v u). ring.
Qed.

Lemma cauchy_schwarz u v : (inner u v) ^ 2 <= inner u u * inner v v.
Proof.
  pose proof (fun c d => inner_positive (add (scale c u) (scale d v))) as H.
  assert (forall c d, 0 <= c ^ 2 * inner u u + 2 * c * d * inner u v + d ^ 2 * inner v v) as K
    by (intros; rewrite <- square_sum; apply H).
  destruct (inner_positive u) as [U | U].
  - specialize (K (inner u v) (- inner u u)). apply (Rmult_le_reg_l (inner u u)); lra.
  - pose proof (K (- inner v v - 1) (inner u v)). rewrite <- U in *. pose proof (inner_positive v). nra.
Qed.

(* The labels are 1 and -1. At inner product 0 the learner may update or not. *)
Inductive run (R2 : R) (target : V) : V -> nat -> Prop :=
| no_round : run R2 target zero 0
| mistake : forall w M x y, run R2 target w M -> y = 1 \/ y = -1 ->
    inner x x <= R2 -> 1 <= y * inner target x -> y * inner w x <= 0 -> run R2 target (add w (scale y x)) (S M)
| no_mistake : forall w M x y, run R2 target w M -> 0 <= y * inner w x -> run R2 target w M.

Lemma simulated R2 target w M : 0 <= R2 -> run R2 target w M ->
  reached (inner target target) R2 (INR M) (inner target w) (inner w w).
Proof.
  intros some. induction 1 as [| w M x y _ before label short margin wrong | w M x y _ before right].
  - apply at_start; rewrite ?inner_zero; simpl; lra.
  - eapply round_1; [exact before | ..]; rewrite ?S_INR; try apply cauchy_schwarz; pose proof (pos_INR M).
    + rewrite inner_add, inner_scale. lra.
    + rewrite inner_add, inner_scale, !(inner_symmetric (add _ _)), !inner_add, !inner_scale.
      rewrite (inner_symmetric x w). destruct label as [-> | ->]; lra.
    + lra.
    + lra.
  - exact before.
Qed.

(* If every instance has squared norm at most R2 and margin at least 1 for the target, at most ||target||^2 R2 updates. *)
Theorem perceptron_mistakes R2 target w M : 0 <= R2 -> run R2 target w M -> INR M <= inner target target * R2.
Proof.
  intros some ran. apply simulated in ran; [| assumption].
  eapply bound in ran; [exact ran | apply inner_positive | assumption].
Qed.
End Perceptron.
Print Assumptions perceptron_mistakes.
