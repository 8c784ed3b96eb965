/** The jobs of articles, and when they are due. Both take `PayArticlesDeps`. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { forgetReaders } from "./forget-readers.ts";
import { payArticles } from "./pay-articles.ts";

export const articleJobs = [payArticles, forgetReaders] as const;

export const articleSchedules: readonly Schedule[] = [
  // A day after the month's end, so that a clock that is late counts its last views in time.
  { job: payArticles, pattern: "17 4 2 * *", input: {} },
  { job: forgetReaders, pattern: "23 0 * * *", input: {} },
];
