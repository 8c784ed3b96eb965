/** The door of competitions: who trades best over a time. */
export { competitionSchedule } from "./sql/schedule.ts";
export type { CompetitionScores } from "./scores.ts";
