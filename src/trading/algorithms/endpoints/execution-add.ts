import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { addPart } from "../add-part.ts";
import type { AlgorithmDeps } from "../deps.ts";
import { algorithmErrors } from "../errors.ts";
import { addExecution } from "../edit-parts.ts";
import { algorithmId, executionFields } from "../parameters.ts";
import { execution, executionSide, orderType } from "../records.ts";
import { partOf, showExecutions } from "../show-algorithm.ts";

export const executionAdd = endpoint({
  id: "algorithms.executionAdd",
  method: ["GET", "POST"],
  path: "/algorithm-creator/execution-add",
  auth: "change",
  permission: "strategies",
  summary: "Add an execution",
  description:
    "A recipe for one order. Rows go out in their order; one that depends on another fires when that one does, by " +
    "default on each of its fills. Of a published algorithm this begins the next version.",
  input: {
    params: Type.Object({ algorithm_id: algorithmId, side: executionSide, order_type: orderType, ...executionFields }),
  },
  output: json(mutation({ execution })),
  errors: [
    algorithmErrors.notFound,
    algorithmErrors.notYours,
    algorithmErrors.unfit,
    algorithmErrors.tooManyParts,
    algorithmErrors.tooManyVersions,
  ],
  examples: [
    { name: "a purchase", body: { algorithm_id: "1000001", side: "buy", order_type: "maker_taker" } },
    {
      name: "its hedge",
      body: { algorithm_id: "1000001", side: "sell", order_type: "maker_taker", depends_on: 0 },
    },
    { name: "another one", body: { algorithm_id: "1000001", side: "buy", order_type: "twap" } },
    { name: "no side", body: { algorithm_id: "1000001", order_type: "maker" }, status: 422 },
    {
      name: "after a row that is not there",
      body: { algorithm_id: "1000001", side: "sell", order_type: "taker", depends_on: 9 },
      status: 422,
    },
    { name: "to the library", body: { algorithm_id: "900001", side: "buy", order_type: "maker" }, status: 403 },
    { name: "no such algorithm", body: { algorithm_id: "999999999", side: "buy", order_type: "maker" }, status: 404 },
  ],

  async run(deps: AlgorithmDeps & ClockDeps, { input: { params }, actor }) {
    const { changed, id } = await addPart(deps, actor, {
      algorithmId: params.algorithm_id,
      action: "algorithm.execution_add",
      add: (latest, part) => addExecution(latest, part, params),
    });
    return {
      status: true as const,
      id,
      message: "The execution was added",
      execution: partOf(showExecutions(changed), id),
    };
  },
});
