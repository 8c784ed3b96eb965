import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import { editProblem } from "../core/competition.ts";
import type { CompetitionDeps } from "../deps.ts";
import { competitionErrors } from "../errors.ts";
import { competitionShape, showCompetition, termsOf, termsParams } from "../show-competition.ts";

const EXAMPLE = {
  title: "A month of small trades",
  description: "Who earns the most in January, in percent of what was traded with?",
  prize: "750.50",
  currency: "USD",
  metric: "return_percent",
  starts_at: 4_070_908_800,
  ends_at: 4_073_500_800,
};

/** Changes a competition. */
export const editCompetition = endpoint({
  id: "competitions.editCompetition",
  method: ["GET", "POST"],
  path: "/competitions/edit",
  auth: "admin",
  beyondSpec: true,
  summary: "Change a competition",
  description:
    "All of it, until it starts. Then its start, metric, prize and currency stay, and once it is over its end too.",
  input: { params: Type.Object({ id, ...termsParams }) },
  output: json(mutation({ competition: competitionShape })),
  errors: [competitionErrors.notFound, competitionErrors.badTerms],
  examples: [
    { name: "a larger prize", body: { id: "1", ...EXAMPLE } },
    { name: "one that is not there", body: { id: "999999999", ...EXAMPLE }, status: 404 },
  ],

  async run({ competitions, clock }: CompetitionDeps & ClockDeps, { input: { params }, actor: { uid, ownerUid } }) {
    const at = clock.now();
    const terms = termsOf(params);
    const edited = await competitions.edit({ uid, ownerUid, at }, Number(params.id), (before) => {
      const reason = editProblem(before, terms, at);
      if (reason !== undefined) throw competitionErrors.badTerms({ reason });
      return terms;
    });
    if (!edited) throw competitionErrors.notFound({ id: params.id });
    const competition = showCompetition(edited, at);
    return { status: true as const, id: competition.id, message: "The competition is changed", competition };
  },
});
