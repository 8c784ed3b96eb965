import { Type, type Static } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import {
  ExchangeFailure,
  exchangeErrors,
  type AccountType,
  type Balance,
  type ConnectedExchangeDeps,
  type ExchangeAccount,
  type ExchangeKeyDeps,
} from "../../exchanges/index.ts";
import type { MarketDeps } from "../../market/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { decimal } from "../../shapes.ts";
import { askAccounts, type AskedAccount } from "../ask-accounts.ts";
import { shownBalance, totalWorth } from "../core/shown-balance.ts";
import { apikey } from "../parameters.ts";
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
    "By the id of each key: what its account holds, asked of the exchange now. Currencies of which it holds nothing are " +
    "left out. `usd_value` is by the rates of system/rates, and `total_usd` is the sum of what has one. An exchange that " +
    "does not answer is listed with an `error`.",
  input: { params: Type.Object({ apikey: Type.Optional(apikey) }) },
  output: json(Type.Record(Type.String(), holdings)),
  errors: [exchangeErrors.keyNotFound],
  limits: { cost: 5 },
  examples: [{ name: "of all keys" }, { name: "a key of one character", query: { apikey: "1" }, status: 422 }],

  async run(deps: ExchangeKeyDeps & ConnectedExchangeDeps & MarketDeps & ClockDeps, { input: { params }, actor }) {
    const asked = await askAccounts(deps, actor, params.apikey, (account, exchange) =>
      balancesOf(account, exchange.has.accountTypes),
    );
    const nowMs = Math.floor(toMillis(deps.clock.now()));
    return Object.fromEntries(asked.map((each) => [String(each.key.id), show(each, deps.market, nowMs)]));
  },
});

interface Holding {
  readonly account: AccountType;
  readonly held: Balance;
}

interface Holdings {
  readonly held: readonly Holding[];
  /** Why kinds of account could not be read. */
  readonly problems: readonly string[];
}

/** What an account holds, by the kinds of account that its exchange has. One that cannot be read hides no other. */
async function balancesOf(account: ExchangeAccount, types: readonly AccountType[]): Promise<Holdings> {
  const found: Holding[] = [];
  const problems: string[] = [];
  for (const type of types) {
    try {
      for (const held of await account.balances(type)) {
        if (/[1-9]/.test(held.free + held.used)) found.push({ account: type, held });
      }
    } catch (error) {
      if (!(error instanceof ExchangeFailure)) throw error;
      problems.push(`the ${type} account could not be read: ${error.message.slice(0, 300)}`);
    }
  }
  return { held: found, problems };
}

/** The balances of one key as they are shown. One that cannot be read is named in `error`. */
function show(
  { key, answer = { held: [], problems: [] }, error }: AskedAccount<Holdings>,
  market: MarketDeps["market"],
  nowMs: number,
): Static<typeof holdings> {
  const balances: Static<typeof balance>[] = [];
  const unread: string[] = [];
  for (const { account, held } of answer.held) {
    const shown = shownBalance(held, market.usdRate(held.currency));
    if (shown) balances.push({ ...shown, account });
    else unread.push(held.currency);
  }
  const problems = [...answer.problems];
  if (unread.length > 0) problems.push(`the amounts of ${unread.slice(0, 10).join(", ")} could not be read`);
  return {
    exchange: key.exchange,
    label: key.label,
    last_updated: nowMs,
    balances,
    total_usd: totalWorth(balances),
    error: error ?? (problems.length > 0 ? problems.join("; ") : null),
  };
}
