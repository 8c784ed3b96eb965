/** What may be done to strategies in each of their states, and what copies and new profiles hold, over HTTP. */
import { describe, expect, test } from "vitest";
import { limitedAccount } from "../../../test/support/limited-accounts.ts";
import { ROOM, strategyTalk, twapValues, type StrategyParams } from "../../../test/support/strategy-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { untilWaitingForLock } from "../../../test/support/waiting-for-lock.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const { platform } = world;
const account = await limitedAccount(world, ROOM);
const mine = strategyTalk(account);
const alphaKey = await mine.keyAt("simalpha");
const twap = (more: StrategyParams = {}): StrategyParams => twapValues(alphaKey, more);

/** As the engine will: nothing else can yet make a strategy run. */
const setState = (profileId: string, state: string, openOrders = 0) =>
  platform.db.execute({
    name: `test.set${state}${openOrders}`,
    text: "update trading.strategies set state = $2, open_orders = $3 where profile_id = $1",
    values: [profileId, state, openOrders],
  });

const CHANGES = ["edit-profile", "edit-component", "delete-profile"] as const;
const sentTo = (path: (typeof CHANGES)[number], id: string): StrategyParams =>
  path === "edit-profile"
    ? { id, ...twap() }
    : path === "edit-component"
      ? { id, component: "name", value: "x" }
      : { id };

describe("a strategy that is", () => {
  test.each(["starting", "running", "paused", "soft_stopping", "stopping", "reconvening"])(
    "%s is shown as such, and neither changed nor deleted",
    async (state) => {
      const id = await mine.newProfile(`Is ${state}`);
      await mine.done("edit-profile", { id, ...twap() });
      await setState(id, state);
      for (const path of CHANGES) {
        const told = { status: 409, code: 2340, error: expect.stringContaining(": stop it first (strategy/stop)") };
        expect(await mine.refused(path, sentTo(path, id)), path).toMatchObject(told);
      }
      const active = await mine.done("list-strategies");
      expect(active).toMatchObject([{ profile_id: id, state, codes: ["simalpha-btcusdt"], qty_parent: "0.10000000" }]);
      await setState(id, "stopped");
      expect(await mine.done("list-strategies")).toEqual([]);
      await mine.done("delete-profile", { id });
    },
  );

  test.each(["draft", "ready", "stopped", "completed", "errored"])("%s is changed and deleted", async (state) => {
    const id = await mine.newProfile();
    await setState(id, state);
    expect((await mine.done("edit-profile", { id, ...twap() })).profile.state).toBe("ready");
    await setState(id, state);
    expect(await mine.done("delete-profile", { id })).toMatchObject({
      deleted: { profiles: 1, strategies: 1, transactions: 0 },
    });
  });

  test("stopped by force is not changed, and not deleted while an order may be open", async () => {
    const id = await mine.newProfile();
    await setState(id, "force_stopped", 1);
    for (const path of CHANGES) expect(await mine.refused(path, sentTo(path, id))).toMatchObject({ code: 2340 });
    await setState(id, "force_stopped");
    const told = await mine.refused("edit-profile", { id, ...twap() });
    expect(told).toMatchObject({ code: 2340, error: expect.stringContaining(": start it again and then stop it") });
    await mine.done("delete-profile", { id });
  });

  test.each(["delete-profile", "edit-profile"] as const)(
    "started at the same time as %s comes is left as it is",
    async (path) => {
      const id = await mine.newProfile();
      await mine.done("edit-profile", { id, ...twap() });
      const { answer } = await platform.db.transaction(async (tx) => {
        await tx.execute({
          name: "test.startUnderLock",
          text: "update trading.strategies set state = 'starting' where profile_id = $1",
          values: [id],
        });
        const sent = mine.refused(path, sentTo(path, id));
        await untilWaitingForLock(platform.db);
        return { answer: sent };
      });
      expect(await answer).toMatchObject({ status: 409, code: 2340 });
      expect(await mine.done("list-strategies")).toMatchObject([{ profile_id: id, state: "starting" }]);
      await setState(id, "stopped");
    },
  );
});

