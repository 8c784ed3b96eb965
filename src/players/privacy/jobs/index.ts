/** The jobs of the privacy area, and when they are due. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { forgetOldData } from "./forget-old-data.ts";
import { vacuumErasedData } from "./vacuum-erased-data.ts";

export const privacyJobs = [forgetOldData, vacuumErasedData] as const;

export const privacySchedules: readonly Schedule[] = [
  { job: forgetOldData, pattern: "37 3 * * *", input: {} },
  // After the hour in which old data is forgotten. It also takes rows that a long transaction kept from an earlier run.
  { job: vacuumErasedData, pattern: "37 4 * * *", input: {} },
];
