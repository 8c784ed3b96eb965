/**
 * A backup is restored, and something had happened after it was made: orders left, requests were signed, people were told.
 * Nothing of that happens a second time.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdBackAll } from "../../src/cli/restored.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { backUpInto, restoreFrom } from "../support/backup-copy.ts";
import { ccxtWorld, CREDENTIALS } from "../support/ccxt-loopback.ts";
import { migrationRooms, testDatabase, type TestDatabase } from "../support/database.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { tradingWorld, type TradingWorld } from "../support/trading-world.ts";
import { waitUntil } from "../support/wait-until.ts";
import { migrateJobs } from "../../src/kit/jobs/job-runner.ts";

const ROOMS = ["kit", "registry", "players", "trading"];
const rooms = migrationRooms(ROOMS);
const CODE = "binance-btcusdt";

const folder = await temporaryFolder();
const loop = await ccxtWorld();
afterAll(async () => {
  await loop.close();
  await folder.remove();
});
loop.loopback.world.trade(3);

const before = await testDatabase({ rooms: ROOMS });
await migrateJobs(before.connection);
const world = await tradingWorld({ database: before, exchanges: [loop.exchange] });
const person = await world.person();
let apikey: string;

beforeAll(async () => {
  const params = { exchange: "binance", label: "Mine", ...CREDENTIALS };
  const { json } = await world.ask("POST", "exchange-api-keys/add", { key: person.key, params });
  apikey = json.data.id as string;
  await waitUntil(() => expect(world.trading.deps.market.listing(CODE)).toBeDefined());
});

const create = async (of: TradingWorld, params: Record<string, string | number>) => {
  const order = { apikey, ordertype: "limit", code: CODE, side: "buy", quantity: "0.01", price: "10000", ...params };
  const { json } = await of.ask("POST", "exchange-query/order-create", { key: person.key, params: order });
  return json.data.orders[0] as { id: string; client_order_id: string; state: string };
};

const stateOf = async ({ db }: TestDatabase, id: string) => {
  const [row] = await db.query<{ state: string; is_denied: boolean }>({
    name: "test.stateOfOrder",
    text: "select state, lookups > 0 as is_denied from trading.orders where id = $1",
    values: [id],
  });
  return row;
};

const change = ({ db }: TestDatabase, text: string, values: readonly unknown[] = []) =>
  db.execute({ name: "test.change", text, values, isPlannedEachTime: true });

const read = async ({ db }: TestDatabase, text: string) =>
  db.query<Record<string, unknown>>({ name: "test.readAfter", text, isPlannedEachTime: true });

/** How many orders reached the exchange with this id of ours. */
const placed = (clientOrderId: string): number =>
  loop.loopback.requests.filter(
    ({ method, path, parameters }) =>
      method === "POST" && path === "/api/v3/order" && parameters["newClientOrderId"] === clientOrderId,
  ).length;

test("orders are not sent twice, nonces not taken twice, and nobody is told twice", async () => {
  const leaves = await create(world, { ordertype: "market", order_send_time: Date.now() + 3_600_000 });
  const stays = await create(world, { order_send_time: Date.now() + 7_200_000 });
  expect([leaves.state, stays.state]).toEqual(["scheduled", "scheduled"]);
  await change(
    before,
    `insert into trading.mails (recipient, subject, body, created_at, due_at)
      values ('a@example.test', 'Hello', 'a link', now(), now() + interval '1 day')`,
  );
  await change(
    before,
    `insert into trading.telegram_messages (uid, body, created_at, due_at, expires_at)
      values ($1, 'Hello', now(), now() + interval '1 day', now() + interval '2 days')`,
    [person.uid],
  );
  await change(
    before,
    `insert into trading.sessions (uid, token_hash, address, user_agent, created_at, last_seen_at, expires_at)
      values ($1, sha256('a'), '::1', '', now(), now(), now() + interval '1 day')`,
    [person.uid],
  );
  await change(
    before,
    `insert into registry.webhooks (id, url, sealed_secret, events, pattern, created_at)
      values ('whk', 'https://example.test', '', '{published}', '*', now())`,
  );
  await change(
    before,
    "insert into registry.webhook_deliveries (webhook_id, event, payload, created_at) values ('whk', 'published', '{}', now())",
  );
  const [counter] = await read(before, "select next_index from trading.receiving_counters where currency = 'BTC'");
  const { path } = await backUpInto(folder.path, before.connection, rooms);

  // What happens after the backup, and is lost: the order leaves and is filled, and a nonce is used.
  await change(before, "update trading.orders set send_at_ms = $2 where id = $1", [leaves.id, Date.now()]);
  await waitUntil(async () => expect(await stateOf(before, leaves.id)).toMatchObject({ state: "filled" }));
  const used = await world.useOnce(person.key);
  await world.close();
  expect(placed(leaves.client_order_id)).toBe(1);

  const after = await testDatabase({ rooms: [] });
  const held: unknown[] = [];
  await restoreFrom(path, after.connection, rooms, {
    isBehind: true,
    async complete() {
      held.push(await holdBackAll(after.connection, silentLog(), "2026-03-02T00:00:00.000000Z"));
    },
  });
  // The other mail tells of the exchange key.
  expect(held).toMatchObject([{ orders: 2, mails: 2, messages: 1, sessions: 1, deliveries: 1, runs: 0 }]);
  expect(await read(after, "select state, body, last_error from trading.mails where subject = 'Hello'")).toEqual([
    {
      state: "failed",
      body: "",
      last_error: expect.stringContaining("restored from a backup of 2026-03-02T00:00:00Z"),
    },
  ]);
  expect(await read(after, "select state, body from trading.telegram_messages")).toEqual([
    { state: "failed", body: "" },
  ]);
  expect(await read(after, "select id from trading.sessions")).toEqual([]);
  expect(await read(after, "select gave_up_at is null as waits from registry.webhook_deliveries")).toEqual([
    { waits: false },
  ]);
  const [later] = await read(after, "select next_index from trading.receiving_counters where currency = 'BTC'");
  expect(Number(later?.["next_index"])).toBeGreaterThan(Number(counter?.["next_index"]));

  const again = await tradingWorld({ database: after, exchanges: [await loop.connect()] });
  const replayed = await again.ask("GET", "user/account-details", { headers: { authorization: used } });
  expect(replayed.status).toBe(401);
  // The order that left is found at its exchange, with what it has traded; the other one is denied there.
  await waitUntil(async () => expect(await stateOf(after, leaves.id)).toMatchObject({ state: "filled" }));
  await waitUntil(async () => expect(await stateOf(after, stays.id)).toMatchObject({ is_denied: true }));
  expect([placed(leaves.client_order_id), placed(stays.client_order_id)]).toEqual([1, 0]);
  // New orders have ids that no order has had.
  await waitUntil(() => expect(again.trading.deps.market.listing(CODE)).toBeDefined());
  const next = await create(again, {});
  expect(Number(next.id)).toBeGreaterThan(Number(stays.id));
});
