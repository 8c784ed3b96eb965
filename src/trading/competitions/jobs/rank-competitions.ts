import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { rankAll, type RankCompetitionsDeps } from "../rank-competitions.ts";

/** Says who is ahead. */
export const rankCompetitions = job({
  name: "trading.rankCompetitions",
  about: "Ranks who takes part in competitions that run, and until an hour after their end.",
  input: Type.Object({}),
  retry: { maxAttempts: 2 },
  timeoutMs: 240_000,

  run: (deps: RankCompetitionsDeps, _input, { signal }) => rankAll(deps, signal),
});
