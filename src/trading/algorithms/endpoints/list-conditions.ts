import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { AlgorithmDeps } from "../deps.ts";
import { algorithmErrors } from "../errors.ts";
import { algorithmId } from "../parameters.ts";
import { condition } from "../records.ts";
import { showConditions } from "../show-algorithm.ts";
import { viewerOf } from "../viewer.ts";

export const listConditions = endpoint({
  id: "algorithms.listConditions",
  method: ["GET", "POST"],
  path: "/algorithm-creator/list-conditions",
  auth: "user",
  permission: "strategies",
  summary: "List conditions",
  description:
    "In their order; of one algorithm, or of all your own. Of your own the latest version, of others the published one.",
  input: { params: Type.Object({ algorithm_id: Type.Optional(algorithmId) }) },
  output: json(Type.Array(condition)),
  errors: [algorithmErrors.notFound],
  examples: [
    { name: "of one algorithm", query: { algorithm_id: "900003" } },
    { name: "of all your own", query: {} },
    { name: "no such algorithm", query: { algorithm_id: "999999999" }, status: 404 },
    { name: "a name in place of an id", query: { algorithm_id: "x" }, status: 422 },
  ],

  async run({ algorithms }: AlgorithmDeps, { input: { params }, actor }) {
    const viewer = viewerOf(actor);
    const { algorithm_id: id } = params;
    if (id === undefined) return (await algorithms.listOwn(viewer)).flatMap(showConditions);
    const found = await algorithms.find(viewer, Number(id));
    if (!found) throw algorithmErrors.notFound({ id });
    return showConditions(found);
  },
});
