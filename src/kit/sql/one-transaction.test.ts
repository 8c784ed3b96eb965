import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import type { Database, Statement, Transaction } from "./database.ts";
import { OneTransaction } from "./one-transaction.ts";
import { isRetriable } from "./query-error.ts";

const { db: pool, open } = await testDatabase({ rooms: [] });
await pool.execute({ name: "create", text: "create table things (id int primary key, n int not null default 0)" });

let numbers = 0;
const insert = (id: number): Statement => ({ name: "insert", text: "insert into things values ($1)", values: [id] });
const find = (id: number): Statement => ({ name: "find", text: "select id from things where id = $1", values: [id] });
const has = async (id: number, db: Pick<Database, "query"> = pool): Promise<boolean> =>
  (await db.query(find(id))).length === 1;
const nothing = async (): Promise<void> => undefined;
const begin = (first = nothing, db = pool): OneTransaction => new OneTransaction(db, first);

describe("what several calls change", () => {
  test("is seen by them at once, and by others when it is committed as a whole", async () => {
    const whole = begin();
    const [one, two, three] = [++numbers, ++numbers, ++numbers];
    await whole.db.transaction((tx) => tx.execute(insert(one)));
    await whole.db.execute(insert(two));
    await whole.db.query({ name: "returning", text: "insert into things values ($1) returning id", values: [three] });
    expect(await Promise.all([one, two, three].map((id) => has(id, whole.db)))).toEqual([true, true, true]);
    expect(await whole.db.snapshot((tx) => has(one, tx))).toBe(true);
    expect(await Promise.all([one, two, three].map((id) => has(id)))).toEqual([false, false, false]);
    const last = ++numbers;
    await whole.commit(async (tx) => void (await tx.execute(insert(last))));
    expect(await Promise.all([one, two, three, last].map((id) => has(id)))).toEqual([true, true, true, true]);
  });

  test("is undone as a whole, also where a part of it had ended long before", async () => {
    const whole = begin();
    const [one, two] = [++numbers, ++numbers];
    for (const id of [one, two]) await whole.db.transaction((tx) => tx.execute(insert(id)));
    await whole.rollBack();
    expect([await has(one), await has(two)]).toEqual([false, false]);
    await expect(whole.db.execute(insert(one))).rejects.toThrow("before its request has ended");
  });

  test("is not committed by the last statement of a part", async () => {
    const whole = begin();
    const [one, two] = [++numbers, ++numbers];
    await whole.db.transaction((tx) => tx.execute({ ...insert(one), isLast: true }));
    await whole.db.execute({ ...insert(two), isLast: true });
    expect([await has(one), await has(two)]).toEqual([false, false]);
    await whole.rollBack();
    expect([await has(one), await has(two)]).toEqual([false, false]);
  });

  test("is undone as a whole when the last work fails, whose error is thrown", async () => {
    const whole = begin();
    const one = ++numbers;
    await whole.db.execute(insert(one));
    const failed = new Error("no room");
    await expect(whole.commit(() => Promise.reject(failed))).rejects.toBe(failed);
    expect(await has(one)).toBe(false);
  });
});

describe("a step that fails", () => {
  test("is undone alone, and the others go on", async () => {
    const whole = begin();
    const [kept, undone, after] = [++numbers, ++numbers, ++numbers];
    await whole.db.execute(insert(kept));
    const refused = new Error("no");
    const step = whole.db.transaction(async (tx) => {
      await tx.execute(insert(undone));
      throw refused;
    });
    await expect(step).rejects.toBe(refused);
    await expect(whole.db.execute(insert(kept))).rejects.toThrow("23505");
    await whole.db.execute(insert(after));
    await whole.commit();
    expect([await has(kept), await has(undone), await has(after)]).toEqual([true, false, true]);
  });

  test("whose failed statement was ignored fails as a whole", async () => {
    const whole = begin();
    const [one, two] = [++numbers, ++numbers];
    await whole.db.execute(insert(one));
    const step = whole.db.transaction(async (tx) => {
      await tx.execute(insert(two));
      await tx.execute(insert(one)).catch(() => undefined);
    });
    await expect(step).rejects.toThrow("kit.endStep");
    await whole.commit();
    expect([await has(one), await has(two)]).toEqual([true, false]);
  });

  test("cannot change anything afterwards", async () => {
    const whole = begin();
    let late: Transaction | undefined;
    await whole.db.transaction(async (tx) => void (late = tx));
    await expect(late?.execute(insert(++numbers))).rejects.toThrow("before its transaction ends");
    await whole.rollBack();
  });
});

