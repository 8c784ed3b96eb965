/** What a strategy holds while it is active, over HTTP, and the rows that exports of strategies have. */
import { expect, test } from "vitest";
import { limitedAccount } from "../../../test/support/limited-accounts.ts";
import { ROOM, strategyTalk, twapValues } from "../../../test/support/strategy-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { loadCaller } from "../access/index.ts";
import { strategyRows } from "./strategy-rows.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const { platform, trading } = world;
const SERVERS = {
  "strategies.servers.private_resource": true,
  "strategies.servers.locations.private.active": ["frankfurt"],
};
const account = await limitedAccount(world, { ...ROOM, ...SERVERS, "subaccounts.maximum_accounts": 3 });
const mine = strategyTalk(account);
const key = await mine.keyAt("simalpha");

const setState = (profileId: string, state: string, serverId: string | null = null) =>
  platform.db.execute({
    name: `test.setStateAndServer`,
    text: "update trading.strategies set state = $2, server_id = $3, realized_pnl = 1.5 where profile_id = $1",
    values: [profileId, state, serverId],
  });

test("an exchange key is not deleted while an active strategy names it in any row", async () => {
  const id = await mine.newProfile();
  const saved = await mine.done("edit-profile", { id, ...twapValues(key) });
  const [{ id: strategy }] = saved.profile.strategies;
  const other = await mine.keyAt("simbeta");
  await setState(id, "paused");
  const { keys } = await mine.done("exchange-api-keys/list");
  const usersOf = (wanted: string) => keys.find((each: { id: string }) => each.id === wanted).in_use_by;
  expect([usersOf(key), usersOf(other)]).toEqual([[strategy], []]);
  expect(await mine.refused("exchange-api-keys/delete", { id: key })).toMatchObject({
    status: 409,
    in_use_by: [strategy],
  });
  await mine.done("exchange-api-keys/delete", { id: other });
  await setState(id, "stopped");
  const after = await mine.done("exchange-api-keys/list");
  expect(after.keys).toMatchObject([{ id: key, in_use_by: [] }]);
});

test("a rented server counts the active strategies that run on it", async () => {
  const wanted = { region: "frankfurt", server_package: "private-small", duration: 7200 };
  const { id: server } = await mine.done("subscriptions/enable-private-server", wanted);
  const id = await mine.newProfile();
  const countActive = async () => {
    const { servers } = await mine.done("subscriptions/list-private-servers");
    return servers.find((each: { id: string }) => each.id === server).active_strategies;
  };
  await setState(id, "running", server);
  expect(await countActive()).toBe(1);
  await setState(id, "completed", server);
  expect(await countActive()).toBe(0);
});

test("an export of strategies has those that trade in its market and that the user sees", async () => {
  const id = await mine.newProfile();
  const saved = await mine.done("edit-profile", { id, ...twapValues(key, { name: "Exported" }) });
  await mine.newProfile("Without a market");
  await setState(id, "stopped");
  const [{ id: strategy }] = saved.profile.strategies;
  const { strategies } = trading.deps;
  const rowsOf = async (uid: number, more: { symbol?: string; limit?: number } = {}) => {
    const rows = [];
    const user = await loadCaller(platform.db, uid);
    if (!user) throw new Error("the user is let in");
    const ask = { user, symbol: "simalpha-btcusdt", limit: 10, ...more };
    for await (const row of strategyRows({ strategies }, ask)) rows.push(row);
    return rows;
  };
  const all = await rowsOf(account.uid);
  expect(all[0]).toEqual([strategy, "Exported", "stopped", 0, "1.50000000", "USD"]);
  expect(all.map(([, name]) => name)).not.toContain("Without a market");
  expect(await rowsOf(account.uid, { limit: 1 })).toHaveLength(1);
  expect(await rowsOf(account.uid, { symbol: "simbeta-btcusdt" })).toEqual([]);
  const blind = await account.member({});
  const seeing = await account.member({ view_all_profiles: true });
  expect([await rowsOf(blind.uid), await rowsOf(seeing.uid)]).toEqual([[], all]);
});
