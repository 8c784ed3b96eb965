import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { ActDeps } from "../deps.ts";

const BATCH = 100;
/** An act that waits is looked at again after this long at the earliest; after a failure, later. */
const SOON_MS = 250;
const FAILED_MS = 5_000;

/** Starts and stops strategies of subscribers. Each act is one transaction, so it may run twice, and at two places at once. */
export const actOnSignals = job({
  name: "trading.actOnSignals",
  about: "Starts and stops strategies of subscribers of a signal that was opened or closed.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 300_000,

  async run({ signalActs, clock }: ActDeps & ClockDeps, _input, { signal }) {
    const nowMs = (): number => toMillis(clock.now());
    const seen = new Set<number>();
    const failures: unknown[] = [];
    for (;;) {
      const due = (await signalActs.listDue(nowMs(), BATCH + failures.length)).filter((id) => !seen.has(id));
      if (due.length === 0) break;
      for (const id of due) {
        signal.throwIfAborted();
        seen.add(id);
        await signalActs.apply(id).catch((error: unknown) => failures.push(error));
      }
    }
    const next = await signalActs.findNextDue();
    if (next !== undefined)
      await signalActs.wakeAt(Math.max(next, nowMs() + (failures.length > 0 ? FAILED_MS : SOON_MS)));
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} acts could not be carried out`);
  },
});
