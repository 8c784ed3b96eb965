/** Algorithms over HTTP: who sees and changes them, how many an account may have, and what the trail records. */
import { describe, expect, test } from "vitest";
import { algorithmTalk, type Params } from "../../../test/support/algorithm-talk.ts";
import { newPerson, run } from "../../../test/support/trading-people.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import type { Caller } from "../caller.ts";
import { LIBRARY } from "./core/library.ts";
import { algorithmAdd } from "./endpoints/algorithm-add.ts";
import { algorithmStatistics } from "./endpoints/algorithm-statistics.ts";
import { algorithmUpdate } from "./endpoints/algorithm-update.ts";
import { executionAdd } from "./endpoints/execution-add.ts";
import { listAlgorithms } from "./endpoints/list-algorithms.ts";
import { publishAlgorithm } from "./endpoints/publish-algorithm.ts";
import { algorithmStore } from "./sql/algorithm-store.ts";
import { MAX_ALGORITHMS, MAX_ALGORITHM_VERSIONS } from "./store.ts";
import { givePackage } from "../../../test/support/given-package.ts";

const world = await tradingWorld();
const anna = await world.person();
const bert = await world.person();
const { done, refused, newAlgorithm, addRow, seen } = algorithmTalk(world, anna.key);

describe("others", () => {
  test("see no drafts, and change nothing that is published", async () => {
    const draft = await newAlgorithm("Only for me");
    const row = await addRow(draft);
    for (const path of ["validate-algorithm", "publish-algorithm", "algorithm-remove", "unpublish-algorithm"]) {
      expect([path, await refused(path, { id: draft }, bert.key)]).toMatchObject([path, { status: 404 }]);
    }
    expect(await refused("list-executions", { algorithm_id: draft }, bert.key)).toMatchObject({ status: 404 });
    expect(await refused("execution-update", { id: row, side: "sell" }, bert.key)).toMatchObject({ status: 404 });
    await done("publish-algorithm", { id: draft });
    expect(await done("list-executions", { algorithm_id: draft }, bert.key)).toHaveLength(1);
    for (const [path, params] of [
      ["execution-update", { id: row, side: "sell" }],
      ["execution-remove", { id: row }],
      ["condition-add", { algorithm_id: draft, name: "spread_equal_input_number" }],
      ["algorithm-remove", { id: draft }],
    ] as const) {
      expect([path, await refused(path, params, bert.key)]).toMatchObject([path, { status: 403, code: 2400 }]);
    }
    expect(await seen(draft)).toMatchObject({ status: "published", version: 1, executions: [{ side: "buy" }] });
  });

  test("see what needs a higher package only with that package", async () => {
    const id = await newAlgorithm("For paying people", { package_minimum: "basic" });
    await addRow(id);
    await done("publish-algorithm", { id });
    expect(await seen(id, bert.key)).toBeUndefined();
    expect(await refused("validate-algorithm", { id }, bert.key)).toMatchObject({ status: 404 });
    await givePackage(world.platform.db, bert.uid, "pro");
    expect(await seen(id, bert.key)).toMatchObject({ package_minimum: "basic" });
  });
});

test.each(["strategy/list-algorithms", "list-algorithms"])(
  "%s shows every entry once, own ones first",
  async (path) => {
    const eva = await world.person();
    const own = await newAlgorithm("Shown first", {}, eva.key);
    const idsOf = async (params: Params) =>
      (await done(path, params, eva.key)).map(({ id }: { id: string }) => id) as string[];
    const whole = await idsOf({});
    expect([whole[0], whole[1]]).toEqual([own, String(LIBRARY[0]?.id)]);
    const walked: string[] = [];
    for (let pagenumber = 1; walked.length < whole.length; pagenumber++) {
      const page = await idsOf({ limit: 7, pagenumber });
      expect(page.length).toBeGreaterThan(0);
      walked.push(...page);
    }
    expect(walked).toEqual(whole);
    expect(await idsOf({ limit: 7, pagenumber: 1000 })).toEqual([]);
  },
);

