/** Runs that have begun, each with an exchange key of its own, and what they fire. */
import { randomBytes } from "node:crypto";
import { sealer as makeSealer } from "../../src/kit/auth/seal.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { acquireLease } from "../../src/kit/sql/lease.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import {
  WORKER_LEASE,
  type Firing,
  type NewRunOrder,
  type RunJournal,
  type RunWorker,
} from "../../src/trading/engine/store-runs.ts";
import { exchangeKeyStore } from "../../src/trading/exchanges/sql/key-store.ts";
import { startSlices } from "./order-crash/run-cases.ts";
import { newPerson } from "./trading-people.ts";

const ONE = 10n ** 18n;

export interface TestRun {
  readonly worker: RunWorker;
  readonly runId: number;
  readonly strategyId: number;
  readonly ownerUid: number;
  readonly keyId: number;
}

export interface EngineRuns {
  newWorker(owner: string): Promise<RunWorker>;
  /** Takes a lease for ten minutes. */
  fenceOf(name: string): Promise<number>;
  /** @param worker who looks after it; one of its own where none is given */
  newRun(worker?: RunWorker): Promise<TestRun>;
}

export function engineRuns(db: Database, journal: RunJournal): EngineRuns {
  const keys = exchangeKeyStore(db, makeSealer([{ id: "test", key: randomBytes(32) }]));
  const fenceOf = async (name: string): Promise<number> => {
    const lease = await acquireLease(db, { name, owner: "test", ttlMs: 600_000 });
    if (!lease) throw new Error("the lease was not to be had");
    return lease.fence;
  };
  const newWorker = async (owner: string): Promise<RunWorker> => {
    const lease = `${WORKER_LEASE}${owner}`;
    return { lease, fence: await fenceOf(lease) };
  };
  return {
    fenceOf,
    newWorker,
    async newRun(given) {
      const { ownerUid } = await newPerson(db);
      const at = systemClock().now();
      const credentials = { token: `key${randomBytes(8).toString("hex")}`, secret: "secretOfTheTest01" };
      const added = { ownerUid, uid: ownerUid, exchange: "binance", label: "x", credentials, at };
      const key = await keys.addKey(added, 100_000);
      if (!key) throw new Error("the key was not stored");
      const works = { canRead: true, canTrade: true, canWithdraw: false, isIpRestricted: false, error: null };
      await keys.recordTest({ ownerUid, uid: ownerUid, id: key.id, at }, { status: "active", ...works });
      const strategyId = await startSlices(db, { keyId: key.id, ownerUid });
      const worker = given ?? (await newWorker(String(strategyId)));
      const run = (await journal.claimRuns(worker, 100)).find((each) => each.strategyId === strategyId);
      if (!run) throw new Error("the run was not to be had");
      return { worker, runId: run.id, strategyId, ownerUid, keyId: key.id };
    },
  };
}

/** An order that needs so many whole dollars, as a slice of its own. */
export function firingOf(run: TestRun, slice: number, dollars: bigint, more: Partial<Firing> = {}): Firing {
  const order: NewRunOrder = {
    row: 0,
    slice,
    attempt: 0,
    kind: "slice",
    keyId: run.keyId,
    exchange: "binance",
    order: { marketId: "btcusdt", side: "buy", type: "market", amount: "1" },
    sendAtMs: 0,
    expireAfterMs: 0,
    typeOrig: "market",
    priceEntry: "1",
    priceOffset: "0",
    spreadEntry: null,
    conditions: [],
    needCurrency: "USDT",
    needAmount: dollars * ONE,
  };
  return {
    runId: run.runId,
    strategyId: run.strategyId,
    ownerUid: run.ownerUid,
    uid: run.ownerUid,
    orders: [order],
    during: ["starting"],
    slice,
    starts: [],
    triggers: {},
    senders: new Map(),
    nowMs: 1000,
    ...more,
  };
}
