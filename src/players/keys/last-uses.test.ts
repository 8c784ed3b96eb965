import { expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { madeKey } from "../../../test/support/keyrings.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { LastUses } from "../../kit/auth/last-uses.ts";
import { keyStore } from "./sql/key-store.ts";
import type { KeyUse } from "./store.ts";

const { db } = await testDatabase({ rooms: ["kit", "players"] });
const keys = keyStore(db);

test("the uses of a key cost one write a minute, however many there are, and whatever was read of the key since", async () => {
  const clock = manualClock();
  const { stored } = await madeKey(keys, clock);
  let writes = 0;
  const counting = {
    touch(batch: readonly KeyUse[]) {
      writes++;
      return keys.touch(batch);
    },
  };
  const uses = new LastUses(counting);
  const firstUse = clock.now();
  for (let second = 0; second < 60; second++) {
    uses.note(stored, clock.now());
    await uses.write(clock.now());
    await clock.advance(1_000);
  }
  expect(writes).toBe(1);
  const readAgain = { ...stored, lastUsedAt: firstUse };
  uses.note(readAgain, clock.now());
  uses.note(readAgain, clock.now());
  await uses.write(clock.now());
  expect(writes).toBe(2);
  expect((await keys.findByHash(stored.hash))?.lastUsedAt).toBe(clock.now());

  const ofAnotherProcess = new LastUses(counting);
  ofAnotherProcess.note({ ...stored, lastUsedAt: clock.now() }, clock.now());
  await ofAnotherProcess.write(clock.now());
  expect(writes).toBe(2);
});
