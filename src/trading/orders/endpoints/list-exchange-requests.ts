import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { queryType } from "../parameters.ts";

export const listExchangeRequests = endpoint({
  id: "orders.listExchangeRequests",
  method: ["GET", "POST"],
  path: "/exchange-query/list-exchange-requests",
  auth: "user",
  permission: "strategies",
  summary: "List what exchanges can be asked",
  description: "Each `id` is an `exchange_query` of exchange-query/create-query. " + PENDING_NOTE,
  input: {},
  output: json(
    Type.Array(
      Type.Object({
        id: queryType,
        name: Type.String(),
        description: Type.String(),
        parameters: Type.Array(Type.Object({ name: Type.String(), required: Type.Boolean() })),
        exchanges: Type.Array(Type.String(), { description: "Codes of the exchanges that answer it" }),
      }),
    ),
  ),
  errors: [pendingErrors.engine],
  examples: [{ name: "all", status: 501 }],

  run() {
    throw pendingErrors.engine({ operation: "exchange-query/list-exchange-requests" });
  },
});
