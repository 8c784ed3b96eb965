import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import { joinProblem } from "../core/competition.ts";
import type { CompetitionDeps } from "../deps.ts";
import { competitionErrors } from "../errors.ts";

/** The account takes part. */
export const joinCompetition = endpoint({
  id: "competitions.joinCompetition",
  method: ["GET", "POST"],
  path: "/competitions/join",
  auth: "ownerChange",
  summary: "Join a competition",
  description: "For the whole account. Joining again changes nothing.",
  input: { params: Type.Object({ id }) },
  output: json(mutation({ competition: Type.Object({ id, enrolled: Type.Literal(true) }) })),
  errors: [competitionErrors.notFound, competitionErrors.finished, competitionErrors.joinClosed],
  examples: [
    { name: "one that runs", body: { id: "1" } },
    { name: "one that is not there", body: { id: "999999999" }, status: 404 },
  ],

  async run({ competitions, clock }: CompetitionDeps & ClockDeps, { input: { params }, actor: { uid, ownerUid } }) {
    const at = clock.now();
    const joined = await competitions.join({ uid, ownerUid, at }, Number(params.id), (competition) => {
      const problem = joinProblem(competition, at);
      if (problem === "finished") throw competitionErrors.finished({ id: params.id });
      if (problem === "started") throw competitionErrors.joinClosed({ id: params.id });
    });
    if (!joined) throw competitionErrors.notFound({ id: params.id });
    const competition = { id: String(joined.id), enrolled: true as const };
    return { status: true as const, id: competition.id, message: `You take part in ${joined.title}`, competition };
  },
});