test("an algorithm that profiles use is not removed, and the answer lists them", async () => {
  const id = await newAlgorithm("In use");
  const used = algorithmStore(world.platform.db, {
    count: async () => 2,
    list: async () => ["7", "9"],
    needVersion: async () => false,
  });
  const viewer = { uid: anna.uid, ownerUid: anna.uid, seesAccount: true, excluded: [] };
  const removal = used.remove({ viewer, at: world.platform.clock.now() }, Number(id));
  await expect(removal).rejects.toMatchObject({
    status: 409,
    code: "2350",
    fields: { details: { in_use_by: ["7", "9"] } },
  });
  expect(await used.countUsers(Number(id))).toBe(2);
  expect(await seen(id)).toMatchObject({ name: "In use" });
});

test("an account has at most 100 algorithms", async () => {
  const cara = await world.person();
  await world.platform.db.execute({
    name: "test.manyAlgorithms",
    text: `with made as (
        insert into trading.algorithms (owner_uid, uid, head_version, created_at)
        select $1, $1, 1, now() from generate_series(1, $2::integer) returning id
      )
      insert into trading.algorithm_versions (algorithm_id, version, definition, created_at, updated_at)
      select made.id, 1, v.definition, now(), now() from made, trading.algorithm_versions v where v.algorithm_id = 900001`,
    values: [cara.uid, MAX_ALGORITHMS - 1],
  });
  await newAlgorithm("The last one", {}, cara.key);
  const refusal = await refused("algorithm-add", { name: "One more", group_name: "Spreads" }, cara.key);
  expect(refusal).toMatchObject({ status: 422, code: 2410, error: expect.stringMatching(/at most 100/) });
});

test("an algorithm has at most 50 executions, 50 conditions and 100 versions", async () => {
  const id = await newAlgorithm("Full up");
  await addRow(id);
  await done("condition-add", { algorithm_id: id, name: "spread_equal_input_number" });
  await world.platform.db.execute({
    name: "test.manyParts",
    text: `update trading.algorithm_versions set definition = definition
        || jsonb_build_object('executions', (select jsonb_agg(definition -> 'executions' -> 0 || jsonb_build_object('id', n))
          from generate_series(1, 50) as n))
        || jsonb_build_object('conditions', (select jsonb_agg(definition -> 'conditions' -> 0 || jsonb_build_object('id', n))
          from generate_series(1, 50) as n))
      where algorithm_id = $1`,
    values: [Number(id)],
  });
  const row = { algorithm_id: id, side: "buy", order_type: "taker" };
  expect(await refused("execution-add", row)).toMatchObject({ status: 422, code: 2410 });
  const condition = { algorithm_id: id, name: "spread_equal_input_number" };
  expect(await refused("condition-add", condition)).toMatchObject({ status: 422, code: 2410 });
  await done("publish-algorithm", { id });
  await world.platform.db.execute({
    name: "test.manyVersions",
    text: `with moved as (insert into trading.algorithm_versions
        select algorithm_id, $2, definition, created_at, updated_at, published_at
        from trading.algorithm_versions where algorithm_id = $1)
      update trading.algorithms set head_version = $2, published_version = $2 where id = $1`,
    values: [Number(id), MAX_ALGORITHM_VERSIONS],
  });
  const renamed = { id, name: "Version 101", group_name: "Spreads" };
  expect(await refused("algorithm-update", renamed)).toMatchObject({ status: 422, code: 2410 });
});

