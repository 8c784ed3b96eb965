/** Orders of a run as its next owner reads them: those that may still trade one by one, the others as sums. */
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { startSlices } from "../../../../test/support/order-crash/run-cases.ts";
import { newPerson } from "../../../../test/support/trading-people.ts";
import { systemRandom } from "../../../kit/ids/ids.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { MINUTE_MS } from "../../../kit/time/spans.ts";
import { installLibrary } from "../../algorithms/index.ts";
import type { MarketView } from "../../market/index.ts";
import type { KeptRun } from "../store-runs.ts";
import type { Playbook } from "../runs/playbook.ts";
import { RunMemory } from "../runs/run-memory.ts";
import { runJournal } from "./run-journal.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
await installLibrary(db, systemClock().now());
const journal = runJournal(db, systemRandom());
const LATEST_MS = 100 * MINUTE_MS;
let ids = 1;

/** A run of three slices: the first ended long before the latest order, the second shortly before. */
async function runOfSlices(secondEndedMs: number) {
  const { ownerUid } = await newPerson(db);
  const [key] = await db.query<{ id: number }>({
    name: "test.newKey",
    text: `insert into trading.exchange_keys (owner_uid, uid, exchange, label, token_masked, sealed_credentials, status, created_at)
      values ($1, $1, 'binance', 'x', 'x', 'x', 'active', now()) returning id`,
    values: [ownerUid],
  });
  const keyId = key?.id ?? 0;
  const strategyId = await startSlices(db, { keyId, ownerUid });
  const slices = [
    { id: ids++, slice: 1, createdMs: 1, endedMs: 2, state: "filled", filled: 1 },
    { id: ids++, slice: 2, createdMs: 3, endedMs: secondEndedMs, state: "canceled", filled: 0 },
    { id: ids++, slice: 3, createdMs: LATEST_MS, endedMs: LATEST_MS + 1, state: "filled", filled: 1 },
  ];
  const [row] = await db.query<{ run: number }>({
    name: "test.slices",
    text: `with made as (
        insert into trading.orders (id, client_order_id, intent, owner_uid, uid, key_id, exchange, market_id, side, type,
          price, amount, created_ms, send_at_ms, claimed_fence, state, updated_ms, ended_ms, filled, cost, is_settled, has_command,
          strategy_id, run_id, run_row, slice, attempt, kind, price_entry)
        select o.id, 'rr' || o.id, 'rows/' || o.id, $2, $2, $3, 'binance', 'btcusdt', 'buy', 'limit', 100, 2,
          o."createdMs", 1, 1, o.state, 1, o."endedMs", o.filled, o.filled * 100, true, false, $4, s.run_id, 0, o.slice, 0, 'slice', 100
        from jsonb_to_recordset($1::jsonb) as o (id bigint, slice integer, "createdMs" bigint, "endedMs" bigint, state text,
          filled numeric), trading.strategies s where s.id = $4 returning run_id)
      select run_id as run from made limit 1`,
    values: [JSON.stringify(slices), ownerUid, keyId, strategyId],
  });
  return { runId: row?.run ?? 0, second: slices[1]?.id ?? 0, followed: slices.map(({ id }) => id) };
}

const playbook = { listings: [], settings: { rows: [{ row: 0 }] } } as unknown as Playbook;
const market = { usdRate: () => undefined } as Pick<MarketView, "usdRate">;

test("an order that ended less than two minutes before the latest one is followed, and a late trade of it counts", async () => {
  const { runId, second, followed } = await runOfSlices(LATEST_MS - 2 * MINUTE_MS + 1);
  const loaded = await journal.loadOrders(runId);
  expect(loaded.orders.map(({ terms }) => terms.id)).toEqual(followed.slice(1));
  expect(loaded.totals).toMatchObject([{ orders: 1, traded: 1 }]);
  const memory = new RunMemory({} as KeptRun, playbook, loaded, market);
  expect([...memory.known()].map(([id]) => id)).toContain(second);
  await db.execute({
    name: "test.lateTrade",
    text: "update trading.orders set filled = 1, cost = 100, version = version + 1 where id = $1",
    values: [second],
  });
  for (const order of await journal.readChanged(new Map(memory.known()))) memory.put(order);
  expect(memory.orders.progress(0).done).toBe(3n * 10n ** 18n);
});

test("an order that ended earlier is in the sums alone", async () => {
  const { runId, followed } = await runOfSlices(LATEST_MS - 2 * MINUTE_MS);
  const loaded = await journal.loadOrders(runId);
  expect(loaded.orders.map(({ terms }) => terms.id)).toEqual(followed.slice(2));
  expect(loaded.totals).toMatchObject([{ orders: 2, traded: 1 }]);
});
