/** Strategies of users who are disabled: they go on, with the rights that their users have. */
import { expect, test } from "vitest";
import { limitedAccount } from "../../../test/support/limited-accounts.ts";
import { ROOM, strategyTalk, twapValues, type StrategyTalk } from "../../../test/support/strategy-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { setUserActive } from "../accounts/index.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const { db, clock } = world.platform;

async function newPerson() {
  const account = await limitedAccount(world, { ...ROOM, "subaccounts.maximum_accounts": 5 });
  const talk = strategyTalk(account);
  return { account, talk, key: await talk.keyAt("simalpha") };
}

/** Starts a strategy that sends an order every second, and waits for the first. */
async function startTrading(talk: StrategyTalk, key: string): Promise<string> {
  const id = await talk.newProfile();
  const values = { slice_delay: 1, executable_priceexact: ["10000"], executable_parents: ["1"] };
  const { profile } = await talk.done("edit-profile", { id, ...twapValues(key, values) });
  await talk.done("start", { id });
  const strategy = profile.strategies[0].id as string;
  await waitUntil(async () => expect(await ordersOf(strategy)).toBeGreaterThan(0));
  return strategy;
}

async function ordersOf(strategyId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    name: "test.countOrdersOfStrategy",
    text: "select count(*) as count from trading.orders where strategy_id = $1",
    values: [Number(strategyId)],
  });
  return row?.count ?? 0;
}

const sendsMore = async (id: string): Promise<void> => {
  const before = await ordersOf(id);
  await waitUntil(async () => expect(await ordersOf(id)).toBeGreaterThan(before + 1));
};

test("strategies of a main account that is disabled go on, and those of its sub-accounts", async () => {
  const { account, talk, key } = await newPerson();
  const its = strategyTalk(await account.member({ allow_api_key_usage: true }));
  const ids = [await startTrading(talk, key), await startTrading(its, key)];
  await db.transaction((tx) => setUserActive(tx, account.uid, false, clock.now()));
  expect((await talk.ask("list-strategies")).status).toBe(401);
  for (const id of ids) await sendsMore(id);
  await db.transaction((tx) => setUserActive(tx, account.uid, true, clock.now()));
  await talk.done("stop-all-strategies", { force: true });
});

test("a sub-account that is switched off, and had its keys taken away with that, sends nothing more with them", async () => {
  const { account, talk, key } = await newPerson();
  const member = await account.member({ allow_api_key_usage: true });
  const id = await startTrading(strategyTalk(member), key);
  const sub = { id: String(member.uid), name: "Ada Lovelace", email: "ada@example.com", active: false };
  const gateIs = (gate: unknown) =>
    waitUntil(async () => expect(await talk.done("strategy/data/debug", { id })).toMatchObject({ gate }));
  await talk.done("subaccounts/subaccount-edit", { ...sub, allow_api_key_usage: true });
  await sendsMore(id);
  await talk.done("subaccounts/subaccount-edit", { ...sub, allow_api_key_usage: false });
  await gateIs("plan");
  // Without the sub-account, they are the main account's.
  await talk.done("subaccounts/subaccount-delete", { id: sub.id });
  await sendsMore(id);
  await talk.done("stop", { id, force: true });
});
