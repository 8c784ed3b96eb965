/** Profiles and their values over HTTP, on PostgreSQL, with simulated exchanges. */
import { describe, expect, test } from "vitest";
import { limitedAccount } from "../../../test/support/limited-accounts.ts";
import { ROOM, strategyTalk, twapValues, type StrategyParams } from "../../../test/support/strategy-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const { platform } = world;
const account = await limitedAccount(world, ROOM);
const mine = strategyTalk(account);
const alphaKey = await mine.keyAt("simalpha");
const twap = (more: StrategyParams = {}): StrategyParams => twapValues(alphaKey, more);

const auditOf = (subject: string) =>
  platform.db.query<{ action: string; details: string }>({
    name: "test.auditOf",
    text: "select action, details from trading.audit where subject = $1 and action like 'profile.%' order by id",
    values: [subject],
  });

describe("a profile", () => {
  test("is a draft until all values are there, then it is ready, and shows them row by row", async () => {
    const created = await mine.done("create-profile", { name: "First", description: "of all" });
    const { id } = created;
    expect(created).toMatchObject({
      status: true,
      uid: account.uid,
      label: "First",
      profile: { id, state: "draft", description: "of all", algorithm: null, executions: [], tab_id: null },
    });
    const { algorithm_id: algorithm, name, slice_delay: pace } = twap();
    const draft = await mine.done("edit-profile", { id, algorithm_id: algorithm, name, slice_delay: pace });
    expect(draft).toMatchObject({
      message: "The profile is saved as a draft",
      profile: { state: "draft", algorithm: { id: "900001" } },
      warnings: expect.arrayContaining([
        { parameter: "executable_codes", index: 0, message: "is missing" },
        { parameter: "executable_apikeys", index: 0, message: "is missing" },
      ]),
    });
    const saved = await mine.done("edit-profile", { id, ...twap({ executable_priceoffset: ["-0.0000000001"] }) });
    expect(saved).toMatchObject({
      warnings: [],
      profile: {
        id,
        name: "BTC in slices",
        description: "",
        state: "ready",
        slice_delay: 5,
        parent: { qty: null, currency: "BTC" },
        executions: [
          {
            row: 0,
            code: "simalpha-btcusdt",
            apikey: alphaKey,
            apikeysmarket: "spot",
            parent: "0.10000000",
            value: "0.01000000",
            leverage: "1.00000000",
            priceoffset: "-0.0000000001",
            priceexact: null,
            priceoffsetside: "same",
            priceoffsettype: "ob1",
            maximumtimelive: 0,
          },
        ],
        counters: { successful: 0, slices_done: 0, slices_total: null },
        run_id: null,
      },
    });
    expect(saved.profile.strategies).toHaveLength(1);
    const trail = await auditOf(id);
    expect(trail.map(({ action }) => action)).toEqual(["profile.create", "profile.edit", "profile.edit"]);
    expect(JSON.parse(trail[1]?.details ?? "")).toMatchObject({
      algorithm: 900001,
      changed: expect.arrayContaining(["algorithm_id", "name", "slice_delay"]),
    });
  });

  test("without slice_delay is refused with 1440 and that name alone", async () => {
    const id = await mine.newProfile();
    const { slice_delay: _left, ...rest } = twap();
    expect(await mine.refused("edit-profile", { id, ...rest })).toMatchObject({
      status: 422,
      code: 1440,
      missing_parameters: ["slice_delay"],
    });
  });

  test("with wrong values is refused with all of them at once, and keeps what it had", async () => {
    const id = await mine.newProfile("Kept");
    await mine.done("edit-profile", { id, ...twap() });
    const refused = await mine.refused("edit-profile", {
      id,
      ...twap({
        name: "Lost",
        slice_delay: 0.5,
        executable_codes: ["simalpha-nothing", "simalpha-btcusdt"],
        executable_apikeys: ["999999999"],
        executable_apikeysmarket: ["margin"],
        executable_leverage: ["3"],
        executable_values: ["5"],
        executable_obqtycumulativecheck: [50],
      }),
    });
    expect(refused).toMatchObject({ status: 422, code: 2300 });
    const named = refused.missing_information.map(
      ({ parameter, index }: { parameter: string; index: number | null }) => `${parameter} ${index ?? "-"}`,
    );
    expect(new Set(named)).toEqual(
      new Set([
        "slice_delay -",
        "executable_codes -",
        "executable_codes 0",
        "executable_apikeys 0",
        "executable_apikeysmarket 0",
        "executable_leverage 0",
        "executable_values 0",
        "executable_obqtycumulativecheck 0",
      ]),
    );
    const [{ profiles }] = (await mine.done("list-profiles")).slice(-1);
    expect(profiles.find((each: { id: string }) => each.id === id)).toMatchObject({ name: "BTC in slices" });
  });

  test.each([
    ["margin", { executable_apikeysmarket: ["margin"] }],
    ["a swap", { executable_apikeysmarket: ["swap"] }],
    ["leverage", { executable_leverage: ["2"] }],
  ])("is never saved for %s, which is not traded from end to end", async (_, values) => {
    const id = await mine.newProfile();
    expect(await mine.refused("edit-profile", { id, ...twap(values) })).toMatchObject({ status: 422, code: 2300 });
  });

  test.each(["1000000000", "000", "12345678901234567"])("takes no algorithm %s", async (algorithm) => {
    const id = await mine.newProfile();
    const refused = await mine.refused("edit-profile", { id, ...twap({ algorithm_id: algorithm }) });
    expect(refused).toMatchObject({ status: 422, code: 2300, missing_information: [{ parameter: "algorithm_id" }] });
  });

  test("takes no algorithm that has errors, and none that is retired unless it had it", async () => {
    const { id: algorithm } = await mine.done("algorithm-creator/algorithm-add", { name: "Mine", group_name: "Mine" });
    const id = await mine.newProfile();
    const values = { id, algorithm_id: algorithm, name: "Own", slice_delay: 5 };
    expect(await mine.refused("edit-profile", values)).toMatchObject({
      status: 422,
      error: expect.stringMatching(/1 errors/),
    });
    await mine.done("algorithm-creator/execution-add", { algorithm_id: algorithm, side: "buy", order_type: "taker" });
    expect(await mine.done("edit-profile", values)).toMatchObject({
      profile: { executions: [{ row: 0, priceoffsetside: "opposite" }] },
    });
    expect(await mine.refused("algorithm-creator/algorithm-remove", { id: algorithm })).toMatchObject({
      status: 409,
      code: 2350,
      in_use_by: [id],
    });
    await mine.done("algorithm-creator/algorithm-update", {
      id: algorithm,
      name: "Mine",
      group_name: "Mine",
      status: "retired",
    });
    await mine.done("edit-profile", values);
    const other = await mine.newProfile();
    expect(await mine.refused("edit-profile", { ...values, id: other })).toMatchObject({
      error: expect.stringMatching(/retired/),
    });
    await mine.done("delete-profile", { id });
    await mine.done("algorithm-creator/algorithm-remove", { id: algorithm });
  });

  test.each(["unpublish-algorithm", "algorithm-update"])(
    "keeps the version of another account's algorithm after %s, whatever is changed in it",
    async (path) => {
      const author = strategyTalk(await limitedAccount(world, ROOM));
      const terms = { name: "Shared", group_name: "Shared" };
      const { id: algorithm } = await author.done("algorithm-creator/algorithm-add", terms);
      const row = { algorithm_id: algorithm, side: "buy", order_type: "taker" };
      await author.done("algorithm-creator/execution-add", row);
      await author.done("algorithm-creator/publish-algorithm", { id: algorithm });
      const id = await mine.newProfile();
      await mine.done("edit-profile", { id, ...twap({ algorithm_id: algorithm }) });
      await author.done(
        `algorithm-creator/${path}`,
        path === "algorithm-update" ? { id: algorithm, ...terms, status: "draft" } : { id: algorithm },
      );
      await author.done("algorithm-creator/execution-add", row);
      const changed = await mine.done("edit-component", { id, component: "description", value: "Kept" });
      expect(changed).toMatchObject({ state: "ready", warnings: [] });
      const saved = await mine.done("edit-profile", { id, ...twap({ algorithm_id: algorithm }) });
      expect(saved.profile).toMatchObject({ state: "ready", algorithm: { id: algorithm }, executions: [{ row: 0 }] });
      expect(saved.profile.executions).toHaveLength(1);
      const other = await mine.newProfile();
      expect(await mine.refused("edit-profile", { id: other, ...twap({ algorithm_id: algorithm }) })).toMatchObject({
        status: 422,
      });
    },
  );

  test("does not trade with a key that was disabled, or that is of another exchange", async () => {
    const beta = await mine.keyAt("simbeta");
    const id = await mine.newProfile();
    expect(await mine.refused("edit-profile", { id, ...twap({ executable_apikeys: [beta] }) })).toMatchObject({
      missing_information: [{ parameter: "executable_apikeys", index: 0, error: expect.stringContaining("simbeta") }],
    });
    await platform.db.execute({
      name: "test.disableKey",
      text: "update trading.exchange_keys set status = 'disabled' where id = $1",
      values: [beta],
    });
    const values = twap({ executable_apikeys: [beta], executable_codes: ["simbeta-btcusdt"] });
    expect(await mine.refused("edit-profile", { id, ...values })).toMatchObject({
      error: expect.stringMatching(/not active/),
    });
  });
});

