/** Imports the trades of orders that were placed elsewhere, key by key, where their owners want it. */
import type { Log } from "../../kit/log/log.ts";
import { parseFine } from "../../kit/money/fine.ts";
import type { LeaseHold } from "../../kit/sql/hold-lease.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import { isFailure, readFills } from "../engine/index.ts";
import {
  findExchange,
  type Exchange,
  type ExchangeAccount,
  type ExchangeKeyStore,
  type Fill,
  type HistoryReach,
} from "../exchanges/index.ts";
import type { Listing, MarketView } from "../market/index.ts";
import { chooseImportMarkets } from "./core/import-markets.ts";
import { fail, newTally, noteComplete, type Tally } from "./import-tally.ts";
import type { DueKey, ImportWork, KeyMarket } from "./import-work.ts";
import type { NewTrade } from "./store.ts";

export interface ImportDeskDeps {
  readonly work: ImportWork;
  /** The lease of a key's import; undefined where another process has it. */
  readonly hold: (keyId: number) => Promise<ImportHold | undefined>;
  readonly exchanges: readonly ImportedExchange[];
  readonly exchangeKeys: Pick<ExchangeKeyStore, "findCredentials">;
  readonly market: Pick<MarketView, "listings">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn" | "error">;
}

type ImportedExchange = Pick<Exchange, "code" | "account"> & { readonly has: HistoryReach };
type ImportHold = Pick<LeaseHold, "fence" | "signal" | "release">;

const KEYS_AT_ONCE = 20;
const MARKETS_A_RUN = 50;
const KNOWN_MARKETS = 1_000;
const TRADES_A_WRITE = 500;
/** Where nothing else is said: trades of this long before the first import. */
const BACK_MS = 90 * DAY_MS;
/** Trades may show up late, and clocks differ. */
const OVERLAP_MS = 600_000;
/** An exchange that fails this often in a row is left alone until the next run. */
const MOST_FAILURES = 3;
const MOST_ERRORS = 20;
/** Up to when a market is imported that was gone when it was asked about. */
const NEVER_READ = 0;

export class ImportDesk {
  readonly #deps: ImportDeskDeps;

  constructor(deps: ImportDeskDeps) {
    this.#deps = deps;
  }

  /** Imports what is due, one key after the other. A key that fails holds up no other. */
  async run(signal: AbortSignal): Promise<void> {
    const { work, exchanges, log } = this.#deps;
    const codes = exchanges.map(({ code }) => code);
    for (const key of await work.listDue(this.#nowMs(), codes, KEYS_AT_ONCE)) {
      if (signal.aborted) return;
      await this.#import(key, signal).catch((error: unknown) =>
        log.warn({ key: key.keyId, err: error }, "the orders of a key were not imported; tried again"),
      );
    }
  }

