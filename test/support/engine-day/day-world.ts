/**
 * A day of trading on a clock that leaps: an exchange with a market that moves, two processes that are killed in turn, and
 * customers whose strategies rest, hedge and slice. Everything is real but the time.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { sealer as makeSealer } from "../../../src/kit/auth/seal.ts";
import { silentLog } from "../../../src/kit/log/log.ts";
import type { Database } from "../../../src/kit/sql/database.ts";
import { fromMillis, toMillis, type Instant } from "../../../src/kit/time/instant.ts";
import { installLibrary } from "../../../src/trading/algorithms/index.ts";
import { haltDesk } from "../../../src/trading/engine/index.ts";
import { riskStore } from "../../../src/trading/engine/sql/risk-store.ts";
import { ledgerBook } from "../../../src/trading/ledger/index.ts";
import { liveMarket, type RunningMarket } from "../../../src/trading/market/index.ts";
import { startBinanceLoopback, type BinanceLoopback } from "../binance-loopback/loopback.ts";
import { ccxtAt, HASTY_TIMEOUT_MS } from "../ccxt-loopback.ts";
import type { TestDatabase } from "../database.ts";
import { LeapingClock } from "../leaping-clock.ts";
import { manualClock } from "../manual-clock.ts";
import { breakConnections, newCustomer, type Customer } from "../order-crash/crash-cases.ts";
import { newPerson } from "../trading-people.ts";
import { waitUntil } from "../wait-until.ts";
import { DayProcess, type DayParts } from "./day-process.ts";

export const LEAP_MS = 5_000;
/** Requests in progress have this long in real time; waits for the clock itself go on after the next leap. */
const SETTLES_MS = 300;
/** Messages of sockets that were sent are read within this long. */
const HEARD_MS = 1;
/** US dollars that each account pays its charges from, units of 1e-8: they do not last for the day. */
export const CREDIT = 2_000_000_000n;

export class DayWorld {
  readonly db: Database;
  readonly loopback: BinanceLoopback;
  readonly customers: Customer[] = [];
  /** Client ids in the order in which they were handed to sockets. */
  readonly sent: string[] = [];
  readonly market: RunningMarket;
  readonly #clock: LeapingClock;
  readonly #parts: DayParts;
  readonly #processes: DayProcess[] = [];
  readonly #close: () => Promise<void>;
  #started = 0;
  /** Whether the house trades. */
  isMoving = true;

  private constructor(
    { db, loopback, market, clock }: Pick<DayWorld, "db" | "loopback" | "market"> & { readonly clock: LeapingClock },
    parts: Omit<DayParts, "clock" | "asked" | "sent" | "market">,
    close: () => Promise<void>,
  ) {
    this.db = db;
    this.loopback = loopback;
    this.market = market;
    this.#clock = clock;
    this.#close = close;
    this.#parts = {
      ...parts,
      market: market.view,
      clock,
      asked: () => {
        for (const process of this.#processes) process.wake();
      },
      sent: (id) => void this.sent.push(id),
    };
  }

