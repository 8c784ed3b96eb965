/** Algorithms that cost their users money: who of an account may choose them, over HTTP. */
import { expect, test } from "vitest";
import { limitedAccount } from "../../../test/support/limited-accounts.ts";
import { ROOM, strategyTalk, twapValues } from "../../../test/support/strategy-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { addKey } from "../operator.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const author = strategyTalk(await limitedAccount(world, ROOM));
const account = await limitedAccount(world, ROOM);
const owner = strategyTalk(account);
const exchangeKey = await owner.keyAt("simalpha");
const trader = strategyTalk({ ...account, ask: await askWithTradeKey() });
const member = strategyTalk(await account.member({ view_all_profiles: true, allow_api_key_usage: true }));

async function askWithTradeKey(): Promise<typeof account.ask> {
  const terms = { label: "bot", access: "trade", allowBearer: false } as const;
  const key = await addKey(world.platform, world.trading.deps.apiKeys, account.uid, terms);
  if (!key) throw new Error("the user has no key");
  return (path, params = {}) => world.ask("POST", path, { key, params });
}

/** Publishes the algorithm with these prices; it is a new one without `id`. */
async function publish(prices: Readonly<Record<string, string>>, id?: string): Promise<string> {
  let algorithm = id;
  if (algorithm === undefined) {
    ({ id: algorithm } = await author.done("algorithm-creator/algorithm-add", { name: "Paid", group_name: "Paid" }));
    await author.done("algorithm-creator/execution-add", {
      algorithm_id: algorithm,
      side: "buy",
      order_type: "taker",
    });
  }
  await author.done("algorithm-creator/algorithm-update", {
    id: algorithm,
    name: "Paid",
    group_name: "Paid",
    ...prices,
  });
  await author.done("algorithm-creator/publish-algorithm", { id: algorithm });
  return String(algorithm);
}

const valuesWith = (algorithm: string) => twapValues(exchangeKey, { algorithm_id: algorithm });
const REFUSED = { status: 403, code: 2430, error: expect.stringContaining("costs money") };

test.each([
  ["a key that may only trade", trader, { cpa_successful: "10000" }],
  ["a sub-account", member, { cpa_canceled: "0.5" }],
  ["a sub-account, by the month", member, { monthly_fee: "20" }],
])("%s does not decide that the account pays an author", async (_who, who, prices) => {
  const algorithm = await publish(prices);
  const id = await who.newProfile();
  expect(await who.refused("edit-profile", { id, ...valuesWith(algorithm) })).toMatchObject(REFUSED);
  const component = { id, component: "algorithm_id", value: algorithm };
  expect(await who.refused("edit-component", component)).toMatchObject(REFUSED);
  const first = { ...valuesWith(algorithm), name: "Paid" };
  expect(await who.refused("create-profile", first)).toMatchObject(REFUSED);
  await who.done("edit-profile", { id, ...valuesWith("900001") });
});

test("what the main account has chosen is edited by its programs, at the price that it knew or less", async () => {
  const algorithm = await publish({ cpa_successful: "0.5" });
  const id = await owner.newProfile();
  await owner.done("edit-profile", { id, ...valuesWith(algorithm) });
  const slower = { id, component: "slice_delay", value: "7" };
  await trader.done("edit-component", slower);
  await publish({ cpa_successful: "0.25" }, algorithm);
  await trader.done("edit-component", slower);
  // A new version that costs more is another decision: nothing is saved with it.
  await publish({ cpa_successful: "0.3" }, algorithm);
  expect(await trader.refused("edit-component", slower)).toMatchObject(REFUSED);
  const versions = await world.platform.db.query<{ cpa: string }>({
    name: "test.priceOfProfile",
    text: `select v.definition ->> 'cpaSuccessful' as cpa from trading.profiles p
      join trading.algorithm_versions v on v.algorithm_id = p.algorithm_id
        and v.version = (p.algorithm ->> 'version')::integer where p.id = $1`,
    values: [id],
  });
  expect(versions).toEqual([{ cpa: "0.25000000" }]);
  // The main account takes it, and is told.
  const { state, warnings } = await owner.done("edit-component", slower);
  expect([state, warnings]).toEqual([
    "ready",
    [
      {
        parameter: "algorithm_id",
        index: null,
        message: "version 3 costs more: cpa_successful is 0.30000000, and was 0.25000000",
      },
    ],
  ]);
  expect(await trader.done("edit-component", slower)).toMatchObject({ warnings: [] });
});

test("an algorithm of the own account costs its sub-accounts nothing", async () => {
  const { id: algorithm } = await owner.done("algorithm-creator/algorithm-add", { name: "Owned", group_name: "Owned" });
  await owner.done("algorithm-creator/execution-add", { algorithm_id: algorithm, side: "buy", order_type: "taker" });
  const terms = { id: algorithm, name: "Owned", group_name: "Owned", cpa_successful: "5" };
  await owner.done("algorithm-creator/algorithm-update", terms);
  const id = await member.newProfile();
  const { profile } = await member.done("edit-profile", { id, ...valuesWith(algorithm) });
  expect(profile.algorithm_id).toBe(algorithm);
});
