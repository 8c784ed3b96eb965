/** A process that stood still until its lease of an exchange had run out says and records nothing more of it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { inProcessBus } from "../../src/kit/bus/in-process-bus.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import type { Clock } from "../../src/kit/time/clock.ts";
import type { Instant } from "../../src/kit/time/instant.ts";
import { liveMarket, recordedView, type RunningMarket } from "../../src/trading/market/index.ts";
import { listingStore } from "../../src/trading/market/sql/listing-store.ts";
import { openTape } from "../../src/trading/tape/index.ts";
import { testDatabase } from "../support/database.ts";
import { manualClock, type ManualClock } from "../support/manual-clock.ts";
import { bookOf, marketOf, ScriptedExchange } from "../support/scripted-exchange.ts";
import { settledDatabase } from "../support/settled-database.ts";
import { TAPE_OPTIONS } from "../support/tape-world.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const db = settledDatabase((await testDatabase({ rooms: ["kit", "trading"] })).db);

const LEASE_MS = 6_000;
const STEP_MS = 200;
const CODE = "still-btcusdt";
const TOPICS = ["market.tops.still", "market.trades.still", "market.exchange.still"];

/** The clock of a process that can stand still: then its timers do not fire, and all that were due fire when it goes on. */
function stoppableClock(shared: ManualClock) {
  let going = Promise.resolve();
  let goOn = (): void => undefined;
  let stoodAt: Instant | undefined;
  const clock: Clock = {
    now: () => stoodAt ?? shared.now(),
    async sleep(ms, signal) {
      await shared.sleep(ms, signal);
      await going;
    },
    every: (ms, task, signal) => shared.every(ms, () => going.then(task), signal),
  };
  return {
    clock,
    standStill(): void {
      stoodAt = shared.now();
      going = new Promise((resolve) => (goOn = resolve));
    },
    goOn(): void {
      stoodAt = undefined;
      goOn();
    },
  };
}

async function world() {
  const shared = manualClock(Date.parse("2026-03-02T12:00:00Z"));
  const log = silentLog();
  const bus = inProcessBus(log);
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const start = (owner: string, clock: Clock) => {
    const exchange = new ScriptedExchange("still", [marketOf("BTC/USDT")]);
    const market = liveMarket({
      exchanges: [exchange],
      clock,
      log,
      pairs: "all",
      listings: listingStore(db),
      shared: { bus, ownership: { db, owner, ttlMs: LEASE_MS } },
    });
    const tape = openTape({
      ...TAPE_OPTIONS,
      dataDir: `${folder.path}/${owner}`,
      clock,
      market: recordedView(market.view, market.connectedSince, market.tradeFlow),
    });
    void market.start();
    tape.start();
    let hasStopped = false;
    const stop = async (): Promise<void> => {
      if (hasStopped) return;
      hasStopped = true;
      await tape.stop();
      await market.stop();
    };
    onTestFinished(stop);
    /** What is in its files. */
    const recorded = () => {
      const reader = openTape({
        ...TAPE_OPTIONS,
        dataDir: `${folder.path}/${owner}`,
        clock: shared,
        market: undefined,
      });
      onTestFinished(() => reader.stop());
      return reader;
    };
    const file = (path: string): string => join(folder.path, owner, path);
    return { exchange, market, tape, stop, recorded, file };
  };
  /** Lets time pass at a pace at which the database can keep up with renewals, so that no lease is lost by it. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      await shared.advance(STEP_MS);
      await db.settled();
    }
  };
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await pass(STEP_MS);
  };
  return { shared, bus, start, until, pass };
}

function priceIn({ view }: RunningMarket): number | undefined {
  const listing = view.listing(CODE);
  return listing && view.top(listing).bidPrice;
}

test("whatever wakes first in it, and however late it notices", async () => {
  const { shared, bus, start, until, pass } = await world();
  const still = stoppableClock(shared);
  const fences = new Set<string>();
  for (const topic of TOPICS) bus.subscribe(topic, (text) => fences.add(text.split(" ", 1)[0] ?? ""));
  const first = start("a", still.clock);
  await until(() => first.exchange.watched !== undefined);
  first.exchange.says.book("btcusdt", bookOf(99, 100));
  first.exchange.says.trade("btcusdt", {
    id: "1",
    price: 99,
    quantity: 1,
    takerSide: "buy",
    atMs: shared.now() / 1_000,
  });
  await shared.advance(1_000);
  const stillMs = shared.now() / 1_000;
  const [fence] = fences;
  expect(fences.size).toBe(1);
  const { says } = first.exchange;
  still.standStill();

  const second = start("b", shared);
  await until(() => second.exchange.watched !== undefined);
  second.exchange.says.book("btcusdt", bookOf(98, 99));
  await until(() => second.market.owns("still"));
  // Until the minute in which it stood still is over.
  await pass(70_000);

  fences.clear();
  still.goOn();
  // What waited in its socket.
  says.book("btcusdt", bookOf(50, 51));
  expect(priceIn(first.market)).toBe(99);
  expect(first.market.owns("still")).toBe(false);
  says.trade("btcusdt", { id: "2", price: 50, quantity: 1, takerSide: "buy", atMs: shared.now() / 1_000 });
  says.health({ state: "degraded", reason: "late news", sinceMs: 0 });
  await shared.advance(0);
  await pass(5_000);
  await until(() => first.exchange.watched === undefined);
  expect(fences.size).toBe(1);
  expect(fences).not.toContain(fence);

  await first.stop();
  const recorded = first.recorded();
  const { ms, bid } = await recorded.tops(CODE, stillMs - 86_400_000, stillMs + 86_400_000, 1_000);
  expect([...bid]).toEqual([99]);
  expect(Math.max(...ms)).toBeLessThanOrEqual(stillMs);
  // The minute in which it stood still is not whole. It is made of the trades when it is asked for.
  expect(existsSync(first.file("tape/pending/trades"))).toBe(true);
  expect(existsSync(first.file("tape/pending/candles"))).toBe(false);
});
