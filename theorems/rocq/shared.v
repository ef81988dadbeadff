From Coq Require Import List Lia ZArith.

(* ---- the whole theorem ----

   Below, `run` says what an online or boosting algorithm does. Each of its rounds is shown to be one of those of
   `reached`, and `bound` completes the proof. Rocq checks neither that the Python class is this algorithm, nor what
   rounding does to its floats. *)

(* Bounds of logarithms: lower bounds of exp by repeated squaring, in integers times 10^-15, rounded down. *)
Fixpoint squared k y := match k with O => y | S k => squared k (y * y / 1000000000000000)%Z end.

Lemma exp_above k : forall x y, (0 <= y)%Z -> IZR y <= 1000000000000000 * exp x ->
  IZR (squared k y) <= 1000000000000000 * exp (2 ^ k * x).
Proof.
  induction k as [| k IH]; simpl squared; intros x y H above.
  { replace (2 ^ 0 * x) with x by ring. exact above. }
  replace (2 ^ S k * x) with (2 ^ k * (x + x)) by (simpl; ring).
  apply IH; [now apply Z.div_pos; [apply Z.mul_nonneg_nonneg |] |].
  apply IZR_le in H. rewrite exp_plus.
  assert (IZR (1000000000000000 * (y * y / 1000000000000000)) <= IZR (y * y)) as down by (now apply IZR_le, Z.mul_div_le).
  rewrite !mult_IZR in down.
  assert (IZR y * IZR y <= (1000000000000000 * exp x) * (1000000000000000 * exp x)) by (now apply Rmult_le_compat).
  lra.
Qed.

Lemma ln_above a c y : 0 < c -> (0 <= y)%Z -> IZR y <= 1000000000000000 * (1 - a / 2 ^ 20) ->
  1000000000000000 < c * IZR (squared 20 y) -> a < ln c.
Proof.
  intros positive H start end_.
  assert (IZR (squared 20 y) <= 1000000000000000 * exp (2 ^ 20 * (- a / 2 ^ 20))) as E.
  { apply exp_above; [assumption |]. pose proof (exp_ineq1_le (- a / 2 ^ 20)). lra. }
  replace (2 ^ 20 * (- a / 2 ^ 20)) with (- a) in E by field. rewrite exp_Ropp in E.
  pose proof (exp_pos a). apply exp_lt_inv. rewrite exp_ln by assumption.
  apply (Rmult_le_compat_l c) in E; [| lra].
  apply (Rmult_lt_reg_l (/ exp a)); [now apply Rinv_0_lt_compat |].
  rewrite Rinv_l by lra. lra.
Qed.

Lemma ln_below b c y : 0 < c -> (0 <= y)%Z -> IZR y <= 1000000000000000 * (1 + b / 2 ^ 20) ->
  1000000000000000 * c < IZR (squared 20 y) -> ln c < b.
Proof.
  intros positive H start end_.
  assert (IZR (squared 20 y) <= 1000000000000000 * exp (2 ^ 20 * (b / 2 ^ 20))) as E.
  { apply exp_above; [assumption |]. pose proof (exp_ineq1_le (b / 2 ^ 20)). lra. }
  replace (2 ^ 20 * (b / 2 ^ 20)) with b in E by field.
  apply exp_lt_inv. rewrite exp_ln by assumption. lra.
Qed.

Ltac by_squares :=
  match goal with |- context [squared ?k ?y] => let v := eval vm_compute in (squared k y) in
    change (squared k y) with v end; lra.

Lemma ln_2_above : 346573/500000 < ln 2.
Proof. apply (ln_above _ _ 999999338964462); [lra | easy | lra | by_squares]. Qed.

Lemma ln_2_below : ln 2 < 693149/1000000.
Proof. apply (ln_below _ _ 1000000661038398); [lra | easy | lra | by_squares]. Qed.

(* Sums over lists. *)
Definition total {E} (f : E -> R) (l : list E) : R := fold_right Rplus 0 (map f l).

Lemma total_plus {E} (f g : E -> R) l : total (fun e => f e + g e) l = total f l + total g l.
Proof. induction l; unfold total in *; simpl; lra. Qed.

Lemma total_scale {E} c (f : E -> R) l : total (fun e => c * f e) l = c * total f l.
Proof. induction l; unfold total in *; simpl; lra. Qed.

Lemma total_ext_in {E} (f g : E -> R) l : (forall e, In e l -> f e = g e) -> total f l = total g l.
Proof. intros same. unfold total. now rewrite (map_ext_in f g). Qed.

Lemma total_ext {E} (f g : E -> R) l : (forall e, f e = g e) -> total f l = total g l.
Proof. intros same. now apply total_ext_in. Qed.

Lemma total_one {E} (l : list E) : total (fun _ => 1) l = INR (length l).
Proof. induction l; unfold total in *; cbn [length map fold_right]; rewrite ?S_INR; simpl; lra. Qed.

Lemma total_le_in {E} (f g : E -> R) l : (forall e, In e l -> f e <= g e) -> total f l <= total g l.
Proof.
  induction l as [| e l IH]; unfold total in *; simpl; intros less; [lra |].
  pose proof (less e (or_introl eq_refl)). specialize (IH (fun e inside => less e (or_intror inside))). lra.
Qed.

Lemma total_positive {E} (f : E -> R) l : (forall e, 0 <= f e) -> 0 <= total f l.
Proof. intros some. induction l as [| e l]; unfold total in *; simpl; [lra |]. specialize (some e). lra. Qed.

Lemma total_middle {E} (f : E -> R) l e l' : total f (l ++ e :: l') = f e + total f (l ++ l').
Proof. induction l; unfold total in *; simpl; lra. Qed.

Lemma total_member_in {E} (f : E -> R) l : (forall e, In e l -> 0 <= f e) -> forall e, In e l -> f e <= total f l.
Proof.
  intros some e inside. apply in_split in inside as (l1 & l2 & ->). rewrite total_middle.
  assert (total (fun _ => 0) (l1 ++ l2) <= total f (l1 ++ l2)).
  { apply total_le_in. intros e' E'. apply some, in_app_iff. apply in_app_iff in E'. simpl. tauto. }
  rewrite (total_ext _ (fun _ => 0 * 1)), total_scale in H by (intros; ring). lra.
Qed.

Lemma total_member {E} (f : E -> R) l : (forall e, 0 <= f e) -> forall e, In e l -> f e <= total f l.
Proof. intros some. now apply total_member_in. Qed.
