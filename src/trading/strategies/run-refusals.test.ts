/** What is refused about starting, stopping and looking into strategies, over HTTP. */
import { expect, test } from "vitest";
import { limitedAccount } from "../../../test/support/limited-accounts.ts";
import { ROOM, strategyTalk, twapValues, type StrategyTalk } from "../../../test/support/strategy-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const account = await limitedAccount(world, {
  ...ROOM,
  "subaccounts.maximum_accounts": 3,
  "strategies.maximum.concurrent_exchange_api_key": 1,
});
const mine = strategyTalk(account);
const key = await mine.keyAt("simalpha");
// Exchanges are connected one after the other.
await waitUntil(() => expect(world.trading.deps.market.listing("simbeta-btcusdt")).toBeDefined());

async function ready(of: StrategyTalk = mine, own = key, more = {}): Promise<string> {
  const id = await of.newProfile();
  await of.done("edit-profile", { id, ...twapValues(own, { executable_priceexact: ["10000"], ...more }) });
  return id;
}

const setState = (profileId: string, state: string) =>
  world.platform.db.execute({
    name: "test.setStateOfProfile",
    text: "update trading.strategies set state = $2 where profile_id = $1",
    values: [profileId, state],
  });

test("a draft does not start, and says what is missing", async () => {
  const id = await mine.newProfile();
  expect(await mine.refused("start", { id })).toMatchObject({
    status: 422,
    code: 2300,
    error: expect.stringMatching(/cannot start/),
  });
  await mine.done("edit-profile", { id, ...twapValues("", { executable_apikeys: [] }) });
  expect(await mine.refused("start", { id })).toMatchObject({
    status: 422,
    missing_information: [{ parameter: "executable_apikeys", index: 0, error: "is missing" }],
  });
});

test("a strategy that is stopping is not started, and one of a profile with several has to be named", async () => {
  const id = await ready();
  await setState(id, "stopping");
  expect(await mine.refused("start", { id })).toMatchObject({
    status: 409,
    code: 2340,
    error: expect.stringMatching(/when it has stopped/),
  });
  await setState(id, "ready");
  const { strategies } = (await mine.done("duplicate-strategy", { id, profile_id: id })).profile;
  for (const path of ["start", "stop", "soft-stop", "hard-reset", "strategy/data/debug", "high-level-overview"]) {
    expect(await mine.refused(path, { id }), path).toMatchObject({
      status: 422,
      code: 2300,
      error: expect.stringMatching(/2 strategies/),
    });
  }
  expect(await mine.refused("list-strategy-transactions", { main_id: id })).toMatchObject({ status: 422 });
  expect(await mine.done("stop", { id: strategies[0].id })).toMatchObject({ already: true, state: "ready" });
});

test("so many keys trade at the same time as the plan allows", async () => {
  const [one, other] = [await ready(), await mine.keyAt("simbeta")];
  const id = await ready(mine, other, { executable_codes: ["simbeta-btcusdt"] });
  await mine.done("start", { id: one });
  expect(await mine.refused("start", { id })).toMatchObject({
    status: 422,
    code: 2410,
    error: expect.stringMatching(/1 exchange keys/),
  });
  await mine.done("stop", { id: one, force: true });
  expect(await mine.done("start", { id })).toMatchObject({ already: false });
  await mine.done("stop", { id, force: true });
});

test("one that was stopped by force goes on only where there is room, and its orders are cancelled without it", async () => {
  await account.limit(ROOM);
  const [id, other] = [await ready(mine, key, { executable_parents: ["0.02"], slice_delay: 1 }), await ready()];
  const { run_id: run } = await mine.done("start", { id });
  const rests = async () => (await mine.done("list-strategy-transactions", { main_id: id })).transactions;
  await waitUntil(async () => expect(await rests()).toHaveLength(2));
  const force = { id, force: true };
  const { orders, message } = await mine.done("stop", force);
  expect(message).toContain("Cancel its 2 open orders (exchange-query/order-cancel, or risk/halt with cancel)");
  await account.limit({ ...ROOM, "strategies.maximum.strategies": 1 });
  await mine.done("start", { id: other });
  expect(await mine.refused("start", { id })).toMatchObject({ status: 422, code: 2410 });
  expect(await mine.done("stop", force)).toMatchObject({ state: "force_stopped", run_id: run, open_orders: 2 });
  // A stop of what does not run cancels nothing: its orders are reached one by one, or all at once.
  await mine.done("exchange-query/order-cancel", { apikey: key, id: orders[0].client_order_id });
  await waitUntil(async () => expect(await mine.done("stop", force)).toMatchObject({ open_orders: 1 }));
  const place = { scope: "strategy", id };
  expect(await mine.done("risk/halt", { ...place, cancel: true })).toMatchObject({ canceling: 1 });
  await waitUntil(async () => expect(await mine.done("stop", force)).toMatchObject({ open_orders: 0 }));
  await mine.done("risk/resume", place);
  await mine.done("stop", { id: other, force: true });
  expect(await mine.done("start", { id })).toMatchObject({ run_id: run, already: false });
  await mine.done("stop", force);
  await account.limit({ ...ROOM, "subaccounts.maximum_accounts": 3 });
});

