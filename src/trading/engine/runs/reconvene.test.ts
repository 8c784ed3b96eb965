/** Many runs that reconvene together: what they ask of the database while they wait, and that all of them go on. */
import { randomBytes } from "node:crypto";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { ccxtWorld } from "../../../../test/support/ccxt-loopback.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { newCustomer, type Customer } from "../../../../test/support/order-crash/crash-cases.ts";
import { HasteningClock } from "../../../../test/support/order-crash/hastening-clock.ts";
import { fixedMarket, runDesk, startSlices } from "../../../../test/support/order-crash/run-cases.ts";
import { newPerson } from "../../../../test/support/trading-people.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import { sealer as makeSealer } from "../../../kit/auth/seal.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { installLibrary } from "../../algorithms/index.ts";
import type { RunJournal } from "../store-runs.ts";

const RUNS = 20;
const ORDERS = 1_000;

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const sealer = makeSealer([{ id: "test", key: randomBytes(32) }]);
const clock = new HasteningClock();
const loop = await ccxtWorld({ limits: { weight: 10_000_000, orders: 1_000_000 } });
loop.loopback.world.trade(5);
afterAll(() => loop.close());
await installLibrary(db, clock.now());
const market = await fixedMarket(loop.exchange, "btcusdt");

/** A run that another process had, with orders that rest. */
async function leftRun({ keyId, ownerUid }: Customer, orders: number): Promise<void> {
  const id = await startSlices(db, { keyId, ownerUid }, "3600", { executable_parents: ["100"] });
  await db.execute({
    name: "test.leaveRun",
    text: `with run as (
        update trading.runs set worker = 'trading.worker.gone', fence = 1, slices = 1, last_slice_ms = $5
        where strategy_id = $1 returning id), state as (
        update trading.strategies set state = 'running' where id = $1)
      insert into trading.orders (id, client_order_id, intent, owner_uid, uid, key_id, exchange, market_id, side, type,
        price, amount, created_ms, send_at_ms, has_command, claimed_fence, handed_ms, state, updated_ms, strategy_id,
        run_id, run_row, slice, attempt, kind, price_entry, was_seen)
      select $1 * 10000 + n, 'x' || ($1 * 10000 + n), 'test/' || ($1 * 10000 + n), $2, $2, $3, 'binance', 'btcusdt', 'buy',
        'limit', 10000, 0.01, 1, 1, false, 1, 1, 'open', 1, $1, run.id, 0, 1, n, 'slice', 10000, true
      from run, generate_series(1, $4::integer) as n`,
    values: [id, ownerUid, keyId, orders, Math.floor(toMillis(clock.now()))],
  });
}

/** How often each question was asked. */
function counting(journal: RunJournal, asked: Map<string, number>): RunJournal {
  const entries = Object.entries(journal).map(([name, ask]: [string, (...of: never[]) => unknown]) => [
    name,
    (...of: never[]) => {
      asked.set(name, (asked.get(name) ?? 0) + 1);
      return ask(...of);
    },
  ]);
  return Object.fromEntries(entries) as RunJournal;
}

const checked = async (): Promise<number | undefined> => {
  const [row] = await db.query<{ asked: number }>({
    name: "test.countAskedChecks",
    text: "select count(*) as asked from trading.orders where check_asked_ms is not null",
  });
  return row?.asked;
};

const statesOf = async (): Promise<unknown[]> =>
  db.query({
    name: "test.countStates",
    text: "select state, count(*) as runs from trading.strategies group by state order by state",
  });

test("runs that wait for looks at a thousand orders ask for news of all of them together, and go on when they have it", async () => {
  const { ownerUid } = await newPerson(db);
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  for (let run = 0; run < RUNS; run++) await leftRun(customer, ORDERS / RUNS);
  const asked = new Map<string, number>();
  const desk = runDesk(db, loop.exchange, {
    sealer,
    clock,
    owner: "next",
    market,
    around: (journal) => counting(journal, asked),
  });
  desk.start();
  onTestFinished(() => desk.stop());
  await waitUntil(async () => expect(await checked()).toBe(ORDERS));
  // Ten passes, while nothing is looked at: of each run nothing is asked, and looks are asked for again for all together.
  const before = new Map(asked);
  const since = (name: string): number => (asked.get(name) ?? 0) - (before.get(name) ?? 0);
  await waitUntil(() => expect(since("readChanged")).toBeGreaterThan(10));
  expect(asked.get("loadOrders")).toBe(RUNS);
  expect(since("loadOrders")).toBe(0);
  expect(since("move")).toBe(0);
  expect(since("askChecks")).toBeLessThanOrEqual(since("readChanged"));
  await db.execute({
    name: "test.lookAtOrders",
    text: "update trading.orders set checked_ms = check_asked_ms + 100000, has_command = false",
  });
  await waitUntil(async () => expect(await statesOf()).toEqual([{ state: "running", runs: RUNS }]));
  expect(asked.get("loadOrders")).toBe(RUNS);
  // One transition when it was taken over, and one when it goes on.
  expect(asked.get("move")).toBe(2 * RUNS);
});
