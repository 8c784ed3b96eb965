import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import type { WatchlistDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { MAX_WATCHED } from "../store.ts";

export const addWatchlistItem = endpoint({
  id: "strategies.addWatchlistItem",
  method: ["GET", "POST"],
  path: "/strategy/add-watchlist-item",
  auth: "change",
  summary: "Watch a market",
  description: "A market that is on the list already keeps its item: the answer names that one.",
  input: {
    params: Type.Object({
      code: Type.String({
        minLength: 1,
        maxLength: 64,
        pattern: "^[a-z0-9_]+-[a-z0-9_:.]+$",
        description: "Service code of the market",
      }),
    }),
  },
  output: json(mutation({ item: Type.Object({ id, code: Type.String() }) })),
  errors: [strategyErrors.watchlistFull],
  examples: [
    { name: "a market", body: { code: "kraken-btcusdt" } },
    { name: "nothing", body: {}, status: 422 },
    { name: "no service code", body: { code: "BTC/USDT" }, status: 422 },
  ],

  async run({ watchlist, clock }: WatchlistDeps & ClockDeps, { input: { params }, actor }) {
    const item = await watchlist.addItem(actor.uid, params.code, clock.now());
    if (!item) throw strategyErrors.watchlistFull({ maximum: MAX_WATCHED });
    const itemId = String(item.id);
    return {
      status: true as const,
      id: itemId,
      message: "The market is on the watchlist",
      item: { id: itemId, code: item.code },
    };
  },
});
