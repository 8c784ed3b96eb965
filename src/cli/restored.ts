/** The steps after loading a backup into a database, before processes may use it. */
import type { Connection } from "../kit/sql/connection.ts";
import type { Database } from "../kit/sql/database.ts";
import type { SqlLog } from "../kit/sql/log.ts";
import { openDatabase } from "../kit/sql/pool.ts";
import { systemClock } from "../kit/time/clock.ts";
import { toMillis } from "../kit/time/instant.ts";
import { giveUpWaiting } from "../kit/webhooks/sql/deliveries.ts";
import { schemaOf } from "../kit/webhooks/sql/schema.ts";
import type { HeldBack } from "../trading/restores/index.ts";

/** Jobs that send something to a person or another machine: it may have been sent since the backup. */
export const JOBS_HELD_BACK: readonly string[] = [
  "registry.deliverWebhook",
  "players.deliverWebhook",
  "trading.mailResetLink",
  "trading.mailSignUpLink",
];

/** Of everything, how much was held back. */
export interface HeldBackAll extends HeldBack {
  /** Deliveries of webhooks, of all services. */
  readonly deliveries: number;
}

/** The problems in the restored data; empty for none. A backup of wrong data restores wrong data. */
export async function checkRestored(connection: Connection, log: SqlLog): Promise<readonly string[]> {
  const { proveCatalogue } = await import("../registry/servers/sql/prove-catalogue.ts");
  const { proveBalances } = await import("../trading/ledger/index.ts");
  return withDatabase(connection, log, async (db) => {
    const servers = await proveCatalogue(db);
    const { differences, unbalanced, totals } = await proveBalances(db);
    const wrong = differences.length + unbalanced.length + totals.length;
    return [
      ...servers.map((name) => `the server ${name} does not agree with its versions`),
      ...(wrong === 0 ? [] : ["the ledger is not right: `tripod trading ledger check` shows where"]),
    ];
  });
}

/** Messages that waited when the backup was made are not sent: they may have been sent since. */
export async function holdBackAll(connection: Connection, log: SqlLog, takenAt: string): Promise<HeldBackAll> {
  const { holdBack } = await import("../trading/restores/index.ts");
  const now = systemClock().now();
  const why = `held back: the platform was restored from a backup of ${takenAt.slice(0, 19)}Z`;
  return withDatabase(connection, log, async (db) => {
    let deliveries = 0;
    for (const name of ["registry", "players", "trading"]) {
      deliveries += await giveUpWaiting(db, schemaOf({ name }), why, now);
    }
    return { deliveries, ...(await holdBack(db, { why, nowMs: toMillis(now) })) };
  });
}

async function withDatabase<Result>(
  connection: Connection,
  log: SqlLog,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase({ connection, log, maxConnections: 2, statementTimeoutMs: 0 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
