import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { ACTIVE_STATES } from "../../engine/index.ts";
import type { MarketDeps } from "../../market/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id } from "../../shapes.ts";
import { countAll, unrealizedByStrategy, type TradeDeps } from "../../trades/index.ts";
import { chooseStrategy } from "../choose-strategy.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { leg, strategyId } from "../parameters.ts";
import { milliseconds, overviewRow, statBlock, strategyState } from "../records.ts";
import type { RowResult } from "../run-store.ts";
import { showRows, showStats } from "../show-overview.ts";
import { viewOf } from "../strategy-view.ts";

export const highLevelOverview = endpoint({
  id: "strategies.highLevelOverview",
  method: ["GET", "POST"],
  path: "/strategy/high-level-overview",
  auth: "user",
  permission: "strategies",
  summary: "Show what strategies have done",
  description:
    "Totals of active and inactive strategies, and how far each row of the latest run is. `unhedged` is what one leg lacks " +
    "of another and is not traded any more, `dust` what is left of a row and too small for its market. `unrealized_pnl` is " +
    "null while a position of one of the strategies has no price.",
  input: {
    params: Type.Object({
      id: Type.Optional(strategyId),
      leg: Type.Optional(leg),
    }),
  },
  output: json(
    Type.Object({
      active: statBlock,
      inactive: statBlock,
      totals: statBlock,
      strategies: Type.Array(
        Type.Object({ id, name: Type.String(), state: strategyState, rows: Type.Array(overviewRow) }),
      ),
      last_updated: milliseconds,
    }),
  ),
  errors: [strategyErrors.strategyNotFound, strategyErrors.strategyUnclear],
  examples: [
    { name: "all strategies" },
    { name: "a strategy that there is not", query: { id: "1" }, status: 404 },
    { name: "a row that is no number", query: { leg: "x" }, status: 422 },
  ],

  // It adds up all orders of the account.
  limits: { cost: 5 },

  async run(deps: StrategyDeps & TradeDeps & MarketDeps & ClockDeps, { input, actor }) {
    const { strategies: store, market, clock } = deps;
    const { id: asked, leg: row } = input.params;
    const view = viewOf(actor);
    const profile = asked === undefined ? undefined : await store.findProfile(view, Number(asked));
    if (asked !== undefined && !profile) throw strategyErrors.strategyNotFound({ id: asked });
    const one = profile && chooseStrategy(profile, Number(asked));
    const profiles = profile ? [profile] : await store.listProfiles(view);
    const all = profiles.flatMap((each) => each.strategies).filter((each) => one === undefined || each.id === one.id);
    const active = all.filter(({ state }) => ACTIVE_STATES.includes(state));
    const inactive = all.filter(({ state }) => !ACTIVE_STATES.includes(state));
    const activeIds = active.map((each) => each.id);
    const results = byStrategy(await store.listRowResults(view, one?.id));
    const totals = await store.listMarketTotals(view, { strategyId: one?.id, row, activeIds });
    await countAll(deps, actor.ownerUid);
    const strategyIds = all.map((each) => each.id);
    const unrealized = await unrealizedByStrategy(deps, actor.ownerUid, { strategyIds });
    const profileOf = new Map(profiles.map((each) => [each.id, each]));
    return {
      active: showStats(
        active,
        totals.filter(({ isActive }) => isActive),
        unrealized,
        market,
      ),
      inactive: showStats(
        inactive,
        totals.filter(({ isActive }) => !isActive),
        unrealized,
        market,
      ),
      totals: showStats(all, totals, unrealized, market),
      strategies: all.map((each) => {
        const own = profileOf.get(each.profileId);
        const rows = own ? showRows(own, each, results.get(each.id) ?? [], market) : [];
        return {
          id: String(each.id),
          name: each.name,
          state: each.state,
          rows: rows.filter((shownRow) => row === undefined || shownRow.row === row),
        };
      }),
      last_updated: Math.floor(toMillis(clock.now())),
    };
  },
});

function byStrategy(results: readonly RowResult[]): ReadonlyMap<number, readonly RowResult[]> {
  const grouped = new Map<number, RowResult[]>();
  for (const each of results) {
    const own = grouped.get(each.strategyId);
    if (own) own.push(each);
    else grouped.set(each.strategyId, [each]);
  }
  return grouped;
}
