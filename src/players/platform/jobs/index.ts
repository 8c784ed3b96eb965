/** The jobs of the platform area, and when they are due. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { refreshAccounts } from "./refresh-accounts.ts";

export const platformJobs = [refreshAccounts] as const;

export const platformSchedules: readonly Schedule[] = [{ job: refreshAccounts, pattern: "* * * * *", input: {} }];
