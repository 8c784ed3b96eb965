/** Who may halt, who may end a halt, and who may limit: sub-accounts and keys for trading. */
import { expect, test } from "vitest";
import { addKey, type MadeKey } from "../../src/trading/operator.ts";
import { riskBench } from "../support/risk-bench.ts";
import { furnish } from "../support/trading-examples.ts";
import { tradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld({ settings: { TRIPOD_TRADING_EXCHANGES: "simulated" } });
const bench = () => riskBench(world);

test("a sub-account halts its own keys, sees the limits of the account, and changes none", async () => {
  const owner = await bench();
  await owner.limit({ maximum_open_orders: 7 });
  await furnish(world, owner.person.uid);
  const made = await owner.post("subaccounts/subaccount-create", {
    username: `sub${owner.person.uid}`,
    name: "A sub-account",
    email: "sub@example.com",
    password: "Long-enough-1",
    active: "true",
    allow_api_access: "true",
    allow_api_key_usage: "true",
    manage_own_apikeys: "true",
  });
  const uid = Number(made.data.id);
  const wanted = { label: "sub", access: "full_access", allowBearer: false } as const;
  const key = await addKey(world.platform, world.trading.deps.apiKeys, uid, wanted);
  if (!key) throw new Error("the sub-account has no key");
  const sub = { uid, key };
  const added = await owner.post(
    "exchange-api-keys/add",
    { exchange: "simalpha", label: "Own", token: `token-of-${sub.uid}`, secret: "secret-of-a-test" },
    sub.key,
  );
  const own = added.data.id as string;
  expect(await owner.post("risk/limits", { scope: "key", id: own, maximum_open_orders: 1 }, sub.key)).toMatchObject({
    status: 403,
  });
  for (const params of [{ scope: "account" }, { scope: "key", id: owner.apikey }]) {
    expect(await owner.post("risk/halt", params, sub.key)).toMatchObject({ status: 403 });
  }
  expect(await owner.post("risk/halt", { scope: "key", id: own }, sub.key)).toMatchObject({ status: 200 });
  expect(await owner.post("risk/resume", { scope: "key", id: own }, sub.key)).toMatchObject({
    data: { mode: "active" },
  });
  await owner.post("risk/halt", { scope: "key", id: own });
  expect(await owner.post("risk/resume", { scope: "key", id: own }, sub.key)).toMatchObject({
    data: { mode: "halted" },
  });
  // Nor by halting it once more, which would make the halt its own.
  const softened = await owner.post("risk/halt", { scope: "key", id: own, mode: "reducing" }, sub.key);
  expect(softened).toMatchObject({ status: 200, data: { mode: "halted" } });
  expect(await owner.post("risk/resume", { scope: "key", id: own }, sub.key)).toMatchObject({
    data: { mode: "halted", halts: [{ set_by: String(owner.person.uid) }] },
  });
  await owner.post("risk/halt", { scope: "key", id: own, mode: "reducing" });
  const stricter = await owner.post("risk/halt", { scope: "key", id: own, mode: "halted" }, sub.key);
  expect(stricter).toMatchObject({ status: 200, data: { mode: "halted" } });
  expect(await owner.post("risk/resume", { scope: "key", id: own }, sub.key)).toMatchObject({
    data: { mode: "halted", halts: [{ set_by: String(owner.person.uid) }] },
  });
  const limits = await world.ask("GET", "risk/limits", { key: sub.key });
  expect(limits.json.data).toMatchObject([{ scope: "account", maximum_open_orders: 7 }]);
  const { json } = await world.ask("GET", "risk/status", { key: sub.key });
  expect(json.data.places[0]).toMatchObject({ scope: "account", figures: null });
});

test("a key for trading stops orders, and neither lets them go on nor limits them", async () => {
  const { post } = await bench();
  const { key } = await world.person("user", "trade");
  expect(await post("risk/halt", { scope: "account" }, key)).toMatchObject({ status: 200 });
  expect(await post("risk/resume", { scope: "account" }, key)).toMatchObject({ status: 403 });
  expect(await post("risk/limits", { scope: "account", maximum_open_orders: 9 }, key)).toMatchObject({ status: 403 });
});

test("a key for trading makes a halt of its own user stricter, never milder", async () => {
  const { person, post, status } = await bench();
  const wanted = { label: "bot", access: "trade", allowBearer: false } as const;
  const bot = await addKey(world.platform, world.trading.deps.apiKeys, person.uid, wanted);
  const halt = async (mode: string, reason: string, key?: MadeKey) => {
    const { status: code, data } = await post("risk/halt", { scope: "account", mode, reason }, key);
    const { halts } = (await status()).places[0];
    return [code, data.mode, halts.map((each: { mode: string; reason: string }) => [each.mode, each.reason])];
  };
  expect(await halt("reducing", "a look", bot)).toEqual([200, "reducing", [["reducing", "a look"]]]);
  expect(await halt("halted", "a leak", bot)).toEqual([200, "halted", [["halted", "a leak"]]]);
  expect(await halt("reducing", "the leak goes on", bot)).toEqual([200, "halted", [["halted", "a leak"]]]);
  // Whoever may end it may also soften it.
  expect(await halt("reducing", "nearly over")).toEqual([200, "reducing", [["reducing", "nearly over"]]]);
});
