import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { HORIZONS } from "../core/impact.ts";
import type { NewsJobDeps } from "../deps.ts";
import type { ImpactDue, MeasuredImpact } from "../store.ts";

/** Read, measured and kept at once: all times of thirty articles. */
const BATCH = 30 * HORIZONS.length;
/** Pieces that are packed in one run: after an update of the platform there are five years of articles to pack. */
const PACKS = 50;
/** Of all processes one measures at a time: a run that takes longer than a minute is not joined by the next one. */
const LEASE = "trading.news impacts";

/** Measures what prices did after articles. One that runs late finds the same values on the tape. */
export const measureNews = job({
  name: "trading.measureNews",
  about:
    "Measures what prices did 2 to 60 minutes after articles, from the tape, notifies followers of what they were not " +
    "notified of yet, and packs what was measured after all times, for quick reading.",
  input: Type.Object({}),
  retry: { maxAttempts: 1 },
  timeoutMs: 900_000,

  async run(deps: NewsJobDeps & ClockDeps, _input, { signal }) {
    await deps.newsLeases.whileHeld(LEASE, (hold) => measureDue(deps, hold.signal), signal);
  },
});

async function measureDue(
  { newsImpacts, measureImpact, tapeDelayMs, clock }: NewsJobDeps & ClockDeps,
  signal: AbortSignal,
): Promise<void> {
  const until = plusMillis(clock.now(), -tapeDelayMs);
  const failed: unknown[] = [];
  let [seen, after]: [number, ImpactDue | undefined] = [0, undefined];
  for (;;) {
    // A failed measurement stays due, and is skipped until the next run: however many fail, they stop no other.
    const batch: ImpactDue[] = await newsImpacts.listDue(until, BATCH, after);
    const measured: MeasuredImpact[] = [];
    for (const due of batch) {
      if (signal.aborted) break;
      try {
        const data = await measureImpact(due);
        // What is not on the tape yet stays due too.
        if (data) measured.push({ due, data });
      } catch (error) {
        failed.push(error);
      }
    }
    await newsImpacts.saveImpacts(measured, clock.now());
    seen += batch.length;
    after = batch.at(-1);
    if (batch.length < BATCH || signal.aborted) break;
  }
  // At the end, so that trouble with these stops no measurement.
  while (!signal.aborted && (await newsImpacts.tellNext()));
  for (let left = PACKS; left > 0 && !signal.aborted && (await newsImpacts.packNext()); left--);
  if (failed.length > 0) throw new Error(`${failed.length} of ${seen} could not be measured`, { cause: failed[0] });
}
