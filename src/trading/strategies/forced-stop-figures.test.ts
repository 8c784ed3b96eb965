/** Figures of a strategy whose orders go on without it, over HTTP. */
import { expect, test } from "vitest";
import { limitedAccount } from "../../../test/support/limited-accounts.ts";
import { ROOM, strategyTalk, twapValues } from "../../../test/support/strategy-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const user = strategyTalk(await limitedAccount(world, ROOM));

test("a strategy that was stopped by force says that its figures are those of the stop, until it is started again", async () => {
  const key = await user.keyAt("simalpha");
  const profileId = await user.newProfile();
  const rests = { slice_delay: 1, executable_priceexact: ["10000"], executable_parents: ["0.01"] };
  const { profile } = await user.done("edit-profile", { id: profileId, ...twapValues(key, rests) });
  const { id } = profile.strategies[0];
  const summary = async () => (await user.done("strategy/data/list")).strategies[0];
  const counters = async () => (await user.done("list-profiles", { id: profileId }))[0].profiles[0].counters;
  const order = async () => (await user.done("list-strategy-transactions", { main_id: id })).transactions[0];
  await user.done("start", { id });
  await waitUntil(async () => expect((await order())?.c_order_id ?? "").not.toBe(""));
  const { orders } = await user.done("stop", { id, force: true });
  expect(orders).toHaveLength(1);
  expect(await summary()).toMatchObject({ is_behind: false, open_orders: 1, transactions: { canceled: 0 } });
  const named = { apikey: key, code: "simalpha-btcusdt", id: orders[0].id };
  await user.done("exchange-query/order-check", named);
  expect(await summary()).toMatchObject({ is_behind: false });
  await user.done("exchange-query/order-cancel", named);
  await waitUntil(async () => expect((await order()).c_active).toBe("0"));
  // Its owner may not have let go of it yet: then the cancelled order is counted, and it is called behind all the same.
  expect(await summary()).toMatchObject({ is_behind: true, open_orders: 0 });
  expect(await counters()).toMatchObject({ is_behind: true });
  await user.done("start", { id });
  await waitUntil(async () =>
    expect(await summary()).toMatchObject({ state: "running", is_behind: false, transactions: { canceled: 1 } }),
  );
  expect(await counters()).toMatchObject({ is_behind: false, canceled: 1 });
  await user.done("stop", { id, force: true });
});
