import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { AlgorithmDeps } from "../deps.ts";
import { algorithmErrors } from "../errors.ts";
import { removeExecution } from "../edit-parts.ts";
import { executionId } from "../parameters.ts";
import { positions } from "../records.ts";
import { doing } from "../viewer.ts";

export const executionRemove = endpoint({
  id: "algorithms.executionRemove",
  method: ["GET", "POST"],
  path: "/algorithm-creator/execution-remove",
  auth: "change",
  permission: "strategies",
  summary: "Delete an execution",
  description:
    "Those after it move up. Refused while another depends on it; `in_use_by` then lists them. Of a published " +
    "algorithm this begins the next version.",
  input: { params: Type.Object({ id: executionId }) },
  output: json(mutation({ positions })),
  errors: [
    algorithmErrors.executionNotFound,
    algorithmErrors.notYours,
    algorithmErrors.executionInUse,
    algorithmErrors.tooManyVersions,
  ],
  examples: [
    { name: "an execution", body: { id: "1000005" } },
    { name: "one that is not there any more", body: { id: "1000005" }, status: 404 },
    { name: "one that its hedge depends on", body: { id: "1000003" }, status: 409 },
    { name: "one of the library", body: { id: "90000150" }, status: 403 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ algorithms, clock }: AlgorithmDeps & ClockDeps, { input: { params }, actor }) {
    const id = Number(params.id);
    const changed = await algorithms.change(
      doing(actor, clock.now()),
      { execution: id },
      { action: "algorithm.execution_remove", removesPart: id, edit: (latest) => removeExecution(latest, id) },
    );
    const left = changed.definition.executions.map((each) => String(each.id));
    return { status: true as const, id: params.id, message: "The execution is deleted", positions: left };
  },
});
