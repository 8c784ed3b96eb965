/** Keys are compared in constant time. That cannot be seen from outside, so Node's own function is listened to here. */
import type * as Crypto from "node:crypto";
import { expect, test, vi } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { keyringProcess, madeKey } from "../../../test/support/keyrings.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { keyStore } from "./sql/key-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "players"] });
const keys = keyStore(db);

const compared = vi.hoisted((): number[][] => []);

vi.mock(import("node:crypto"), async (original) => {
  const crypto: typeof Crypto = await original();
  const timingSafeEqual: typeof crypto.timingSafeEqual = (one, other) => {
    compared.push([one.byteLength, other.byteLength]);
    return crypto.timingSafeEqual(one, other);
  };
  return { ...crypto, timingSafeEqual };
});

test("a key is let in by a comparison of whole hashes that takes the same time wherever they differ", async () => {
  const clock = manualClock();
  const { key, stored } = await madeKey(keys, clock);
  const { keyring } = await keyringProcess(keys, clock);
  compared.length = 0;
  expect(keyring.ownerOf(key, clock.now())).toMatchObject({ id: stored.id });
  expect(compared).toEqual([[32, 32]]);
  await keyring.stop();
});
