/** Looks for the rates that trades lack, counts what is not counted, and takes what is due. */
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { toMillis, type Instant } from "../../kit/time/instant.ts";
import { findRates, type FoundRates } from "./core/rated-trade.ts";
import type { PastRates } from "./past-rates.ts";
import type { TradeBooks, UnratedTrade, UsdRates } from "./store.ts";

export interface SettleTradesDeps {
  readonly tradeBooks: Pick<TradeBooks, "countTrades">;
  readonly rateStore: RateStore;
  readonly dueBook: {
    listDebtors(after: number, limit: number): Promise<readonly number[]>;
    collect(ownerUid: number, at: Instant): Promise<number>;
  };
  readonly usdRates: Pick<UsdRates, "at">;
  readonly pastRates: PastRates;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

export interface RateStore {
  /** Trades whose rates are due to be looked for, with what is known of their markets by now; at most `limit`. */
  listUnrated(nowMs: number, limit: number): Promise<readonly UnratedTrade[]>;
  saveRates(trade: UnratedTrade, found: FoundRates, nowMs: number): Promise<void>;
  /** Accounts with trades that are not counted, after that one; at most `limit`. */
  listUncounted(after: number, limit: number): Promise<readonly number[]>;
}

const TRADES_A_RUN = 500;
const ACCOUNTS_AT_ONCE = 100;
const COUNTED_AT_ONCE = 20_000;

/** One account or trade that fails holds up no other; it is tried again by the next run. */
export async function settleTrades(deps: SettleTradesDeps, signal: AbortSignal): Promise<void> {
  const { tradeBooks, rateStore, dueBook, clock } = deps;
  await findMissingRates(deps, signal);
  await eachAccount(
    deps,
    signal,
    (after, limit) => rateStore.listUncounted(after, limit),
    async (ownerUid) => {
      for (const isReal of [true, false]) await tradeBooks.countTrades({ ownerUid, isReal }, COUNTED_AT_ONCE);
    },
  );
  await eachAccount(
    deps,
    signal,
    (after, limit) => dueBook.listDebtors(after, limit),
    async (ownerUid) => {
      while (!signal.aborted && (await dueBook.collect(ownerUid, clock.now())) > 0);
    },
  );
}

async function findMissingRates(deps: SettleTradesDeps, signal: AbortSignal): Promise<void> {
  const { rateStore, clock, log } = deps;
  const nowMs = Math.floor(toMillis(clock.now()));
  // Trades of one minute ask for the same rates.
  const known = new Map<string, Promise<string | undefined>>();
  for (const trade of await rateStore.listUnrated(nowMs, TRADES_A_RUN)) {
    if (signal.aborted) return;
    try {
      await rateStore.saveRates(trade, await ratesOf(deps, trade, known), nowMs);
    } catch (error) {
      log.warn({ trade: trade.id, err: error }, "the rates of a trade were not found; tried again");
    }
  }
}

async function ratesOf(
  { usdRates, pastRates }: Pick<SettleTradesDeps, "usdRates" | "pastRates">,
  trade: UnratedTrade,
  known: Map<string, Promise<string | undefined>>,
): Promise<FoundRates> {
  const { base, quote, exchange, isReal, atMs } = trade;
  const fee = trade.feeCurrency === null ? undefined : { currency: trade.feeCurrency, amount: trade.feeAmount };
  const found = new Map<string, string | undefined>();
  const ask = async (currency: string): Promise<string | undefined> => {
    const key = `${currency} ${exchange} ${Math.floor(atMs / 60_000)}`;
    const rate = known.get(key) ?? pastRates.find({ currency, exchange, isReal, atMs });
    known.set(key, rate);
    return usdRates.at({ currency, exchange, isReal, atMs }) ?? (await rate);
  };
  for (const currency of new Set([quote, ...(fee ? [fee.currency] : [])])) {
    if (currency !== "") found.set(currency, await ask(currency));
  }
  return findRates({ base, quote, fee }, (currency) => found.get(currency));
}

async function eachAccount(
  { log }: Pick<SettleTradesDeps, "log">,
  signal: AbortSignal,
  list: (after: number, limit: number) => Promise<readonly number[]>,
  settle: (ownerUid: number) => Promise<void>,
): Promise<void> {
  for (let after = 0; ;) {
    const accounts = await list(after, ACCOUNTS_AT_ONCE);
    for (const ownerUid of accounts) {
      if (signal.aborted) return;
      await settle(ownerUid).catch((error: unknown) =>
        log.warn({ account: ownerUid, err: error }, "the trades of an account were not settled; tried again"),
      );
    }
    if (accounts.length < ACCOUNTS_AT_ONCE) return;
    after = accounts.at(-1) ?? 0;
  }
}
