/** The jobs of the sync area, and when they are due. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { followUpstream } from "./follow-upstream.ts";

export const syncJobs = [followUpstream] as const;

export const syncSchedules: readonly Schedule[] = [{ job: followUpstream, pattern: "* * * * *", input: {} }];
