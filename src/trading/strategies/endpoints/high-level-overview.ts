import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { ACTIVE_STATES } from "../../engine/index.ts";
import type { MarketDeps } from "../../market/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id } from "../../shapes.ts";
import { chooseStrategy } from "../choose-strategy.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { leg, strategyId } from "../parameters.ts";
import { milliseconds, overviewRow, statBlock, strategyState } from "../records.ts";
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
    "of another and is not traded any more, `dust` what is left of a row and too small for its market.",
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

  async run({ strategies: store, market, clock }: StrategyDeps & MarketDeps & ClockDeps, { input, actor }) {
    const { id: asked, leg: row } = input.params;
    const view = viewOf(actor);
    const profile = asked === undefined ? undefined : await store.findProfile(view, Number(asked));
    if (asked !== undefined && !profile) throw strategyErrors.strategyNotFound({ id: asked });
    const one = profile && chooseStrategy(profile, Number(asked));
    const profiles = profile ? [profile] : await store.listProfiles(view);
    const all = profiles.flatMap((each) => each.strategies).filter((each) => one === undefined || each.id === one.id);
    const results = await store.listRowResults(view, one?.id);
    const shown = row === undefined ? results : results.filter((each) => each.row === row);
    const active = all.filter(({ state }) => ACTIVE_STATES.includes(state));
    const inactive = all.filter(({ state }) => !ACTIVE_STATES.includes(state));
    return {
      active: showStats(active, shown, market),
      inactive: showStats(inactive, shown, market),
      totals: showStats(all, shown, market),
      strategies: all.map((each) => {
        const own = profiles.find(({ id: profileId }) => profileId === each.profileId) ?? profiles[0];
        const rows = own ? showRows(own, each, shown, market) : [];
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
