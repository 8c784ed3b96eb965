/** Strategies in short, as lists show them. */
import type { Static } from "typebox";
import { parseFine } from "../../kit/money/fine.ts";
import { toSeconds } from "../../kit/time/instant.ts";
import type { MarketDeps } from "../market/index.ts";
import { dollarsIn, money, unrealizedOrWhy, type TradeDeps, type UnrealizedUnknown } from "../trades/index.ts";
import { decimalText } from "./core/decimal-text.ts";
import type { strategySummary } from "./records.ts";
import { cell, decimalOf, idOf } from "./show-profile.ts";
import type { StoredStrategy } from "./store.ts";

/** Strategies of an account with what their open positions would earn now. Asks as often for a thousand as for one. */
export async function showStrategies(
  deps: TradeDeps & MarketDeps,
  ownerUid: number,
  strategies: readonly StoredStrategy[],
): Promise<Static<typeof strategySummary>[]> {
  const unrealizedOf = await unrealizedOrWhy(
    deps,
    ownerUid,
    strategies.map(({ id }) => id),
  );
  return strategies.map((each) => {
    const dollars = unrealizedOf(each.id);
    if (typeof dollars === "string") return showStrategy(each, dollars);
    const [code = ""] = codesOf(each);
    const place = { currency: each.pnlCurrency, exchange: code.slice(0, code.indexOf("-")) };
    return showStrategy(each, dollarsIn(deps, dollars, place) ?? "no_price");
  });
}

function codesOf({ settings }: Pick<StoredStrategy, "settings">): string[] {
  return [settings["executable_codes"] ?? []].flat().map(String);
}

/** @param unrealized in the currency of its result, units of 1e-18; or why that is not known */
export function showStrategy(
  stored: StoredStrategy,
  unrealized: bigint | UnrealizedUnknown,
): Static<typeof strategySummary> {
  const { settings, startedAt, stopsAt } = stored;
  const codes = codesOf(stored);
  const hasSeveralRows = codes.length > 1;
  // The total of one row says nothing about the others.
  const parent = cell(settings, "parent") || (hasSeveralRows ? "" : cell(settings, "executable_parents"));
  return {
    id: String(stored.id),
    profile_id: String(stored.profileId),
    name: stored.name,
    tab_id: idOf(stored.tabId),
    algorithm_id: idOf(stored.algorithmId),
    state: stored.state,
    run_id: idOf(stored.runId),
    server_id: idOf(stored.serverId),
    codes: [...new Set(codes.filter((code) => code !== ""))],
    progress: hasSeveralRows ? shareOf(stored.slicesDone, stored.slicesTotal) : shareOf(stored.qtyDone, parent),
    qty_parent: decimalOf(parent),
    qty_done: decimalText(stored.qtyDone),
    open_orders: stored.openOrders,
    transactions: { successful: stored.successful, canceled: stored.canceled, failed: stored.failed },
    is_behind: stored.isBehind,
    pnl: {
      realized: shownMoney(stored.realizedPnl),
      unrealized: typeof unrealized === "string" ? null : money(unrealized),
      unrealized_unknown: typeof unrealized === "string" ? unrealized : null,
      fees: shownMoney(stored.fees),
      currency: stored.pnlCurrency,
    },
    started_at: startedAt && toSeconds(startedAt),
    stops_at: stopsAt && toSeconds(stopsAt),
    last_event: stored.lastEvent,
  };
}

function shownMoney(decimal: string): string {
  return money(parseFine(decimal, "down") ?? 0n);
}

/** The share of a total that is done, from 0 to 1; 0 without a total. */
function shareOf(done: string | number, total: string | number | null): number {
  const share = Number(done) / Number(total);
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}
