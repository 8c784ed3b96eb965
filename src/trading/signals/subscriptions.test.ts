/** A subscriber of a signal pays its author, each month once. */
import { beforeEach, describe, expect, test } from "vitest";
import { shiftedClock } from "../../../test/support/shifted-clock.ts";
import { limitedAccount } from "../../../test/support/limited-accounts.ts";
import {
  publish,
  runJob,
  signalUser,
  triggerOf,
  userWith,
  OPEN,
  type SignalUser,
} from "../../../test/support/signal-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { formatAmount } from "../../kit/money/amount.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import { balanceOf, ledgerBook, proveBalances } from "../ledger/index.ts";
import { addKey } from "../operator.ts";

const clock = shiftedClock();
const world = await tradingWorld({ settings: EXAMPLE_SETTINGS, platform: { clock } });
const { db } = world.platform;

const balance = async ({ uid }: { readonly uid: number }): Promise<string> =>
  formatAmount(await balanceOf(db, `user:${uid}`, "USD"));
const subscribe = (by: SignalUser, id: string, more = {}) =>
  by.done("subscription-manage", { id, action: "subscribe", ...more });

/** The same user, by a key that may only trade. */
async function traderOf({ uid }: SignalUser): Promise<SignalUser> {
  const terms = { label: "bot", access: "trade", allowBearer: false } as const;
  const key = await addKey(world.platform, world.trading.deps.apiKeys, uid, terms);
  if (!key) throw new Error("the user has no key");
  return userWith(world, uid, key);
}

let author: SignalUser;
let follower: SignalUser;
let id: string;

beforeEach(async () => {
  author = await signalUser(world, "free");
  follower = await signalUser(world, "free");
  id = await publish(world, author, { price: "30", subscribers_max: 1 });
});

