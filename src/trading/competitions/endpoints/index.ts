/** The table of competitions. */
import { createCompetition } from "./create-competition.ts";
import { editCompetition } from "./edit-competition.ts";
import { joinCompetition } from "./join-competition.ts";
import { leaveCompetition } from "./leave-competition.ts";
import { listCompetitions } from "./list-competitions.ts";

export const competitionEndpoints = [
  createCompetition,
  editCompetition,
  listCompetitions,
  joinCompetition,
  leaveCompetition,
];
