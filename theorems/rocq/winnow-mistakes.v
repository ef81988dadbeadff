(* The whole theorem: Winnow on any number of variables, with labels from a disjunction of some of them. *)
Section Winnow.
Variable V : Type.
Variables variables relevant : list V.
Let n := INR (length variables).
Let r := INR (length relevant).
Hypothesis some_relevant : relevant <> nil.
Hypothesis relevant_variables : incl relevant variables.

(* The weights of the variables that are on. *)
Definition on (x : V -> bool) (f : V -> R) (i : V) : R := if x i then f i else 0.

(* The weights, and the mistakes so far. *)
Inductive run : (V -> R) -> nat -> Prop :=
| no_round : run (fun _ => 1) 0
| positive_mistake : forall w M x, run w M -> existsb x relevant = true -> total (on x w) variables < n ->
    run (fun i => if x i then 2 * w i else w i) (S M)
| negative_mistake : forall w M x, run w M -> existsb x relevant = false -> n <= total (on x w) variables ->
    run (fun i => if x i then w i / 2 else w i) (S M)
| no_mistake : forall w M x, run w M -> (existsb x relevant = true <-> n <= total (on x w) variables) -> run w M.

Lemma positive w M : run w M -> forall i, 0 < w i.
Proof.
  induction 1 as [| w M x _ IH _ _ | w M x _ IH _ _ |]; intros i; [lra | | | auto];
    specialize (IH i); destruct (x i); lra.
Qed.

(* c: how often the weight of a relevant variable was doubled. It was never halved. m: the largest of these. *)
Definition counted (w : V -> R) (c : V -> nat) (m : nat) : Prop :=
  (forall i, In i relevant -> w i = 2 ^ c i /\ (c i <= m)%nat) /\ exists i, In i relevant /\ c i = m.

Lemma counts_sum w c m : counted w c m -> total (fun i => INR (c i)) relevant <= INR m * r.
Proof.
  intros [below _]. unfold r. rewrite <- total_one, <- total_scale. apply total_le_in.
  intros i inside. apply below, proj2, le_INR in inside. lra.
Qed.

Lemma doubled w c m (x : V -> bool) : counted w c m -> exists m', (m' = m \/ m' = S m) /\
  counted (fun i => if x i then 2 * w i else w i) (fun i => if x i then S (c i) else c i) m'.
Proof.
  intros [below [top [inside largest]]].
  destruct (existsb (fun i => x i && Nat.eqb (c i) m)%bool relevant) eqn:E.
  - exists (S m). split; [auto |]. apply existsb_exists in E as [i [there E]].
    apply andb_prop in E as [E same]. apply Nat.eqb_eq in same. split.
    + intros j J. apply below in J as [-> J]. destruct (x j); simpl; split; solve [lra | lia].
    + exists i. rewrite E. auto.
  - exists m. split; [auto |].
    assert (forall j, In j relevant -> x j = true -> c j <> m) as less.
    { intros j J X same. assert (existsb (fun i => x i && Nat.eqb (c i) m)%bool relevant = true) as F
        by (apply existsb_exists; exists j; rewrite X, (proj2 (Nat.eqb_eq _ _) same); auto). congruence. }
    split.
    + intros j J. pose proof (less j J). apply below in J as [-> J].
      destruct (x j); simpl; split; solve [lra | lia].
    + exists top. destruct (x top) eqn:X; [now apply less in X | auto].
Qed.

Lemma added (x : V -> bool) (f : V -> R) l c : total (fun i => if x i then c * f i else f i) l = total f l + (c - 1) * total (on x f) l.
Proof. rewrite <- total_scale, <- total_plus. apply total_ext. intros i. unfold on. destruct (x i); lra. Qed.

Lemma first_relevant : exists i, In i relevant.
Proof. destruct relevant as [| i l]; [easy | exists i; simpl; auto]. Qed.

Lemma sizes : 1 <= r /\ 1 <= n.
Proof.
  destruct first_relevant as [i I]. pose proof (relevant_variables i I) as J. unfold r, n.
  split; apply (le_INR 1); [destruct relevant | destruct variables]; solve [easy | simpl; lia].
Qed.

Lemma simulated w M : run w M -> exists (c : V -> nat) (m : nat) (P N : R),
  counted w c m /\ 2 ^ m <= 2 * n /\ 0 <= P /\ 0 <= N /\
  reached n r (INR M) P N (total (fun i => INR (c i)) relevant) (INR m) (2 ^ m) (total w variables) (2 ^ m).
