import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { forgetOld, type RetentionDeps } from "../forget-old.ts";

/** Forgets data past the retention of the settings. */
export const forgetOldData = job({
  name: "players.forgetOldData",
  about: "Forgets sessions, logs, former names, memberships and players that are older than the settings say.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 600_000,

  run: (deps: RetentionDeps, _input, { signal }) => forgetOld(deps, signal),
});
