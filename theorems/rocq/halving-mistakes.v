(* The whole theorem: Halving on any finite class of functions to two labels. *)
Section Halving.
Variable X : Type.

Definition agrees (x : X) (y : bool) (h : X -> bool) : bool := Bool.eqb (h x) y.
Definition votes (V : list (X -> bool)) x y : nat := length (filter (agrees x y) V).

(* What is alive, and the mistakes so far. At a tie either label may be predicted. *)
Inductive run (class : list (X -> bool)) (target : X -> bool) : list (X -> bool) -> nat -> Prop :=
| no_round : run class target class 0
| mistake : forall V M x, run class target V M -> (votes V x (target x) <= votes V x (negb (target x)))%nat ->
    run class target (filter (agrees x (target x)) V) (S M)
| no_mistake : forall V M x, run class target V M -> (votes V x (negb (target x)) <= votes V x (target x))%nat ->
    run class target (filter (agrees x (target x)) V) M.

Lemma all_vote V x y : (votes V x y + votes V x (negb y) = length V)%nat.
Proof. unfold votes, agrees. induction V as [| h V IH]; simpl; [easy |]. destruct (h x), y; simpl in *; lia. Qed.

Lemma stays V x target : In target V -> In target (filter (agrees x (target x)) V).
Proof. intros. apply filter_In. split; [assumption | apply Bool.eqb_reflx]. Qed.

Lemma simulated class target V M : In target class -> run class target V M ->
  In target V /\ reached (INR (length class)) (INR (length V)) (INR M) (2 ^ M).
Proof.
  intros inside. induction 1 as [| V M x _ [alive before] lost | V M x _ [alive before] lost].
  { split; [assumption |]. apply at_start; simpl; lra. }
  all: pose proof (all_vote V x (target x)) as total; fold (votes V x (target x)) in *.
  all: pose proof (stays V x target alive) as left; split; [assumption |].
  all: assert (1 <= votes V x (target x))%nat as one by (unfold votes; destruct filter; [easy | simpl; lia]).
  all: change (length (filter (agrees x (target x)) V)) with (votes V x (target x)).
  all: apply le_INR in lost, one; apply (f_equal INR) in total; rewrite plus_INR in total; simpl INR in one.
  all: assert (0 < 2 ^ M) as positive by (apply pow_lt; lra).
  all: pose proof (pos_INR M); pose proof (pos_INR (votes V x (negb (target x)))).
  - eapply round_1; [exact before | ..]; rewrite ?S_INR; simpl pow; lra.
  - eapply round_2; [exact before | ..]; lra.
Qed.

(* Halving makes at most log2 |H| mistakes, if a function of the class gives all labels. *)
Theorem halving_mistakes class target V M : In target class -> run class target V M ->
  INR M <= ln (INR (length class)) / ln 2.
Proof.
  intros inside ran. pose proof ln_2_above as above. pose proof ln_2_below as below.
  assert (1 <= INR (length class)) as some by (apply (le_INR 1); destruct class; [easy | simpl; lia]).
  destruct (simulated class target V M inside ran) as [_ state].
  eapply bound with (log_2 := ln 2) in state; try eassumption; try apply pos_INR.
  - destruct state as [state _]. exact state.
  - right. apply Rinv_r. lra.
  - intros below_H. rewrite <- ln_pow by lra. destruct below_H as [less | ->]; [| lra].
    left. apply ln_increasing; [apply pow_lt; lra | assumption].
Qed.
End Halving.
Print Assumptions halving_mistakes.