describe("copies", () => {
  test("of a strategy have its values, a name that says so, and are drafts", async () => {
    const id = await mine.newProfile();
    await mine.done("edit-profile", { id, ...twap() });
    const { profile } = await mine.done("duplicate-strategy", { id });
    expect(profile).toMatchObject({
      name: "BTC in slices (copy)",
      state: "draft",
      algorithm_id: "900001",
      executions: [{ code: "simalpha-btcusdt", apikey: alphaKey }],
    });
    expect(profile.id).not.toBe(id);
    const ready = await mine.done("edit-component", { id: profile.id, component: "name", value: "Second" });
    expect(ready.state).toBe("ready");
  });

  test("within the profile share it, and the profile's id no longer names one strategy", async () => {
    const id = await mine.newProfile();
    await mine.done("edit-profile", { id, ...twap() });
    const { profile } = await mine.done("duplicate-strategy", { id, profile_id: id, name: "Beside" });
    expect(profile).toMatchObject({ id, strategies: [{ name: "BTC in slices" }, { name: "Beside", state: "draft" }] });
    expect(await mine.refused("duplicate-strategy", { id })).toMatchObject({
      status: 422,
      error: expect.stringMatching(/holds 2 strategies/),
    });
    const [, beside] = profile.strategies;
    expect((await mine.done("save-template", { copy_strategy_id: beside.id })).template.label).toBe("Beside");
    const other = await mine.newProfile();
    expect(await mine.refused("duplicate-strategy", { id: other, profile_id: id })).toMatchObject({ status: 422 });
    expect(await mine.done("delete-profile", { id })).toMatchObject({ deleted: { strategies: 2 } });
  });

  test("within a profile that is deleted at the same time are not made", async () => {
    const id = await mine.newProfile();
    const { answer } = await platform.db.transaction(async (tx) => {
      await tx.execute({
        name: "test.deleteProfile",
        text: "delete from trading.profiles where id = $1",
        values: [id],
      });
      const sent = mine.refused("duplicate-strategy", { id, profile_id: id });
      await untilWaitingForLock(platform.db);
      return { answer: sent };
    });
    expect(await answer).toMatchObject({ status: 404, code: 2300 });
  });

  test("within the profile count together, as far as each has a total", async () => {
    const id = await mine.newProfile();
    await mine.done("duplicate-strategy", { id, profile_id: id });
    const counted = async (at: number, done: number, total: number | null) => {
      await platform.db.execute({
        name: "test.setSlices",
        text: `update trading.strategies set slices_done = $3, slices_total = $4
          where id = (select id from trading.strategies where profile_id = $1 order by id limit 1 offset $2)`,
        values: [id, at, done, total],
      });
      const [{ profiles }] = (await mine.done("list-profiles")).slice(-1);
      const { counters } = profiles.find((each: { id: string }) => each.id === id);
      return [counters.slices_done, counters.slices_total];
    };
    expect(await counted(0, 3, 10)).toEqual([3, 10]);
    expect(await counted(1, 2, 5)).toEqual([5, 15]);
    expect(await counted(1, 2, null)).toEqual([5, null]);
    await mine.done("delete-profile", { id });
  });

  test("of values are kept in templates, which outlive the strategy", async () => {
    const id = await mine.newProfile();
    await mine.done("edit-profile", { id, ...twap() });
    const saved = await mine.done("save-template", { copy_strategy_id: id, label: "" });
    expect(saved.template).toMatchObject({
      label: "BTC in slices",
      algorithm_id: "900001",
      settings: { slice_delay: 5, executable_codes: ["simalpha-btcusdt"] },
    });
    await mine.done("delete-profile", { id });
    expect((await mine.done("list-templates"))[0]).toEqual(saved.template);
    const { profile } = await mine.done("create-profile", { name: "From it", template_id: saved.id });
    expect(profile).toMatchObject({ name: "From it", state: "draft", template_id: saved.id, executions: [{ row: 0 }] });
    expect(await mine.refused("create-profile", { name: "x", template_id: "1" })).toMatchObject({ status: 404 });
  });
});

