/** The jobs of staff, and when they are due. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { tellStaff } from "./tell-staff.ts";

export const staffJobs = [tellStaff] as const;

export const staffSchedules: readonly Schedule[] = [{ job: tellStaff, pattern: "*/5 * * * *", input: {} }];
