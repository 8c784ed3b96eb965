/** The jobs of idempotent requests, and when they are due. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { pruneRequests } from "./prune-requests.ts";

export const idempotencyJobs = [pruneRequests] as const;

export const idempotencySchedules: readonly Schedule[] = [{ job: pruneRequests, pattern: "21 * * * *", input: {} }];
