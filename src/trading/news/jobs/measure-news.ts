import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { NewsJobDeps } from "../deps.ts";
import type { ImpactDue } from "../store.ts";

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
    const until = plusMillis(clock.now(), -tapeDelayMs);
    const failed: unknown[] = [];
    let [seen, after]: [number, ImpactDue | undefined] = [0, undefined];
    for (;;) {
      // What failed stays due, and is passed over until the next run: however much it is, it stops no other.
      const due: ImpactDue[] = await newsImpacts.listDue(until, BATCH, after);
      for (const each of due) {
        if (signal.aborted) return;
        try {
          await newsImpacts.saveImpact(each, await measureImpact(each));
        } catch (error) {
          failed.push(error);
        }
      }
      seen += due.length;
      after = due.at(-1);
      if (due.length < BATCH) break;
    }
    if (failed.length > 0) throw new Error(`${failed.length} of ${seen} could not be measured`, { cause: failed[0] });
  },
});
