/** Strategies whose owner and sender die at one await. Others take over; in the end every slice was sent once. */
import { silentLog } from "../../../src/kit/log/log.ts";
import type { Sealer } from "../../../src/kit/auth/seal.ts";
import { systemRandom } from "../../../src/kit/ids/ids.ts";
import type { Database } from "../../../src/kit/sql/database.ts";
import type { Clock } from "../../../src/kit/time/clock.ts";
import { toMillis } from "../../../src/kit/time/instant.ts";
import { loadCaller, loadTrader } from "../../../src/trading/access/index.ts";
import { algorithmStore } from "../../../src/trading/algorithms/index.ts";
import { OrderJudge, RunDesk, type OrderDesk } from "../../../src/trading/engine/index.ts";
import { runJournal } from "../../../src/trading/engine/sql/run-journal.ts";
import type { RunJournal } from "../../../src/trading/engine/store-runs.ts";
import type { Exchange } from "../../../src/trading/exchanges/port.ts";
import { exchangeKeyStore } from "../../../src/trading/exchanges/sql/key-store.ts";
import type { Listing, MarketView } from "../../../src/trading/market/index.ts";
import { algorithmUsers } from "../../../src/trading/strategies/sql/algorithm-users.ts";
import { waitUntil } from "../wait-until.ts";
import { CRASH_LEASE_MS, type Customer } from "./crash-cases.ts";
import type { HasteningClock } from "./hastening-clock.ts";
import { startStrategy, type StrategyPlan } from "./start-strategy.ts";

export const SLICES = 3;

/** Markets of an exchange, with the books that they have now. */
export async function fixedMarket(exchange: Exchange, ...marketIds: readonly string[]): Promise<MarketView> {
  const fixed = await Promise.all(marketIds.map((id, index) => fixedBook(exchange, id, index)));
  const of = ({ code }: Pick<Listing, "code">): FixedBook | undefined => fixed.find(({ known }) => known.code === code);
  const health = { state: "ok", reason: "", sinceMs: 0 } as const;
  const shown = { code: exchange.code, name: exchange.name, kind: exchange.kind, health, lastIssueMs: 0 } as const;
  const view = { ...shown, lastCheckedMs: 1, uptime: 1, latencyMs: 1 };
  return {
    exchanges: () => [view],
    exchange: () => view,
    listings: () => fixed.map(({ known }) => known),
    listing: (code) => of({ code })?.known,
    top: (listing) => {
      const top = of(listing)?.top;
      if (!top) throw new Error(`there is no market ${listing.code}`);
      return top;
    },
    depth: (listing) => ({ isWhole: true, bids: of(listing)?.bids ?? [], asks: of(listing)?.asks ?? [] }),
    trades: () => [],
    tradeBreaks: () => [],
    opportunities: () => [],
    opportunityCount: () => 0,
    usdRate: () => 1,
    usdRates: () => new Map(),
    skipped: 0,
    onTop: () => () => undefined,
    onTrade: () => () => undefined,
    onDepth: () => () => undefined,
    follow: () => () => undefined,
  };
}

interface FixedBook {
  readonly known: Listing;
  readonly top: ReturnType<MarketView["top"]>;
  readonly bids: number[];
  readonly asks: number[];
}

async function fixedBook(exchange: Exchange, marketId: string, index: number): Promise<FixedBook> {
  const market = (await exchange.markets()).find(({ id }) => id === marketId);
  if (!market) throw new Error(`there is no market ${marketId}`);
  const { bids, asks } = await exchange.book(marketId, 20);
  const listing = { index, code: `${exchange.code}-${marketId}`, exchange: exchange.code, market } as const;
  const [bidPrice = 0, bidQuantity = 0] = [bids[0], bids[1]];
  const [askPrice = 0, askQuantity = 0] = [asks[0], asks[1]];
  const top = {
    state: "live",
    bidPrice,
    bidQuantity,
    bidMs: 1,
    askPrice,
    askQuantity,
    askMs: 1,
    heardMs: 1,
    changes: 1,
  } as const;
  const known = { ...listing, firstSeenMs: 1, lastSeenMs: 1 };
  return { known, top, bids: Array.from(bids), asks: Array.from(asks) };
}

interface RunCase {
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly owner: string;
  readonly market: MarketView;
  /** The desk of the same process; without it orders wait for one. */
  readonly senders?: OrderDesk;
  /** The layer between the desk and its journal. */
  readonly around?: (journal: RunJournal) => RunJournal;
  /** Default true. Without the epochs of its user, a slice asks for plan and rights, and is stored alone. */
  readonly knowsEpochs?: boolean;
}

