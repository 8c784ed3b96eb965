/** What a sub-account does with exchange keys that the main account shares with it, and with its own. */
import { expect, test } from "vitest";
import { limitedAccount } from "../support/limited-accounts.ts";
import { ROOM, strategyTalk, twapValues } from "../support/strategy-talk.ts";
import { tradingWorld } from "../support/trading-world.ts";
import { waitUntil } from "../support/wait-until.ts";

const world = await tradingWorld({ settings: { TRIPOD_TRADING_EXCHANGES: "simulated" } });
const { market } = world.trading.deps;
const CODE = "simalpha-btcusdt";
const HOUR_MS = 3_600_000;
const NOT_ALLOWED = { status: 403, code: 2400 };

await waitUntil(() => {
  const listing = market.listing(CODE);
  expect(listing && market.top(listing)?.state).toBe("live");
});

async function household() {
  const account = await limitedAccount(world, { ...ROOM, "subaccounts.maximum_accounts": 5 });
  const owner = strategyTalk(account);
  const member = async (rights: Record<string, string | boolean>) => {
    const made = await account.member(rights);
    return { ...strategyTalk(made), uid: made.uid };
  };
  const edit = (uid: number, rights: Record<string, string | boolean>) =>
    owner.done("subaccounts/subaccount-edit", {
      id: String(uid),
      name: "Ada Lovelace",
      email: "ada@example.com",
      active: true,
      ...rights,
    });
  return { owner, key: await owner.keyAt("simalpha"), member, edit };
}

type Talk = ReturnType<typeof strategyTalk>;

/** An order that is never filled; later, unless it is to leave at once. */
const order = (apikey: string, more: object = {}) => ({
  apikey,
  ordertype: "limit",
  code: CODE,
  side: "buy",
  quantity: "0.01",
  price: "10000",
  order_send_time: Date.now() + HOUR_MS,
  ...more,
});

async function place(talk: Talk, apikey: string, more: object = {}): Promise<string> {
  const { orders } = await talk.done("exchange-query/order-create", order(apikey, more));
  return orders[0].id as string;
}

/** Until the cancel is proved: a busy machine takes longer than a request waits. */
const cancel = (talk: Talk, apikey: string, id: string) =>
  waitUntil(async () => {
    const answer = await talk.done("exchange-query/order-cancel", { apikey, id });
    if (answer.cancel_confirmed !== true) throw new Error(JSON.stringify(answer));
    return answer;
  });

test("cancels its own orders, and none that others have placed with a shared key", async () => {
  const { owner, key, member } = await household();
  const sub = await member({ allow_api_key_usage: true });
  const [theirs, its] = [await place(owner, key), await place(sub, key)];
  expect(await sub.refused("exchange-query/order-cancel", { apikey: key, id: theirs })).toMatchObject(NOT_ALLOWED);
  const question = { apikey: key, exchange_query: "order_cancel", order_id: theirs };
  expect(await sub.refused("exchange-query/create-query", question)).toMatchObject(NOT_ALLOWED);
  expect(await owner.done("exchange-query/order-check", { apikey: key, id: theirs })).toMatchObject({ status: "open" });

  await cancel(sub, key, its);
  expect((await sub.done("exchange-query/create-query", { ...question, order_id: its })).state).not.toBe("failed");
  const last = await place(sub, key);
  await cancel(owner, key, last);
});

