/** Keys are compared in constant time. That cannot be seen from outside, so Node's own function is listened to here. */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, expect, test, vi } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { keyringProcess, madeKey } from "../../../test/support/keyrings.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { keyStore } from "./sql/key-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "players"] });
const keys = keyStore(db);

// The names that modules have imported change with it.
const compared = vi.spyOn(crypto, "timingSafeEqual");
syncBuiltinESMExports();
afterAll(() => {
  compared.mockRestore();
  syncBuiltinESMExports();
});

test("a key is let in by a comparison of whole hashes that takes the same time wherever they differ", async () => {
  const clock = manualClock();
  const { key, stored } = await madeKey(keys, clock);
  const { keyring } = await keyringProcess(keys, clock);
  compared.mockClear();
  expect(keyring.ownerOf(key, clock.now())).toMatchObject({ id: stored.id });
  expect(compared.mock.calls.map(([one, other]) => [one.byteLength, other.byteLength])).toEqual([[32, 32]]);
  await keyring.stop();
});
