/** Strategies that ran when a backup was made: after its restore they wait for their owners, whatever they were doing. */
import { beforeAll, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { addUsers } from "../../../test/support/ledger-users.ts";
import { holdBack, SKIPPED_ADDRESSES } from "./hold-back.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const WHY = "held back by a test";
const NOW_MS = Date.parse("2026-03-02T00:00:00Z");

const change = (text: string, values: readonly unknown[] = []) =>
  db.execute({ name: "test.hold", text, values, isPlannedEachTime: true });
const read = (text: string, values: readonly unknown[] = []) =>
  db.query<Record<string, unknown>>({ name: "test.held", text, values, isPlannedEachTime: true });

const PAUSED = { reason: "breaker", isExternal: false };

/** By the state in which a run was: the state afterwards, what it goes back to, and its pause. */
const RUNS: readonly (readonly [string, Record<string, unknown>, string, string, unknown])[] = [
  ["starting", {}, "paused", "running", PAUSED],
  ["running", {}, "paused", "running", PAUSED],
  ["paused", { pause: { reason: "lost_exchange", isExternal: true } }, "paused", "running", PAUSED],
  ["paused", { pause: { reason: "reconvening", isExternal: true } }, "paused", "paused", PAUSED],
  ["reconvening", {}, "reconvening", "paused", PAUSED],
  ["reconvening", { resumes: "stopping" }, "reconvening", "stopping", null],
  ["soft_stopping", {}, "stopping", "running", null],
  ["stopping", {}, "stopping", "running", null],
];

let strategies: number[] = [];
beforeAll(async () => {
  const [uid = 0] = await addUsers(db, 1);
  await change(
    `insert into trading.profiles (owner_uid, uid, name, description, settings, created_at, updated_at)
      values ($1, $1, 'Profile', '', '{}', now(), now())`,
    [uid],
  );
  strategies = [];
  for (const [state, { pause, resumes }] of RUNS) {
    const [row] = await read(
      `with made as (
          insert into trading.strategies (profile_id, owner_uid, uid, state, created_at)
          select id, owner_uid, uid, $1, now() from trading.profiles returning id, owner_uid),
        run as (
          insert into trading.runs (strategy_id, owner_uid, uid, number, algorithm_id, algorithm_version, settings, is_active,
            started_ms, maximum_ms, pause, resumes_as)
          select id, owner_uid, owner_uid, 1, 900001, 1, '{}', true, 1, 1000, $2::jsonb, $3 from made
          returning id, strategy_id)
        select strategy_id as id, id as run from run`,
      [state, pause === undefined ? null : JSON.stringify(pause), resumes ?? "running"],
    );
    await change("update trading.strategies set run_id = $2 where id = $1", [row?.["id"], row?.["run"]]);
    strategies.push(Number(row?.["id"]));
  }
  await change(
    `insert into trading.api_keys (key, user_id, label, access, sealed_secret, secret_hash, created_at)
      values ($1, $2, '', 'full_access', '', sha256('a'), now())`,
    ["k".repeat(32), uid],
  );
  await change("insert into trading.nonce_marks (key_id, mark) select id, 5 from trading.api_keys");
  await change("insert into trading.used_nonces (key_id, nonce) select id, 4 from trading.api_keys");
  await change(
    `insert into trading.alerts (owner_uid, is_of_key, kind, why, data, at) values ($1, false, 'test', '', '{}', now())`,
    [uid],
  );
});

test("active runs are paused for their owners, and nothing that waited is done", async () => {
  const held = await holdBack(db, { why: WHY, nowMs: NOW_MS });
  expect(held).toMatchObject({ runs: RUNS.length, alerts: 1, orders: 0, mails: 0, withdrawals: 0 });
  const rows = await read(
    `select s.state, r.resumes_as, r.pause::text as pause from trading.strategies s join trading.runs r on r.id = s.run_id
      where s.id = any ($1::bigint[]) order by s.id`,
    [strategies],
  );
  const seen = rows.map((row) => [row["state"], row["resumes_as"], JSON.parse(String(row["pause"]))]);
  expect(seen).toEqual(RUNS.map(([, , state, resumes, pause]) => [state, resumes, pause]));
  const moved = await read("select distinct why from trading.run_transitions where to_state = 'paused'");
  expect(moved).toEqual([{ why: WHY }]);
  // Their owners are alerted, after what waited before was held back.
  const [alerts] = await read("select count(*) as alerts from trading.alerts where outcome is null");
  expect(Number(alerts?.["alerts"])).toBeGreaterThan(0);
});

test("nonces up to now are refused, and addresses that others may have seen are passed over", async () => {
  await holdBack(db, { why: WHY, nowMs: NOW_MS });
  expect(await read("select mark::text, floor::text, database_until from trading.nonce_marks")).toEqual([
    { mark: `${NOW_MS}0000000`, floor: `${NOW_MS}0000000`, database_until: null },
  ]);
  expect(await read("select nonce from trading.used_nonces")).toEqual([]);
  const [counter] = await read("select next_index from trading.receiving_counters where currency = 'ETH'");
  expect(Number(counter?.["next_index"])).toBeGreaterThanOrEqual(SKIPPED_ADDRESSES);
});