describe("a new profile", () => {
  const { name: _name, ...values } = twap();
  const { algorithm_id: _algorithm, ...withoutAlgorithm } = values;
  const template = async (): Promise<string> => {
    const id = await mine.newProfile();
    await mine.done("edit-profile", { id, ...twap({ parent: "0.5", noconditions: true }) });
    return (await mine.done("save-template", { copy_strategy_id: id, label: "Kept" })).id;
  };

  test("without an algorithm refuses values that need one, names each of them, and is not created", async () => {
    const before = await mine.done("list-profiles");
    const refused = await mine.refused("create-profile", {
      name: "Lost",
      executable_codes: ["simalpha-btcusdt"],
      condition_values: ["1"],
    });
    expect(refused).toMatchObject({ status: 422, code: 2300 });
    expect(refused.missing_information.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual([
      "algorithm_id",
      "condition_values",
      "executable_codes",
    ]);
    expect(await mine.done("list-profiles")).toEqual(before);
  });

  test("without an algorithm keeps the values that need none, and says that it lacks one", async () => {
    const { profile, warnings } = await mine.done("create-profile", { name: "Paced", slice_delay: 7, parent: "0.3" });
    expect(profile).toMatchObject({ state: "draft", slice_delay: 7, parent: { qty: "0.30000000" } });
    expect(warnings).toEqual(
      expect.arrayContaining([{ parameter: "algorithm_id", index: null, message: "is missing" }]),
    );
  });

  test("with all values is ready at once, and has one line in the trail", async () => {
    const created = await mine.done("create-profile", { name: "At once", ...values });
    expect(created).toMatchObject({ warnings: [], profile: { state: "ready", executions: [{ value: "0.01000000" }] } });
    const trail = await platform.db.query({
      name: "test.trailOf",
      text: "select action from trading.audit where subject = $1 and action like 'profile.%'",
      values: [created.id],
    });
    expect(trail).toMatchObject([{ action: "profile.create" }]);
  });

  test.each([
    ["values alone", {}],
    ["values and an algorithm", { algorithm_id: "900001" }],
  ])("from a template with %s has them, and everything else from the template", async (_, more) => {
    const sent = {
      name: "Faster",
      template_id: await template(),
      slice_delay: 3,
      executable_values: ["0.02"],
      ...more,
    };
    expect(await mine.done("create-profile", sent)).toMatchObject({
      warnings: [],
      profile: {
        state: "ready",
        slice_delay: 3,
        noconditions: true,
        parent: { qty: "0.50000000" },
        algorithm_id: "900001",
        executions: [{ code: "simalpha-btcusdt", value: "0.02000000", parent: "0.10000000" }],
      },
    });
  });

  test("from a template refuses a wrong value that was sent, and shows what else is wrong as warnings", async () => {
    const from = await template();
    expect(
      await mine.refused("create-profile", { name: "x", template_id: from, executable_codes: ["simalpha-nothing"] }),
    ).toMatchObject({ status: 422, missing_information: [{ parameter: "executable_codes", index: 0 }] });
    expect(
      await mine.done("create-profile", { name: "x", template_id: from, executable_codes: ["simbeta-btcusdt"] }),
    ).toMatchObject({ profile: { state: "draft" }, warnings: [{ parameter: "executable_apikeys", index: 0 }] });
    expect(await mine.refused("create-profile", { name: "x", template_id: "1", ...withoutAlgorithm })).toMatchObject({
      status: 404,
      code: 2300,
    });
  });
});
