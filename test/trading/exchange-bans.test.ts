/** An exchange that bans the platform's address: users with open orders there are alerted, whether a strategy runs or not. */
import { expect, test } from "vitest";
import { strategyVenue, type Trader } from "../support/strategy-venue.ts";
import { waitUntil } from "../support/wait-until.ts";

const BTC = "binance-btcusdt";
const venue = await strategyVenue();
await venue.setBook(BTC, [[100, 500]], [[101, 500]]);
const BAN_MS = 3_600_000;

const alertsOf = async ({ mine }: Trader): Promise<{ alert: string; reason: string; about: object }[]> =>
  (await mine.done("alerts/list", { limit: 100 })).alerts;

async function rest({ mine }: Trader, apikey: string): Promise<string> {
  const order = { apikey, code: BTC, ordertype: "limit", side: "buy", quantity: "1", price: "90" };
  return (await mine.done("exchange-query/order-create", order)).orders[0].id;
}

test("users whose orders rest at an exchange that has banned the address are alerted once, and others are not", async () => {
  const [waiting, running, idle] = [await venue.trader(), await venue.trader(), await venue.trader()];
  const key = await waiting.keyAt("binance");
  const ids = [await rest(waiting, key.id), await rest(waiting, key.id)];
  await waitUntil(async () => expect((await key.orders()).open).toHaveLength(2));
  const other = await running.keyAt("binance");
  await idle.keyAt("binance");
  const strategy = await running.ready({
    algorithm_id: "900001",
    executable_codes: [BTC],
    executable_apikeys: [other.id],
    executable_values: ["1"],
    executable_parents: ["1"],
    executable_priceexact: ["90"],
  });
  await running.mine.done("start", { id: strategy });
  await waitUntil(async () => expect((await other.orders()).open).toHaveLength(1));

  await venue.exchange("binance").tell("faults", { banMs: BAN_MS });
  // Whatever is asked next is refused, and the platform knows of the ban.
  await waiting.mine.ask("exchange-query/order-check", { apikey: key.id, id: ids[0] });
  await waitUntil(async () => expect(await alertsOf(waiting)).toHaveLength(1));
  expect(await alertsOf(waiting)).toMatchObject([
    {
      alert: "exchange_banned",
      reason: "The exchange has banned the address of this platform for a time",
      about: { exchange: "binance", open_orders: 2, banned_until: expect.any(Number) },
    },
  ]);
  await running.untilState(strategy, "paused");
  await waitUntil(async () => expect((await alertsOf(running)).map(({ alert }) => alert)).toEqual(["run_paused"]));
  expect(await alertsOf(idle)).toEqual([]);
  await venue.exchange("binance").tell("faults", { heal: true });
});
