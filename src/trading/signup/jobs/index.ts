/** The jobs of sign-up. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { mailSignUpLinkJob } from "./mail-sign-up-link.ts";
import { trimSignUpsJob } from "./trim-sign-ups.ts";

export const signupJobs = [mailSignUpLinkJob, trimSignUpsJob] as const;

export const signupSchedules: readonly Schedule[] = [{ job: trimSignUpsJob, pattern: "23 * * * *", input: {} }];
