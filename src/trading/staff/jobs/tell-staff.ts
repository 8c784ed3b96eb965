import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { StaffDeps } from "../deps.ts";

/** Five minutes are between two mails, however much comes in: a user who floods tickets does not flood mailboxes. */
export const tellStaff = job({
  name: "trading.tellStaff",
  about: "Mails staff what is new and waits for them: tickets, withdrawals to approve, doubtful deposits.",
  input: Type.Object({}),
  retry: { maxAttempts: 1 },
  timeoutMs: 60_000,

  async run({ staffDesk, clock }: StaffDeps & ClockDeps) {
    await staffDesk.tellWaiting(clock.now());
  },
});
