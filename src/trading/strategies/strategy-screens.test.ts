/** Tabs, orders, books, and what the users of an account see of each other, over HTTP. */
import { describe, expect, test } from "vitest";
import { limitedAccount } from "../../../test/support/limited-accounts.ts";
import { ROOM, strategyTalk, twapValues, type StrategyParams } from "../../../test/support/strategy-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const account = await limitedAccount(world, ROOM);
const mine = strategyTalk(account);
const alphaKey = await mine.keyAt("simalpha");
const twap = (more: StrategyParams = {}): StrategyParams => twapValues(alphaKey, more);

const CHANGES = ["edit-profile", "edit-component", "delete-profile"] as const;
const sentTo = (path: (typeof CHANGES)[number], id: string): StrategyParams =>
  path === "edit-profile"
    ? { id, ...twap() }
    : path === "edit-component"
      ? { id, component: "name", value: "x" }
      : { id };

describe("the screen", () => {
  test("has tabs in their order, and profiles in the order that the user wants", async () => {
    const user = strategyTalk(await limitedAccount(world, ROOM));
    const { tab } = await user.done("create-tab", { name: "Arbitrage" });
    expect(tab).toMatchObject({ name: "Arbitrage", position: 0, profiles: 0 });
    const second = (await user.done("create-tab", { name: "Trends" })).tab;
    const [one, two, three] = [
      await user.newProfile("one", { tab_id: tab.id }),
      await user.newProfile("two"),
      await user.newProfile("three", { tab_id: tab.id }),
    ];
    const order: string[] = (await user.done("edit-order")).order;
    expect(order).toHaveLength(3);
    const changed = await user.done("edit-order", { ids: [three, order[0]] });
    expect(changed.order).toEqual([order[2], order[0], order[1]]);
    const groups = await user.done("list-profiles");
    expect(groups.map((each: { tab: { name: string } | null }) => each.tab?.name)).toEqual([
      "Arbitrage",
      "Trends",
      undefined,
    ]);
    expect(groups[0].profiles.map(({ id, position }: { id: string; position: number }) => [id, position])).toEqual([
      [three, 0],
      [one, 1],
    ]);
    expect(groups[1].tab).toMatchObject({ id: second.id, position: 1 });
    expect(groups[2].profiles).toMatchObject([{ id: two, position: 2 }]);
    expect(await user.refused("edit-order", { ids: [one, order[0]] })).toMatchObject({
      status: 422,
      error: expect.stringMatching(/twice/),
    });
    expect(await user.refused("edit-order", { ids: ["1"] })).toMatchObject({ status: 404 });
    expect(await user.refused("create-profile", { name: "x", tab_id: "1" })).toMatchObject({ status: 404 });
    const page = await user.done("strategy/data/list", { limit: 2 });
    expect(page).toMatchObject({ total: 3, showing: 2, strategies: [{ name: "three" }, { name: "two" }] });
  });

  test("moves a profile to another tab and out of it, also while its strategy runs", async () => {
    const user = strategyTalk(await limitedAccount(world, ROOM));
    const { id: tab } = await user.done("create-tab", { name: "Arbitrage" });
    const id = await user.newProfile("one");
    await world.platform.db.execute({
      name: "test.runInTab",
      text: "update trading.strategies set state = 'running' where profile_id = $1",
      values: [id],
    });
    const move = (value: string) => ({ id, component: "tab_id", value });
    const groups = async () =>
      (await user.done("list-profiles")).map((each: { tab: { id: string } | null; profiles: unknown[] }) => [
        each.tab?.id ?? null,
        each.profiles.length,
      ]);
    expect(await user.done("edit-component", move(tab))).toMatchObject({
      component: "tab_id",
      value: tab,
      warnings: [],
    });
    expect(await groups()).toEqual([[tab, 1]]);
    await user.done("edit-component", move(""));
    expect(await groups()).toEqual([
      [tab, 0],
      [null, 1],
    ]);
    expect(await user.refused("edit-component", move("1"))).toMatchObject({ status: 404, code: 2300 });
    expect(await user.refused("edit-component", move("first"))).toMatchObject({ status: 422 });
  });

  test("renames a tab, and deletes it without the profiles in it", async () => {
    const owner = await limitedAccount(world, ROOM);
    const user = strategyTalk(owner);
    const { id: tab } = await user.done("create-tab", { name: "Arbitrage" });
    const profile = await user.newProfile("one", { tab_id: tab });
    expect(await user.done("edit-tab", { id: tab, name: "Spreads" })).toMatchObject({
      tab: { id: tab, name: "Spreads", position: 0, profiles: 1 },
    });
    const member = strategyTalk(await owner.member({ view_all_profiles: true }));
    expect(await member.refused("edit-tab", { id: tab, name: "Mine" })).toMatchObject({ status: 403, code: 2400 });
    expect(await member.refused("delete-tab", { id: tab })).toMatchObject({ status: 403, code: 2400 });
    const { id: template } = await user.done("save-template", { copy_strategy_id: profile });
    expect(await member.refused("delete-template", { id: template })).toMatchObject({ status: 403, code: 2400 });
    expect(await user.done("delete-tab", { id: tab })).toMatchObject({ deleted: { tabs: 1 }, moved: { profiles: 1 } });
    expect(await user.done("list-profiles")).toMatchObject([{ tab: null, profiles: [{ id: profile, tab_id: null }] }]);
    expect(await user.refused("delete-tab", { id: tab })).toMatchObject({ status: 404, code: 2300 });
  });

  test("adds up what active strategies have done apart from what others have", async () => {
    const user = strategyTalk(await limitedAccount(world, ROOM));
    const key = await user.keyAt("simalpha");
    const started = async (values: StrategyParams): Promise<string> => {
      const id = await user.newProfile();
      const { profile } = await user.done("edit-profile", { id, ...twapValues(key, { slice_delay: 2, ...values }) });
      await user.done("start", { id: profile.strategies[0].id });
      return profile.strategies[0].id;
    };
    const done = await started({ executable_priceoffset: ["5000"], executable_parents: ["0.01"] });
    const rests = await started({ executable_priceexact: ["10000"], executable_parents: ["0.02"] });
    const shown = await waitUntil(async () => {
      const found = await user.done("high-level-overview");
      expect(found.inactive).toMatchObject({ strategies: 1, open_orders: 0, transactions: { successful: 1 } });
      expect(found.active).toMatchObject({ strategies: 1, open_orders: expect.any(Number) });
      expect(found.active.open_orders).toBeGreaterThan(0);
      return found;
    });
    expect(shown.totals).toMatchObject({ strategies: 2, transactions: { successful: 1 } });
    const rowsOf = (id: string) => shown.strategies.find((each: { id: string }) => each.id === id).rows;
    expect(rowsOf(done)).toMatchObject([{ row: 0, qty_done: "0.01000000", remaining: "0.00000000" }]);
    expect(rowsOf(rests)).toMatchObject([{ row: 0, qty_done: "0.00000000" }]);
    expect((await user.done("high-level-overview", { leg: 1 })).totals.transactions).toMatchObject({ successful: 0 });
    await user.done("stop", { id: rests, force: true });
  });

  test("has books, which lose a profile when it is deleted", async () => {
    const user = strategyTalk(await limitedAccount(world, ROOM));
    const [one, two] = [await user.newProfile("one"), await user.newProfile("two")];
    const made = await user.done("books", {
      action: "create",
      name: "Bitcoin",
      codes: ["simalpha-btcusdt"],
      profiles: [one, two],
    });
    const { id } = made;
    expect(made.book).toMatchObject({ name: "Bitcoin", profiles: [one, two], base_currency: "USD", position: [] });
    expect((await user.done("books", { action: "edit", id, name: "Coins" })).book).toMatchObject({
      name: "Coins",
      codes: ["simalpha-btcusdt"],
      profiles: [one, two],
    });
    await user.done("delete-profile", { id: one });
    expect(await user.done("books")).toMatchObject([{ id, profiles: [two] }]);
    expect(await user.refused("books", { action: "edit", id, profiles: [one] })).toMatchObject({ status: 404 });
    expect(await user.done("books")).toMatchObject([{ id, profiles: [two] }]);
    expect(await user.refused("books", { action: "create" })).toMatchObject({ missing_parameters: ["name"] });
    expect(await user.refused("books", { action: "delete" })).toMatchObject({ missing_parameters: ["id"] });
    await user.done("books", { action: "delete", id });
    expect(await user.done("books")).toEqual([]);
  });

  test("has as many tabs and books as an account may have, and no more", async () => {
    const limited = await limitedAccount(world, ROOM);
    const user = strategyTalk(limited);
    for (const [table, columns, values] of [
      ["strategy_tabs", "position", "0"],
      ["books", "codes, base_currency", "'{}', 'USD'"],
    ] as const) {
      await world.platform.db.execute({
        name: `test.fill_${table}`,
        text: `insert into trading.${table} (owner_uid, uid, name, created_at, ${columns})
          select $1, $1, 'n', now(), ${values} from generate_series(1, 99)`,
        values: [limited.uid],
      });
    }
    await user.done("create-tab", { name: "the last" });
    expect(await user.refused("create-tab", { name: "too many" })).toMatchObject({ status: 422, code: 2410 });
    await user.done("books", { action: "create", name: "the last" });
    expect(await user.refused("books", { action: "create", name: "x" })).toMatchObject({ status: 422, code: 2410 });
  });

  test("lists the exchanges that can be traded at, as far as the user may", async () => {
    const exchanges = await mine.done("list-exchanges");
    expect(exchanges).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: "simalpha", spot: true, futures: false, margin: false, sandbox: true }),
      ]),
    );
    const owner = await limitedAccount(world, ROOM);
    const member = strategyTalk(await owner.member({ exchanges_enabled: "simbeta" }));
    expect((await member.done("list-exchanges")).map(({ code }: { code: string }) => code)).toEqual(["simbeta"]);
  });
});

