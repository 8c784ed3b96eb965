import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import { leaveProblem } from "../core/competition.ts";
import type { CompetitionDeps } from "../deps.ts";
import { competitionErrors } from "../errors.ts";

/** The account takes part no longer. */
export const leaveCompetition = endpoint({
  id: "competitions.leaveCompetition",
  method: ["GET", "POST"],
  path: "/competitions/leave",
  auth: "ownerChange",
  summary: "Leave a competition",
  description: "Before it starts, or later where it allows that. Leaving again changes nothing.",
  input: { params: Type.Object({ id }) },
  output: json(mutation({ competition: Type.Object({ id, enrolled: Type.Literal(false) }) })),
  errors: [competitionErrors.notFound, competitionErrors.finished, competitionErrors.leaveClosed],
  examples: [
    { name: "one that allows it", body: { id: "1" } },
    { name: "one that is not there", body: { id: "999999999" }, status: 404 },
  ],

  async run({ competitions, clock }: CompetitionDeps & ClockDeps, { input: { params }, actor: { uid, ownerUid } }) {
    const at = clock.now();
    const left = await competitions.leave({ uid, ownerUid, at }, Number(params.id), (competition) => {
      const problem = leaveProblem(competition, at);
      if (problem === "finished") throw competitionErrors.finished({ id: params.id });
      if (problem === "started") throw competitionErrors.leaveClosed({ id: params.id });
    });
    if (!left) throw competitionErrors.notFound({ id: params.id });
    const competition = { id: String(left.id), enrolled: false as const };
    return {
      status: true as const,
      id: competition.id,
      message: `You no longer take part in ${left.title}`,
      competition,
    };
  },
});
