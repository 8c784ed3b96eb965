import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";
import { queryId } from "../parameters.ts";

export const deleteExchangeQuery = endpoint({
  id: "orders.deleteExchangeQuery",
  method: ["GET", "POST"],
  path: "/exchange-query/delete-exchange-query",
  auth: "change",
  permission: "strategies",
  summary: "Delete a question and its answer",
  description: PENDING_NOTE,
  input: { params: Type.Object({ id: queryId }) },
  output: json(mutation({})),
  errors: [pendingErrors.engine],
  examples: [
    { name: "a question", body: { id: "1" }, status: 501 },
    { name: "no id", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "exchange-query/delete-exchange-query" });
  },
});
