/** The jobs of the tokens area, and when they are due. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { deleteExpiredProofs } from "./delete-expired-proofs.ts";

export const tokenJobs = [deleteExpiredProofs] as const;

export const tokenSchedules: readonly Schedule[] = [{ job: deleteExpiredProofs, pattern: "23 * * * *", input: {} }];