test("a repeated request with its Idempotency-Key adds one algorithm, and the trail names every change", async () => {
  const dora = await world.person();
  const options = {
    key: dora.key,
    params: { name: "Only once", group_name: "Once" },
    headers: { "idempotency-key": "o1" },
  };
  const first = await world.ask("POST", "algorithm-creator/algorithm-add", options);
  const again = await world.ask("POST", "algorithm-creator/algorithm-add", options);
  expect([first.status, again.json.data]).toEqual([200, first.json.data]);
  const { id } = first.json.data;
  expect(
    (await done("list-algorithms", {}, dora.key)).filter((each: { name: string }) => each.name === "Only once"),
  ).toHaveLength(1);
  const added = await done("execution-add", { algorithm_id: id, side: "buy", order_type: "twap" }, dora.key);
  await done("publish-algorithm", { id }, dora.key);
  await done("unpublish-algorithm", { id }, dora.key);
  await done("execution-remove", { id: added.id }, dora.key);
  await done("algorithm-remove", { id }, dora.key);
  const rows = await world.platform.db.query<{ action: string; user_id: number }>({
    name: "test.algorithmTrail",
    text: "select action, user_id from trading.audit where owner_id = $1 and starts_with(action, 'algorithm.') order by id",
    values: [dora.uid],
  });
  expect(rows.map(({ action, user_id: by }) => [action, by])).toEqual(
    ["add", "execution_add", "publish", "unpublish", "execution_remove", "remove"].map((verb) => [
      `algorithm.${verb}`,
      dora.uid,
    ]),
  );
});

describe("users of one account", () => {
  const deps = world.trading.deps;
  const parent: Params = { name: "Of the parent", group_name: "Family" };

  test("see and change what they made; the main account changes all, and a sub-account sees it if it may", async () => {
    const main = await newPerson(world.platform.db);
    const child = await newPerson(world.platform.db, { owner: main });
    if (!child.rights) throw new Error("a sub-account has rights");
    const shy = { ...child, rights: { ...child.rights, viewAllProfiles: false } };
    const { id: ofMain } = await run(algorithmAdd, deps, main, parent);
    const { id: ofChild } = await run(algorithmAdd, deps, child, { ...parent, name: "Of the child" });
    const own = async (caller: Caller) =>
      (await run(listAlgorithms, deps, caller)).filter((each) => each.owner_uid === main.uid).map(({ id }) => id);
    expect([await own(main), await own(child), await own(shy)]).toEqual([
      [ofMain, ofChild],
      [ofMain, ofChild],
      [ofChild],
    ]);
    await run(algorithmUpdate, deps, main, { ...parent, id: ofChild });
    const change = (caller: Caller) => run(algorithmUpdate, deps, caller, { ...parent, id: ofMain });
    await expect(change(child)).rejects.toMatchObject({ status: 403 });
    await expect(change(shy)).rejects.toMatchObject({ status: 404 });
  });

  test("see how a published one is used, and what it earns, only where they see drafts of its user too", async () => {
    const main = await newPerson(world.platform.db);
    const child = await newPerson(world.platform.db, { owner: main });
    if (!child.rights) throw new Error("a sub-account has rights");
    const shy = { ...child, rights: { ...child.rights, viewAllProfiles: false } };
    const publish = async (by: Caller): Promise<string> => {
      const { id } = await run(algorithmAdd, deps, by, parent);
      await run(executionAdd, deps, by, { algorithm_id: id, side: "buy", order_type: "taker" });
      await run(publishAlgorithm, deps, by, { id });
      return id;
    };
    const [ofMain, ofChild] = [await publish(main), await publish(child)];
    const usedBy = (caller: Caller, id: string) => run(algorithmStatistics, deps, caller, { id });
    for (const caller of [main, child]) expect(await usedBy(caller, ofMain)).toMatchObject({ profiles: 0 });
    expect(await usedBy(shy, ofChild)).toMatchObject({ profiles: 0 });
    await expect(usedBy(shy, ofMain)).rejects.toMatchObject({ status: 403 });
  });

  test("with a key that only reads change nothing", async () => {
    const reader = await world.person("user", "read_only");
    expect(await refused("algorithm-add", parent, reader.key)).toMatchObject({ status: 403 });
    expect((await world.ask("GET", "algorithm-creator/list-algorithms")).status).toBe(401);
  });
});
