/** The balances of accounts at exchanges, by the kinds of account that their exchanges have. */
import type { Static } from "typebox";
import {
  ExchangeFailure,
  type AccountType,
  type Balance,
  type Exchange,
  type ExchangeAccount,
} from "../exchanges/index.ts";
import type { MarketDeps } from "../market/index.ts";
import { shownBalance, totalWorth } from "./core/shown-balance.ts";
import type { balance } from "./records.ts";

interface Holding {
  readonly account: AccountType;
  readonly held: Balance;
}

export interface Holdings {
  readonly held: readonly Holding[];
  /** Why kinds of account could not be read. */
  readonly problems: readonly string[];
}

export const NO_HOLDINGS: Holdings = { held: [], problems: [] };

/** An account's present balances. A kind of account that cannot be read hides no other. */
export async function readHoldings(account: ExchangeAccount, { has }: Exchange): Promise<Holdings> {
  const found: Holding[] = [];
  const problems: string[] = [];
  for (const type of has.accountTypes) {
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

/** The same with what it is worth. Unreadable balances are named in `problem`. */
export function showHoldings(
  { held: holdings, problems: earlier }: Holdings,
  market: MarketDeps["market"],
): {
  readonly balances: Static<typeof balance>[];
  readonly total_usd: string;
  readonly problem: string | null;
} {
  const balances: Static<typeof balance>[] = [];
  const unread: string[] = [];
  for (const { account, held } of holdings) {
    const shown = shownBalance(held, market.usdRate(held.currency));
    if (shown) balances.push({ ...shown, account });
    else unread.push(held.currency);
  }
  const problems = [...earlier];
  if (unread.length > 0) problems.push(`the amounts of ${unread.slice(0, 10).join(", ")} could not be read`);
  return {
    balances,
    total_usd: totalWorth(balances),
    problem: problems.length > 0 ? problems.join("; ") : null,
  };
}
