import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { ReminderDeps } from "../deps.ts";

const KEPT_MS = 366 * DAY_MS;
/** A batch is a short transaction, so that others do not wait for a long one. */
const BATCH = 5_000;

/** Forgets reminders that have been over for a year. The rest is taken the next day. */
export const trimReminders = job({
  name: "trading.trimReminders",
  about: "Removes reminders that have been over for a year.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 300_000,

  async run({ reminders, clock }: ReminderDeps & ClockDeps, _input, { signal }) {
    while (!signal.aborted) {
      const removed = await reminders.trim(plusMillis(clock.now(), -KEPT_MS), BATCH);
      if (removed < BATCH) return;
    }
  },
});