describe("a subscription", () => {
  test("is paid to the author, once however often it is asked for", async () => {
    const first = await subscribe(follower, id);
    expect(first).toMatchObject({
      status: true,
      subscription: { signal_id: id, state: "active", price: "30.00000000", currency: "USD", profiles: [] },
    });
    expect(await subscribe(follower, id)).toMatchObject({ id: first.id });
    expect(await subscribe(follower, first.id)).toMatchObject({ id: first.id });
    expect([await balance(follower), await balance(author)]).toEqual(["9970.00000000", "10030.00000000"]);
    expect(await follower.done("subscription-manage")).toEqual([first.subscription]);
    expect(await author.done("subscription-manage")).toEqual([]);
    expect(await author.done("signal-developer", { id: author.uid })).toMatchObject({ subscribers: 1 });
  });

  test("is refused where the signal, the package or the balance has no room", async () => {
    await subscribe(follower, id);
    const second = await signalUser(world, "free");
    expect(await second.refused("subscription-manage", { id, action: "subscribe" })).toMatchObject({
      status: 409,
      code: 2410,
    });
    const dear = await publish(world, await signalUser(world, "free"), { price: "9999.99" });
    expect(await follower.refused("subscription-manage", { id: dear, action: "subscribe" })).toMatchObject({
      code: 2410,
    });
    await follower.done("subscription-manage", { id, action: "unsubscribe" });
    const refusal = await follower.refused("subscription-manage", { id: dear, action: "subscribe" });
    expect(refusal.status).toBe(422);
    expect(await follower.done("subscription-manage")).toHaveLength(1);
    expect(await balance(follower)).toBe("9970.00000000");
  });

  test("of what costs money is the main account's to make", async () => {
    const account = await limitedAccount(world, {});
    const member = await account.member({});
    const ask = (params: Record<string, string>) => member.ask("marketplace/subscription-manage", params);
    const paid = await ask({ id, action: "subscribe" });
    expect([paid.status, paid.json.data.code]).toEqual([403, 2430]);
    const gratis = await publish(world, await signalUser(world, "free"));
    const own = await ask({ id: gratis, action: "subscribe" });
    expect([own.status, own.json.data.subscription?.renews_at]).toEqual([200, null]);
    const shown = await account.ask("marketplace/subscription-manage");
    expect(shown.json.data).toMatchObject([{ signal_id: gratis }]);
  });

  test("of what costs money is not made with a key that may only trade: its thief could be the author", async () => {
    const bot = await traderOf(follower);
    const refusal = { status: 403, code: 2430, error: expect.stringContaining("costs money") };
    expect(await bot.refused("subscription-manage", { id, action: "subscribe" })).toMatchObject(refusal);
    expect(await balance(follower)).toBe("10000.00000000");
    // What the user pays for may be paused, and changed while it is active; only resuming it is a decision to pay again.
    const { id: profile } = await follower.done("strategy/create-profile", { name: "Follows" });
    await subscribe(follower, id);
    expect((await subscribe(bot, id, { "profiles[0]": profile })).subscription.profiles).toHaveLength(1);
    expect((await bot.done("subscription-manage", { id, action: "pause" })).subscription.state).toBe("paused");
    expect(await bot.refused("subscription-manage", { id, action: "subscribe" })).toMatchObject(refusal);
    expect(await balance(follower)).toBe("9970.00000000");
    await bot.done("subscription-manage", { id, action: "unsubscribe" });
    const gratis = await publish(world, await signalUser(world, "free"));
    expect((await subscribe(bot, gratis)).subscription.state).toBe("active");
  });

  test("to a signal of the account's own costs nothing", async () => {
    expect((await subscribe(author, id)).subscription).toMatchObject({ price: "0.00000000", renews_at: null });
    expect(await balance(author)).toBe("10000.00000000");
  });

  test("takes part in the transaction of its Idempotency-Key", async () => {
    const ask = () =>
      world.ask("POST", "marketplace/subscription-manage", {
        key: follower.key,
        params: { id, action: "subscribe" },
        headers: { "idempotency-key": `follow-${id}` },
      });
    const answers = [await ask(), await ask()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.json.data).toEqual(answers[0]?.json.data);
  });

  test("names strategies that its user may start, each in one part", async () => {
    const { id: profile } = await follower.done("strategy/create-profile", { name: "Follows" });
    const { id: theirs } = await author.done("strategy/create-profile", { name: "Mine" });
    const ask = (more: object) => follower.refused("subscription-manage", { id, action: "subscribe", ...more });
    expect(await ask({ "profiles[0]": theirs })).toMatchObject({ status: 422, error: expect.stringContaining(theirs) });
    expect(await ask({ "profiles[0]": profile, "closing_profiles[0]": profile })).toMatchObject({ status: 422 });
    expect(await balance(follower)).toBe("10000.00000000");
    const followed = await subscribe(follower, id, { "profiles[0]": profile });
    expect(followed.subscription.profiles).toHaveLength(1);
    // Profiles that are not given stay.
    expect((await subscribe(follower, id)).subscription.profiles).toEqual(followed.subscription.profiles);
    // They count too.
    expect(await ask({ "closing_profiles[0]": profile })).toMatchObject({ status: 422 });
  });

  test("is listed however many others have ended since", async () => {
    const { subscription } = await subscribe(follower, id);
    await world.platform.db.execute({
      name: "test.endedSubscriptions",
      text: `with others as (
          insert into trading.signals (owner_uid, uid, name, description, code, base, quote, fee_rate, price, subscribers_max,
            custom_1, custom_2, custom_3, custom_4, created_ms, edited_ms)
          select owner_uid, uid, 'other ' || n, '', code, base, quote, 0, 0, 1, '', '', '', '', 0, 0
          from trading.signals, generate_series(1, 1000) as n where id = $1 returning id)
        insert into trading.signal_subscriptions (signal_id, owner_uid, uid, state, price, created_at)
        select id, $2, $2, 'cancelled', 0, now() from others`,
      values: [Number(id), follower.uid],
    });
    const listed = await follower.done("subscription-manage");
    const ids: number[] = listed.map((each: { id: string }) => Number(each.id));
    expect(ids).toHaveLength(1_000);
    expect(ids.at(-1)).toBe(Number(subscription.id));
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
  });

  test("is changed with a key that may change something", async () => {
    const reader = await world.person("user", "read_only");
    const ask = (params: Record<string, string>) =>
      world.ask("POST", "marketplace/subscription-manage", { key: reader.key, params });
    expect((await ask({})).status).toBe(200);
    expect((await ask({ id, action: "subscribe" })).status).toBe(403);
    expect((await ask({ action: "pause" })).json.data).toMatchObject({ code: 1440, missing_parameters: ["id"] });
  });
});

