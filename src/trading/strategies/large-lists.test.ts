/** Lists of an account with many strategies of many rows, over HTTP. */
import { beforeAll, expect, test } from "vitest";
import { limitedAccount } from "../../../test/support/limited-accounts.ts";
import { ROOM, strategyTalk, twapValues } from "../../../test/support/strategy-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";

const [PROFILES, ROWS, MOST_BYTES] = [150, 50, 4 * 1024 * 1024] as const;

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly executions: readonly unknown[];
  readonly values_left_out: boolean;
}

interface Overview {
  readonly strategies: readonly { readonly id: string; readonly rows: unknown[]; readonly rows_left_out: boolean }[];
}

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const user = strategyTalk(await limitedAccount(world, ROOM));
const other = strategyTalk(await limitedAccount(world, ROOM));

beforeAll(async () => {
  const key = await user.keyAt("simalpha");
  const id = await user.newProfile("first");
  await user.done("edit-profile", { id, ...twapValues(key) });
  await user.done("save-template", { copy_strategy_id: id, label: "first" });
  const { db } = world.platform;
  // As large as the parameters allow.
  await db.execute({
    name: "test.growProfile",
    text: `with lists as (
        select jsonb_build_object(
          'executable_codes', jsonb_agg('simalpha-btcusdt'::text), 'executable_values', jsonb_agg(repeat('1', 30)),
          'executable_parents', jsonb_agg(repeat('2', 30)), 'executable_leverage', jsonb_agg(repeat('3', 18)),
          'executable_priceoffset', jsonb_agg(repeat('4', 30)), 'executable_priceexact', jsonb_agg(repeat('5', 30)),
          'condition_codes', jsonb_agg(repeat('a', 130)), 'condition_values', jsonb_agg(repeat('6', 60))) as settings,
          jsonb_agg('{"side": "buy", "referenceSide": "same"}'::jsonb) as rows, jsonb_agg('condition'::text) as conditions
        from generate_series(1, ${ROWS})
      )
      update trading.profiles set description = repeat('d', 2000), settings = profiles.settings || lists.settings,
        algorithm = algorithm || jsonb_build_object('rows', rows, 'conditions', conditions)
      from lists where id = $1`,
    values: [id],
  });
  await db.execute({
    name: "test.copyProfile",
    text: `with copies as (
        insert into trading.profiles (owner_uid, uid, name, description, algorithm_id, algorithm, settings, created_at, updated_at)
        select owner_uid, uid, 'copy ' || place, description, algorithm_id, algorithm, settings, created_at, updated_at
        from trading.profiles, generate_series(2, ${PROFILES}) as place where id = $1 returning *
      )
      insert into trading.strategies (profile_id, owner_uid, uid, created_at)
      select id, owner_uid, uid, created_at from copies`,
    values: [id],
  });
  await db.execute({
    name: "test.copyTemplate",
    text: `insert into trading.strategy_templates (owner_uid, uid, label, copy_strategy_id, algorithm_id, algorithm, settings,
        created_at)
      select t.owner_uid, t.uid, 'copy ' || place, t.copy_strategy_id, t.algorithm_id, t.algorithm, p.settings, t.created_at
      from trading.strategy_templates t join trading.profiles p on p.id = $1, generate_series(2, ${PROFILES}) as place
      where t.owner_uid = p.owner_uid`,
    values: [id],
  });
});