  async #import(key: DueKey, signal: AbortSignal): Promise<void> {
    const { hold: take, work, log } = this.#deps;
    const hold = await take(key.keyId);
    if (!hold) return;
    const sinceMs = key.sinceMs ?? this.#nowMs() - BACK_MS;
    const tally = newTally(sinceMs);
    try {
      const id = await work.begin(key, hold.fence, this.#nowMs());
      let isWhole = false;
      try {
        isWhole = await this.#readKey({ key, hold, tally, sinceMs, signal });
      } catch (error) {
        // A trade that the database refused would be refused again here.
        Object.assign(tally, { fromMs: null, toMs: null, lastOrderId: null } satisfies Partial<Tally>);
        fail(tally, "It could not be finished here");
        log.warn({ key: key.keyId, err: error }, "the orders of a key were not imported; tried again when it is due");
      }
      const state = isWhole ? ("completed" as const) : ("failed" as const);
      const errors = tally.errors.slice(0, MOST_ERRORS);
      const completeMs = isWhole && !tally.isPart ? tally.completeMs : null;
      // Whatever came of it, the key waits for its interval: it holds up no other.
      await work.end(key, hold.fence, { ...tally, errors, completeMs, id, state, sinceMs, nowMs: this.#nowMs() });
    } finally {
      await hold.release();
    }
  }

  async #readKey(run: Omit<Run, "account" | "reachMs">): Promise<boolean> {
    const { exchanges } = this.#deps;
    const exchange = exchanges.find(({ code }) => code === run.key.exchange);
    const credentials = exchange && (await this.#credentials(run));
    if (!exchange || !credentials) return fail(run.tally, "The key's credentials cannot be read");
    const account = exchange.account(credentials);
    const reachMs = this.#nowMs() - (exchange.has.fillsMs ?? Number.POSITIVE_INFINITY);
    try {
      return await this.#readMarkets({ ...run, account, reachMs });
    } finally {
      await account.close().catch(() => undefined);
    }
  }

  /** Undefined where the key is gone, or where no secret of this process opens it. */
  async #credentials({ key: { ownerUid, keyId } }: Pick<Run, "key">) {
    try {
      return await this.#deps.exchangeKeys.findCredentials(ownerUid, keyId);
    } catch (error) {
      this.#deps.log.warn({ key: keyId, err: error }, "the credentials of a key were not read");
      return undefined;
    }
  }

  /** Answers whether all that was to be read could be read. */
  async #readMarkets(run: Run): Promise<boolean> {
    const { key, tally, signal, hold } = run;
    const known = await this.#deps.work.listMarkets(key.keyId, KNOWN_MARKETS);
    const { chosen, listed, isWhole: hasBalances } = await this.#choose(run, known);
    let failures = 0;
    let isWhole = hasBalances;
    for (const marketId of chosen) {
      if (signal.aborted || hold.signal.aborted) return fail(tally, "It was interrupted");
      const listing = listed.find(({ market }) => market.id === marketId);
      if (!listing) continue;
      const before = known.find((each) => each.marketId === marketId);
      try {
        await this.#readMarket(run, listing, before);
        failures = 0;
      } catch (error) {
        if (!isFailure(error)) throw error;
        if (error.reason === "unknownMarket") {
          await this.#passOver(run, listing, before);
          continue;
        }
        isWhole = fail(tally, `${listing.code}: ${error.message}`);
        if (++failures >= MOST_FAILURES) return false;
      }
    }
    return isWhole;
  }

