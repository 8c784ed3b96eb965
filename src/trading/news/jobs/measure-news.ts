import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { NewsJobDeps } from "../deps.ts";

/** Read at once. */
const BATCH = 100;

/** Measures what prices did after articles. One that runs late finds the same values on the tape. */
export const measureNews = job({
  name: "trading.measureNews",
  about: "Measures what prices did 2 to 60 minutes after articles, from the tape.",
  input: Type.Object({}),
  retry: { maxAttempts: 1 },
  timeoutMs: 900_000,

  async run({ newsImpacts, measureImpact, tapeDelayMs, clock }: NewsJobDeps & ClockDeps, _input, { signal }) {
    for (;;) {
      const due = await newsImpacts.listDue(plusMillis(clock.now(), -tapeDelayMs), BATCH);
      const failed: unknown[] = [];
      for (const each of due) {
        if (signal.aborted) return;
        try {
          await newsImpacts.saveImpact(each, await measureImpact(each));
        } catch (error) {
          // One that cannot be measured now keeps no other waiting. It stays due.
          failed.push(error);
        }
      }
      if (failed.length > 0)
        throw new Error(`${failed.length} of ${due.length} could not be measured`, { cause: failed[0] });
      if (due.length < BATCH) return;
    }
  },
});
