import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { ReminderDeps } from "../deps.ts";

const BATCH = 100;

/** Sends the reminders that are due. A failed reminder is due again a minute later, so it is not retried. */
export const fireReminders = job({
  name: "trading.fireReminders",
  about: "Puts mails for the reminders that are due into the outbox and moves repeating ones on, a batch at a time.",
  input: Type.Object({}),
  retry: { maxAttempts: 1 },
  timeoutMs: 50_000,

  async run({ reminders, clock }: ReminderDeps & ClockDeps, _input, { signal }) {
    while (!signal.aborted) {
      const fired = await reminders.fireDue(clock.now(), BATCH);
      if (fired < BATCH) return;
    }
  },
});
