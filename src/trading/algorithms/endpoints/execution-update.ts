import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { AlgorithmDeps } from "../deps.ts";
import { algorithmErrors } from "../errors.ts";
import { updateExecution } from "../edit-parts.ts";
import { executionFields, executionId } from "../parameters.ts";
import { execution, executionSide, orderType } from "../records.ts";
import { partOf, showExecutions } from "../show-algorithm.ts";
import { doing } from "../viewer.ts";

export const executionUpdate = endpoint({
  id: "algorithms.executionUpdate",
  method: ["GET", "POST"],
  path: "/algorithm-creator/execution-update",
  auth: "change",
  permission: "strategies",
  summary: "Change an execution",
  description:
    "What is not sent stays as it is. `trigger` on_conditions makes it independent of other rows. Of a published " +
    "algorithm this begins the next version.",
  input: {
    params: Type.Object({
      id: executionId,
      side: Type.Optional(executionSide),
      order_type: Type.Optional(orderType),
      ...executionFields,
    }),
  },
  output: json(mutation({ execution })),
  errors: [
    algorithmErrors.executionNotFound,
    algorithmErrors.notYours,
    algorithmErrors.unfit,
    algorithmErrors.tooManyVersions,
  ],
  examples: [
    { name: "another label", body: { id: "1000003", label: "First leg" } },
    { name: "a side that there is not", body: { id: "1000003", side: "both" }, status: 422 },
    { name: "a position past the end", body: { id: "1000003", position: 40 }, status: 422 },
    { name: "one of the library", body: { id: "90000150", side: "sell" }, status: 403 },
    { name: "no such execution", body: { id: "999999999", side: "sell" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ algorithms, clock }: AlgorithmDeps & ClockDeps, { input: { params }, actor }) {
    const { id, ...sent } = params;
    const changed = await algorithms.change(
      doing(actor, clock.now()),
      { execution: Number(id) },
      { action: "algorithm.execution_update", edit: (latest) => updateExecution(latest, Number(id), sent) },
    );
    return {
      status: true as const,
      id,
      message: "The execution was changed",
      execution: partOf(showExecutions(changed), id),
    };
  },
});
