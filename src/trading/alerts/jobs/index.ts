/** The jobs of alerts, and when they are due. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { trimAlerts } from "./trim-alerts.ts";

export const alertJobs = [trimAlerts] as const;

export const alertSchedules: readonly Schedule[] = [{ job: trimAlerts, pattern: "43 3 * * *", input: {} }];
