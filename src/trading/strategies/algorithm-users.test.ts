/** Algorithms that profiles use: what their owner may change, and what it sees of the profiles, over HTTP. */
import { expect, test } from "vitest";
import { limitedAccount } from "../../../test/support/limited-accounts.ts";
import { ROOM, strategyTalk, twapValues, type StrategyTalk } from "../../../test/support/strategy-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { untilWaitingForLock } from "../../../test/support/waiting-for-lock.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const { platform } = world;
const author = strategyTalk(await limitedAccount(world, ROOM));
const userAccount = await limitedAccount(world, ROOM);
const user = strategyTalk(userAccount);
const keys = new Map<StrategyTalk, string>([
  [author, await author.keyAt("simalpha")],
  [user, await user.keyAt("simalpha")],
]);

const addRow = (algorithm: string) =>
  author.done("algorithm-creator/execution-add", { algorithm_id: algorithm, side: "buy", order_type: "taker" });

const newAlgorithm = async (): Promise<string> => {
  const { id } = await author.done("algorithm-creator/algorithm-add", { name: "Used", group_name: "Used" });
  await addRow(id);
  return id;
};

const newUser = async (who: StrategyTalk, algorithm: string): Promise<string> => {
  const id = await who.newProfile();
  await who.done("edit-profile", { id, ...twapValues(keys.get(who) ?? "", { algorithm_id: algorithm }) });
  return id;
};

const versionOf = async (algorithm: string): Promise<number> =>
  (await author.done("algorithm-creator/list-algorithms")).find(({ id }: { id: string }) => id === algorithm).version;

test("the owner of an algorithm sees its own profiles that use it, and how many there are in all accounts", async () => {
  const algorithm = await newAlgorithm();
  await author.done("algorithm-creator/publish-algorithm", { id: algorithm });
  const own = await newUser(author, algorithm);
  await newUser(user, algorithm);
  await platform.db.execute({
    name: "test.manyUsers",
    text: `insert into trading.profiles (owner_uid, uid, name, description, algorithm_id, algorithm, settings, created_at,
        updated_at)
      select owner_uid, uid, name, description, algorithm_id, algorithm, settings, created_at, updated_at
      from trading.profiles, generate_series(1, 120) where owner_uid = $1 and algorithm_id = $2`,
    values: [userAccount.uid, algorithm],
  });
  const refused = await author.refused("algorithm-creator/algorithm-remove", { id: algorithm });
  expect(refused).toMatchObject({ status: 409, code: 2350, in_use_by: [own], in_use_total: 122 });
  expect(refused.error).toContain("unpublish");
  expect(await author.done("algorithm-creator/unpublish-algorithm", { id: algorithm })).toMatchObject({
    subscribers_affected: 122,
  });
});

test("a draft that a profile is ready with stays as it is, and the change begins the next version", async () => {
  const algorithm = await newAlgorithm();
  expect(await versionOf(algorithm)).toBe(1);
  const id = await newUser(author, algorithm);
  await addRow(algorithm);
  expect(await versionOf(algorithm)).toBe(2);
  const [kept] = await platform.db.query({
    name: "test.versionOfProfile",
    text: `select (algorithm ->> 'version')::integer as version, jsonb_array_length(v.definition -> 'executions') as rows
      from trading.profiles as p join trading.algorithm_versions as v on v.algorithm_id = p.algorithm_id
        and v.version = (p.algorithm ->> 'version')::integer
      where p.id = $1`,
    values: [id],
  });
  expect(kept).toEqual({ version: 1, rows: 1 });
  const changed = await author.done("edit-component", { id, component: "description", value: "Saved again" });
  expect(changed).toMatchObject({ state: "draft", warnings: expect.arrayContaining([expect.anything()]) });
  await addRow(algorithm);
  expect(await versionOf(algorithm)).toBe(2);
});

test("a strategy starts with the version that it is ready with, also after its author has published another", async () => {
  const algorithm = await newAlgorithm();
  await author.done("algorithm-creator/publish-algorithm", { id: algorithm });
  const id = await newUser(user, algorithm);
  await addRow(algorithm);
  await author.done("algorithm-creator/publish-algorithm", { id: algorithm });
  const { status, json, text } = await user.ask("start", { id });
  expect([status, json.data.state], text).toEqual([200, "starting"]);
  const [run] = await platform.db.query({
    name: "test.versionOfRun",
    text: `select r.algorithm_version as version from trading.runs r join trading.strategies s on s.run_id = r.id
      where s.profile_id = $1`,
    values: [id],
  });
  expect(run).toEqual({ version: 1 });
  await user.done("stop", { id, force: true });
});

test("a draft that is changed while a profile is checked by it makes no profile ready", async () => {
  const algorithm = await newAlgorithm();
  const id = await author.newProfile();
  const values = twapValues(keys.get(author) ?? "", { algorithm_id: algorithm });
  const { answer } = await platform.db.transaction(async (tx) => {
    await tx.query({
      name: "test.lockProfile",
      text: "select id from trading.profiles where id = $1 for update",
      values: [id],
    });
    const sent = author.refused("edit-profile", { id, ...values });
    await untilWaitingForLock(platform.db);
    await addRow(algorithm);
    return { answer: sent };
  });
  expect(await answer).toMatchObject({ status: 409, code: 2350 });
});
