import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { id, seconds } from "../../shapes.ts";

const run = Type.Object(
  {
    id,
    exchange: Type.String(),
    key_id: id,
    state: Type.Enum(["queued", "running", "completed", "failed"]),
    from: Type.Union([seconds, Type.Null()]),
    to: Type.Union([seconds, Type.Null()]),
    imported: Type.Integer({ minimum: 0 }),
    skipped: Type.Integer({ minimum: 0 }),
    errors: Type.Array(Type.String()),
    time_created: seconds,
  },
  { title: "OrderImport" },
);

/** What was read from exchanges of orders that were made elsewhere. */
export const importOrdersList = endpoint({
  id: "ledger.importOrdersList",
  method: ["GET", "POST"],
  path: "/finance/import-orders-list",
  auth: "user",
  permission: "finance",
  summary: "List imports of orders",
  description: `Imports of orders from the account's exchanges, newest first. ${PENDING_NOTE}`,
  input: { params: Type.Object({}) },
  output: json(Type.Array(run)),
  errors: [pendingErrors.engine],
  examples: [{ name: "all", status: 501 }],

  run() {
    throw pendingErrors.engine({ operation: "finance/import-orders-list" });
  },
});
