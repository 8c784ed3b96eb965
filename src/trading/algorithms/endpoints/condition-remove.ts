import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { AlgorithmDeps } from "../deps.ts";
import { algorithmErrors } from "../errors.ts";
import { removeCondition } from "../edit-parts.ts";
import { conditionId } from "../parameters.ts";
import { positions } from "../records.ts";
import { doing } from "../viewer.ts";

export const conditionRemove = endpoint({
  id: "algorithms.conditionRemove",
  method: ["GET", "POST"],
  path: "/algorithm-creator/condition-remove",
  auth: "change",
  permission: "strategies",
  summary: "Delete a condition",
  description: "Those after it move up. Of a published algorithm this begins the next version.",
  input: { params: Type.Object({ id: conditionId }) },
  output: json(mutation({ positions })),
  errors: [algorithmErrors.conditionNotFound, algorithmErrors.notYours, algorithmErrors.tooManyVersions],
  examples: [
    { name: "a condition", body: { id: "1000002" } },
    { name: "one that is not there any more", body: { id: "1000002" }, status: 404 },
    { name: "one of the library", body: { id: "90000300" }, status: 403 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ algorithms, clock }: AlgorithmDeps & ClockDeps, { input: { params }, actor }) {
    const id = Number(params.id);
    const changed = await algorithms.change(
      doing(actor, clock.now()),
      { condition: id },
      { action: "algorithm.condition_remove", removesPart: id, edit: (latest) => removeCondition(latest, id) },
    );
    const left = changed.definition.conditions.map((each) => String(each.id));
    return { status: true as const, id: params.id, message: "The condition is deleted", positions: left };
  },
});
