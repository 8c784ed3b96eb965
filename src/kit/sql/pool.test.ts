import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import type { Statement } from "./database.ts";
import { openDatabase } from "./pool.ts";
import { QueryError } from "./query-error.ts";

const { db, open, connection } = await testDatabase({ rooms: [] });
await db.execute({ name: "create", text: "create table things (id int primary key, note text)" });

const insert = (id: number, note = ""): Statement => ({
  name: "insert_thing",
  text: "insert into things values ($1, $2)",
  values: [id, note],
});
const count: Statement = { name: "count_things", text: "select count(*) as n from things where id between $1 and $2" };
const backend: Statement = { name: "backend", text: "select pg_backend_pid() as pid" };

async function countOf(from: number, to: number): Promise<unknown> {
  return (await db.query<{ n: number }>({ ...count, values: [from, to] }))[0]?.n;
}

describe("statements", () => {
  test("query answers rows and execute how many rows changed", async () => {
    expect(await db.execute(insert(1))).toBe(1);
    expect(await db.query({ name: "one", text: "select id, note from things where id = $1", values: [1] })).toEqual([
      { id: 1, note: "" },
    ]);
  });

  test("statements are prepared under their name, unless the pool is set otherwise", async () => {
    const prepared: Statement = { name: "prepared", text: "select name from pg_prepared_statements" };
    const direct = open({ maxConnections: 1 });
    await direct.query(prepared);
    expect(await direct.query(prepared)).toContainEqual({ name: "prepared" });
    const pooled = open({ maxConnections: 1, preparedStatements: false });
    await pooled.query(prepared);
    expect(await pooled.query(prepared)).toEqual([]);
    expect(await pooled.query({ ...count, values: [1, 1] })).toEqual([{ n: 1 }]);
  });

  test("a failure names the statement, its code and its constraint, and keeps no value", async () => {
    await db.execute(insert(2));
    const failure = await db.execute(insert(2, "secret-note")).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(QueryError);
    expect(failure).toMatchObject({ statement: "insert_thing", code: "23505", constraint: "things_pkey" });
    const conversion = await db
      .query({ name: "convert", text: "select $1::text::int", values: ["secret-note"] })
      .catch((error: unknown) => error);
    expect(conversion).toMatchObject({ statement: "convert", code: "22P02" });
    for (const error of [failure, conversion]) {
      const cause = (error as Error).cause as Error;
      const seen = [error, cause].map((part) => JSON.stringify(part, Object.getOwnPropertyNames(part)));
      expect(seen.join()).not.toContain("secret");
      expect(JSON.stringify(cause)).not.toContain("(2)");
    }
  });

  test("a refused statement does not cost its connection; a lost connection costs only its own statement", async () => {
    const single = open({ maxConnections: 1 });
    const before = await single.query(backend);
    await expect(single.execute({ name: "wrong", text: "select nonsense" })).rejects.toThrow(QueryError);
    expect(await single.query(backend)).toEqual(before);
    const end = { name: "end", text: "select pg_terminate_backend(pg_backend_pid())" };
    await expect(single.query(end)).rejects.toThrow(/^end: /);
    expect(await single.query(backend)).not.toEqual(before);
  });

  test("an idle connection that is cut is replaced, and the log told", async () => {
    const log = keptLog();
    const watched = open({ maxConnections: 1, log });
    const [row] = await watched.query<{ pid: number }>(backend);
    await db.query({ name: "terminate", text: "select pg_terminate_backend($1)", values: [row?.pid] });
    await expect.poll(() => log.entries.length).toBe(1);
    expect(await watched.query(backend)).not.toEqual([row]);
  });

  test("a statement that takes too long is ended", async () => {
    const hasty = open({ statementTimeoutMs: 50 });
    await expect(hasty.query({ name: "sleep", text: "select pg_sleep(60)" })).rejects.toMatchObject({ code: "57014" });
  });

  test("a plan that a migration made invalid is made again", async () => {
    const single = open({ maxConnections: 1 });
    await single.execute({ name: "create_wide", text: "create table wide (a int)" });
    const all: Statement = { name: "select_wide", text: "select * from wide" };
    await single.query(all);
    await single.execute({ name: "insert_wide", text: "insert into wide values (7)" });
    await single.execute({ name: "alter_wide", text: "alter table wide add b int" });
    expect(await single.query(all)).toEqual([{ a: 7, b: null }]);
    await single.execute({ name: "alter_wide_again", text: "alter table wide add c int" });
    expect(await single.transaction((tx) => tx.query(all))).toEqual([{ a: 7, b: null, c: null }]);
  });

  test("times are in UTC whatever the database's own zone is", async () => {
    await db.execute({
      name: "set_zone",
      text: `do $$ begin execute format('alter database %I set timezone to ''Asia/Tokyo''', current_database()); end $$`,
    });
    const fresh = open();
    expect(await fresh.query({ name: "at", text: "select '2024-01-01T00:00:00Z'::timestamptz as at" })).toEqual([
      { at: 1_704_067_200_000_000 },
    ]);
  });
});

describe("stream", () => {
  const numbers = { text: "select n from generate_series(1, $1::int) n", values: [2_500] };

  test("reads all rows once, in order, in batches", async () => {
    const sizes: number[] = [];
    const seen: number[] = [];
    for await (const rows of db.stream<{ n: number }>(numbers)) {
      sizes.push(rows.length);
      seen.push(...rows.map((row) => row.n));
    }
    expect(sizes).toEqual([1_000, 1_000, 500]);
    expect(seen).toEqual(Array.from({ length: 2_500 }, (_, index) => index + 1));
  });

  test("gives its connection back when the reader leaves early or the query fails", async () => {
    const single = open({ maxConnections: 1 });
    for await (const rows of single.stream(numbers, 10)) {
      expect(rows).toHaveLength(10);
      break;
    }
    const failing = single.stream({ text: "select 1 / (3 - n) from generate_series(1, 9) n" }, 1);
    await expect(drain(failing)).rejects.toThrow(QueryError);
    expect(await single.query({ name: "one", text: "select 1 as one" })).toEqual([{ one: 1 }]);
  });

  test("cannot write", async () => {
    const writing = db.stream({ text: "select nextval('pg_catalog.no_such')" });
    await expect(drain(writing)).rejects.toThrow(QueryError);
  });
});

describe("close", () => {
  test("lets all work finish that began before, even what waits for a connection, and refuses what comes after", async () => {
    const closing = openDatabase({ connection, maxConnections: 2 });
    const work = Array.from({ length: 8 }, (_, index) => closing.execute(insert(100 + index)));
    const closed = closing.close();
    await expect(closing.execute(insert(200))).rejects.toThrow("closed");
    await closed;
    await Promise.all(work);
    expect(await countOf(100, 200)).toBe(8);
    await closing.close();
  });

  test("leaves no connection behind on the server", async () => {
    const closing = openDatabase({ connection, applicationName: "closing" });
    await Promise.all([closing.query(backend), closing.query(backend)]);
    await closing.close();
    const left = { name: "left", text: "select from pg_stat_activity where application_name = 'closing'" };
    await expect.poll(() => db.query(left)).toEqual([]);
  });

  test("is quick where no server is", async () => {
    const nowhere = openDatabase({ connection: { connectionString: "postgres://u:hidden@127.0.0.1:1/d" } });
    const failure = await nowhere.query(backend).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "ECONNREFUSED", statement: "backend" });
    expect(String(failure) + String((failure as Error).cause)).not.toContain("hidden");
    await nowhere.close();
  });
});

async function drain(rows: AsyncIterable<unknown>): Promise<void> {
  for await (const batch of rows) void batch;
}
