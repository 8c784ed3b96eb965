import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import type { Statement, Transaction } from "./database.ts";
import { OutcomeUnknown, QueryError } from "./query-error.ts";

const { db, open } = await testDatabase({ rooms: [] });
await db.execute({ name: "create", text: "create table things (id int primary key, n int not null default 0)" });
await db.execute({ name: "fill", text: "insert into things values (1), (2)" });

const insert = (id: number): Statement => ({ name: "insert", text: "insert into things values ($1)", values: [id] });
const bump = (id: number): Statement => ({
  name: "bump",
  text: "update things set n = n + 1 where id = $1",
  values: [id],
});

async function exists(id: number): Promise<boolean> {
  return (await db.query({ name: "exists", text: "select from things where id = $1", values: [id] })).length === 1;
}

describe("transaction", () => {
  test("what resolves is committed, what rejects is rolled back and its error passed on", async () => {
    expect(await db.transaction((tx) => tx.execute(insert(10)))).toBe(1);
    expect(await exists(10)).toBe(true);
    const refused = new Error("no");
    const work = async (tx: Transaction): Promise<void> => {
      await tx.execute(insert(11));
      throw refused;
    };
    await expect(db.transaction(work)).rejects.toBe(refused);
    expect(await exists(11)).toBe(false);
  });

  test("is READ COMMITTED and may write, whatever the database's default is", async () => {
    await db.execute({
      name: "set_defaults",
      text: `do $$ begin
        execute format('alter database %I set default_transaction_isolation to ''serializable''', current_database());
      end $$`,
    });
    const level = { name: "level", text: "select current_setting('transaction_isolation') as level" };
    const fresh = open();
    expect(await fresh.transaction((tx) => tx.query(level))).toEqual([{ level: "read committed" }]);
    expect(await fresh.snapshot((tx) => tx.query(level))).toEqual([{ level: "repeatable read" }]);
  });

  test("a failure that the work ignored is not taken for a commit", async () => {
    const work = async (tx: Transaction): Promise<void> => {
      await tx.execute(insert(12));
      await tx.execute(insert(12)).catch(() => undefined);
    };
    await expect(db.transaction(work)).rejects.toThrow("rolled back");
    expect(await exists(12)).toBe(false);
  });

  test("two that deadlock both succeed in the end", async () => {
    let ready = 0;
    const both = [1, 2].map((first) =>
      db.transaction(async (tx) => {
        await tx.execute(bump(first));
        ready++;
        while (ready < 2) await new Promise((resolve) => setImmediate(resolve));
        await tx.execute(bump(3 - first));
      }),
    );
    await Promise.all(both);
    // One ran again, and once more for each time that it took the row back before the other had noticed that it is free.
    expect(ready).toBeGreaterThanOrEqual(3);
    const rows = await db.query({ name: "bumped", text: "select n from things where id in (1, 2)" });
    expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
  });

  test("serialisation failures are retried three times, even when the work gives them another name", async () => {
    let runs = 0;
    const work = async (tx: Transaction): Promise<void> => {
      runs++;
      const fail = { name: "fail", text: "do $$ begin raise 'again' using errcode = '40001'; end $$" };
      await tx.query(fail).catch((cause: unknown) => {
        throw new Error("renamed", { cause });
      });
    };
    await expect(db.transaction(work)).rejects.toThrow("renamed");
    expect(runs).toBe(4);
  });

  test("other failures are not run again", async () => {
    let runs = 0;
    const work = (tx: Transaction): Promise<number> => {
      runs++;
      return tx.execute(insert(1));
    };
    await expect(db.transaction(work)).rejects.toThrow(QueryError);
    expect(runs).toBe(1);
  });

  test("says that the outcome is unknown when the answer to COMMIT is lost", async () => {
    await db.execute({ name: "drop_end", text: "drop function if exists end_me cascade" });
    await db.execute({
      name: "create_end",
      text: `create function end_me() returns trigger language plpgsql as
        'begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(10); return null; end'`,
    });
    await db.execute({ name: "create_deadly", text: "create table deadly (id int)" });
    await db.execute({
      name: "create_trigger",
      text: `create constraint trigger at_commit after insert on deadly deferrable initially deferred
        for each row execute function end_me()`,
    });
    const work = (tx: Transaction) => tx.execute({ name: "die", text: "insert into deadly values (1)" });
    const failure = await db.transaction(work).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OutcomeUnknown);
    expect(String(failure)).toContain("unknown whether");
  });

  test("a refusal by a deferred constraint at COMMIT is a known failure", async () => {
    await db.execute({
      name: "create_deferred",
      text: "create table deferred (id int unique deferrable initially deferred)",
    });
    const work = (tx: Transaction) => tx.execute({ name: "twice", text: "insert into deferred values (1), (1)" });
    const failure = await db.transaction(work).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "23505", statement: "commit" });
    expect(failure).not.toBeInstanceOf(OutcomeUnknown);
  });

  test("takes no statement after its end, and runs those that were started together one after the other", async () => {
    let escaped: Transaction | undefined;
    await db.transaction(async (tx) => {
      escaped = tx;
      await Promise.all([20, 21, 22, 23].map((id) => tx.execute(insert(id))));
    });
    expect(await exists(23)).toBe(true);
    await expect(escaped?.execute(insert(24))).rejects.toThrow("before its transaction ends");
  });

  test("what is sent together with a statement that fails is undone with it, and can be asked again afterwards", async () => {
    const single = open({ maxConnections: 1 });
    const late = { name: "late", text: "select n from things where id = $1", values: [1] };
    const together = single.transaction((tx) =>
      Promise.all([tx.query(late), tx.execute(insert(26)), tx.execute(insert(26)), tx.query(late)]),
    );
    await expect(together).rejects.toMatchObject({ code: "23505" });
    expect(await exists(26)).toBe(false);
    await single.transaction(async (tx) => expect(await tx.query(late)).toHaveLength(1));
  });

  test("the last statement commits with it, nothing follows it, and with a failure before it nothing is kept", async () => {
    const last = (id: number): Statement => ({ ...insert(id), isLast: true });
    let answer: unknown;
    await db.transaction(async (tx) => {
      await tx.execute(insert(27));
      answer = await tx.execute(last(28));
      await expect(tx.execute(insert(29))).rejects.toThrow("before its transaction ends");
    });
    expect([answer, await exists(27), await exists(28), await exists(29)]).toEqual([1, true, true, false]);
    const failing = db.transaction(async (tx) => {
      await tx.execute(bump(1));
      await tx.execute(last(28));
    });
    await expect(failing).rejects.toMatchObject({ code: "23505" });
    const ignoring = db.transaction(async (tx) => {
      await tx.execute(insert(28)).catch(() => undefined);
      await tx.execute(last(29)).catch(() => undefined);
    });
    await expect(ignoring).rejects.toThrow("rolled back");
    expect(await exists(29)).toBe(false);
  });

  test("a statement that was not awaited is still part of it", async () => {
    await db.transaction(async (tx) => {
      void tx.execute(insert(25));
      await Promise.resolve();
    });
    expect(await exists(25)).toBe(true);
  });

  test("a connection that breaks inside is not used again", async () => {
    const single = open({ maxConnections: 1 });
    const die = { name: "die", text: "select pg_terminate_backend(pg_backend_pid())" };
    await expect(single.transaction((tx) => tx.query(die))).rejects.toThrow(QueryError);
    expect(await single.query({ name: "one", text: "select 1 as one" })).toEqual([{ one: 1 }]);
  });
});

test("a commit that was sent with the last statement, and was not answered, is an unknown outcome", async () => {
  const single = open({ maxConnections: 1 });
  const die = { name: "die", text: "select pg_terminate_backend(pg_backend_pid())", isLast: true };
  await expect(single.transaction((tx) => tx.query(die))).rejects.toThrow(OutcomeUnknown);
  expect(await single.query({ name: "one", text: "select 1 as one" })).toEqual([{ one: 1 }]);
});

describe("snapshot", () => {
  const count = { name: "count", text: "select count(*) as n from things where id >= 30" };

  test("reads one state, despite concurrent commits", async () => {
    await db.snapshot(async (tx) => {
      expect(await tx.query(count)).toEqual([{ n: 0 }]);
      await db.execute(insert(30));
      expect(await tx.query(count)).toEqual([{ n: 0 }]);
    });
    expect(await db.query(count)).toEqual([{ n: 1 }]);
  });

  test("cannot write", async () => {
    await expect(db.snapshot((tx) => tx.execute(insert(31)))).rejects.toMatchObject({ code: "25006" });
  });
});
