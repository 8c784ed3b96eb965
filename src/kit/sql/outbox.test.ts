import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { plusMillis, type Instant } from "../time/instant.ts";
import { appendChanges, INSERT_INTO_OUTBOX, KEPT_ROWS, trimOutbox } from "./outbox.ts";

const { db } = await testDatabase({ rooms: ["kit"] });

const all = { name: "all", text: "select origin, topic, payload from kit.outbox order by seq" };
const state = {
  name: "state",
  text: `select (select count(*) from kit.outbox) as rows, (select min(seq) from kit.outbox) as first,
    (select upto from kit.outbox_trimmed) as upto, clock_timestamp() as now`,
};

describe("appendChanges", () => {
  test("records what it is given, in order, as part of the transaction", async () => {
    await db.transaction((tx) => appendChanges(tx, "me", "things", [{ id: 1 }, "two", null, [3]]));
    await db.transaction((tx) => appendChanges(tx, "me", "things", []));
    const refused = db.transaction(async (tx) => {
      await appendChanges(tx, "me", "things", ["never"]);
      throw new Error("no");
    });
    await expect(refused).rejects.toThrow("no");
    const seen = await db.query<{ payload: string }>(all);
    expect(seen.map((row) => JSON.parse(row.payload))).toEqual([{ id: 1 }, "two", null, [3]]);
    expect(seen[0]).toMatchObject({ origin: "me", topic: "things" });
  });

  test("a service can record a change in the statement that makes it", async () => {
    await db.execute({ name: "create", text: "create table things (id int)" });
    await db.execute({
      name: "add_thing",
      text: `with saved as (insert into things values ($1) returning id)
        ${INSERT_INTO_OUTBOX} select $2, 'things', jsonb_build_object('id', id) from saved`,
      values: [7, "me"],
    });
    expect((await db.query(all)).at(-1)).toEqual({ origin: "me", topic: "things", payload: `{"id": 7}` });
  });

  test.each([
    ["select", `${INSERT_INTO_OUTBOX} select 'a', 'b', p::jsonb from unnest(array['1']) p`],
    ["values", `${INSERT_INTO_OUTBOX} values ('a', 'b', '1'), ('a', 'b', '2')`],
  ])("a transaction has its id before it draws a number (%s)", async (name, text) => {
    const plan = await db.query<{ "QUERY PLAN": string }>({ name, text: `explain (verbose, costs off) ${text}` });
    const output = plan.map((line) => line["QUERY PLAN"]).find((line) => line.includes("nextval")) ?? "";
    expect(output.indexOf("pg_current_xact_id()")).toBeGreaterThan(0);
    expect(output.indexOf("pg_current_xact_id()")).toBeLessThan(output.indexOf("nextval"));
  });
});

describe("trimOutbox", () => {
  test("removes what is old, but never one of the last 10,000, and notes how far it came", async () => {
    const [before] = await db.query<{ rows: number; first: number; now: Instant }>(state);
    await db.execute({
      name: "many",
      text: `${INSERT_INTO_OUTBOX} select 'me', 'many', to_jsonb(n) from generate_series(1, ${KEPT_ROWS + 7_000}) n`,
    });
    const [filled] = await db.query<{ rows: number; now: Instant }>(state);
    expect(await trimOutbox(db, plusMillis(before?.now ?? filled?.now ?? (0 as Instant), -60_000))).toBe(0);
    expect(await trimOutbox(db, filled?.now ?? (0 as Instant))).toBe((filled?.rows ?? 0) - KEPT_ROWS);
    const [trimmed] = await db.query<{ rows: number; first: number; upto: number }>(state);
    expect(trimmed?.rows).toBe(KEPT_ROWS);
    expect(trimmed?.upto).toBe((trimmed?.first ?? 0) - 1);
    expect(await trimOutbox(db, plusMillis(filled?.now ?? (0 as Instant), 60_000))).toBe(0);
  });
});