test("steps that begin at the same time run one after the other", async () => {
  const whole = begin();
  const ids = Array.from({ length: 10 }, () => ++numbers);
  const steps = ids.map((id, at) =>
    whole.db.transaction(async (tx) => {
      await tx.execute(insert(id));
      if (at % 2 === 0) throw new Error("every other one fails");
    }),
  );
  await Promise.allSettled(steps);
  await whole.commit();
  expect(await Promise.all(ids.map((id) => has(id)))).toEqual(ids.map((_, at) => at % 2 === 1));
});

describe("the transaction", () => {
  test("begins with the first change: until then no connection is held", async () => {
    const single = open({ maxConnections: 1 });
    let begun = 0;
    const whole = begin(async () => void begun++, single);
    expect(await has(0, whole.db)).toBe(false);
    await whole.db.snapshot((tx) => tx.query(find(0)));
    expect([begun, whole.hasBegun]).toEqual([0, false]);
    // The one connection is free.
    expect(await single.query(find(0))).toEqual([]);
    await whole.db.execute(insert(++numbers));
    expect([begun, whole.hasBegun]).toEqual([1, true]);
    await whole.commit();
    await single.close();
  });

  test("begins for a function that may change something, though it is called by a select", async () => {
    await pool.execute({
      name: "function",
      text: `create or replace function public.put(int) returns int language sql as
        'insert into public.things values ($1) returning id'`,
    });
    const whole = begin();
    const id = ++numbers;
    await whole.db.query({ name: "put", text: "select public.put($1)", values: [id] });
    await whole.rollBack();
    expect(await has(id)).toBe(false);
  });

  test("is begun for the last work where nothing was changed, and not at all without one", async () => {
    const [idle, last] = [begin(), begin()];
    const id = ++numbers;
    await idle.commit();
    expect(idle.hasBegun).toBe(false);
    await last.commit(async (tx) => void (await tx.execute(insert(id))));
    expect(await has(id)).toBe(true);
  });

  test("lets no change through when its first work fails", async () => {
    const refused = new Error("another user has it");
    const whole = begin(() => Promise.reject(refused));
    await expect(whole.db.execute(insert(++numbers))).rejects.toBe(refused);
    await expect(whole.commit(nothing)).rejects.toBe(refused);
    await whole.rollBack();
    expect(await has(numbers)).toBe(false);
  });

  test("that PostgreSQL undid because of a deadlock says so, for the whole to be done again", async () => {
    const ids = [++numbers, ++numbers];
    for (const id of ids) await pool.execute(insert(id));
    const bump = (id: number | undefined): Statement => ({
      name: "bump",
      text: "update things set n = n + 1 where id = $1",
      values: [id],
    });
    const [one, two] = [begin(), begin()];
    await one.db.execute(bump(ids[0]));
    await two.db.execute(bump(ids[1]));
    const crossed = await Promise.allSettled([
      one.db.execute(bump(ids[1])).catch(async (error: unknown) => {
        await one.rollBack();
        throw error;
      }),
      two.db.execute(bump(ids[0])).catch(async (error: unknown) => {
        await two.rollBack();
        throw error;
      }),
    ]);
    const errors = crossed.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
    expect(errors).toHaveLength(1);
    expect(isRetriable(errors[0])).toBe(true);
    await Promise.all([one.rollBack(), two.rollBack()]);
  });
});

test("what waits for the commit is called after it, and never where it is undone", async () => {
  const called: string[] = [];
  const [kept, undone] = [begin(), begin()];
  const id = ++numbers;
  kept.afterCommit(() => called.push("kept"));
  undone.afterCommit(() => called.push("undone"));
  await kept.db.execute(insert(id));
  await undone.db.execute(insert(++numbers));
  expect(called).toEqual([]);
  await kept.commit();
  await undone.rollBack();
  expect(called).toEqual(["kept"]);
});
