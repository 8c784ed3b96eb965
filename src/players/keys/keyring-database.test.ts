/** A keyring's use of the database, and its behaviour when the database does not answer. */
import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { keyringProcess, madeKey, nextRefresh, ownerOrRefusal, UNKNOWN_KEY } from "../../../test/support/keyrings.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { systemRandom } from "../../kit/ids/ids.ts";
import { makeKey } from "./core/api-key.ts";
import { LOOKUPS_PER_SECOND } from "./key-lookups.ts";
import { Keyring } from "./keyring.ts";
import { enableKey } from "./manage.ts";
import { keyStore } from "./sql/key-store.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";

const { db, open } = await testDatabase({ rooms: ["kit", "players"] });
const keys = keyStore(db);

describe("guessing", () => {
  test("asks the database once about one key, and seldom about many", async () => {
    const clock = manualClock();
    const process = await keyringProcess(keys, clock);
    const guess = (): string => makeKey(systemRandom());
    const same = guess();
    const all = await Promise.all(Array.from({ length: 50 }, () => ownerOrRefusal(process, same, clock)));
    expect(all).toEqual(Array(50).fill(UNKNOWN_KEY));
    expect(await ownerOrRefusal(process, same, clock)).toEqual(UNKNOWN_KEY);
    expect(process.counted.lookups).toBe(1);

    for (let count = 0; count < 200; count++) {
      expect(await ownerOrRefusal(process, guess(), clock)).toEqual(UNKNOWN_KEY);
    }
    expect(process.counted.lookups).toBe(LOOKUPS_PER_SECOND);
    // Nor is anything asked about what cannot be a key.
    await nextRefresh(clock, process);
    for (const other of ["x", "admin", `${guess()}0`]) {
      expect(await ownerOrRefusal(process, other, clock)).toEqual(UNKNOWN_KEY);
    }
    expect(process.counted.lookups).toBe(LOOKUPS_PER_SECOND);
    expect(await ownerOrRefusal(process, guess(), clock)).toEqual(UNKNOWN_KEY);
    expect(process.counted.lookups).toBe(LOOKUPS_PER_SECOND + 1);
    await process.keyring.stop();
  });

  test("keeps a new key out for a second at most", async () => {
    const clock = manualClock();
    const process = await keyringProcess(keys, clock);
    for (let count = 0; count < 20; count++) await ownerOrRefusal(process, makeKey(systemRandom()), clock);
    const { key, stored } = await madeKey(keys, clock);
    expect(await ownerOrRefusal(process, key, clock)).toEqual(UNKNOWN_KEY);
    await nextRefresh(clock, process);
    expect(await ownerOrRefusal(process, key, clock)).toMatchObject({ id: stored.id });
    await process.keyring.stop();
  });
});

describe("while the database cannot be read", () => {
  test("keys stay valid for five minutes, and are then refused until it can", async () => {
    const clock = manualClock();
    const { key } = await madeKey(keys, clock);
    const process = await keyringProcess(keys, clock);
    process.counted.isBroken = true;
    await clock.advance(299_000);
    expect(await ownerOrRefusal(process, key, clock)).toMatchObject({ name: "Anna" });
    expect(await ownerOrRefusal(process, makeKey(systemRandom()), clock)).toEqual(["keys.unavailable", 503, null]);
    await clock.advance(2_000);
    expect(await ownerOrRefusal(process, key, clock)).toEqual(["keys.unavailable", 503, null]);
    process.counted.isBroken = false;
    await nextRefresh(clock, process);
    expect(await ownerOrRefusal(process, key, clock)).toMatchObject({ name: "Anna" });
    expect(process.log.entries.filter(({ message }) => message.includes("read")).map(({ level }) => level)).toEqual([
      "warn",
      "info",
    ]);
    await process.keyring.stop();
  });

  test("a process does not start", async () => {
    const unreachable = open();
    await unreachable.close();
    const options = { clock: manualClock(), log: keptLog(), limits: { requests: 60, windowSeconds: 12 } };
    const keyring = new Keyring({ ...options, keys: keyStore(unreachable) });
    await expect(keyring.start()).rejects.toThrow("database is closed");
    await keyring.stop();
  });
});

test("a key that was looked for while all keys were being read stays known", async () => {
  const clock = manualClock();
  const { keyring, counted } = await keyringProcess(keys, clock);
  let goOn = (): void => undefined;
  counted.held = new Promise<void>((resolve) => (goOn = resolve));
  await clock.advance(500);
  await waitUntil(() => expect(counted.lists).toBe(1));
  const { key, stored } = await madeKey(keys, clock);
  await keyring.ownerOf(key, clock.now());
  goOn();
  delete counted.held;
  await keyring.refresh();
  expect(keyring.isInForce(stored, "read", clock.now())).toBe(true);
  expect(keyring.isInForce(stored, "history", clock.now())).toBe(false);
  await keyring.stop();
});

describe("the last use", () => {
  test("is written a few seconds later, once a minute, and when the process stops", async () => {
    const clock = manualClock();
    const { key, stored } = await madeKey(keys, clock);
    const { keyring, counted } = await keyringProcess(keys, clock);
    const lastUsedAt = async () => (await keys.list()).find(({ id }) => id === stored.id)?.lastUsedAt;
    const firstUse = clock.now();
    for (let count = 0; count < 5; count++) await keyring.ownerOf(key, firstUse);
    expect(counted.touched).toEqual([]);
    await clock.advance(5_000);
    await waitUntil(() => expect(counted.touched).toEqual([stored.id]));
    expect(await lastUsedAt()).toBe(firstUse);
    await keyring.ownerOf(key, clock.now());
    await clock.advance(54_000);
    await keyring.ownerOf(key, clock.now());
    await clock.advance(1_000);
    await keyring.ownerOf(key, clock.now());
    await keyring.stop();
    expect(counted.touched).toEqual([stored.id, stored.id]);
    expect(await lastUsedAt()).toBe(clock.now());
  });

  test("is kept until it can be written, and a refusal is none", async () => {
    const clock = manualClock();
    const [used, refused] = [await madeKey(keys, clock), await madeKey(keys, clock)];
    await enableKey({ keys }, refused.stored.id, false);
    const { keyring, counted } = await keyringProcess(keys, clock);
    await keyring.ownerOf(used.key, clock.now());
    await ownerOrRefusal({ keyring }, refused.key, clock);
    counted.isBroken = true;
    await clock.advance(5_000);
    counted.isBroken = false;
    await keyring.stop();
    expect(counted.touched).toEqual([used.stored.id]);
  });
});
