import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import type { ServerStore } from "../store.ts";

const BATCH_ROWS = 5_000;
/** What is left is for the next run. */
const MAX_BATCHES = 200;

/** Keeps the table of allowances small: each login that has stored something has a row. */
export const deleteEndedAllowances = job({
  name: "registry.deleteEndedAllowances",
  about: "Forgets what logins have stored on days that are over.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 60_000,

  async run(deps: {
    readonly servers: Pick<ServerStore, "deleteEndedAllowances">;
    readonly clock: Pick<Clock, "now">;
  }) {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const deleted = await deps.servers.deleteEndedAllowances(deps.clock.now(), BATCH_ROWS);
      if (deleted < BATCH_ROWS) return;
    }
  },
});
