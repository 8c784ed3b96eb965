/** Strategies as the rows of an export. */
import type { ExportRows } from "../exports/index.ts";
import { decimalText } from "./core/decimal-text.ts";
import type { StrategyDeps } from "./deps.ts";
import { MAX_STRATEGIES } from "./store.ts";
import { viewOf } from "./strategy-view.ts";

export const STRATEGY_COLUMNS = ["id", "name", "state", "transactions", "pnl", "currency"];

type Ask = Parameters<ExportRows["rows"]>[1];

/** The strategies that trade in a market, as far as the user sees them, newest first. */
export async function* strategyRows(
  { strategies }: StrategyDeps,
  { user, symbol, limit }: Ask,
): ReturnType<ExportRows["rows"]> {
  // An account has no more of them than one page holds.
  const page = await strategies.pageStrategies(viewOf(user), { limit: MAX_STRATEGIES, offset: 0 });
  const wanted = page.strategies.filter(({ settings }) => [settings["executable_codes"] ?? []].flat().includes(symbol));
  for (const each of wanted.slice(0, limit)) {
    const transactions = each.successful + each.canceled + each.failed;
    yield [String(each.id), each.name, each.state, transactions, decimalText(each.realizedPnl), each.pnlCurrency];
  }
}
