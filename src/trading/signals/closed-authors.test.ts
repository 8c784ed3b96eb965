/**
 * An author closes the account: what followers have paid for time that is left is paid back, as by deleting the signal. A follower
 * closes it: its place is another one's.
 */
import { beforeEach, describe, expect, test } from "vitest";
import { holdTransaction } from "../../../test/support/held-transaction.ts";
import { shiftedClock } from "../../../test/support/shifted-clock.ts";
import { publish, runJob, signalUser, type SignalUser } from "../../../test/support/signal-talk.ts";
import { refusalOf } from "../../../test/support/trading-accounts.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { untilWaitingForLock } from "../../../test/support/waiting-for-lock.ts";
import { formatAmount } from "../../kit/money/amount.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import { closeAccount, type Closing } from "../accounts/index.ts";
import { balanceOf, ledgerBook, proveBalances } from "../ledger/index.ts";

const clock = shiftedClock();
const world = await tradingWorld({ settings: EXAMPLE_SETTINGS, platform: { clock } });
const { db } = world.platform;
let corrections = 0;

const units = ({ uid }: { readonly uid: number }): Promise<bigint> => balanceOf(db, `user:${uid}`, "USD");
const balance = async (of: { readonly uid: number }): Promise<string> => formatAmount(await units(of));
const subscribe = (by: SignalUser, id: string) => by.done("subscription-manage", { id, action: "subscribe" });
const close = ({ uid }: SignalUser, closing?: Closing) =>
  db.transaction((tx) => closeAccount(tx, uid, clock.now(), closing));

/** Takes from the account what is above this. */
async function leave(user: SignalUser, dollars: number): Promise<void> {
  await ledgerBook(db, new Set()).credit({
    admin: null,
    ownerUid: user.uid,
    currency: "USD",
    amount: (await units(user)) - BigInt(dollars) * 100_000_000n,
    kind: "correction",
    reference: `spent-${++corrections}`,
    reason: "Spent",
    at: clock.now(),
  });
}

let author: SignalUser;
let follower: SignalUser;
let second: SignalUser;
let id: string;

beforeEach(async () => {
  [author, follower, second] = [
    await signalUser(world, "free"),
    await signalUser(world, "free"),
    await signalUser(world, "free"),
  ];
  id = await publish(world, author, { price: "30", subscribers_max: 2 });
});

describe("an author who closes the account", () => {
  test("pays back what is left of the month before the rest is given up, and what follows the signals ends", async () => {
    await subscribe(follower, id);
    clock.skip(10 * DAY_MS);
    await close(author, { giveUpBalance: true });
    const back = Number(await balance(follower));
    expect(back).toBeGreaterThan(9_988);
    expect(back).toBeLessThan(9_992);
    expect(await balance(author)).toBe("0.00000000");
    expect(await follower.done("subscription-manage")).toMatchObject([
      { state: "cancelled", reason: "its author has closed the account" },
    ]);
    expect((await proveBalances(db)).differences).toEqual([]);
  });

  test("pays as far as the balance goes, the oldest subscription first", async () => {
    for (const each of [follower, second]) await subscribe(each, id);
    await leave(author, 40);
    await close(author);
    const backs = [Number(await balance(follower)), Number(await balance(second))];
    expect(backs[0]).toBeCloseTo(10_000, 1);
    expect((backs[0] ?? 0) + (backs[1] ?? 0)).toBe(19_980);
    expect(await second.done("subscription-manage")).toMatchObject([{ state: "cancelled" }]);
  });

  test("is refused with what the account holds where more is left than that, and then nothing is paid back", async () => {
    await subscribe(follower, id);
    const refused = await refusalOf(close(author));
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining("10030.00000000 USD") as string });
    expect(await balance(follower)).toBe("9970.00000000");
    expect(await follower.done("subscription-manage")).toMatchObject([{ state: "active" }]);
  });

  test("is not paid by whoever subscribes at that moment", async () => {
    const closing = await holdTransaction(db, (tx) =>
      closeAccount(tx, author.uid, clock.now(), { giveUpBalance: true }),
    );
    const asked = follower.refused("subscription-manage", { id, action: "subscribe" });
    await untilWaitingForLock(db);
    await closing.commit();
    expect(await asked).toMatchObject({ status: 404 });
    expect([await balance(follower), await balance(author)]).toEqual(["10000.00000000", "0.00000000"]);
  });

  test("is not paid for a month that begins at that moment", async () => {
    await subscribe(follower, id);
    clock.skip(32 * DAY_MS);
    const closing = await holdTransaction(db, (tx) =>
      closeAccount(tx, author.uid, clock.now(), { giveUpBalance: true }),
    );
    const renewing = runJob(world, "trading.renewSignals");
    await untilWaitingForLock(db);
    await closing.commit();
    await renewing;
    expect([await balance(follower), await balance(author)]).toEqual(["9970.00000000", "0.00000000"]);
    expect(await follower.done("subscription-manage")).toMatchObject([{ state: "cancelled" }]);
  });
});

test.each([
  ["a free signal", "0"],
  ["one that costs money", "30"],
])("a follower of %s who closes the account leaves the place to others", async (_what, price) => {
  const narrow = await publish(world, await signalUser(world, "free"), { price, subscribers_max: 1 });
  await subscribe(follower, narrow);
  expect(await second.refused("subscription-manage", { id: narrow, action: "subscribe" })).toMatchObject({
    code: 2410,
  });
  await close(follower, { giveUpBalance: true });
  expect((await subscribe(second, narrow)).subscription).toMatchObject({ signal_id: narrow, state: "active" });
  clock.skip(40 * DAY_MS);
  await runJob(world, "trading.renewSignals");
  expect((await proveBalances(db)).differences).toEqual([]);
});