Proof.
  destruct sizes as [some_r some_n]. destruct first_relevant as [first F]. intros ran.
  assert (0 <= total w variables) as W' by (apply total_positive; intros; apply Rlt_le, (positive _ _ ran)).
  induction ran as [| w M x ran IH label small | w M x ran IH label large | w M x ran IH _].
  { exists (fun _ => 0%nat), 0%nat, 0, 0.
    assert (total (fun _ : V => INR 0) relevant = 0) as zero
      by (clear; unfold total; induction relevant; simpl in *; lra).
    rewrite zero. split; [| repeat split; try (simpl; lra); apply at_start; simpl; try lra; apply total_one].
    split; [intros; simpl; split; [reflexivity | lia] | exists first; auto]. }
  all: assert (0 <= total w variables) as W by (apply total_positive; intros; apply Rlt_le, (positive _ _ ran)).
  all: destruct (IH W) as (c & m & P & N & count & below & some_P & some_N & before); [].
  all: pose proof (pos_INR M); pose proof (pos_INR m); assert (0 < 2 ^ m) by (apply pow_lt; lra).
  all: assert (forall c : V -> nat, 0 <= total (fun i => INR (c i)) relevant) as counts
    by (intros; apply total_positive; intros; apply pos_INR).
  - destruct (doubled w c m x count) as (m' & next & count').
    exists (fun i => if x i then S (c i) else c i), m', (P + 1), N.
    assert (total (fun i => INR (c i)) relevant + 1 <= total (fun i => INR (if x i then S (c i) else c i)) relevant).
    { apply existsb_exists in label as [i [I X]].
      rewrite (total_ext (fun i => INR (if x i then _ else _)) (fun i => INR (c i) + on x (fun _ => 1) i)), total_plus
        by (intros j; unfold on; destruct (x j); rewrite ?S_INR; lra).
      apply Rplus_le_compat_l. replace 1 with (on x (fun _ => 1) i) at 1 by (unfold on; now rewrite X).
      apply total_member; [intros j; unfold on; destruct (x j); lra | assumption]. }
    assert (2 ^ m' <= 2 * n) as below'.
    { destruct count' as [count' [i [I <-]]]. rewrite <- (proj1 (count' i I)). destruct (x i) eqn:X.
      - assert (on x w i <= total (on x w) variables) as part.
        { apply total_member; [| now apply relevant_variables].
          intros j. pose proof (positive _ _ ran j). unfold on. destruct (x j); lra. }
        unfold on at 1 in part. rewrite X in part. lra.
      - rewrite (proj1 (proj1 count i I)). apply Rle_trans with (2 ^ m); [| assumption].
        apply Rle_pow; [lra | apply count, I]. }
    split; [assumption |]. repeat split; try lra.
    pose proof (counts_sum _ _ _ count'). rewrite added in *. destruct next as [-> | ->].
    + eapply round_2 with (gain := 0); [exact before | ..]; rewrite ?S_INR; try lra; apply counts.
    + rewrite S_INR in *. simpl pow in *.
      eapply round_1 with (excess := 0); [exact before | ..]; rewrite ?S_INR; try lra; apply counts.
  - exists c, m, P, (N + 1).
    assert (counted (fun i => if x i then w i / 2 else w i) c m) as count'.
    { destruct count as [count top]. split; [| assumption]. intros i I. destruct (x i) eqn:X; [| auto].
      assert (existsb x relevant = true) by (apply existsb_exists; eauto). congruence. }
    split; [assumption |]. repeat split; try lra. pose proof (counts_sum _ _ _ count').
    rewrite (total_ext (fun i => if x i then w i / 2 else w i) (fun i => if x i then / 2 * w i else w i)), added in *
      by (intros i; destruct (x i); lra).
    eapply round_3 with (gain := 0); [exact before | ..]; rewrite ?S_INR; try lra; apply counts.
  - exists c, m, P, N. split; [assumption |]. repeat split; assumption.
Qed.

(* At most 2 + 3 r (1 + log2 n) mistakes, for a disjunction of r of n variables. *)
Theorem winnow_mistakes w M : run w M -> INR M <= 2 + 3 * r * (ln n / ln 2 + 1).
Proof.
  intros ran. apply simulated in ran as (c & m & P & N & _ & _ & _ & _ & state). destruct sizes as [some_r some_n].
  pose proof ln_2_above as above. pose proof ln_2_below as below.
  eapply bound with (log_2 := ln 2) (log_n := ln n) in state; try eassumption; try lra.
  - destruct state as [state _]. instantiate (1 := / ln 2) in state. unfold Rdiv. lra.
  - right. apply Rinv_r. lra.
  - intros less. rewrite (Rmult_comm (ln 2)), <- ln_pow, <- ln_mult by lra. destruct less as [less | ->]; [| lra].
    left. apply ln_increasing; [apply pow_lt; lra | assumption].
Qed.
End Winnow.
Print Assumptions winnow_mistakes.