describe("of an account", () => {
  test("a sub-account sees its own alone, all where it may, and changes its own only", async () => {
    const owner = await limitedAccount(world, { ...ROOM, "subaccounts.maximum_accounts": 3 });
    const main = strategyTalk(owner);
    const blind = strategyTalk(await owner.member({}));
    const seeing = strategyTalk(await owner.member({ view_all_profiles: true }));
    const ids = [await main.newProfile("main"), await blind.newProfile("blind"), await seeing.newProfile("seeing")];
    const namesOf = async (who: typeof main) =>
      (await who.done("strategy/data/list")).strategies.map(({ name }: { name: string }) => name).reverse();
    expect(await namesOf(main)).toEqual(["main", "blind", "seeing"]);
    expect(await namesOf(blind)).toEqual(["blind"]);
    expect(await namesOf(seeing)).toEqual(["main", "blind", "seeing"]);
    for (const path of CHANGES) {
      expect(await blind.refused(path, sentTo(path, ids[0] ?? "")), path).toMatchObject({ status: 404, code: 2300 });
      expect(await seeing.refused(path, sentTo(path, ids[0] ?? "")), path).toMatchObject({ status: 403, code: 2400 });
    }
    expect(await blind.refused("duplicate-strategy", { id: ids[0] })).toMatchObject({ status: 404 });
    expect(await blind.refused("save-template", { copy_strategy_id: ids[0] })).toMatchObject({ status: 404 });
    expect(await blind.refused("books", { action: "create", name: "x", profiles: [ids[0]] })).toMatchObject({
      status: 404,
    });
    const book = await main.done("books", { action: "create", name: "x", profiles: ids });
    expect(await seeing.refused("books", { action: "delete", id: book.id })).toMatchObject({ status: 403 });
    const partly = await blind.done("books", { action: "create", name: "own", profiles: [ids[1]] });
    await main.done("books", { action: "edit", id: partly.id, profiles: ids });
    expect(await blind.done("books")).toMatchObject([{ id: partly.id, profiles: [ids[1]] }]);
    const emptied = await blind.done("books", {
      action: "edit",
      id: partly.id,
      codes: ["simalpha-btcusdt"],
      profiles: [ids[1]],
    });
    expect(emptied.book.profiles).toEqual([ids[1]]);
    const whole = (await main.done("books")).find(({ id }: { id: string }) => id === partly.id);
    expect(whole.profiles).toEqual(ids);
    await main.done("delete-profile", { id: ids[1] });
    expect(await namesOf(blind)).toEqual([]);
    const listed = await main.done("subaccounts/subaccount-list");
    expect(listed.map(({ strategies }: { strategies: number }) => strategies).sort()).toEqual([0, 1]);
    const stranger = strategyTalk(await limitedAccount(world));
    expect(await stranger.refused("delete-profile", { id: ids[0] })).toMatchObject({ status: 404 });
  });

  test("a sub-account is held to what its owner leaves it", async () => {
    const owner = await limitedAccount(world, { ...ROOM });
    const key = await strategyTalk(owner).keyAt("simalpha");
    const rights = { allow_api_key_usage: true, parent_maximum: "0.05", child_maximum: "0.001" };
    const member = strategyTalk(await owner.member(rights));
    const id = await member.newProfile();
    const values = { id, ...twap({ executable_apikeys: [key] }) };
    const refused = await member.refused("edit-profile", values);
    expect(refused.missing_information.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      "executable_parents",
      "executable_values",
    ]);
    expect((await strategyTalk(owner).done("edit-profile", values)).profile.state).toBe("ready");
    const unshared = strategyTalk(await (await limitedAccount(world, ROOM)).member({}));
    const own = await unshared.newProfile();
    expect(await unshared.refused("edit-profile", { ...values, id: own })).toMatchObject({
      error: expect.stringContaining(`There is no exchange key ${key}`),
    });
  });

  test("strategies and templates are as many as the subscription allows, also at the same time", async () => {
    const limited = await limitedAccount(world, {
      "strategies.maximum.strategies": 2,
      "strategies.maximum.templates": 1,
    });
    const user = strategyTalk(limited);
    const answers = await Promise.all([1, 2, 3, 4].map((n) => user.ask("create-profile", { name: `p${n}` })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 422, 422]);
    const { order } = await user.done("edit-order");
    expect(await user.refused("duplicate-strategy", { id: order[0] })).toMatchObject({ status: 422, code: 2410 });
    await user.done("save-template", { copy_strategy_id: order[0] });
    expect(await user.refused("save-template", { copy_strategy_id: order[0] })).toMatchObject({ code: 2410 });
    const [{ id: template }] = await user.done("list-templates");
    expect(await user.done("delete-template", { id: template })).toMatchObject({ deleted: { templates: 1 } });
    expect(await user.refused("delete-template", { id: template })).toMatchObject({ status: 404, code: 2300 });
    await user.done("save-template", { copy_strategy_id: order[0] });
    await limited.limit({ "strategies.enabled": false });
    expect(await user.refused("create-profile", { name: "none" })).toMatchObject({ status: 403, code: 2400 });
  });
});
