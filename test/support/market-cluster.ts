/** Processes that share the market of one exchange, over a bus in this one, on a clock that a test moves. */
import { onTestFinished } from "vitest";
import type { Bus } from "../../src/kit/bus/bus.ts";
import { inProcessBus } from "../../src/kit/bus/in-process-bus.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { SAME_CLOCK } from "../../src/kit/sql/database-clock.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import type { Clock } from "../../src/kit/time/clock.ts";
import { plusMillis } from "../../src/kit/time/instant.ts";
import { liveMarket } from "../../src/trading/market/live-market.ts";
import { marketMirror } from "../../src/trading/market/market-mirror.ts";
import { listingStore } from "../../src/trading/market/sql/listing-store.ts";
import { manualClock } from "./manual-clock.ts";
import { marketOf, ScriptedExchange } from "./scripted-exchange.ts";
import { settledDatabase } from "./settled-database.ts";

const LEASE_MS = 6_000;
const STEP_MS = 100;

/** Processes that share a bus, a clock and a database, each with its own view of one exchange. */
export function marketCluster(database: Database, code: string) {
  const db = settledDatabase(database);
  const clock = manualClock();
  const log = silentLog();
  const bus = inProcessBus(log);
  const listings = listingStore(db);
  const process = (owner: string, { host = "", lateMs = 0, databaseClock = SAME_CLOCK } = {}) => {
    const exchange = new ScriptedExchange(code, [marketOf("BTC/USDT"), marketOf("ETH/USDT")]);
    const shared = { bus, ownership: { db, owner, ttlMs: LEASE_MS }, databaseClock, host };
    const own: Clock = { ...clock, now: () => plusMillis(clock.now(), -lateMs) };
    const market = liveMarket({ exchanges: [exchange], clock: own, log, pairs: "all", listings, shared });
    void market.start();
    onTestFinished(() => market.stop());
    return { exchange, ...market };
  };
  let mirrors = 0;
  const mirror = (heardBus: Bus = bus, { lateMs = 0, databaseClock = SAME_CLOCK } = {}) => {
    const own: Clock = { ...clock, now: () => plusMillis(clock.now(), -lateMs) };
    const market = marketMirror({
      exchanges: [{ code, name: `${code} (simulated)`, kind: "simulated" }],
      listings,
      bus: heardBus,
      owner: `mirror${++mirrors}`,
      clock: own,
      databaseClock,
      log,
    });
    void market.start();
    onTestFinished(() => market.stop());
    return market;
  };
  /** Ends the lease before its time, so that another process takes over from one that does not know it yet. */
  const endLease = () =>
    db.execute({
      name: "test.endLease",
      text: "update kit.leases set expires_at = 'epoch' where name = $1",
      values: [`market.feed.${code}`],
    });
  /** Lets time pass at a pace at which the database can keep up, so that no process loses a lease by it. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      await clock.advance(STEP_MS);
      await db.settled();
    }
  };
  /** Lets time pass until the condition holds. */
  const until = async (condition: () => boolean): Promise<void> => {
    await pass(STEP_MS);
    while (!condition()) await pass(STEP_MS);
  };
  return { clock, bus, process, mirror, until, pass, endLease };
}

/** The best prices of a listing, as a process shows them. */
export function topOf({ view }: Pick<ReturnType<typeof marketMirror>, "view">, code: string) {
  const listing = view.listing(code);
  return listing && view.top(listing);
}
