import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";
import { seconds } from "../../shapes.ts";

export const listSupportedWallets = endpoint({
  id: "market.listSupportedWallets",
  method: ["GET", "POST"],
  path: "/public/supported-wallets",
  auth: "public",
  summary: "Currencies that wallets can hold",
  description: PENDING_MARKET_NOTE,
  input: {},
  output: json(
    Type.Object({
      last_updated: seconds,
      supported: Type.Array(Type.Object({ symbol: Type.String(), name: Type.String(), decimals: Type.Integer() })),
    }),
  ),
  errors: [pendingErrors.market],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.market({ operation: "public/supported-wallets" });
  },
});
