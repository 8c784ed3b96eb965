import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { plusMillis, toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { MarketDeps } from "../../market/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, seconds, serviceCode } from "../../shapes.ts";
import type { ExportDeps } from "../deps.ts";
import { EXPORT_SYSTEMS } from "../core/export-record.ts";
import { exportErrors } from "../errors.ts";
import { exportSystem, exportType } from "../show-export.ts";
import { MAX_KEPT, MAX_UNDER_WAY } from "../store.ts";

/** Asks for a file that is made in the background. */
export const requestExport = endpoint({
  id: "exports.requestExport",
  method: ["GET", "POST"],
  path: "/export/request",
  auth: "user",
  permission: "export",
  summary: "Ask for an export",
  description:
    "The file is made in the background: ask `export/fetch` for it. At most " +
    `${MAX_UNDER_WAY} are made at once for a user, and ${MAX_KEPT} complete ones kept: the oldest gives way. Each is ` +
    "kept for as long as the plan says, from the time of the request.",
  input: {
    params: Type.Object({
      system: Type.Enum([...EXPORT_SYSTEMS], {
        default: "strategy_transactions",
        description: "Transactions of strategies, the strategies themselves, or news that name the market's coin",
      }),
      type: exportType,
      symbol: serviceCode,
      limit: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 100, description: "At most so many rows" }),
    }),
  },
  output: json(
    Type.Object({
      status: Type.Literal(true),
      id,
      state: Type.Literal("queued"),
      system: exportSystem,
      type: exportType,
      symbol: serviceCode,
      limit: Type.Integer({ minimum: 1 }),
      expires_at: seconds,
    }),
  ),
  errors: [exportErrors.unknownMarket, exportErrors.tooManyRows, exportErrors.tooManyAtOnce],
  limits: { cost: 5 },
  examples: [
    { name: "transactions as CSV", body: { type: ".csv", symbol: "binance-btcusdt" } },
    { name: "news of a coin", body: { system: "news", type: ".csv", symbol: "simalpha-btcusdt", limit: 1000 } },
    {
      name: "news of an unknown market",
      body: { system: "news", type: ".csv", symbol: "simalpha-nothing" },
      status: 404,
    },
    { name: "more rows than any plan has", body: { type: ".xls", symbol: "binance-btcusdt", limit: 9e6 }, status: 422 },
  ],

  async run({ exportStore, market, clock }: ExportDeps & MarketDeps & ClockDeps, { input: { params }, actor }) {
    const { transactions_rows: maximum, maximum_storage_time: keptSeconds } = actor.plan.limits.strategies.export;
    if (params.limit > maximum) {
      const failed = [{ parameter: "limit", function: "maximum" }];
      throw exportErrors.tooManyRows({ maximum, details: { failed_validation: failed } });
    }
    const { system, type, symbol, limit } = params;
    // What was traded in a market that is gone is still there; its coin is not known.
    if (system === "news" && !market.listing(symbol)) throw exportErrors.unknownMarket({ symbol });
    const { uid, ownerUid } = actor;
    const at = clock.now();
    const expiresAt = plusMillis(at, keptSeconds * 1000);
    const record = await exportStore.request({ uid, ownerUid, system, type, symbol, rowLimit: limit, at, expiresAt });
    if (!record) throw exportErrors.tooManyAtOnce({ maximum: MAX_UNDER_WAY });
    return {
      status: true as const,
      id: String(record.id),
      state: "queued" as const,
      system,
      type,
      symbol,
      limit,
      expires_at: toSeconds(expiresAt),
    };
  },
});
