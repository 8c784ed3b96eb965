import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { countingCommits, type Commits } from "./commits.ts";
import type { Statement, Transaction } from "./database.ts";
import { openDatabase } from "./pool.ts";
import { isUnavailable, OutcomeUnknown } from "./query-error.ts";

const { db, open, connection } = await testDatabase({ rooms: [] });
await db.execute({ name: "create", text: "create table things (id int primary key)" });

const backend: Statement = { name: "backend", text: "select pg_backend_pid() as pid" };
const insert = (id: number): Statement => ({ name: "insert", text: "insert into things values ($1)", values: [id] });

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const terminate = (pid: number | undefined) =>
  db.query({ name: "terminate", text: "select pg_terminate_backend($1)", values: [pid] });

/** Ends the server's side of the connection that is just doing this. */
async function terminateWhoDoes(text: string): Promise<void> {
  const find = { name: "find", text: "select pid from pg_stat_activity where query like $1 || '%'", values: [text] };
  await expect.poll(() => db.query(find)).toHaveLength(1);
  const [row] = await db.query<{ pid: number }>(find);
  await terminate(row?.pid);
}

describe("a failure without effects is distinguished from others", () => {
  test("where no server is", async () => {
    const nowhere = openDatabase({ connection: { connectionString: "postgres://u@127.0.0.1:1/d" } });
    expect(await failureOf(nowhere.execute(insert(1)))).toSatisfy(isUnavailable);
    expect(await failureOf(nowhere.transaction((tx) => tx.execute(insert(1))))).toSatisfy(isUnavailable);
    await nowhere.close();
  });

  test("where the server cuts a transaction off", async () => {
    const work = async (tx: Transaction): Promise<void> => {
      await tx.execute(insert(2));
      const [row] = await tx.query<{ pid: number }>(backend);
      await terminate(row?.pid);
      await tx.execute(insert(3));
    };
    expect(await failureOf(db.transaction(work))).toSatisfy(isUnavailable);
    expect(await db.query({ name: "none", text: "select from things where id in (2, 3)" })).toEqual([]);
  });

  test("where the server cuts a read off", async () => {
    const reading = failureOf(db.query({ name: "read", text: "select pg_sleep(600)::text as read_slowly" }));
    await terminateWhoDoes("select pg_sleep(600)::text as read_slowly");
    expect(await reading).toSatisfy(isUnavailable);
  });

  test("where no connection is free in time", async () => {
    const single = open({ maxConnections: 1, connectTimeoutMs: 50 });
    // A busy machine may need longer than that to open the connection.
    await waitUntil(() => single.query(backend));
    await single.transaction(async () => {
      expect(await failureOf(single.execute(insert(4)))).toSatisfy(isUnavailable);
    });
  });

  test("where the server has no connection left", async () => {
    const role = `crowded_${Date.now().toString(36)}`;
    await db.execute({ name: "role", text: `create role ${role} login password 'x' connection limit 0` });
    const parts = "host" in connection ? { ...connection, user: role, password: "x" } : undefined;
    const url = "connectionString" in connection ? new URL(connection.connectionString) : undefined;
    if (url) [url.username, url.password] = [role, "x"];
    const crowded = openDatabase({ connection: parts ?? { connectionString: url?.href ?? "" } });
    const failure = await failureOf(crowded.execute(insert(5)));
    expect(failure).toMatchObject({ code: "53300" });
    expect(failure).toSatisfy(isUnavailable);
    await crowded.close();
    await db.execute({ name: "drop_role", text: `drop role ${role}` });
  });

  test("where the server takes no writes, and its connection is given up for one that may lead elsewhere", async () => {
    const single = open({ maxConnections: 1 });
    const before = await single.query(backend);
    const failure = await failureOf(single.snapshot((tx) => tx.execute(insert(6))));
    expect(failure).toMatchObject({ code: "25006" });
    expect(failure).toSatisfy(isUnavailable);
    expect(await single.query(backend)).not.toEqual(before);
  });

  test("where a lock or a statement takes too long", async () => {
    const hasty = open({ statementTimeoutMs: 50 });
    const slow = { name: "slow", text: "select pg_sleep(600)" };
    expect(await failureOf(hasty.transaction((tx) => tx.query(slow)))).toSatisfy(isUnavailable);
  });

  test("and not where the statement is at fault", async () => {
    await db.execute(insert(7));
    expect(await failureOf(db.execute(insert(7)))).not.toSatisfy(isUnavailable);
    expect(await failureOf(db.query({ name: "wrong", text: "select nonsense" }))).not.toSatisfy(isUnavailable);
    const big = { name: "big", text: "select 9007199254740993::bigint as n" };
    expect(await failureOf(db.query(big))).not.toSatisfy(isUnavailable);
    expect(new Error("of something else")).not.toSatisfy(isUnavailable);
  });
});

test("a single write whose connection is lost may have taken place, and nothing says that it may be asked for again", async () => {
  const text = "insert into things select 8 from pg_sleep(600)";
  const writing = failureOf(db.execute({ name: "write_slowly", text }));
  await terminateWhoDoes(text);
  const failure = await writing;
  expect(failure).toBeInstanceOf(OutcomeUnknown);
  expect(failure).not.toSatisfy(isUnavailable);
});

describe("countingCommits", () => {
  test("counts transactions and single writes that took place, in the work that made them and nowhere else", async () => {
    const counts = async (work: () => Promise<unknown>): Promise<number> => {
      const commits: Commits = { count: 0 };
      await failureOf(countingCommits(commits, work));
      return commits.count;
    };
    const refuse = async (): Promise<never> => {
      throw new Error("no");
    };
    expect(await counts(() => db.query(backend))).toBe(0);
    expect(await counts(() => db.snapshot((tx) => tx.query(backend)))).toBe(0);
    expect(await counts(() => db.transaction(refuse))).toBe(0);
    expect(await counts(() => db.transaction((tx) => tx.execute(insert(7))))).toBe(0);
    const both = [counts(() => db.execute(insert(20))), counts(() => db.transaction((tx) => tx.execute(insert(21))))];
    expect(await Promise.all(both)).toEqual([1, 1]);
    const deep = async (): Promise<void> => {
      await Promise.resolve().then(() => db.execute(insert(22)));
      await db.transaction((tx) => tx.execute(insert(23)));
    };
    expect(await counts(deep)).toBe(2);
  });
});
