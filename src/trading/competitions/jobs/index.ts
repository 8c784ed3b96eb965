/** The jobs of competitions, and when they are due. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { rankCompetitions } from "./rank-competitions.ts";

export const competitionJobs = [rankCompetitions] as const;

export const competitionSchedules: readonly Schedule[] = [{ job: rankCompetitions, pattern: "*/5 * * * *", input: {} }];
