import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { SignupDeps } from "../deps.ts";

export const trimSignUpsJob = job({
  name: "trading.trimSignUps",
  about: "Forgets mail addresses that were not verified within a day, and invitations that ended 400 days ago.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 120_000,

  run: ({ signups, clock }: SignupDeps & ClockDeps) => signups.trim(clock.now()),
});
