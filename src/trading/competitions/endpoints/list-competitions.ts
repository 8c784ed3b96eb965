import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { CompetitionDeps } from "../deps.ts";
import { competitionViewShape, showView } from "../show-competition.ts";

/** For this long after its end a competition is shown. */
const SHOWN_AFTER_MS = 90 * DAY_MS;

/** Competitions to take part in, and the account's standing. */
export const listCompetitions = endpoint({
  id: "competitions.listCompetitions",
  method: ["GET", "POST"],
  path: "/competitions/list",
  auth: "user",
  summary: "List competitions",
  description:
    "Those to come, those that run, and those that ended in the last 90 days; at most 100, the last to end first. " +
    "Ranks are computed again every few minutes, for the last time an hour after the end, when late fills are counted.",
  input: {},
  output: json(Type.Array(competitionViewShape)),
  errors: [],
  examples: [{ name: "all" }],

  async run({ competitions, clock }: CompetitionDeps & ClockDeps, { actor }) {
    const now = clock.now();
    const views = await competitions.list(actor.ownerUid, plusMillis(now, -SHOWN_AFTER_MS));
    return views.map((view) => showView(view, now, actor));
  },
});
