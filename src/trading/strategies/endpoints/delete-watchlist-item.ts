import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { mutation } from "../../shapes.ts";
import type { WatchlistDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";

export const deleteWatchlistItem = endpoint({
  id: "strategies.deleteWatchlistItem",
  method: ["GET", "POST"],
  path: "/strategy/delete-watchlist-item",
  auth: "change",
  summary: "Stop watching a market",
  input: {
    params: Type.Object({
      id: Type.String({
        pattern: "^[0-9]{1,18}$",
        description: "Id of the item, from strategy/list-watchlist; not the code of the market",
      }),
    }),
  },
  output: json(mutation({})),
  errors: [strategyErrors.watchlistItemNotFound],
  examples: [
    { name: "an item", body: { id: "1000001" } },
    { name: "the code in place of the id", body: { id: "kraken-btcusdt" }, status: 422 },
    { name: "no such item", body: { id: "1" }, status: 404 },
  ],

  async run({ watchlist }: WatchlistDeps, { input: { params }, actor }) {
    const { id } = params;
    if (!(await watchlist.removeItem(actor.uid, Number(id)))) throw strategyErrors.watchlistItemNotFound({ id });
    return { status: true as const, id, message: "The market is no longer watched" };
  },
});
