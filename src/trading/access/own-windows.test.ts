import { expect, onTestFinished, test } from "vitest";
import { accessProcess, addKey } from "../../../test/support/access-world.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { manualClock, type ManualClock } from "../../../test/support/manual-clock.ts";
import { nonceAfter, nonceAt, type Nonce } from "./core/nonce.ts";
import { AHEAD_MS } from "./nonce-windows.ts";
import { OwnNonceWindows } from "./own-windows.ts";
import { nonceMarks } from "./sql/nonce-marks.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const marks = nonceMarks(db);

async function newKey(): Promise<number> {
  return (await addKey(db, accessProcess(db))).apiKey.id;
}

function open(clock: ManualClock = manualClock()): OwnNonceWindows {
  const windows = new OwnNonceWindows({ marks, clock, log: keptLog() });
  windows.start();
  onTestFinished(() => windows.stop());
  return windows;
}

/** This many nonces from now on, 10 milliseconds apart. */
function noncesFrom(clock: ManualClock, count: number): Nonce[] {
  return Array.from({ length: count }, (_, index) => nonceAfter(nonceAt(clock.now()), index * 10));
}

test("200 requests at the same time all pass, and each of them once", async () => {
  const [keyId, clock] = [await newKey(), manualClock()];
  const windows = open(clock);
  const nonces = noncesFrom(clock, 200).toReversed();
  const use = () => Promise.all(nonces.map(async (nonce) => windows.use(keyId, nonce)));
  expect(new Set(await use())).toEqual(new Set(["fresh"]));
  expect(new Set(await use())).toEqual(new Set(["used"]));
});

test("one nonce that is sent 50 times at once passes once", async () => {
  const [keyId, clock] = [await newKey(), manualClock()];
  const windows = open(clock);
  const verdicts = await Promise.all(Array.from({ length: 50 }, async () => windows.use(keyId, nonceAt(clock.now()))));
  expect(verdicts.filter((verdict) => verdict === "fresh")).toHaveLength(1);
});

test("what was used before a crash is refused after it, however late; what comes later passes", async () => {
  const [keyId, clock] = [await newKey(), manualClock()];
  const nonces = noncesFrom(clock, 1500);
  const crashed = new OwnNonceWindows({ marks, clock, log: keptLog() });
  for (const nonce of nonces) expect(await crashed.use(keyId, nonce)).toBe("fresh");
  const after = open(clock);
  for (const nonce of nonces) expect(await after.use(keyId, nonce)).toBe("low");
  const highest = nonces.at(-1) ?? nonceAt(clock.now());
  expect(await after.use(keyId, nonceAfter(highest, AHEAD_MS + 1000))).toBe("fresh");
});

test("a process that crashes between two writes has accepted nothing above the mark", async () => {
  const [keyId, clock] = [await newKey(), manualClock()];
  const crashed = new OwnNonceWindows({ marks, clock, log: keptLog() });
  const [first = nonceAt(clock.now()), ...rest] = noncesFrom(clock, 400);
  await crashed.use(keyId, first);
  // Not awaited: only what is answered at once was accepted by now.
  const atOnce = rest.filter((nonce) => crashed.use(keyId, nonce) === "fresh");
  const mark = await marks.read(keyId);
  expect(atOnce.length).toBeGreaterThan(50);
  expect(atOnce.every((nonce) => nonce <= mark)).toBe(true);
});

test("after an orderly stop the next nonce passes at once, and none that was used", async () => {
  const [keyId, clock] = [await newKey(), manualClock()];
  const [first = nonceAt(clock.now()), second = first, third = first] = noncesFrom(clock, 3);
  const before = open(clock);
  await before.use(keyId, first);
  await before.use(keyId, second);
  await before.stop();
  await expect((async () => before.use(keyId, third))()).rejects.toMatchObject({ status: 503 });
  const after = open(clock);
  expect(await after.use(keyId, second)).toBe("low");
  expect(await after.use(keyId, third)).toBe("fresh");
});

test("a key that falls idle is given up, and goes on where it was", async () => {
  const [keyId, clock] = [await newKey(), manualClock()];
  const [first = nonceAt(clock.now()), second = first] = noncesFrom(clock, 2);
  const windows = open(clock);
  await windows.use(keyId, first);
  await clock.advance(90_000);
  await expect.poll(() => marks.read(keyId)).toBe(first);
  expect(await windows.use(keyId, first)).toBe("low");
  expect(await windows.use(keyId, second)).toBe("fresh");
});

test("two processes on one database never accept a nonce twice", async () => {
  const [keyId, clock] = [await newKey(), manualClock()];
  const [one, other] = [open(clock), open(clock)];
  const nonces = noncesFrom(clock, 600);
  const accepted = new Map<Nonce, number>();
  for (const [index, nonce] of nonces.entries()) {
    const order = index % 7 < 3 ? [one, other] : [other, one];
    const verdicts = await Promise.all(order.map(async (windows) => windows.use(keyId, nonce)));
    accepted.set(nonce, verdicts.filter((verdict) => verdict === "fresh").length);
  }
  for (const nonce of nonces) {
    for (const windows of [one, other]) expect(await windows.use(keyId, nonce)).not.toBe("fresh");
  }
  expect(Math.max(...accepted.values())).toBe(1);
  await Promise.all([one.stop(), other.stop()]);
  const after = open(clock);
  for (const nonce of nonces) if (accepted.get(nonce) === 1) expect(await after.use(keyId, nonce)).not.toBe("fresh");
});

test("while marks cannot be written nothing above them is accepted, and afterwards it goes on", async () => {
  const [keyId, clock] = [await newKey(), manualClock()];
  let isBroken = true;
  const move: typeof marks.move = (moves) => (isBroken ? Promise.reject(new Error("no database")) : marks.move(moves));
  const windows = new OwnNonceWindows({ marks: { ...marks, move }, clock, log: keptLog() });
  const nonce = nonceAt(clock.now());
  const use = async () => windows.use(keyId, nonce);
  await expect(use()).rejects.toMatchObject({ status: 503, code: "5000" });
  isBroken = false;
  expect(await use()).toBe("fresh");
});

test("what was used is refused, even where the database has lost that with its last moment", async () => {
  const [keyId, clock] = [await newKey(), manualClock()];
  const windows = open(clock);
  const before = await marks.read(keyId);
  const nonces = noncesFrom(clock, 300);
  for (const nonce of nonces) expect(await windows.use(keyId, nonce)).toBe("fresh");
  await marks.move([{ keyId, from: await marks.read(keyId), to: before }]);
  // The first makes the window find out that its mark is gone.
  const highest = nonces.at(-1) ?? nonceAt(clock.now());
  expect(await windows.use(keyId, nonceAfter(highest, 2 * AHEAD_MS))).toBe("fresh");
  for (const nonce of nonces) expect(await windows.use(keyId, nonce)).not.toBe("fresh");
  expect(await windows.use(keyId, nonceAfter(highest, 2 * AHEAD_MS + 1))).toBe("fresh");
  expect((await marks.read(keyId)) > highest).toBe(true);
});
