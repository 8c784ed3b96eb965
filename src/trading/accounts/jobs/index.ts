/** The jobs of accounts. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { mailResetLinkJob } from "./mail-reset-link.ts";
import { trimAccountsJob } from "./trim-accounts.ts";

export const accountJobs = [mailResetLinkJob, trimAccountsJob] as const;

export const accountSchedules: readonly Schedule[] = [{ job: trimAccountsJob, pattern: "17 * * * *", input: {} }];
