import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { AlgorithmDeps } from "../deps.ts";
import { algorithmErrors } from "../errors.ts";
import { algorithmId } from "../parameters.ts";
import { doing } from "../viewer.ts";

export const algorithmRemove = endpoint({
  id: "algorithms.algorithmRemove",
  method: ["GET", "POST"],
  path: "/algorithm-creator/algorithm-remove",
  auth: "change",
  permission: "strategies",
  summary: "Delete an algorithm",
  description:
    "With all its versions. Refused while profiles use it: `in_use_by` then lists those that you see, and " +
    "`in_use_total` counts all.",
  input: { params: Type.Object({ id: algorithmId }) },
  output: json(mutation({})),
  errors: [algorithmErrors.notFound, algorithmErrors.notYours, algorithmErrors.inUse, algorithmErrors.inUseElsewhere],
  examples: [
    { name: "an algorithm", body: { id: "1000001" } },
    { name: "one that is not there any more", body: { id: "1000001" }, status: 404 },
    { name: "one of the library", body: { id: "900001" }, status: 403 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ algorithms, clock }: AlgorithmDeps & ClockDeps, { input: { params }, actor }) {
    await algorithms.remove(doing(actor, clock.now()), Number(params.id));
    return { status: true as const, id: params.id, message: "The algorithm is deleted" };
  },
});
