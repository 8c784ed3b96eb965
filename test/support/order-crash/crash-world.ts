/** Where processes die: a database and an exchange of their own, so that several cases may go on side by side. */
import { randomBytes } from "node:crypto";
import { afterAll } from "vitest";
import { sealer as makeSealer, type Sealer } from "../../../src/kit/auth/seal.ts";
import type { Database } from "../../../src/kit/sql/database.ts";
import { systemClock } from "../../../src/kit/time/clock.ts";
import { LIBRARY } from "../../../src/trading/algorithms/core/library.ts";
import { installLibrary } from "../../../src/trading/algorithms/index.ts";
import type { Exchange } from "../../../src/trading/exchanges/port.ts";
import type { BinanceLoopback } from "../binance-loopback/loopback.ts";
import { ccxtAt, ccxtWorld, HASTY_TIMEOUT_MS } from "../ccxt-loopback.ts";
import { testDatabase, type TestDatabase } from "../database.ts";
import { newPerson } from "../trading-people.ts";
import { bury, newCustomer, type Customer } from "./crash-cases.ts";
import { crashing } from "./crashing.ts";
import { FROM_START } from "./from-start.ts";
import { HasteningClock } from "./hastening-clock.ts";
import { buryOwner } from "./run-cases.ts";

export interface CrashWorld {
  readonly database: TestDatabase;
  readonly db: Database;
  readonly loopback: BinanceLoopback;
  readonly exchange: Exchange;
  readonly masterKey: Buffer;
  readonly sealer: Sealer;
}

/** Call it at the top level of a test file; it is closed after the file's last test. */
export async function crashWorld(): Promise<CrashWorld> {
  const database = await testDatabase({ rooms: ["kit", "trading"] });
  const masterKey = randomBytes(32);
  const loop = await ccxtWorld({ limits: { weight: 10_000_000, orders: 1_000_000 }, timeoutMs: HASTY_TIMEOUT_MS });
  loop.loopback.world.trade(5);
  afterAll(() => loop.close());
  await installLibrary(database.db, systemClock().now(), [...LIBRARY, FROM_START]);
  const sealer = makeSealer([{ id: "test", key: masterKey }]);
  return { database, db: database.db, loopback: loop.loopback, exchange: loop.exchange, masterKey, sealer };
}

/** A customer with an account of its own, so that no order of another case is in its way. */
export async function customerOf({ db, loopback, sealer }: CrashWorld): Promise<Customer> {
  const { ownerUid } = await newPerson(db);
  return newCustomer(db, loopback, { sealer, ownerUid });
}

/** One process, as far as a case needs it. */
export interface CrashProcess {
  readonly db: Database;
  readonly exchange: Exchange;
  readonly owner: string;
  readonly clock: HasteningClock;
}

export interface CrashPlan {
  readonly customer: Customer;
  /** The await at which each process dies, from 1, one process after the other. The last process does not die. */
  readonly deaths: readonly number[];
  readonly open: (process: CrashProcess) => { stop(): Promise<void> };
  /** Resolves when everything has come to its end. */
  readonly untilEnd: (clock: HasteningClock) => Promise<void>;
  /** Is told each order that is handed to a socket. */
  readonly sent: (clientOrderId: string) => void;
}

let processes = 0;

/** Answers the awaits that each of the processes that were to die has passed. */
export async function dieInTurn(world: CrashWorld, plan: CrashPlan): Promise<readonly (readonly string[])[]> {
  const passed: (readonly string[])[] = [];
  // The next process goes on at the time to which the one before has hurried: else it would wait for that.
  const clock = new HasteningClock();
  for (const at of plan.deaths) passed.push(await dieAt(world, { ...plan, clock }, at));
  await withoutDeath(world, plan, { ...world, clock });
  return passed;
}

async function dieAt(
  world: CrashWorld,
  plan: CrashPlan & { readonly clock: HasteningClock },
  at: number,
): Promise<readonly string[]> {
  const { db, database, exchange } = world;
  const owner = `mortal ${++processes}`;
  let tellDeath = (): void => undefined;
  const death = new Promise<"dead">((resolve) => (tellDeath = () => resolve("dead")));
  // Its connections break when it dies, so that its transactions end.
  const own = database.open({ applicationName: owner });
  const crash = crashing(own, exchange, {
    at,
    die() {
      tellDeath();
      return never();
    },
    sent: plan.sent,
  });
  const { clock } = plan;
  clock.hurry(1);
  const opened = plan.open({ db: crash.db, exchange: crash.exchange, owner, clock });
  const isOver = plan.untilEnd(clock).then(
    () => "over" as const,
    () => "failed" as const,
  );
  let how = await Promise.race([death, isOver]);
  // Its point may also come while it stops: then nothing ends the stop.
  if (how !== "dead") how = await Promise.race([death, opened.stop().then(() => "over" as const)]);
  if (how === "dead") await buryAll(db, plan.customer, owner);
  // The connections of a dead one are cut off when it does not come back.
  void own.close().catch(() => undefined);
  return crash.passed;
}

interface LastProcess {
  readonly db: Database;
  readonly exchange: Exchange;
  /** One that begins now without it. */
  readonly clock?: HasteningClock;
}

/** Lets a process go on that does not die, until everything has come to its end. */
export async function withoutDeath(
  { loopback }: Pick<CrashWorld, "loopback">,
  plan: Omit<CrashPlan, "deaths">,
  { db, exchange, clock = new HasteningClock() }: LastProcess,
): Promise<readonly string[]> {
  clock.hurry(1);
  const crash = crashing(db, exchange, { at: 0, die: never, sent: plan.sent });
  const opened = plan.open({ ...crash, owner: `alive ${++processes}`, clock });
  try {
    await plan.untilEnd(clock);
  } finally {
    loopback.faults.heal();
    await opened.stop();
  }
  return crash.passed;
}

/** The remains of a dead process: connections that break, and leases that run out. */
export async function buryAll(
  db: Database,
  customer: Customer,
  owner: string,
  leaseOwner: string = owner,
): Promise<void> {
  await bury(db, customer, owner);
  await buryOwner(db, leaseOwner);
}

/**
 * Works through the cases, each in a free world with its own adapter: the losses of earlier cases would let it take
 * the exchange for one that does not answer. Answers what they have found, also where one came to no end.
 */
export async function inWorlds<Case>(
  worlds: readonly CrashWorld[],
  cases: readonly Case[],
  work: (world: CrashWorld, each: Case) => Promise<readonly unknown[]>,
): Promise<unknown[]> {
  const left = cases.values();
  const found: unknown[] = [];
  await Promise.all(
    worlds.map(async (world) => {
      for (const each of left) {
        const exchange = await ccxtAt(world.loopback.url, { timeoutMs: HASTY_TIMEOUT_MS });
        const problems = await work({ ...world, exchange }, each).catch((error: unknown) => [String(error)]);
        await exchange.close();
        if (problems.length === 0) continue;
        found.push([each, ...problems]);
        console.error("a case went wrong:", JSON.stringify(found.at(-1)));
      }
    }),
  );
  return found;
}

function never(): Promise<never> {
  return new Promise<never>(() => undefined);
}
