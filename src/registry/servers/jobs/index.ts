/** The jobs of the servers area, and when they are due. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { deleteEndedAllowances } from "./delete-ended-allowances.ts";

export const serverJobs = [deleteEndedAllowances] as const;

export const serverSchedules: readonly Schedule[] = [{ job: deleteEndedAllowances, pattern: "29 * * * *", input: {} }];
