"""The engine: how claims are attacked, and what is made of it.

    plan ──► shards ──► play ──► results ──► merge ──► evidence
                          ▲           │
                      executor      store

plan      `plan.plan` cuts the attack on one claim and learner into shards: a look into the example store, the proof,
          the witnesses with what is exhausted ("fixed"), the scout's random games and batches, the search. What a
          shard plays, and with which seed, depends on names, profile and seed alone. The first shard of a kind has the
          seed itself, so that an attack that needs no more than one of each is the same whatever it is part of.
shard     `play.play` plays one shard, of a live claim on a live learner, and gives a `results.Result`: the games of
          each attack, the closest game, the first failure. Nothing is made small yet. It looks at no other shard; but a
          search may set out from choices (`starts`) that the run has put into its shard.
merge     `merge.Merging` puts results together, in the order of the shards and so the same whoever played them, in
          whatever order: it adds up games, keeps the closest, chooses the failure to show and makes it small.
run       `run.Run` is one claim on one learner under way: which shards are due, which have ended, and when enough is
          known. After a failure no later shard counts, but the first search where the failure may be large.
executor  `attack.attack` plays a run here, shard after shard; grading does no more than that, on a submission. A
          `verify.Verification` plays the runs of many claims, here or by workers: `executors` makes processes, or a
          dask cluster's workers, and replaces those that die. A worker is sent an `errands.Errand` (names and a shard),
          looks up the claim, plays the shard and sends the result back, packed as JSON-ready values.
store     What a run reads and writes beside: nothing (`store.Store`); or, in a campaign, the `journal` of finished
          shards, by which it is resumed, and the `examples`, which several campaigns share. What is read from the
          journal is what was found, byte for byte, but for traces: those are played again where one is looked at.

`verify` is the plan of every claim with no store, `--jobs` and dask are executors, `--resume`, `--share` and the
profile deep add a store; there is no other way to attack a claim.

Beside that: `judge` plays and decides one case (`oracle.judging`), `batches` plays many games side by side, `plays`
remembers how a submission's games went, `searches` what Hypothesis drew, `shrink` makes failures small, `records` keeps
cases as files, `verdicts` has the words for evidence.
"""
