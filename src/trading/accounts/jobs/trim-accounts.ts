import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import type { AccountJobDeps } from "../mail-links.ts";

/** Ended records are kept only as long as users may ask about them. */
export const trimAccountsJob = job({
  name: "trading.trimAccounts",
  about: "Forgets sessions and links that have ended, and accesses that are older than 400 days.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 120_000,

  run: ({ trimAccounts }: AccountJobDeps) => trimAccounts(),
});
