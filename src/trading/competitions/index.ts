/** The door of competitions: who trades best over a time. */
export type { RankCompetitionsDeps } from "./rank-competitions.ts";
export { competitionSchedule } from "./sql/schedule.ts";
export type { CompetitionScores } from "./scores.ts";
export type { CompetitionDeps } from "./store.ts";