test("sees its own orders that wait for their time in its calendar, and the main account sees those of all", async () => {
  const { owner, key, member } = await household();
  const sub = await member({ allow_api_key_usage: true });
  const [theirs, its] = [await place(owner, key), await place(sub, key, { quantity: "0.020", price: "20000" })];
  const stranger = (await household()).owner;
  const waiting = async (talk: Talk, window: Record<string, number> = {}) =>
    (await talk.done("calendar/list-schedule", window)).filter(({ type }: { type: string }) => type === "order_send");
  expect(await waiting(owner)).toMatchObject([
    { id: theirs, reference: theirs, title: "Buy 0.01 of simalpha-btcusdt (limit, 10000)", ends_at: null },
    { id: its, reference: its, title: "Buy 0.02 of simalpha-btcusdt (limit, 20000)", ends_at: null },
  ]);
  expect(await waiting(sub)).toMatchObject([{ id: its }]);
  expect(await waiting(stranger)).toEqual([]);
  const [{ starts_at: sentAt }] = await waiting(sub);
  expect(await waiting(sub, { from: sentAt + 1, to: sentAt + 60 })).toEqual([]);
  expect(await waiting(sub, { from: sentAt, to: sentAt + 60 })).toHaveLength(1);
  await cancel(owner, key, theirs);
  expect(await waiting(owner)).toMatchObject([{ id: its }]);
  await cancel(sub, key, its);
});

test("cancels all orders of its own key, whoever has placed them", async () => {
  const { owner, member } = await household();
  const sub = await member({ manage_own_apikeys: true });
  const own = await sub.keyAt("simalpha");
  const id = await place(owner, own);
  expect((await cancel(sub, own, id)).order).toMatchObject({ state: "not_sent" });
});

test("places no order at an exchange that it may not use any more, also with its own key", async () => {
  const { member, edit } = await household();
  const sub = await member({ manage_own_apikeys: true });
  const own = await sub.keyAt("simalpha");
  const before = await place(sub, own);
  await edit(sub.uid, { allow_api_key_usage: false, exchanges_enabled: "simbeta" });
  expect(await sub.refused("exchange-query/order-create", order(own))).toMatchObject(NOT_ALLOWED);
  // What it has placed there it ends.
  await cancel(sub, own, before);
  await edit(sub.uid, { allow_api_key_usage: false, exchanges_enabled: "All" });
  await place(sub, own);
});

test("has no order sent later with a key that is not shared any more when its time comes", async () => {
  const { owner, key, member, edit } = await household();
  const sub = await member({ allow_api_key_usage: true });
  const [barred, sent] = [await place(sub, key), await place(owner, key)];
  await edit(sub.uid, { allow_api_key_usage: false });
  await world.platform.db.execute({
    name: "test.makeDue",
    text: "update trading.orders set send_at_ms = $2 where id = any ($1::bigint[])",
    values: [[Number(barred), Number(sent)], Date.now()],
  });
  const stateOf = async (id: string) => owner.done("exchange-query/order-check", { apikey: key, id });
  await waitUntil(async () => expect(await stateOf(sent)).toMatchObject({ state: "open" }));
  await waitUntil(async () => expect(await stateOf(barred)).toMatchObject({ state: "not_sent" }));
  expect((await stateOf(barred)).reason).toContain("may not trade with the exchange key any more");
});

test("sees of the strategies that trade with a shared key those that it sees elsewhere", async () => {
  const { owner, key, member, edit } = await household();
  const sub = await member({ allow_api_key_usage: true });
  const start = async (talk: Talk): Promise<string> => {
    const id = await talk.newProfile();
    const { profile } = await talk.done("edit-profile", {
      id,
      ...twapValues(key, { executable_priceexact: ["10000"], slice_delay: 30 }),
    });
    await talk.done("start", { id });
    return profile.strategies[0].id as string;
  };
  const [theirs, its] = [await start(owner), await start(sub)];
  const usersOf = async (talk: Talk) => (await talk.done("exchange-api-keys/list")).keys[0].in_use_by;
  expect(await usersOf(owner)).toEqual([theirs, its]);
  expect(await usersOf(sub)).toEqual([its]);
  await edit(sub.uid, { allow_api_key_usage: true, view_all_profiles: true });
  expect(await usersOf(sub)).toEqual([theirs, its]);
  for (const id of [theirs, its]) await owner.done("stop", { id, force: true });
});
