import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { termsProblem } from "../core/competition.ts";
import type { CompetitionDeps } from "../deps.ts";
import { competitionErrors } from "../errors.ts";
import { competitionShape, showCompetition, termsOf, termsParams } from "../show-competition.ts";

const EXAMPLE = {
  title: "A year of small trades",
  description: "Who earns the most, in percent of what was traded with?",
  prize: "500",
  currency: "USD",
  metric: "return_percent",
  starts_at: 4_070_908_800,
  ends_at: 4_073_500_800,
};

/** Announces a competition. */
export const createCompetition = endpoint({
  id: "competitions.createCompetition",
  method: ["GET", "POST"],
  path: "/competitions/create",
  auth: "admin",
  beyondSpec: true,
  summary: "Announce a competition",
  description:
    "Everybody sees it at once. The platform does not pay the prize: `competitions/list` shows admins the accounts of the best, and " +
    "`finance/admin/credit` pays them.",
  input: { params: Type.Object(termsParams) },
  output: json(mutation({ competition: competitionShape })),
  errors: [competitionErrors.badTerms],
  examples: [
    { name: "one to come", body: EXAMPLE },
    { name: "one that ends before it starts", body: { ...EXAMPLE, ends_at: 4_070_000_000 }, status: 422 },
  ],

  async run({ competitions, clock }: CompetitionDeps & ClockDeps, { input: { params }, actor: { uid, ownerUid } }) {
    const at = clock.now();
    const terms = termsOf(params);
    const reason = termsProblem(terms, at);
    if (reason !== undefined) throw competitionErrors.badTerms({ reason });
    const competition = showCompetition(await competitions.create({ uid, ownerUid, at }, terms), at);
    return { status: true as const, id: competition.id, message: "The competition is announced", competition };
  },
});
