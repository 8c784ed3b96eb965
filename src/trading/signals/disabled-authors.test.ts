/** An admin disables an author: followers pay nothing more until that ends. */
import { expect, test } from "vitest";
import { shiftedClock } from "../../../test/support/shifted-clock.ts";
import { publish, runJob, signalUser, type SignalUser } from "../../../test/support/signal-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { formatAmount } from "../../kit/money/amount.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import { setUserActive } from "../accounts/index.ts";
import { balanceOf } from "../ledger/index.ts";

const clock = shiftedClock();
const world = await tradingWorld({ settings: EXAMPLE_SETTINGS, platform: { clock } });
const { db } = world.platform;

const balance = async ({ uid }: SignalUser): Promise<string> => formatAmount(await balanceOf(db, `user:${uid}`, "USD"));
const setActive = ({ uid }: SignalUser, isActive: boolean) =>
  db.transaction((tx) => setUserActive(tx, uid, isActive, clock.now()));

test("a month of a signal is paid to no author who is disabled, and is paid again when that has ended", async () => {
  const [author, follower] = [await signalUser(world, "free"), await signalUser(world, "free")];
  const id = await publish(world, author, { price: "30" });
  const ask = { id, action: "subscribe" };
  await follower.done("subscription-manage", ask);
  await setActive(author, false);
  // What is paid stays paid, and may be paused and resumed.
  await follower.done("subscription-manage", { id, action: "pause" });
  await follower.done("subscription-manage", ask);
  clock.skip(32 * DAY_MS);
  await runJob(world, "trading.renewSignals");
  expect(await follower.done("subscription-manage")).toMatchObject([
    { state: "paused", reason: "its author was disabled by an admin" },
  ]);
  expect(await follower.refused("subscription-manage", ask)).toMatchObject({ status: 409, code: 2410 });
  expect(await balance(follower)).toBe("9970.00000000");
  const mails = await db.query<{ body: string }>({
    name: "test.mailsOfPause",
    text: "select body from trading.mails where uid = $1 and subject like 'Your subscription%'",
    values: [follower.uid],
  });
  expect(mails.map(({ body }) => body)).toEqual([expect.stringContaining("was disabled by an admin")]);
  await setActive(author, true);
  await follower.done("subscription-manage", ask);
  expect(await balance(follower)).toBe("9940.00000000");
});