test("a sub-account runs as many strategies as it may, and touches no others", async () => {
  const rights = {
    allow_api_key_usage: true,
    manage_own_apikeys: true,
    allow_api_access: true,
    share_accounts_apikeys: true,
  };
  const member = strategyTalk(await account.member({ ...rights, concurrent_strategies_maximum: 1 }));
  const [first, second, others] = [await ready(member), await ready(member), await ready()];
  await member.done("start", { id: first });
  expect(await member.refused("start", { id: second })).toMatchObject({
    status: 422,
    code: 2410,
    error: expect.stringMatching(/1 strategies/),
  });
  for (const path of ["start", "stop", "soft-stop", "hard-reset"]) {
    expect((await member.refused(path, { id: others })).status, path).toBeGreaterThanOrEqual(403);
  }
  expect(await member.done("stop-all-strategies", { force: true })).toMatchObject({ stopped: 1 });
});

test("an algorithm that the subscription excludes is not started, nor started again, and the answer says so", async () => {
  await account.limit(ROOM);
  const [fresh, forced] = [await ready(), await ready()];
  await mine.done("start", { id: forced });
  await mine.done("stop", { id: forced, force: true });
  await account.limit({ ...ROOM, "strategies.algos_excluded": ["900001"] });
  for (const id of [fresh, forced]) {
    expect(await mine.refused("start", { id })).toMatchObject({
      status: 422,
      code: 2300,
      error: expect.stringContaining("The subscription does not include the algorithm 900001") as string,
      missing_information: [{ parameter: "algorithm_id" }],
    });
  }
  await account.limit(ROOM);
  expect(await mine.done("start", { id: fresh })).toMatchObject({ already: false });
  await mine.done("stop-all-strategies", { force: true });
});

test("an algorithm that needs a larger package than the account has by now is not started, nor started again", async () => {
  await account.limit(ROOM);
  const [fresh, forced] = [await ready(), await ready()];
  await mine.done("start", { id: forced });
  await mine.done("stop", { id: forced, force: true });
  const { db } = world.platform;
  await db.execute({
    name: "test.needPackage",
    text: `insert into trading.algorithm_versions (algorithm_id, version, definition, created_at, updated_at)
      select algorithm_id, 77, jsonb_set(definition, '{packageMinimum}', '"basic"'), created_at, updated_at
      from trading.algorithm_versions where algorithm_id = 900001 and version = 1`,
  });
  // As after a change to a smaller package: it was chosen with a larger one.
  await db.execute({
    name: "test.takeVersion",
    text: "update trading.profiles set algorithm = jsonb_set(algorithm, '{version}', '77') where id = any ($1::bigint[])",
    values: [[fresh, forced]],
  });
  for (const id of [fresh, forced]) {
    expect(await mine.refused("start", { id })).toMatchObject({
      status: 422,
      code: 2300,
      error: expect.stringContaining("The algorithm 900001 needs the package basic or a larger one") as string,
    });
  }
  await db.execute({
    name: "test.takeLargerPackage",
    text: "update trading.subscriptions set base_id = 'basic' where owner_id = $1",
    values: [account.uid],
  });
  await waitUntil(async () => expect(await mine.done("start", { id: fresh })).toMatchObject({ already: false }));
  await mine.done("stop-all-strategies", { force: true });
});

test("a subscription without strategies starts none and looks into none", async () => {
  const id = await ready();
  await account.limit({ ...ROOM, "strategies.enabled": false });
  for (const path of ["start", "strategy/data/debug"]) {
    expect(await mine.refused(path, { id }), path).toMatchObject({ status: 403, code: 2400 });
  }
});

test("a strategy that was not started tells what its values lack, or that it was not started", async () => {
  await account.limit(ROOM);
  const draft = await mine.newProfile("Lacking", { algorithm_id: "900001", slice_delay: 5 });
  const whyOf = async (id: string) => (await mine.done("strategy/data/debug", { id })).why as string;
  expect(await whyOf(draft)).toContain("executable_codes[0]: is missing");
  expect(await whyOf(await ready())).toBe("It was not started");
});
