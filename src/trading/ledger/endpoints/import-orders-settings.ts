import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { id, seconds } from "../../shapes.ts";

/** Whether and how orders that were made elsewhere are read from exchanges. */
export const importOrdersSettings = endpoint({
  id: "ledger.importOrdersSettings",
  method: ["GET", "POST"],
  path: "/finance/import-orders-settings",
  auth: "user",
  permission: "finance",
  summary: "Show how orders are imported",
  description: PENDING_NOTE,
  input: { params: Type.Object({}) },
  output: json(
    Type.Object({
      enabled: Type.Boolean(),
      interval_seconds: Type.Integer({ minimum: 1 }),
      exchanges: Type.Array(
        Type.Object({
          key_id: id,
          exchange: Type.String(),
          enabled: Type.Boolean(),
          since: Type.Union([seconds, Type.Null()]),
          last_order_id: Type.Union([Type.String(), Type.Null()]),
          last_run: Type.Union([seconds, Type.Null()]),
        }),
      ),
      formats: Type.Array(Type.String(), { description: "Columns of a file of orders" }),
    }),
  ),
  errors: [pendingErrors.engine],
  examples: [{ name: "all", status: 501 }],

  run() {
    throw pendingErrors.engine({ operation: "finance/import-orders-settings" });
  },
});
