/** Orders as they change, told by a process that does not send them. */
import { afterAll, expect, test } from "vitest";
import { inProcessBus } from "../../src/kit/bus/in-process-bus.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { addKey } from "../../src/trading/operator.ts";
import { testDatabase } from "../support/database.ts";
import { plainFollower } from "../support/push-world.ts";
import { signed } from "../support/signed-trading.ts";
import { tradingWorld } from "../support/trading-world.ts";
import { waitUntil } from "../support/wait-until.ts";

const database = await testDatabase({ rooms: ["kit", "trading"] });
const bus = inProcessBus(silentLog());
afterAll(() => bus.close());
const settings = { TRIPOD_TRADING_EXCHANGES: "simulated" };
const sender = await tradingWorld({ database, settings, platform: { bus } });
const teller = await tradingWorld({ database, platform: { bus } });

const person = await sender.person();
const added = await sender.ask("POST", "exchange-api-keys/add", {
  key: person.key,
  params: { exchange: "simalpha", label: "Mine", token: `token-of-${person.uid}`, secret: "secret-of-a-test" },
});
const apikey = added.json.data.id as string;

// The nonces of a key count up in one process, where processes share no Redis.
const ofTeller = await addKey(teller.platform, teller.trading.deps.apiKeys, person.uid, {
  label: "follows",
  access: "read_only",
  allowBearer: false,
});
if (!ofTeller) throw new Error("the user has no second key");
const follow = (key: typeof person.key) => plainFollower(Number(new URL(teller.url).port), { headers: signed(key) });

async function order(params: Record<string, string | number> = {}) {
  await waitUntil(() => expect(sender.trading.deps.market.listing("simalpha-btcusdt")).toBeDefined());
  const { status, json } = await sender.ask("POST", "exchange-query/order-create", {
    key: person.key,
    params: {
      apikey,
      code: "simalpha-btcusdt",
      ordertype: "limit",
      side: "buy",
      quantity: "0.01",
      price: "10000",
      ...params,
    },
  });
  expect([status, json.data.status]).toEqual([200, true]);
  return json.data as { id: string; orders: { id: string }[] };
}

interface Told {
  readonly data?: { readonly orders: readonly { order_id: string; state: string; trades: unknown[] }[] };
}

test("whoever follows a batch, or one order, sees each state of it in another process, and its trades", async () => {
  const { id, orders } = await order();
  const one = await follow(ofTeller);
  one.say({ subscribe: [`transactions/${id}`, `transactions/${orders[0]?.id}`] });
  const states = (channel: string) => (one.newest(channel) as Told | undefined)?.data?.orders.map(({ state }) => state);
  await waitUntil(() => expect(states(`transactions/${id}`)).toEqual(["open"]));
  await waitUntil(() => expect(states(`transactions/${orders[0]?.id}`)).toEqual(["open"]));
  await sender.ask("POST", "exchange-query/order-cancel", {
    key: person.key,
    params: { apikey, id: orders[0]?.id ?? "" },
  });
  await waitUntil(() => expect(states(`transactions/${id}`)).toEqual(["canceled"]));
  await waitUntil(() => expect(states(`transactions/${orders[0]?.id}`)).toEqual(["canceled"]));

  const second = await order({ ordertype: "market" });
  one.say({ subscribe: `transactions/${second.id}` });
  await waitUntil(() => {
    const told = (one.newest(`transactions/${second.id}`) as Told | undefined)?.data?.orders;
    expect(told).toMatchObject([{ order_id: second.orders[0]?.id, state: "filled" }]);
    expect(told?.[0]?.trades.length).toBeGreaterThan(0);
  });
});

test("orders of a strategy are told under its id, and to nobody else", async () => {
  const { id, orders } = await order();
  const strategyId = 4_711_000;
  await database.db.execute({
    name: "test.ofStrategy",
    text: "update trading.orders set strategy_id = $2 where id = $1",
    values: [Number(orders[0]?.id), strategyId],
  });
  const [owner, stranger] = [await follow(ofTeller), await follow((await teller.person()).key)];
  for (const each of [owner, stranger]) each.say({ subscribe: [`transactions/${strategyId}`, `transactions/${id}`] });
  await waitUntil(() =>
    expect((owner.newest(`transactions/${strategyId}`) as Told).data?.orders).toMatchObject([
      { order_id: orders[0]?.id, state: "open" },
    ]),
  );
  for (const channel of [`transactions/${strategyId}`, `transactions/${id}`]) {
    await waitUntil(() => expect(stranger.newest(channel)).toMatchObject({ error: { code: 2300 } }));
  }
  owner.say({ subscribe: "signals/1" });
  await waitUntil(() => expect(owner.newest("signals/1")).toMatchObject({ error: { code: 2300 } }));
});

test("a strategy is told as it changes, to its account alone", async () => {
  const values = { name: "Slices", algorithm_id: "900001", slice_delay: 1, executable_codes: "simalpha-btcusdt" };
  const { json } = await sender.ask("POST", "strategy/create-profile", {
    key: person.key,
    params: {
      ...values,
      executable_apikeys: apikey,
      executable_values: "0.01",
      executable_parents: "0.02",
      executable_priceoffset: "500",
    },
  });
  const { id } = json.data as { id: string };
  const [owner, stranger] = [await follow(ofTeller), await follow((await teller.person()).key)];
  for (const each of [owner, stranger]) each.say({ subscribe: [`strategy/${id}`, "strategy/1"] });
  const shown = () => (owner.newest(`strategy/${id}`) as { data?: object } | undefined)?.data;
  await waitUntil(() => expect(shown()).toMatchObject({ profile_id: id, state: "ready" }));
  expect((await sender.ask("POST", "strategy/start", { key: person.key, params: { id } })).status).toBe(200);
  await waitUntil(() =>
    expect(shown()).toMatchObject({ state: "completed", progress: 1, transactions: { successful: 2 } }),
  );
  for (const [one, channel] of [
    [stranger, `strategy/${id}`],
    [owner, "strategy/1"],
  ] as const) {
    expect(one.newest(channel)).toMatchObject({ error: { code: 2300 } });
  }
});