test("a list of profiles is bounded, says whose values it leaves out, and shows each of them by its id", async () => {
  const { status, text, json } = await user.ask("list-profiles");
  expect(status).toBe(200);
  expect(text.length).toBeLessThan(MOST_BYTES);
  const profiles: readonly Shown[] = json.data[0].profiles;
  expect(profiles).toHaveLength(PROFILES);
  const [first, last] = [profiles[0], profiles.at(-1)];
  expect(first).toMatchObject({ values_left_out: false, description: "d".repeat(2000) });
  expect(first?.executions).toHaveLength(ROWS);
  expect(last).toMatchObject({ values_left_out: true, description: "", conditions: [], executions: [] });
  // What stands once in a profile is there.
  const { executions, conditions, description, values_left_out, name, id, strategies, state, position, ...same } = {
    ...last,
  } as Record<string, unknown>;
  expect([executions, conditions, description, values_left_out, name, id, strategies, state, position]).toHaveLength(9);
  expect(first).toMatchObject({ ...same, last_updated: expect.any(Number) });
  const [group, ...others] = await user.done("list-profiles", { id: last?.id });
  expect(others).toEqual([]);
  expect(group.profiles).toMatchObject([{ id: last?.id, values_left_out: false, description: "d".repeat(2000) }]);
  expect(group.profiles[0].executions).toEqual(first?.executions);
  expect(await other.refused("list-profiles", { id: last?.id })).toMatchObject({ status: 404, code: 2300 });
});

test("an overview is bounded, says whose rows it leaves out, and shows each of them by its id", async () => {
  const { status, text, json } = await user.ask("high-level-overview");
  expect(status).toBe(200);
  expect(text.length).toBeLessThan(MOST_BYTES);
  const { strategies }: Overview = json.data;
  expect(strategies).toHaveLength(PROFILES);
  expect(strategies[0]).toMatchObject({ rows_left_out: false, rows: { length: ROWS } });
  const last = strategies.at(-1);
  expect(last).toMatchObject({ rows_left_out: true, rows: [] });
  const one: Overview = await user.done("high-level-overview", { id: last?.id });
  expect(one.strategies).toMatchObject([{ id: last?.id, rows_left_out: false, rows: { length: ROWS } }]);
});

test("an overview of many strategies with the same values holds 5000 rows", async () => {
  const user50 = strategyTalk(await limitedAccount(world, ROOM));
  const key = await user50.keyAt("simalpha");
  const id = await user50.newProfile("shared");
  await user50.done("edit-profile", { id, ...twapValues(key) });
  await world.platform.db.execute({
    name: "test.shareProfile",
    text: `with grown as (
        update trading.profiles set algorithm = algorithm || jsonb_build_object('rows', (
          select jsonb_agg('{"side": "buy", "referenceSide": "same"}'::jsonb) from generate_series(1, ${ROWS})))
        where id = $1 returning *
      )
      insert into trading.strategies (profile_id, owner_uid, uid, name, created_at)
      select id, owner_uid, uid, 'copy', created_at from grown, generate_series(2, 110)`,
    values: [id],
  });
  const { strategies }: Overview = await user50.done("high-level-overview");
  expect(strategies.map((each) => each.rows.length)).toEqual([
    ...Array.from({ length: 100 }, () => ROWS),
    ...Array.from({ length: 10 }, () => 0),
  ]);
  expect(strategies.filter((each) => each.rows_left_out)).toHaveLength(10);
  const leg: Overview = await user50.done("high-level-overview", { leg: 1 });
  expect(leg.strategies.map((each) => [each.rows.length, each.rows_left_out])).toEqual(
    Array.from({ length: 110 }, () => [1, false]),
  );
});

test("a list of templates is bounded, says whose values it leaves out, and shows each of them by its id", async () => {
  const { status, text, json } = await user.ask("list-templates");
  expect(status).toBe(200);
  expect(text.length).toBeLessThan(MOST_BYTES);
  expect(json.data).toHaveLength(PROFILES);
  expect(json.data[0].settings_left_out).toBe(false);
  const last = json.data.at(-1);
  expect(last).toMatchObject({ label: "first", settings_left_out: true, settings: {} });
  expect(await user.done("list-templates", { id: last.id })).toMatchObject([
    { id: last.id, settings_left_out: false, settings: { slice_delay: expect.anything() } },
  ]);
  expect(await other.refused("list-templates", { id: last.id })).toMatchObject({ status: 404, code: 2300 });
});

test("lists of strategies show their markets and totals without all values of their profiles", async () => {
  const { strategies } = await user.done("strategy/data/list", { limit: 1 });
  expect(strategies).toMatchObject([{ codes: ["simalpha-btcusdt"], qty_parent: null }]);
});
