import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { decimal } from "../../shapes.ts";
import { apikey } from "../parameters.ts";
import { balance, milliseconds } from "../records.ts";

export const listBalances = endpoint({
  id: "orders.listBalances",
  method: ["GET", "POST"],
  path: "/exchange-query/list-balances",
  auth: "user",
  permission: "strategies",
  summary: "List balances at exchanges",
  description:
    "By the id of each key: what its account holds. An exchange that does not answer is listed with an " +
    "`error`. " +
    PENDING_NOTE,
  input: { params: Type.Object({ apikey: Type.Optional(apikey) }) },
  output: json(
    Type.Record(
      Type.String(),
      Type.Object({
        exchange: Type.String(),
        label: Type.String(),
        last_updated: milliseconds,
        balances: Type.Array(balance),
        total_usd: decimal,
        error: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
  ),
  errors: [pendingErrors.engine],
  examples: [
    { name: "of all keys", status: 501 },
    { name: "a key of one character", query: { apikey: "1" }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "exchange-query/list-balances" });
  },
});
