/** A question to an exchange as requests see it. */
import type { Static } from "typebox";
import { toSeconds } from "../../kit/time/instant.ts";
import type { exchangeQuery } from "./records.ts";
import type { ExchangeQuery } from "./store.ts";

export function showQuery(query: ExchangeQuery): Static<typeof exchangeQuery> {
  return {
    id: String(query.id),
    apikey: String(query.keyId),
    exchange: query.exchange,
    exchange_query: query.query,
    state: query.state,
    parameters: query.parameters,
    result: query.result,
    result_bytes: query.storedBytes,
    result_left_out: query.isLeftOut,
    error: query.error,
    latency_ms: query.latencyMs,
    time_created: toSeconds(query.createdAt),
    completed_at: query.completedAt && toSeconds(query.completedAt),
  };
}