  /** The markets of this run. What is not among them is told. */
  async #choose({ key, account, tally }: Run, known: readonly KeyMarket[]) {
    const held = await this.#held(account, tally);
    const isWhole = tally.errors.length === 0;
    const listed = this.#deps.market.listings().filter(({ exchange }) => exchange === key.exchange);
    const { chosen, waiting, unlisted } = chooseImportMarkets({
      known: new Map(known.map(({ marketId, askedMs }) => [marketId, askedMs])),
      named: key.codes.flatMap((code) => listed.filter((each) => each.code === code).map(({ market }) => market.id)),
      held,
      listed: listed.map(({ market }) => market),
      limit: MARKETS_A_RUN,
    });
    const codes = new Set(listed.map(({ code }) => code));
    const nowhere = [...unlisted.map((id) => `${key.exchange}-${id}`), ...key.codes.filter((code) => !codes.has(code))];
    const rest = known.filter(({ marketId }) => !chosen.includes(marketId) && !unlisted.includes(marketId));
    for (const { untilMs, completeMs } of rest)
      if (untilMs !== NEVER_READ) noteComplete(tally, completeMs ?? undefined);
    for (const code of nowhere) fail(tally, `${code}: there is no such market`);
    if (waiting > 0) {
      tally.isPart = true;
      fail(tally, `${String(waiting)} more markets are read by the next runs`);
    }
    return { chosen, listed, isWhole };
  }

  /** A market that its exchange lists no more: nothing is asked about it. It waits behind the others, and holds up none of them. */
  async #passOver({ key, hold, tally }: Run, { code, market }: Listing, before: KeyMarket | undefined): Promise<void> {
    fail(tally, `${code}: it is not listed any more, so its trades cannot be read`);
    const { untilMs = null, completeMs = null } = before ?? {};
    const page = {
      marketId: market.id,
      trades: [],
      untilMs: untilMs ?? NEVER_READ,
      completeMs: completeMs ?? undefined,
    };
    await this.#deps.work.save(key, hold.fence, { ...page, nowMs: this.#nowMs() });
  }

  /** Currencies of which the account holds something. */
  async #held(account: ExchangeAccount, tally: Tally): Promise<ReadonlySet<string>> {
    try {
      const balances = await account.balances();
      const isSome = (text: string): boolean => (parseFine(text, "down") ?? 0n) > 0n;
      return new Set(balances.filter(({ free, used }) => isSome(free) || isSome(used)).map(({ currency }) => currency));
    } catch (error) {
      if (!isFailure(error)) throw error;
      fail(tally, `Balances: ${error.message}`);
      return new Set();
    }
  }

  async #readMarket({ key, account, hold, tally, sinceMs, reachMs }: Run, listing: Listing, known?: KeyMarket) {
    const { work, log } = this.#deps;
    const marketId = listing.market.id;
    const fromMs = Math.max(sinceMs, (known?.untilMs ?? 0) - OVERLAP_MS);
    const completeMs = completeSince(known, Math.max(fromMs, reachMs));
    const askedMs = this.#nowMs();
    let waiting: NewTrade[] = [];
    const flush = async (untilMs: number): Promise<void> => {
      const trades = waiting;
      waiting = [];
      const page = { marketId, trades, untilMs, completeMs, nowMs: this.#nowMs() };
      const added = await work.save(key, hold.fence, page);
      tally.imported += added;
      tally.skipped += trades.length - added;
    };
    const seen = new Set<string>();
    let newestMs = fromMs;
    const endMs = await readFills({ account, key, log }, marketId, fromMs, async (fill) => {
      const name = `${fill.id} ${fill.side}`;
      if (fill.atMs < sinceMs || seen.has(name)) return;
      const trade = tradeOf(key, listing, fill);
      if (!trade) {
        tally.skipped++;
        tally.isPart = true;
        fail(tally, `${listing.code}: a trade without an id, a price or an amount is left out`);
        return;
      }
      seen.add(name);
      waiting.push(trade);
      newestMs = Math.max(newestMs, trade.at_ms);
      tally.fromMs = Math.min(tally.fromMs ?? trade.at_ms, trade.at_ms);
      if (trade.at_ms >= (tally.toMs ?? 0)) {
        tally.toMs = trade.at_ms;
        tally.lastOrderId = trade.exchange_order_id;
      }
      if (waiting.length >= TRADES_A_WRITE) await flush(newestMs);
    });
    // The rest of a market with more trades than are read at once is read by the next run.
    noteComplete(tally, endMs === undefined ? completeMs : undefined);
    await flush(endMs ?? Math.max(newestMs, Math.min(askedMs, this.#nowMs())));
  }

  #nowMs(): number {
    return Math.floor(toMillis(this.#deps.clock.now()));
  }
}

interface Run {
  readonly key: DueKey;
  readonly account: ExchangeAccount;
  readonly hold: ImportHold;
  readonly tally: Tally;
  readonly sinceMs: number;
  /** What was traded before is not told by the exchange any more. */
  readonly reachMs: number;
  readonly signal: AbortSignal;
}

/**
 * Since when a market is whole that is read from `startMs` on. One that was read before goes on from there, unless its exchange does
 * not reach back so far; of one that was read by an older version it is not known.
 */
function completeSince(known: KeyMarket | undefined, startMs: number): number | undefined {
  if (!known || known.untilMs === null || startMs > known.untilMs) return startMs;
  return known.completeMs ?? undefined;
}

/** Undefined for a trade that cannot be told from others, or not be added up. */
function tradeOf(key: DueKey, { market }: Listing, fill: Fill): NewTrade | undefined {
  const [price, amount] = [parseFine(fill.price, "down"), parseFine(fill.amount, "down")];
  if (fill.id === "" || price === undefined || price <= 0n || amount === undefined || amount <= 0n) return undefined;
  return {
    owner_uid: key.ownerUid,
    uid: key.uid,
    key_id: key.keyId,
    exchange: key.exchange,
    is_real: findExchange(key.exchange) !== undefined,
    market_id: market.id,
    trade_id: fill.id,
    exchange_order_id: fill.exchangeOrderId,
    order_id: null,
    strategy_id: 0,
    side: fill.side,
    base: market.base,
    quote: market.quote,
    price: fill.price,
    amount: fill.amount,
    fee_currency: fill.fee?.currency ?? null,
    fee_amount: fill.fee?.amount ?? null,
    is_maker: fill.isMaker,
    at_ms: Math.round(fill.atMs),
  };
}