export function runDesk(
  db: Database,
  exchange: Exchange,
  { sealer, clock, owner, market, senders, around = (journal) => journal, knowsEpochs = true }: RunCase,
): RunDesk {
  return new RunDesk({
    db,
    runs: around(runJournal(db, systemRandom())),
    market,
    exchanges: [exchange],
    exchangeKeys: exchangeKeyStore(db, sealer),
    algorithms: algorithmStore(db, algorithmUsers),
    candles: { candles: () => Promise.reject(new Error("there are no candles")) },
    newsView: { tone: () => "no_source", impact: () => "no_source" },
    halts: { isKnown: true, haltsOf: () => [] },
    judge: new OrderJudge(market, clock),
    clock,
    log: silentLog(),
    owner,
    userOf: (uid, q = db) => (knowsEpochs ? loadTrader : loadCaller)(q, uid),
    senders: senders ?? {
      fenceOf: () => undefined,
      send: () => undefined,
      abandon: () => undefined,
      keep: () => undefined,
    },
    asked: () => undefined,
    random: () => 0,
    leaseMs: CRASH_LEASE_MS,
  });
}

/** Buys in slices, each of which is filled at once, and ends. */
export const SLICED: StrategyPlan = {
  algorithm: 900_001,
  settings: {
    executable_codes: ["binance-btcusdt"],
    executable_values: ["0.01"],
    executable_parents: [String(0.01 * SLICES)],
    executable_priceoffset: ["5000"],
  },
};

/** As `startStrategy`, of slices. */
export function startSlices(
  db: Database,
  customer: Pick<Customer, "keyId" | "ownerUid">,
  sliceDelay = "0.05",
  more: StrategyPlan["settings"] = {},
): Promise<number> {
  return startStrategy(db, customer, { ...SLICED, settings: { ...SLICED.settings, ...more }, sliceDelay });
}

/** The remains of the dead owner: a lease that runs out. */
export async function buryOwner(db: Database, owner: string): Promise<void> {
  await db.execute({
    name: "test.expireWorker",
    text: "update kit.leases set expires_at = 'epoch' where name = $1",
    values: [`trading.worker.${owner}`],
  });
}

/** This much quicker the time goes while what the exchange knows is long in coming. */
const HURRY = 40;
/** What is waited for this long is long in coming: orders and trades by the clock of the case, reconvening by the real one. */
const LONG_MS = 3_000;

/** Waits until the strategy has come to its end. */
export async function untilEnded(
  db: Database,
  strategyId: number,
  clock: HasteningClock,
  end: "completed" | "stopped" = "completed",
): Promise<void> {
  let reconvenesMs = Infinity;
  await waitUntil(async () => {
    const [row] = await db.query<{ state: string; pause: unknown; unsettled: string | null; isWaiting: boolean }>({
      name: "test.stateOfStrategy",
      text: `select s.state, (select r.pause from trading.runs r where r.strategy_id = s.id order by r.id desc limit 1) as pause,
          (select string_agg(concat_ws(' ', o.id, o.state), ', ') from trading.orders o
            where o.strategy_id = s.id and not o.is_settled) as unsettled,
          exists (select from trading.orders o where o.strategy_id = s.id and (o.state = 'unknown'
            or not o.is_settled and o.updated_ms < $2 and (o.lookup = 'waiting'
              or o.filled > coalesce((select sum(f.amount) from trading.order_fills f where f.order_id = o.id), 0)))) as "isWaiting"
        from trading.strategies s where s.id = $1`,
      values: [strategyId, toMillis(clock.now()) - LONG_MS],
    });
    reconvenesMs = row?.state === "reconvening" ? Math.min(reconvenesMs, performance.now()) : Infinity;
    const isLong = row?.isWaiting === true || performance.now() - reconvenesMs > LONG_MS;
    clock.hurry(isLong ? HURRY : 1);
    // Where it is paused, why: a case that does not end is rare, and has to be understood from what it says.
    if (row?.state !== end) throw new Error(`the strategy is not ${end}: ${JSON.stringify(row)}`);
  });
}

/** The problems of the slices: one that is missing, or was filled twice. */
export async function sliceProblems(db: Database, strategyId: number): Promise<string[]> {
  const rows = await db.query<{ slice: number; orders: number; filled: string }>({
    name: "test.slicesOfStrategy",
    text: `select slice, count(*) filter (where state <> 'not_sent') as orders, trunc(sum(filled), 8)::text as filled
      from trading.orders where strategy_id = $1 group by slice order by slice`,
    values: [strategyId],
  });
  const total = rows.reduce((sum, { filled }) => sum + Number(filled), 0);
  const wrong = rows.filter(({ orders }) => orders > 1).map(({ slice }) => `slice ${slice} was sent more than once`);
  return Math.abs(total - 0.01 * SLICES) < 1e-9 ? wrong : [...wrong, `${total} was traded`];
}
