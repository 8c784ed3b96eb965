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
import { grouped } from "../core/grouped.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { leg, strategyId } from "../parameters.ts";
import { milliseconds, overviewRow, statBlock, strategyState } from "../records.ts";
import { showRows, showStats } from "../show-overview.ts";
import { LISTED_ROWS, type StoredProfile, type StoredStrategy } from "../store.ts";
import { viewOf } from "../strategy-view.ts";

export const highLevelOverview = endpoint({
  id: "strategies.highLevelOverview",
  method: ["GET", "POST"],
  path: "/strategy/high-level-overview",
  auth: "user",
  permission: "strategies",
  summary: "Show what strategies have done",
  description:
    "Totals of active and inactive strategies over all of their runs since their last reset, with `realized_pnl` of the latest " +
    "runs alone; finance/list-top-strategy-pnl has the profit of all. And how far each row of the latest run is. `unhedged` is what one leg lacks " +
    "of another and is not traded any more, `dust` what is left of a row and too small for its market. `unrealized_pnl` is " +
    "null while a position of one of the strategies has no price. At most 5000 rows are listed, of strategies whose values " +
    "are within 2.5 MiB, first to last in the order of display. The others have `rows_left_out`: their `id` shows them.",
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
        Type.Object({
          id,
          name: Type.String(),
          state: strategyState,
          rows: Type.Array(overviewRow),
          rows_left_out: Type.Boolean({ description: "`rows` is empty: there are too many. `id` shows them" }),
        }),
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
    const profileOf = new Map(profiles.map((each) => [each.id, each]));
    const withRows = thatShowRows(all, profileOf, row);
    const results = grouped(await store.listRowResults(view, [...withRows]), ({ strategyId: of }) => of);
    const totals = await store.listMarketTotals(view, { strategyId: one?.id, row, activeIds });
    await countAll(deps, actor.ownerUid);
    const strategyIds = all.map((each) => each.id);
    const unrealized = await unrealizedByStrategy(deps, actor.ownerUid, { strategyIds });
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
        const isShown = own !== undefined && withRows.has(each.id);
        const rows = isShown ? showRows(own, each, results.get(each.id) ?? [], market) : [];
        return {
          id: String(each.id),
          name: each.name,
          state: each.state,
          rows: rows.filter((shownRow) => row === undefined || shownRow.row === row),
          rows_left_out: !isShown,
        };
      }),
      last_updated: Math.floor(toMillis(clock.now())),
    };
  },
});

/** Ids of the strategies whose rows fit into one answer: the first ones. */
function thatShowRows(
  strategies: readonly StoredStrategy[],
  profileOf: ReadonlyMap<number, StoredProfile>,
  row: number | undefined,
): ReadonlySet<number> {
  const ids = new Set<number>();
  let rows = 0;
  for (const each of strategies) {
    const profile = profileOf.get(each.profileId);
    if (!profile || profile.isCut) continue;
    rows += row === undefined ? (profile.algorithm?.rows.length ?? 0) : 1;
    if (rows > LISTED_ROWS) break;
    ids.add(each.id);
  }
  return ids;
}
