import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { AlgorithmDeps } from "../deps.ts";
import { algorithmErrors } from "../errors.ts";
import { ONE_OR_OWN, oneOrOwn, oneOrOwnExamples } from "../one-or-own.ts";
import { algorithmId } from "../parameters.ts";
import { execution } from "../records.ts";
import { showExecutions } from "../show-algorithm.ts";
import { viewerOf } from "../viewer.ts";

export const listExecutions = endpoint({
  id: "algorithms.listExecutions",
  method: ["GET", "POST"],
  path: "/algorithm-creator/list-executions",
  auth: "user",
  permission: "strategies",
  summary: "List executions",
  description: `In their order; ${ONE_OR_OWN}`,
  input: { params: Type.Object({ algorithm_id: Type.Optional(algorithmId) }) },
  output: json(Type.Array(execution)),
  errors: [algorithmErrors.notFound],
  examples: oneOrOwnExamples,

  async run({ algorithms }: AlgorithmDeps, { input: { params }, actor }) {
    return (await oneOrOwn(algorithms, viewerOf(actor), params.algorithm_id)).flatMap(showExecutions);
  },
});