describe("the next month", () => {
  const renew = () => runJob(world, "trading.renewSignals");

  test("is paid when the one before is over, once, however often the job runs", async () => {
    await subscribe(follower, id);
    await renew();
    expect(await balance(follower)).toBe("9970.00000000");
    clock.skip(32 * DAY_MS);
    await Promise.all([renew(), renew()]);
    await renew();
    expect([await balance(follower), await balance(author)]).toEqual(["9940.00000000", "10060.00000000"]);
    expect(await proveBalances(db)).toMatchObject({});
  });

  test("is not paid while it is paused, and restarts with the next subscription", async () => {
    await subscribe(follower, id);
    expect((await follower.done("subscription-manage", { id, action: "pause" })).subscription.state).toBe("paused");
    clock.skip(90 * DAY_MS);
    await renew();
    expect(await balance(follower)).toBe("9970.00000000");
    const again = await subscribe(follower, id);
    expect(await balance(follower)).toBe("9940.00000000");
    expect(again.subscription.renews_at * 1_000).toBeGreaterThan(clock.now() / 1_000);
  });

  test.each([45, 75, 195])("begins with the payment where it was paused %d days before", async (days) => {
    await subscribe(follower, id);
    await follower.done("subscription-manage", { id, action: "pause" });
    clock.skip(days * DAY_MS);
    const nowSeconds = clock.now() / 1_000_000;
    const { renews_at: renewsAt } = (await subscribe(follower, id)).subscription;
    expect(await balance(follower)).toBe("9940.00000000");
    const paidDays = (renewsAt - nowSeconds) / (DAY_MS / 1_000);
    expect(paidDays).toBeGreaterThan(27.9);
    expect(paidDays).toBeLessThan(31.1);
  });

  test("continues the one before where its subscriber subscribes before the job runs", async () => {
    const { renews_at: firstEnd } = (await subscribe(follower, id)).subscription;
    clock.skip(33 * DAY_MS);
    const { renews_at: secondEnd } = (await subscribe(follower, id)).subscription;
    expect(await balance(follower)).toBe("9940.00000000");
    expect((secondEnd - firstEnd) / (DAY_MS / 1_000)).toBeLessThan(31.1);
  });

  test("pauses the subscription where the balance is too low", async () => {
    await subscribe(follower, id);
    await db.transaction((tx) =>
      tx.execute({
        name: "test.raisePrice",
        text: "update trading.signal_subscriptions set price = 999999900000000 where uid = $1",
        values: [follower.uid],
      }),
    );
    clock.skip(32 * DAY_MS);
    await renew();
    expect(await balance(follower)).toBe("9970.00000000");
    expect(await follower.done("subscription-manage")).toMatchObject([
      { state: "paused", reason: "the month could not be paid" },
    ]);
  });
});

describe("a signal that is deleted", () => {
  test("gives back what is left of the month, and ends what follows it", async () => {
    await subscribe(follower, id);
    await author.done("signals-trigger", triggerOf(id, OPEN));
    expect(await author.refused("signal-delete", { id })).toMatchObject({ code: 2371 });
    await author.done("signals-trigger", triggerOf(id, ["sell", "close"]));
    clock.skip(10 * DAY_MS);
    expect(await author.done("signal-delete", { id })).toMatchObject({ subscriptions: 1 });
    const [left, kept] = [Number(await balance(follower)), Number(await balance(author))];
    expect(left).toBeGreaterThan(9_988);
    expect(left).toBeLessThan(9_992);
    expect(left + kept).toBeCloseTo(20_000, 8);
    expect(await follower.done("subscription-manage")).toMatchObject([{ state: "cancelled" }]);
  });

  test("gives back no more than was paid, where an admin gives the month back too", async () => {
    const { id: subscription } = await subscribe(follower, id);
    const other = await signalUser(world, "free");
    const change = { refundOf: `signal:${subscription}:1`, reason: "Sorry", at: clock.now() };
    const ledger = ledgerBook(db, new Set());
    const admin = { uid: other.uid, ownerUid: other.uid };
    const paid = 30n * 100_000_000n;
    await ledger.refund({ ...change, admin, amount: paid - 1n, reference: "all-but-a-unit" });
    expect(await author.done("signal-delete", { id })).toMatchObject({ subscriptions: 1 });
    expect([await balance(follower), await balance(author)]).toEqual(["10000.00000000", "10000.00000000"]);
    await expect(ledger.refund({ ...change, admin, amount: 1n, reference: "one-more" })).rejects.toMatchObject({
      status: 422,
    });
  });

  test("stays where its author cannot pay that back, and so does a subscription that cannot be paid", async () => {
    await subscribe(follower, id);
    await ledgerBook(db, new Set()).credit({
      admin: null,
      ownerUid: author.uid,
      currency: "USD",
      amount: 10_029n * 100_000_000n,
      kind: "correction",
      reference: "spent",
      reason: "Spent",
      at: clock.now(),
    });
    expect(await author.refused("signal-delete", { id })).toMatchObject({ status: 422, code: 2420 });
    expect((await author.done("signals-feed", { id })).signals).toHaveLength(1);
    await author.done("subscription-manage");
    const poor = await world.person();
    const cheap = await publish(world, await signalUser(world, "free"), { price: "1" });
    const refusal = await world.ask("POST", "marketplace/subscription-manage", {
      key: poor.key,
      params: { id: cheap, action: "subscribe" },
    });
    expect([refusal.status, refusal.json.data.code]).toEqual([422, 2420]);
  });
});
