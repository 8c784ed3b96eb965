/** Counts trades that are not counted, takes what is due, and looks for the rates that trades lack. */
import type { Log } from "../../kit/log/log.ts";
import type { LeaseHold } from "../../kit/sql/hold-lease.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { toMillis, type Instant } from "../../kit/time/instant.ts";
import { orAborted } from "../../kit/time/or-aborted.ts";
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
  /** The lease of the one run that settles; undefined while another has it. Given up when `signal` is aborted. */
  readonly holdSettling: (signal: AbortSignal) => Promise<Pick<LeaseHold, "signal" | "release"> | undefined>;
  readonly clock: Pick<Clock, "now">;
  readonly log: Pick<Log, "warn">;
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
/** How long one run looks for rates. The others are looked for by the next. */
const RATES_MS = 60_000;

/** The name of the lease of the one process that settles. */
export const SETTLE_LEASE = "trading.settleTrades";

/**
 * One account or trade that fails holds up no other; it is tried again by the next run. Nothing is done while another run
 * goes on, here or in another process.
 */
export async function settleTrades(deps: SettleTradesDeps, stop: AbortSignal): Promise<void> {
  const hold = await deps.holdSettling(stop);
  if (!hold) return;
  try {
    const signal = AbortSignal.any([stop, hold.signal]);
    // Rates are asked of exchanges, which may take long: what needs none comes first.
    await countAndCollect(deps, signal);
    await findMissingRates(deps, signal);
  } finally {
    await hold.release();
  }
}

async function countAndCollect(deps: SettleTradesDeps, signal: AbortSignal): Promise<void> {
  const { tradeBooks, rateStore, dueBook, clock } = deps;
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
  const known: KnownRates = new Map();
  for (const trade of await rateStore.listUnrated(nowMs, TRADES_A_RUN)) {
    if (signal.aborted || toMillis(clock.now()) >= nowMs + RATES_MS) return;
    try {
      const found = await orAborted(ratesOf(deps, trade, known), signal);
      await rateStore.saveRates(trade, found, nowMs);
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ trade: trade.id, err: error }, "the rates of a trade were not stored; tried again");
    }
  }
}

type KnownRates = Map<string, Promise<string | undefined>>;

/** A rate that could not be asked for counts as one that is not known: the trade waits longer for its next try. */
async function ratesOf(
  { usdRates, pastRates, log }: Pick<SettleTradesDeps, "usdRates" | "pastRates" | "log">,
  trade: UnratedTrade,
  known: KnownRates,
): Promise<FoundRates> {
  const { base, quote, exchange, isReal, atMs } = trade;
  const fee = trade.feeCurrency === null ? undefined : { currency: trade.feeCurrency, amount: trade.feeAmount };
  const found = new Map<string, string | undefined>();
  const findPast = async (currency: string): Promise<string | undefined> => {
    try {
      return await pastRates.find({ currency, exchange, isReal, atMs });
    } catch (error) {
      log.warn({ currency, exchange, err: error }, "a rate could not be asked for; tried again");
      return undefined;
    }
  };
  const ask = async (currency: string): Promise<string | undefined> => {
    const rate = usdRates.at({ currency, exchange, isReal, atMs });
    if (rate !== undefined) return rate;
    const key = `${currency} ${exchange} ${Math.floor(atMs / 60_000)}`;
    const past = known.get(key) ?? findPast(currency);
    known.set(key, past);
    return past;
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
