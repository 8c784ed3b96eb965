import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { id } from "../../shapes.ts";
import type { AlgorithmDeps, NewsFollowedDeps } from "../deps.ts";
import { algorithmErrors } from "../errors.ts";
import { algorithmId } from "../parameters.ts";
import { problem } from "../records.ts";
import { problemsOf } from "../require-publishable.ts";
import { viewerOf } from "../viewer.ts";

export const validateAlgorithm = endpoint({
  id: "algorithms.validateAlgorithm",
  method: ["GET", "POST"],
  path: "/algorithm-creator/validate-algorithm",
  auth: "user",
  permission: "strategies",
  summary: "Check an algorithm",
  description:
    "Lists all problems at once, and changes nothing. Warnings do not keep an algorithm from being published.",
  input: { params: Type.Object({ id: algorithmId }) },
  output: json(Type.Object({ id, valid: Type.Boolean(), problems: Type.Array(problem) })),
  errors: [algorithmErrors.notFound],
  examples: [
    { name: "an algorithm", query: { id: "900001" } },
    { name: "no such algorithm", query: { id: "999999999" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ algorithms, isNewsFollowed }: AlgorithmDeps & NewsFollowedDeps, { input: { params }, actor }) {
    const found = await algorithms.find(viewerOf(actor), Number(params.id));
    if (!found) throw algorithmErrors.notFound({ id: params.id });
    const problems = [...problemsOf(found.id, found.definition, isNewsFollowed())];
    return { id: params.id, valid: problems.every(({ severity }) => severity !== "error"), problems };
  },
});
