import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds, type Instant } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { MarketDeps } from "../../market/index.ts";
import { decimal, id, seconds } from "../../shapes.ts";
import { largestFall, shareOfWhole } from "../core/pnl-figures.ts";
import type { ImportDeps, TradeDeps } from "../deps.ts";
import { moneyParameter, readView, uncounted } from "../read-view.ts";
import { fine, money, netOf } from "../show-money.ts";
import type { DaySums } from "../store.ts";
import { unrealizedNow, type Unrealized } from "../unrealized.ts";

const count = Type.Integer({ minimum: 0 });
/** The first whole second of a range, and its last. */
const firstSecond = (ms: number | null): number | null => (ms === null ? null : Math.ceil(ms / 1000));
const lastSecond = (at: Instant | null): number | null => (at === null ? null : toSeconds(at));
const sums = { realized: decimal, net: decimal, volume: decimal, trades: count };

/** Days that are listed one by one; the largest fall is that of all of ten years. */
const DAYS = 366;
const MOST_DAYS = 3_660;
const MOST_STRATEGIES = 1_000;

/** The account's profit: in all, and by day, exchange and strategy. */
export const accountPnl = endpoint({
  id: "trades.accountPnl",
  method: ["GET", "POST"],
  path: "/statistics/account-pnl",
  auth: "user",
  permission: "finance",
  summary: "Show the account's profit and loss",
  description:
    "From every trade of the account: those of orders and strategies here, and imported ones. In US dollars by the rates " +
    "of the time of each trade; positions at average cost, for each strategy and currency. `net` is `realized` less fees " +
    "and commissions; `unrealized` is what positions would earn now. `by_day` has the last 366 days with trades, " +
    "`by_strategy` the 1,000 best. What could not be valued is in `without_rate`, and how far trades that were made elsewhere " +
    "are known in `imported`.",
  input: { params: Type.Object({ money: moneyParameter }) },
  output: json(
    Type.Object({
      currency: Type.Literal("USD"),
      money: Type.Enum(["real", "simulated"]),
      realized: decimal,
      unrealized: decimal,
      fees: decimal,
      commissions: Type.String({ ...decimal, description: "What strategies were charged, paid or due" }),
      net: decimal,
      volume: decimal,
      trades: count,
      uncounted,
      win_rate: Type.Number({
        minimum: 0,
        maximum: 1,
        description: "Before fees, of trades that gave up something that was held",
      }),
      profit_factor: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
        description: "Before fees: what was gained for each dollar that was lost; null without a loss",
      }),
      max_drawdown: Type.Number({ minimum: 0, description: "The largest fall of the net result from its height, USD" }),
      by_day: Type.Array(Type.Object({ date: Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\d$" }), ...sums })),
      by_exchange: Type.Array(Type.Object({ exchange: Type.String(), ...sums })),
      by_strategy: Type.Array(Type.Object({ id, name: Type.String(), ...sums })),
      without_rate: Type.Array(
        Type.Object({
          currency: Type.String({ description: "A currency; for `market` a service code" }),
          what: Type.Enum(["trade", "fee", "market", "position"], {
            description:
              "`trade`: not in any figure. `fee`: the trade counts without its fee. `market`: it is not known what was " +
              "traded. `position`: not in `unrealized`",
          }),
          trades: count,
          amount: Type.Union([Type.String({ description: "Decimal, units of the currency" }), Type.Null()]),
        }),
        { description: "What could not be valued, as its currency has no rate in US dollars at that time" },
      ),
      imported: Type.Array(
        Type.Object({
          key_id: id,
          exchange: Type.String(),
          complete_since: Type.Union([seconds, Type.Null()], {
            description:
              "Trades made elsewhere before that may be missing, and so may the cost of what was bought then",
          }),
          complete_until: Type.Union([seconds, Type.Null()], { description: "Those after that are not read yet" }),
        }),
        {
          description:
            "Keys whose trades made elsewhere are imported, or were. Both times are null before all of its markets were read once",
        },
      ),
    }),
  ),
  errors: [],
  examples: [{ name: "all" }, { name: "made-up money", query: { money: "simulated" } }],

  async run(deps: TradeDeps & ImportDeps & MarketDeps, { input: { params }, actor }) {
    const { tradeBooks: books, orderImports } = deps;
    const { view, money: kind, uncounted: left } = await readView(deps, actor.ownerUid, params.money);
    const total = await books.sums(view);
    const commissions = await books.commissions(view);
    const days = await books.byDay(view, MOST_DAYS);
    const held = unrealizedNow(deps, await books.held(view));
    const decided = total.wins + total.losses;
    return {
      currency: "USD" as const,
      money: kind,
      realized: money(fine(total.realized)),
      unrealized: money(held.total),
      fees: money(fine(total.fees)),
      commissions: money(fine(commissions)),
      net: money(netOf({ ...total, commissions })),
      volume: money(fine(total.volume)),
      trades: total.trades,
      uncounted: left,
      win_rate: decided === 0 ? 0 : total.wins / decided,
      profit_factor: fine(total.lost) === 0n ? null : shareOfWhole(fine(total.gained), fine(total.lost)),
      max_drawdown: Number(money(largestFall(days.map(netOf)))),
      by_day: days.slice(-DAYS).map((day) => ({ date: day.date, ...shownSums(day) })),
      by_exchange: (await books.byExchange(view)).map((each) => ({ exchange: each.exchange, ...shownSums(each) })),
      by_strategy: (await books.byStrategy(view, { limit: MOST_STRATEGIES, offset: 0 })).map((each) => ({
        id: String(each.strategyId),
        name: each.name ?? "",
        ...shownSums(each),
      })),
      without_rate: [...(await books.unvalued(view)), ...heldWithout(held)],
      imported: (await orderImports.listReaches(actor.ownerUid)).map((each) => ({
        key_id: String(each.keyId),
        exchange: each.exchange,
        complete_since: firstSecond(each.completeMs),
        complete_until: lastSecond(each.untilAt),
      })),
    };
  },
});

function shownSums(each: Omit<DaySums, "date">) {
  const { realized, volume, trades } = each;
  return { realized: money(fine(realized)), net: money(netOf(each)), volume: money(fine(volume)), trades };
}

/** Positions that have no price now. */
function heldWithout({ without }: Unrealized) {
  return without.map(({ base, amount }) => ({ currency: base, what: "position" as const, trades: 0, amount }));
}
