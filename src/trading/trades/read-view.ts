/** The trades of an account that an answer covers, brought up to date. */
import { Type } from "typebox";
import type { TradeDeps } from "./deps.ts";
import type { TradeView } from "./store.ts";

export const moneyParameter = Type.Optional(
  Type.Enum(["real", "simulated"], {
    description:
      "Trades at real exchanges, or those at simulated exchanges and on paper. Default: real ones where there are any",
  }),
);

export const uncounted = Type.Integer({
  minimum: 0,
  description: "Trades that are not in the figures yet. They follow",
});

/** Trades that one request counts. A job counts the others within minutes. */
export const AT_ONCE = 5_000;

export async function readView(
  { tradeBooks }: Pick<TradeDeps, "tradeBooks">,
  ownerUid: number,
  money: "real" | "simulated" | undefined,
): Promise<{ readonly view: TradeView; readonly money: "real" | "simulated"; readonly uncounted: number }> {
  const kinds = await tradeBooks.kindsOf(ownerUid);
  const isReal = money === undefined ? kinds.real || !kinds.simulated : money === "real";
  const view = { ownerUid, isReal };
  return { view, money: isReal ? "real" : "simulated", uncounted: await tradeBooks.countTrades(view, AT_ONCE) };
}
