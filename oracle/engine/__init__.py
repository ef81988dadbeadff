"""The engine: attacks claims and turns the results into evidence.

    plan ──► shards ──► play ──► results ──► merge ──► evidence
                          ▲           │
                      executor      store

plan      `plan.plan` cuts the attack on one claim and learner into shards: the proof, and those of the `attacks`, a
          module each: the witnesses and the exhaustive cases ("fixed"), the scout's random games and batches, and the
          search. What a shard plays, and its seed, depend only on the names, the profile and the seed. The first
          shard of each kind uses the seed itself, so an attack with at most one shard of each kind is the same in
          every context.
shard     `shards.play` plays one shard of a claim on a learner and returns `verdicts.Evidence`: the games of each
          attack, the closest game, and the first failure, not yet shrunk. Shards do not see each other.
merge     `merge.merged` merges evidence in the order of the shards, so the outcome does not depend on who played them
          or when. It adds up the games, keeps the closest one, and selects and shrinks the failure to show.
run       `run.Run` is one claim on one learner in progress. It knows which shards are due, which have ended, and when
          enough is known. After a failure no later shard counts, except the first search if the failure may be large.
executor  `run.attack` plays a run in this process, shard after shard; grading a submission uses just that. A
          `verify.Verification` plays the runs of many claims, here or on an executor of `concurrent.futures`: loky's
          processes, or a dask cluster's. `executors` tries a task again whose worker died. A `worker` receives names
          (`subjects.Subject`) and a shard, looks up the claim, plays the shard, and returns the result as JSON-ready
          values (`packing`).
store     Where a campaign keeps finished shards, so that it can be resumed. Results are restored as they were, except
          for traces, which are replayed when they are needed.

`verify.run_all` plays the plan of every claim; `--jobs` and dask select executors, and `--resume` and the profile
`deep` add a store. There is no other way to attack a claim.

The other modules: `profiles` says how hard claims are attacked, `player` counts the games of a shard, `judge` plays and
decides one case (`oracle.judging`), `batches` plays many games side by side, `plays` remembers how a submission's games
went, `shrink` shrinks failures (`shrink_drawn` those that an author's Hypothesis strategies drew), `records` stores
cases as files, and `verdicts` defines evidence, which `report.evidence` puts into words.
"""
