/** The pool behind pgbouncer in transaction mode, where pgbouncer is installed. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasBouncer, startBouncer, type Bouncer } from "../../../test/support/bouncer.ts";
import { migrationRooms, testDatabase } from "../../../test/support/database.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { PATIENCE_MS } from "../../../test/support/wait-until.ts";
import { systemClock } from "../time/clock.ts";
import { ChangeFeed } from "./change-feed.ts";
import type { Connection } from "./connection.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { readMigrations } from "./migration-files.ts";
import { appendChanges } from "./outbox.ts";
import { openDatabase } from "./pool.ts";

const { connection: direct } = await testDatabase({ rooms: [] });
let bouncer: Bouncer | undefined;
let connection: Connection;
let db: Database;

describe.skipIf(!hasBouncer())("behind pgbouncer in transaction mode", () => {
  beforeAll(async () => {
    bouncer = await startBouncer(direct, "transaction");
    connection = bouncer.connection;
    db = openDatabase({ connection, preparedStatements: false });
  });

  afterAll(async () => {
    await db.close();
    await bouncer?.stop();
  });

  test("many statements and transactions at once, over two connections, all see their own", async () => {
    await db.execute({ name: "create", text: "create table things (id int primary key, at timestamptz)" });
    const insert = (id: number, at: string) => ({
      name: "insert",
      text: "insert into things values ($1, $2)",
      values: [id, at],
    });
    const read = { name: "read", text: "select at from things where id = $1" };
    await Promise.all(
      Array.from({ length: 40 }, (_, id) =>
        db
          .transaction(async (tx) => {
            await tx.execute(insert(id, "2024-01-01T00:00:00Z"));
            expect(await tx.query({ ...read, values: [id] })).toEqual([{ at: 1_704_067_200_000_000 }]);
            if (id % 2 === 0) throw new Error("back");
          })
          .catch((error: unknown) => expect(String(error)).toContain("back")),
      ),
    );
    expect(await db.query({ name: "count", text: "select count(*) as n from things" })).toEqual([{ n: 20 }]);
  });

  test("streams and snapshots", async () => {
    let seen = 0;
    for await (const rows of db.stream({ text: "select n from generate_series(1, $1::int) n", values: [250] }, 100)) {
      seen += rows.length;
    }
    expect(seen).toBe(250);
    const level = { name: "level", text: "select current_setting('transaction_isolation') as level" };
    expect(await db.snapshot((tx) => tx.query(level))).toEqual([{ level: "repeatable read" }]);
  });

  test("migrations, by several processes at once, leave no lock behind", async () => {
    const rooms = migrationRooms(["kit"]);
    const done = await Promise.all([1, 2, 3].map(() => migrate(connection, rooms, { log: keptLog() })));
    expect(done.flat()).toHaveLength((await Promise.all(rooms.map(readMigrations))).flat().length);
    const locks = {
      name: "locks",
      text: `select from pg_locks join pg_database on database = pg_database.oid
        where locktype = 'advisory' and datname = current_database()`,
    };
    expect(await db.query(locks)).toEqual([]);
  });

  test("the change feed follows, and keeps its place although the server's connections change", async () => {
    const log = keptLog();
    const seen: unknown[] = [];
    const onLost = async () => {
      throw new Error("lost");
    };
    const feed = new ChangeFeed({ db, topics: ["t"], clock: systemClock(), log, onLost });
    feed.start(await feed.position(), async (changes) => void seen.push(...changes.map(({ payload }) => payload)));
    for (const round of [1, 2, 3]) {
      await Promise.all([1, 2, 3].map(() => db.transaction((tx) => appendChanges(tx, "test", "t", [round]))));
      await feed.catchUp(PATIENCE_MS);
    }
    await feed.stop();
    expect(seen).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
    expect(log.entries).toEqual([]);
  });
});
