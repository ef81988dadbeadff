(* The whole theorem: d + 1 points of R^d, and no more, can be given all labels by halfspaces. A vector is the function
   of its coordinates, of which the first d count; points are numbered. The lines above are not used: they take the
   linear algebra of this proof for granted, and it is proved here. *)
Section Halfspaces.
Variable d : nat.

Definition inner (w x : nat -> R) : R := total (fun k => w k * x k) (seq 0 d).
Definition shattered (points : list nat) (x : nat -> nat -> R) : Prop := forall label : nat -> bool,
  exists w b, forall i, In i points -> (label i = true <-> 0 < inner w (x i) + b).

(* More than d vectors of R^d are dependent: eliminate the last coordinate by a vector p that has it. *)
Lemma dependent e : forall points x, NoDup points -> (e < length points)%nat -> exists c : nat -> R,
  (exists i, In i points /\ c i <> 0) /\ forall k, (k < e)%nat -> total (fun i => c i * x i k) points = 0.
Proof.
  induction e as [| e IH]; intros points x distinct many.
  { exists (fun _ => 1). split; [| intros; lia]. destruct points as [| i l]; simpl in many; [lia |].
    exists i. split; [now left | lra]. }
  destruct (Exists_dec (fun i => x i e <> 0) points) as [some | none].
  { intros i. destruct (Req_EM_T (x i e) 0); [right; auto | now left]. }
  - apply Exists_exists in some as [p [inside pivot]]. apply in_split in inside as (l & l' & ->).
    pose proof (NoDup_remove_1 _ _ _ distinct) as rest. pose proof (NoDup_remove_2 _ _ _ distinct) as absent.
    rewrite app_length in many. simpl in many.
    destruct (IH (l ++ l') (fun i k => x i k - x i e / x p e * x p k) rest ltac:(rewrite app_length; lia))
      as (c & [i [inside nonzero]] & zero).
    exists (fun i => if Nat.eq_dec i p then - total (fun i => c i * (x i e / x p e)) (l ++ l') else c i). split.
    { exists i. destruct (Nat.eq_dec i p) as [-> | _]; [easy |]. split; [| assumption].
      apply in_app_iff in inside. apply in_app_iff. simpl. tauto. }
    intros k small. set (m := total (fun i => c i * (x i e / x p e)) (l ++ l')). rewrite total_middle. destruct (Nat.eq_dec p p) as [_ | absurd]; [| easy].
    rewrite (total_ext_in _ (fun i => c i * (x i k - x i e / x p e * x p k) + x p k * (c i * (x i e / x p e)))).
    2: { intros j J. destruct (Nat.eq_dec j p) as [-> | _]; [easy | ring]. }
    rewrite total_plus, total_scale. fold m. destruct (Nat.eq_dec k e) as [-> | other].
    + rewrite (total_ext _ (fun i => 0 * c i)), total_scale by (intros; field; assumption). ring.
    + rewrite zero by lia. ring.
  - destruct (IH points x distinct ltac:(lia)) as (c & nonzero & zero). exists c. split; [assumption |].
    intros k small. destruct (Nat.eq_dec k e) as [-> | other]; [| apply zero; lia].
    rewrite (total_ext_in _ (fun i => 0 * c i)), total_scale; [ring |]. intros i inside.
    destruct (Req_EM_T (x i e) 0) as [-> | E]; [ring |]. exfalso. apply none, Exists_exists. eauto.
Qed.

Lemma inner_sum (c : nat -> R) w (x : nat -> nat -> R) points : total (fun i => c i * inner w (x i)) points =
  total (fun k => w k * total (fun i => c i * x i k) points) (seq 0 d).
Proof.
  induction points as [| i l IH].
  - rewrite (total_ext (fun k => w k * _) (fun k => 0 * 1)), total_scale by (intros; unfold total; simpl; ring).
    unfold total. simpl. ring.
  - rewrite (total_ext (fun k => w k * _) (fun k => c i * (w k * x i k) + w k * total (fun i => c i * x i k) l))
      by (intros; unfold total; simpl; ring).
    rewrite total_plus, total_scale, <- IH. reflexivity.
Qed.

Lemma no_more points (x : nat -> nat -> R) : NoDup points -> (S d < length points)%nat -> ~ shattered points x.
Proof.
  intros distinct many all.
  destruct (dependent (S d) points (fun i k => if Nat.eq_dec k d then 1 else x i k) distinct many)
    as (c & [j [inside nonzero]] & zero).
  assert (total (fun i => c i * 1) points = 0) as weights.
  { rewrite <- (zero d) by lia. apply total_ext. intros i. now destruct (Nat.eq_dec d d). }
  assert (forall k, (k < d)%nat -> total (fun i => c i * x i k) points = 0) as balance.
  { intros k small. rewrite <- (zero k) by lia. apply total_ext. intros i. destruct (Nat.eq_dec k d); [lia | easy]. }
  destruct (all (fun i => if Rlt_dec 0 (c i) then true else false)) as (w & b & labelled).
  assert (forall i, In i points -> 0 <= c i * (inner w (x i) + b)) as signs.
  { intros i I. specialize (labelled i I). destruct (Rlt_dec 0 (c i)) as [above | below].
    - apply Rmult_le_pos; [lra |]. apply Rlt_le, labelled. reflexivity.
    - assert (~ 0 < inner w (x i) + b) by (intros H; now apply labelled in H). nra. }
  assert (total (fun i => c i * (inner w (x i) + b)) points = 0) as nothing.
  { rewrite (total_ext _ (fun i => c i * inner w (x i) + b * (c i * 1))), total_plus, total_scale, weights, inner_sum
      by (intros; ring).
    rewrite (total_ext_in _ (fun k => 0 * 1)), total_scale; [ring |].
    intros k K. apply in_seq in K. rewrite balance by lia. ring. }
  assert (exists i, In i points /\ 0 < c i) as [i [I above]].
  { destruct (Exists_dec (fun i => 0 < c i) points) as [some | none];
      [intros; apply Rlt_dec | now apply Exists_exists in some |].
    assert (forall i, In i points -> 0 <= - (c i * 1)) as below.
    { intros i I. destruct (Rlt_dec 0 (c i)); [| lra]. exfalso. apply none, Exists_exists. eauto. }
    pose proof (total_member_in _ points below j inside) as part.
    rewrite (total_ext _ (fun i => -1 * (c i * 1))), total_scale, weights in part by (intros; ring).
    specialize (below j inside). lra. }
  pose proof (total_member_in _ points signs i I) as part. rewrite nothing in part.
  specialize (labelled i I). destruct (Rlt_dec 0 (c i)); [| lra].
  assert (0 < inner w (x i) + b) by now apply labelled. nra.
Qed.

(* 0, e_1, ..., e_d have the labels y_0, ..., y_d from w = (y_1, ..., y_d) and b = y_0 / 2. *)
Definition unit (i k : nat) : R := if Nat.eq_dec i (S k) then 1 else 0.

Lemma unit_inner w k : (k < d)%nat -> inner w (unit (S k)) = w k.
Proof.
  intros small. unfold inner. assert (In k (seq 0 d)) as inside by (apply in_seq; lia).
  pose proof (seq_NoDup d 0) as distinct. apply in_split in inside as (l & l' & same). rewrite same in *.
  apply NoDup_remove_2 in distinct. rewrite total_middle, (total_ext_in _ (fun k => 0 * 1)), total_scale.
  - unfold unit. destruct Nat.eq_dec; [ring | easy].
  - intros j J. unfold unit. destruct Nat.eq_dec as [E | _]; [| ring]. injection E as ->. contradiction.
Qed.

Lemma zero_inner w : inner w (unit 0) = 0.
Proof. unfold inner, unit. rewrite (total_ext _ (fun _ => 0 * 1)), total_scale by (intros; simpl; ring). ring. Qed.

Lemma enough : shattered (seq 0 (S d)) unit.
Proof.
  intros label. set (y i := if label i then 1 else -1). exists (fun k => y (S k)), (y 0%nat / 2). intros i I.
  apply in_seq in I. unfold y. destruct i as [| i].
  - rewrite zero_inner. destruct (label 0%nat); split; intros; solve [easy | lra].
  - rewrite unit_inner by lia. destruct (label (S i)), (label 0%nat); split; intros; solve [easy | lra].
Qed.

(* The VC dimension of the halfspaces {x : 0 < <w, x> + b} of R^d is d + 1. *)
Theorem vc_halfspaces :
  (exists points x, NoDup points /\ length points = S d /\ shattered points x) /\
  forall points x, NoDup points -> shattered points x -> (length points <= S d)%nat.
Proof.
  split.
  - exists (seq 0 (S d)), unit. split; [apply seq_NoDup |]. split; [apply seq_length | apply enough].
  - intros points x distinct all. destruct (Nat.le_gt_cases (length points) (S d)) as [le | gt]; [assumption |].
    now apply no_more in all.
Qed.
End Halfspaces.
Print Assumptions vc_halfspaces.
