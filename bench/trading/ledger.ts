/**
 * How fast entries are posted to the ledger, each durable in a transaction of its own, against bare commits of one row by
 * as many connections. The database is the embedded PostgreSQL with its usual settings.
 */
import { randomInt } from "node:crypto";
import type { Connection } from "../../src/kit/sql/connection.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { openDatabase } from "../../src/kit/sql/pool.ts";
import { timestamp } from "../../src/kit/sql/values.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { postEntry, proveBalances, type LedgerEntry } from "../../src/trading/ledger/index.ts";

export interface LedgerSpeed {
  readonly connections: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Bare commits of one row, before and after. */
  readonly barePerSecond: number;
}

const CONNECTIONS = [1, 8, 16];
const USERS = 1_000;
const SECONDS = 4;
const clock = systemClock();

/** Measures on an empty database with the migrations of trading. Fails if the ledger is not in order afterwards. */
export async function measureLedger(connection: Connection): Promise<LedgerSpeed[]> {
  const db = openDatabase({ connection, maxConnections: Math.max(...CONNECTIONS) });
  try {
    await db.execute({ name: "bench.table", text: "create table if not exists bench (n bigint)" });
    const uids = await addUsers(db);
    await Promise.all(uids.map((uid) => post(db, deposit(uid))));
    const speeds: LedgerSpeed[] = [];
    for (const connections of CONNECTIONS) speeds.push(await measure(db, uids, connections));
    const { differences, unbalanced, totals } = await proveBalances(db);
    if (differences.length + unbalanced.length + totals.length > 0) throw new Error("the ledger is not in order");
    return speeds;
  } finally {
    await db.close();
  }
}

async function measure(db: Database, uids: readonly number[], connections: number): Promise<LedgerSpeed> {
  const bare = (): Promise<number[]> =>
    repeat(connections, SECONDS / 2, (n) =>
      db.execute({ name: "bench.commit", text: "insert into bench values ($1)", values: [n] }),
    );
  const before = await bare();
  const times = await repeat(connections, SECONDS, () => post(db, commission(uids[randomInt(uids.length)] ?? 0)));
  const after = await bare();
  const at = (share: number): number =>
    times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0;
  return {
    connections,
    perSecond: times.length / SECONDS,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    barePerSecond: (before.length + after.length) / SECONDS,
  };
}

/** Does the work over and over on this many connections, and answers how long each took. */
async function repeat(connections: number, seconds: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const endAt = performance.now() + seconds * 1000;
  const times: number[] = [];
  const worker = async (): Promise<void> => {
    while (performance.now() < endAt) {
      const began = performance.now();
      await work(times.length);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return times;
}

function post(db: Database, posted: LedgerEntry): Promise<"posted" | "known"> {
  return db.transaction((tx) => postEntry(tx, posted));
}

let references = 0;

/** Everybody pays the same account of the platform: what a busy day looks like. */
function commission(uid: number): LedgerEntry {
  return entry("commission", uid, [`user:${uid}`, "platform:revenue"], 100n);
}

function deposit(uid: number): LedgerEntry {
  return entry("deposit", uid, ["platform:deposits", `user:${uid}`], 10n ** 15n);
}

function entry(
  type: "commission" | "deposit",
  ownerUid: number,
  [from, to]: readonly [string, string],
  amount: bigint,
): LedgerEntry {
  const currency = "USDT";
  const postings = [
    { account: from, currency, amount: -amount },
    { account: to, currency, amount },
  ];
  return { reference: `bench:${references++}`, type, ownerUid, description: type, at: clock.now(), postings };
}

async function addUsers(db: Database): Promise<number[]> {
  const rows = await db.query<{ id: number }>({
    name: "bench.addUsers",
    text: `insert into trading.users (username, name, email, role, password_hash, password_changed_at, referral_code, created_at)
      select 'bench' || n, 'Bench', 'bench@example.test', 'user', '', $1, 'bench' || n, $1
      from generate_series(1, ${USERS}) as n returning id`,
    values: [timestamp(clock.now())],
  });
  return rows.map(({ id }) => id);
}
