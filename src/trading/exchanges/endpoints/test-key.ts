import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";
import { id } from "../../shapes.ts";
import { keyId } from "../records.ts";

/** Asks the exchange whether a key works, and what it may do. */
export const testKey = endpoint({
  id: "exchanges.testKey",
  method: ["GET", "POST"],
  path: "/exchange-api-keys/test",
  auth: "change",
  permission: "exchangeKeys",
  summary: "Test an exchange API key",
  description:
    "Asks the exchange what the key may do. A key that the exchange refuses can no longer be chosen anywhere. " +
    PENDING_MARKET_NOTE,
  input: { params: Type.Object({ id: keyId }) },
  output: json(
    Type.Object({
      id,
      valid: Type.Boolean(),
      status: Type.Enum(["active", "invalid"]),
      permissions: Type.Object({ read: Type.Boolean(), trade: Type.Boolean(), withdraw: Type.Boolean() }),
      ip_restricted: Type.Union([Type.Boolean(), Type.Null()], {
        description: "Null where the exchange does not tell",
      }),
      latency_ms: Type.Integer({ minimum: 0, description: "How long the exchange took to answer" }),
      checked_at: Type.Integer({ minimum: 0, description: "Milliseconds since 1970" }),
      message: Type.String(),
    }),
  ),
  errors: [pendingErrors.market],
  examples: [
    { name: "a key", body: { id: "1000001" }, status: 501 },
    { name: "no id", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.market({ operation: "exchange-api-keys/test" });
  },
});
