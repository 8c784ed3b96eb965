/** The jobs of news, and when they are due. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { matchOlderNews } from "./match-older-news.ts";
import { measureNews } from "./measure-news.ts";
import { trimNews } from "./trim-news.ts";

export const newsJobs = [matchOlderNews, measureNews, trimNews] as const;

export const newsSchedules: readonly Schedule[] = [
  { job: measureNews, pattern: "* * * * *", input: {} },
  { job: trimNews, pattern: "53 2 * * *", input: {} },
];
