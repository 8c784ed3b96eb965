import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { findExchange } from "../../exchanges/index.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { unfitParameter } from "../../refuse-parameters.ts";
import type { MarketDeps } from "../deps.ts";
import { latency } from "../records.ts";

export const measureServerSpeed = endpoint({
  id: "market.measureServerSpeed",
  method: ["GET", "POST"],
  path: "/tests/server-location-speed-to-exchange",
  auth: "user",
  summary: "How far a server is from two exchanges",
  description: PENDING_NOTE,
  input: {
    params: Type.Object({
      server_id: Type.String({ minLength: 1, maxLength: 40 }),
      exchange1: Type.String({ minLength: 1, maxLength: 40 }),
      exchange2: Type.String({ minLength: 1, maxLength: 40 }),
    }),
  },
  output: json(
    Type.Object({
      server_id: Type.String(),
      exchange1: latency,
      exchange2: latency,
      combined_ms: Type.Number(),
      tested_at: Type.Integer(),
      previous: Type.Array(Type.Object({ combined_ms: Type.Number(), tested_at: Type.Integer() })),
    }),
  ),
  errors: [pendingErrors.engine],
  examples: [
    { name: "not served yet", body: { server_id: "1", exchange1: "binance", exchange2: "kraken" }, status: 501 },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  run({ market }: MarketDeps, { input: { params } }) {
    for (const name of ["exchange1", "exchange2"] as const) {
      if (findExchange(params[name]) || market.exchange(params[name])) continue;
      throw unfitParameter(name, "exchange", "must be the code of an exchange, from system/exchanges");
    }
    throw pendingErrors.engine({ operation: "tests/server-location-speed-to-exchange" });
  },
});
