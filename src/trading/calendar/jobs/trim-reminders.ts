import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import type { CalendarDeps } from "../store.ts";

const KEPT_MS = 366 * 86_400_000;
/** A batch is a short transaction, so that nobody waits for a long one. */
const BATCH = 5_000;

/** Forgets reminders that have been over for a year. What is left is taken the next day. */
export const trimReminders = job({
  name: "trading.trimReminders",
  about: "Removes reminders that have been over for a year.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 300_000,

  async run({ reminders, clock }: Pick<CalendarDeps, "reminders" | "clock">, _input, { signal }) {
    while (!signal.aborted) {
      const removed = await reminders.trim(plusMillis(clock.now(), -KEPT_MS), BATCH);
      if (removed < BATCH) return;
    }
  },
});