describe("one value of a profile", () => {
  const change = (id: string, component: string, value: unknown) =>
    mine.ask("edit-component", {
      id,
      component,
      value: typeof value === "string" ? value : JSON.stringify(value),
    });

  test("is saved on its own: the last one that was missing makes the profile ready", async () => {
    const id = await mine.newProfile();
    const values: [string, unknown][] = Object.entries(twap());
    for (const [component, value] of values) {
      const { status, json, text } = await change(id, component, value);
      expect([component, status], text).toEqual([component, 200]);
      expect(json.data).toMatchObject({ profile_id: id, component });
      const isLast = component === values.at(-1)?.[0];
      expect([component, json.data.state]).toEqual([
        component,
        isLast || component === "executable_values" ? "ready" : "draft",
      ]);
    }
  });

  test("is refused where it is wrong, and what is wrong elsewhere is told and makes a draft", async () => {
    const id = await mine.newProfile();
    await mine.done("edit-profile", { id, ...twap() });
    const wrong = await change(id, "executable_codes", ["simalpha-nothing"]);
    expect([wrong.status, wrong.json.data.missing_information]).toEqual([
      422,
      [{ parameter: "executable_codes", index: 0, error: "There is no market simalpha-nothing" }],
    ]);
    const elsewhere = await change(id, "executable_codes", ["simbeta-btcusdt"]);
    expect(elsewhere.json.data).toMatchObject({
      state: "draft",
      warnings: [{ parameter: "executable_apikeys", index: 0 }],
    });
    expect((await change(id, "noconditions", "perhaps")).status).toBe(422);
    expect((await change(id, "executable_codes", '["a b"]')).status).toBe(422);
    expect((await change(id, "mood", "good")).status).toBe(422);
  });

  test("that two change at the same time is lost for neither", async () => {
    const id = await mine.newProfile();
    await mine.done("edit-profile", { id, ...twap() });
    const bounds = ["executable_tolerancemaximum", "executable_priceoffset"];
    const fields = ["parent", ...bounds, "executable_maximumtimelive", "description"];
    const answers = await Promise.all(
      fields.map((field, at) =>
        change(id, field, field === "parent" || field === "description" ? `0.${at + 1}` : ["7"]),
      ),
    );
    const saved = fields.filter((_, at) => answers[at]?.status === 200);
    const beaten = answers.filter(({ status }) => status !== 200).map(({ status, json }) => [status, json.data.code]);
    expect(saved.length).toBeGreaterThan(0);
    expect(beaten).toEqual(beaten.map(() => [409, 2350]));
    const [stored] = await platform.db.query<{ settings: string; description: string }>({
      name: "test.settings",
      text: "select settings, description from trading.profiles where id = $1",
      values: [id],
    });
    const settings = { ...JSON.parse(stored?.settings ?? "{}"), description: stored?.description || undefined };
    expect(fields.filter((field) => settings[field] !== undefined)).toEqual(saved);
  });
});
