/** The jobs of mail. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { sendMailsJob } from "./send-mails.ts";
import { trimMailsJob } from "./trim-mails.ts";

export const mailJobs = [sendMailsJob, trimMailsJob] as const;

export const mailSchedules: readonly Schedule[] = [
  { job: sendMailsJob, pattern: "* * * * *", input: {} },
  { job: trimMailsJob, pattern: "41 3 * * *", input: {} },
];
