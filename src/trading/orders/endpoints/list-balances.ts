import { Type, type Static } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { exchangeErrors, type ConnectedExchangeDeps, type ExchangeKeyDeps } from "../../exchanges/index.ts";
import type { MarketDeps } from "../../market/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { decimal } from "../../shapes.ts";
import { askAccounts, type AskedAccount } from "../ask-accounts.ts";
import { apikey } from "../parameters.ts";
import { NO_HOLDINGS, readHoldings, showHoldings, type Holdings } from "../read-balances.ts";
import { balance, milliseconds } from "../records.ts";

const holdings = Type.Object({
  exchange: Type.String(),
  label: Type.String(),
  last_updated: milliseconds,
  balances: Type.Array(balance),
  total_usd: decimal,
  error: Type.Union([Type.String(), Type.Null()], { description: "Why `balances` is empty or not whole" }),
});

export const listBalances = endpoint({
  id: "orders.listBalances",
  method: ["GET", "POST"],
  path: "/exchange-query/list-balances",
  auth: "user",
  permission: "strategies",
  summary: "List balances at exchanges",
  description:
    "By the id of each key: the balances of its account, asked of the exchange now. Currencies with a zero balance are " +
    "left out. `usd_value` is by the rates of system/rates, and `total_usd` is the sum of what has one. An exchange that " +
    "does not answer is listed with an `error`.",
  input: { params: Type.Object({ apikey: Type.Optional(apikey) }) },
  output: json(Type.Record(Type.String(), holdings)),
  errors: [exchangeErrors.keyNotFound],
  limits: { cost: 5 },
  examples: [{ name: "of all keys" }, { name: "a key of one character", query: { apikey: "1" }, status: 422 }],

  async run(deps: ExchangeKeyDeps & ConnectedExchangeDeps & MarketDeps & ClockDeps, { input: { params }, actor }) {
    const asked = await askAccounts(deps, actor, params, readHoldings);
    const nowMs = Math.floor(toMillis(deps.clock.now()));
    return Object.fromEntries(asked.map((each) => [String(each.key.id), show(each, deps.market, nowMs)]));
  },
});

/** The balances of one key as they are shown. */
function show(
  { key, answer = NO_HOLDINGS, error }: AskedAccount<Holdings>,
  market: MarketDeps["market"],
  nowMs: number,
): Static<typeof holdings> {
  const { balances, total_usd, problem } = showHoldings(answer, market);
  const { exchange, label } = key;
  return { exchange, label, last_updated: nowMs, balances, total_usd, error: error ?? problem };
}
