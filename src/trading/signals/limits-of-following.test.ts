/** What an account follows when its package allows less, and when a sub-account is gone. */
import { describe, expect, test } from "vitest";
import { limitedAccount } from "../../../test/support/limited-accounts.ts";
import { publish, runJob, signalUser, type SignalUser } from "../../../test/support/signal-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { formatAmount } from "../../kit/money/amount.ts";
import { balanceOf } from "../ledger/index.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const { db } = world.platform;

const follow = (by: SignalUser, id: string) => by.done("subscription-manage", { id, action: "subscribe" });
const statesOf = async (by: SignalUser): Promise<string[]> =>
  (await by.done("subscription-manage")).map(({ state }: { state: string }) => state).toReversed();

/** An account on the larger package that follows three signals of others. */
async function followerOfThree(terms: object = {}): Promise<{ follower: SignalUser; ids: readonly string[] }> {
  const follower = await signalUser(world, "basic");
  const ids: string[] = [];
  for (let count = 0; count < 3; count++) ids.push(await publish(world, await signalUser(world, "free"), terms));
  for (const id of ids) await follow(follower, id);
  return { follower, ids };
}

/** As a month that could not be charged for seven days ends. */
const loseThePackage = ({ uid }: SignalUser) =>
  db.execute({
    name: "test.loseThePackage",
    text: `update trading.subscriptions set base_id = 'free', price = 0, period_from = null, period_to = null,
      anchor_day = null where owner_id = $1`,
    values: [uid],
  });

describe("an account whose package allows fewer signals", () => {
  test("goes on with the oldest, and is told why the others are paused", async () => {
    const { follower } = await followerOfThree();
    await runJob(world, "trading.renewSignals");
    expect(await statesOf(follower)).toEqual(["active", "active", "active"]);
    await loseThePackage(follower);
    await runJob(world, "trading.renewSignals");
    await runJob(world, "trading.renewSignals");
    expect(await statesOf(follower)).toEqual(["active", "paused", "paused"]);
    const [newest] = await follower.done("subscription-manage");
    expect(newest.reason).toBe("the package allows 1 signal to be followed");
    const mails = await db.query<{ subject: string }>({
      name: "test.mailsOfFollower",
      text: "select subject from trading.mails where uid = $1",
      values: [follower.uid],
    });
    expect(mails.filter(({ subject }) => subject.startsWith("2 signals"))).toHaveLength(1);
  });

  test("keeps no other account from that where it cannot be paused itself", async () => {
    const [stuck, other] = [(await followerOfThree()).follower, (await followerOfThree()).follower];
    for (const each of [stuck, other]) await loseThePackage(each);
    await db.execute({
      name: "test.refusePause",
      text: `alter table trading.signal_subscriptions
        add constraint test_stuck check (state <> 'paused' or owner_uid <> ${stuck.uid})`,
    });
    await expect(runJob(world, "trading.renewSignals")).rejects.toThrow("some subscriptions");
    await db.execute({
      name: "test.allowPause",
      text: "alter table trading.signal_subscriptions drop constraint test_stuck",
    });
    expect([await statesOf(stuck), await statesOf(other)]).toEqual([
      ["active", "active", "active"],
      ["active", "paused", "paused"],
    ]);
    await runJob(world, "trading.renewSignals");
    expect(await statesOf(stuck)).toEqual(["active", "paused", "paused"]);
  });

  test("chooses another one by pausing what goes on", async () => {
    const { follower, ids } = await followerOfThree();
    await loseThePackage(follower);
    await runJob(world, "trading.renewSignals");
    const ask = { id: ids[2] ?? "", action: "subscribe" };
    expect(await follower.refused("subscription-manage", ask)).toMatchObject({ status: 422, code: 2410 });
    await follower.done("subscription-manage", { id: ids[0] ?? "", action: "pause" });
    expect((await follower.done("subscription-manage", ask)).subscription.state).toBe("active");
    expect(await statesOf(follower)).toEqual(["paused", "paused", "active"]);
  });

  test("pays no month of those that are paused", async () => {
    const { follower } = await followerOfThree({ price: "30" });
    await loseThePackage(follower);
    await db.execute({
      name: "test.endMonths",
      text: "update trading.signal_subscriptions set paid_to = paid_from where owner_uid = $1",
      values: [follower.uid],
    });
    const before = await balanceOf(db, `user:${follower.uid}`, "USD");
    await runJob(world, "trading.renewSignals");
    const paid = before - (await balanceOf(db, `user:${follower.uid}`, "USD"));
    expect(formatAmount(paid)).toBe("30.00000000");
  });
});

test("a sub-account that is deleted follows nothing any more, and leaves its place to the account", async () => {
  const account = await limitedAccount(world, {});
  const member = await account.member({});
  const narrow = await publish(world, await signalUser(world, "free"), { subscribers_max: 1 });
  const manage = "marketplace/subscription-manage";
  const followed = await member.ask(manage, { id: narrow, action: "subscribe" });
  expect(followed.status).toBe(200);
  const { id } = followed.json.data;
  expect((await account.ask("subaccounts/subaccount-delete", { id: member.uid })).status).toBe(200);
  expect((await account.ask(manage)).json.data).toMatchObject([
    { id, state: "cancelled", reason: "the sub-account was deleted" },
  ]);
  // Nobody is there who could follow it.
  expect((await account.ask(manage, { id, action: "subscribe" })).status).toBe(404);
  expect((await account.ask(manage, { id: narrow, action: "subscribe" })).status).toBe(200);
});