  static async open(database: TestDatabase, people: number): Promise<DayWorld> {
    const shared = manualClock(Math.floor(Date.now() / 1000) * 1000);
    const clock = new LeapingClock(shared, LEAP_MS);
    const { db } = database;
    const loopback = await startBinanceLoopback({
      clock,
      limits: { weight: 10_000_000, orders: 1_000_000 },
      house: { marketsPerStep: 3 },
      flushEveryMs: 0,
    });
    const exchange = await ccxtAt(loopback.url, { clock, timeoutMs: HASTY_TIMEOUT_MS });
    const market = liveMarket({ exchanges: [exchange], clock, log: silentLog(), pairs: "all" });
    const sealer = makeSealer([{ id: "test", key: randomBytes(32) }]);
    const world = new DayWorld({ db, loopback, market, clock }, { database, exchange, sealer }, async () => {
      await market.stop();
      await exchange.close();
      await loopback.close();
    });
    await installLibrary(db, clock.now());
    await world.#listMarkets();
    const starting = market.start();
    await waitUntil(async () => {
      await world.pass(LEAP_MS);
      const isLive = market.view.listings().every((listing) => market.view.top(listing).state === "live");
      if (!isLive || market.view.listings().length < loopback.markets.length)
        throw new Error("the market does not begin");
    });
    await starting;
    for (let person = 0; person < people; person++) world.customers.push(await world.#newCustomer(sealer));
    world.start();
    world.start();
    return world;
  }

  now(): Instant {
    return this.#clock.now();
  }

  nowMs(): number {
    return toMillis(this.now());
  }

  /** Lets time go on, leap by leap, and the market move. */
  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += LEAP_MS) {
      if (this.isMoving) this.loopback.world.trade(1);
      else this.loopback.flush();
      await this.#clock.pass(Math.min(LEAP_MS, ms - passed), () => this.#settled());
    }
  }

  /** Another process begins. */
  start(): void {
    this.#processes.push(new DayProcess(`day ${++this.#started}`, this.#parts));
  }

  /** The process that has worked longest dies. */
  async kill(): Promise<void> {
    const [oldest] = this.#processes.splice(0, 1);
    if (!oldest) return;
    oldest.kill();
    await breakConnections(this.db, oldest.owner);
    await this.db.execute({
      name: "test.expireLeasesOf",
      text: "update kit.leases set expires_at = 'epoch' where owner = $1",
      values: [oldest.owner],
    });
  }

  /** Stops a customer's orders, and answers when no process sends any. */
  async halt({ ownerUid }: Customer, isCancelling: boolean): Promise<void> {
    const desk = haltDesk(riskStore(this.db), { clock: this.#clock, asked: this.#parts.asked });
    const halted = desk.halt({
      place: { scope: "account", id: ownerUid },
      ownerUid,
      source: "user",
      mode: "halted",
      maySoften: true,
      isCancelling,
      reason: "a day",
      setBy: ownerUid,
      at: this.now(),
    });
    let unaware: number | undefined;
    void halted.then((outcome) => (unaware = outcome.unaware));
    while (unaware === undefined) await this.pass(LEAP_MS);
    if (unaware > 0) throw new Error(`${unaware} processes do not obey a halt`);
  }

  async resume({ ownerUid }: Customer): Promise<void> {
    await riskStore(this.db).resume({
      place: { scope: "account", id: ownerUid },
      ownerUid,
      source: "user",
      reason: "a day",
      setBy: ownerUid,
      at: this.now(),
    });
    this.#parts.asked();
  }

  async close(): Promise<void> {
    const stopping = Promise.all(this.#processes.splice(0).map((process) => process.stop()));
    let isOver = false;
    void stopping.finally(() => (isOver = true));
    while (!isOver) await this.pass(LEAP_MS);
    await stopping;
    await this.#close();
  }

  async #settled(): Promise<void> {
    const settling = Promise.all(this.#processes.map((process) => process.settled()));
    await Promise.race([settling, delay(SETTLES_MS)]);
    await delay(HEARD_MS);
  }

  async #newCustomer(sealer: DayParts["sealer"]): Promise<Customer> {
    const { ownerUid } = await newPerson(this.db);
    const ledger = ledgerBook(this.db, new Set(["USD"]));
    const at = fromMillis(this.nowMs());
    const credit = { admin: null, reference: `day ${ownerUid}`, reason: "x", kind: "deposit" } as const;
    await ledger.credit({ ...credit, at, ownerUid, currency: "USD", amount: CREDIT });
    return newCustomer(this.db, this.loopback, { sealer, ownerUid });
  }

  /** Lists the markets, so that trades can be put into the books. */
  async #listMarkets(): Promise<void> {
    for (const { id, base, quote } of this.loopback.markets) {
      await this.db.execute({
        name: "test.listing",
        text: `insert into trading.listings (code, exchange, market, first_seen, last_seen)
          values ('binance-' || $1, 'binance', jsonb_build_object('id', $1, 'base', $2::text, 'quote', $3::text), now(), now())`,
        values: [id, base, quote],
      });
    }
  }
}
