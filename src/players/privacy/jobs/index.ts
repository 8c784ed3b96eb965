/** The jobs of the privacy area, and when they are due. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { forgetOldData } from "./forget-old-data.ts";

export const privacyJobs = [forgetOldData] as const;

export const privacySchedules: readonly Schedule[] = [{ job: forgetOldData, pattern: "37 3 * * *", input: {} }];
