import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { MarketDeps } from "../../market/index.ts";
import { rowsOf } from "../../page.ts";
import { decimal, id, pageOf, paging, seconds } from "../../shapes.ts";
import { shareOfWhole } from "../core/pnl-figures.ts";
import type { TradeDeps } from "../deps.ts";
import { moneyParameter, readView, uncounted } from "../read-view.ts";
import { fine, money, netOf } from "../show-money.ts";
import type { StrategySums } from "../store.ts";
import { unrealizedByStrategy } from "../unrealized.ts";

const record = Type.Object(
  {
    id,
    name: Type.String({ description: "Empty for a strategy that is gone" }),
    algorithm_id: Type.Union([id, Type.Null()], { description: "Null for a strategy that is gone" }),
    realized_pnl: decimal,
    unrealized_pnl: Type.Union([decimal, Type.Null()], { description: "Null while a position of it has no price" }),
    fees: decimal,
    commissions: decimal,
    net_pnl: Type.String({ ...decimal, description: "Realized less fees and commissions" }),
    currency: Type.Literal("USD"),
    return_percent: Type.Number({ description: "Net, of the most that its positions have cost at a time" }),
    trades: Type.Integer({ minimum: 0 }),
    volume: decimal,
    started: Type.Union([seconds, Type.Null()], { description: "Its first trade" }),
    stopped: Type.Union([seconds, Type.Null()], { description: "Its last trade; null while it runs" }),
  },
  { title: "StrategyPnl" },
);

/** The account's strategies by what they have earned. */
export const listTopStrategyPnl = endpoint({
  id: "trades.listTopStrategyPnl",
  method: ["GET", "POST"],
  path: "/finance/list-top-strategy-pnl",
  auth: "user",
  permission: "finance",
  summary: "List strategies by profit",
  description:
    "Strategies of the account that have traded, by their net profit or loss in US dollars, the best first. The same " +
    "figures as statistics/account-pnl, which also names what could not be valued.",
  input: { params: Type.Object({ ...paging, money: moneyParameter }) },
  output: json(
    Type.Object({
      ...pageOf("strategies", record).properties,
      money: Type.Enum(["real", "simulated"]),
      uncounted,
    }),
  ),
  errors: [],
  examples: [{ name: "the best" }, { name: "a page that is too long", body: { limit: 5000 }, status: 422 }],

  async run(deps: TradeDeps & MarketDeps, { input: { params }, actor }) {
    const { tradeBooks: books } = deps;
    const { view, money: kind, uncounted: left } = await readView(deps, actor.ownerUid, params.money);
    const strategies = await books.byStrategy(view, rowsOf(params));
    const strategyIds = strategies.map(({ strategyId }) => strategyId);
    const byStrategy = await unrealizedByStrategy(deps, actor.ownerUid, { strategyIds, isReal: view.isReal });
    const unrealizedOf = (each: number): string | null => {
      const result = byStrategy.has(each) ? byStrategy.get(each) : 0n;
      return result === undefined ? null : money(result);
    };
    return {
      money: kind,
      uncounted: left,
      strategies: strategies.map((each) => ({ ...shown(each), unrealized_pnl: unrealizedOf(each.strategyId) })),
      page: params.pagenumber,
      showing: strategies.length,
      total: await books.countStrategies(view),
    };
  },
});

function shown(each: StrategySums) {
  return {
    id: String(each.strategyId),
    name: each.name ?? "",
    algorithm_id: each.algorithmId === null ? null : String(each.algorithmId),
    realized_pnl: money(fine(each.realized)),
    fees: money(fine(each.fees)),
    commissions: money(fine(each.commissions)),
    net_pnl: money(netOf(each)),
    currency: "USD" as const,
    return_percent: shareOfWhole(netOf(each) * 100n, fine(each.mostCost)),
    trades: each.trades,
    volume: money(fine(each.volume)),
    started: Math.floor(each.firstMs / 1000),
    stopped: each.isActive ? null : Math.floor(each.lastMs / 1000),
  };
}
