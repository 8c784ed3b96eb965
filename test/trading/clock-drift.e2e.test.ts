/** A clock that moves against the exchange's: from the adapter's measurement to the refusal of orders over HTTP. */
import { expect, test } from "vitest";
import { strategyVenue } from "../support/strategy-venue.ts";
import { waitUntil } from "../support/wait-until.ts";

const CODE = "binance-btcusdt";
const venue = await strategyVenue();
await venue.setBook(CODE, [[100, 500]], [[101, 500]]);
const exchange = venue.exchange("binance");

/** Every question for the time finds the clock further ahead: no measurement agrees with the one before. */
const WANDERS = { path: "/api/v3/time", fault: { kind: "jump", ms: 400 }, count: 1_000_000 } as const;

test("a clock that is not trusted is measured again though no order may ask for it", async () => {
  const { account, keyAt } = await venue.trader();
  const { id: apikey } = await keyAt("binance");
  const terms = { apikey, code: CODE, ordertype: "market", side: "buy", quantity: "1" };
  const create = async () => (await account.ask("exchange-query/order-create", terms)).status;
  expect(await create()).toBe(200);
  await exchange.tell("faults", { set: { skewMs: -5_000 }, plan: WANDERS });
  await waitUntil(async () => expect(await create()).toBe(422));
  // No order is open: the sender of the key asks nothing.
  await exchange.tell("faults", { heal: true });
  await waitUntil(async () => expect(await create()).toBe(200));
});

test("orders are refused with 2420 while the clock moves against the exchange's, and are taken when it has come to rest", async () => {
  const { account, keyAt } = await venue.trader();
  const { id: apikey, orders } = await keyAt("binance");
  const terms = { apikey, code: CODE, ordertype: "limit", side: "buy", quantity: "1", price: "99" };
  const create = async () => {
    const { status, json } = await account.ask("exchange-query/order-create", terms);
    return { status, data: json.data };
  };
  const stored = () =>
    venue.world().platform.db.query<{ state: string; why: string }>({
      name: "test.ordersOfDrift",
      text: "select state, why from trading.orders where key_id = $1 order by id",
      values: [Number(apikey)],
    });
  expect(await create()).toMatchObject({ status: 200 });
  await waitUntil(async () => expect(await stored()).toMatchObject([{ state: "open" }]));

  // Our time is of its future: it refuses the next order, which is what makes the clock be measured again.
  await exchange.tell("faults", { set: { skewMs: -5_000 }, plan: WANDERS });
  expect(await create()).toMatchObject({ status: 200 });
  const why = "The order was not sent: the clocks of the exchange and of the platform are more than 500 ms apart";
  await waitUntil(async () => expect((await stored())[1]).toMatchObject({ state: "rejected", why }));

  const refused = await create();
  expect(refused).toMatchObject({ status: 422, data: { code: 2420, scope: null, limit: "clock_drift" } });
  expect(await stored()).toHaveLength(2);
  expect((await orders()).open).toHaveLength(1);

  await exchange.tell("faults", { heal: true });
  await waitUntil(async () => expect(await create()).toMatchObject({ status: 200 }));
  await waitUntil(async () => expect((await orders()).open).toHaveLength(2));
});
