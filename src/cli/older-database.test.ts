/** Databases as older releases have left them: the keys are compared with what is sealed there, before a migration. */
import { expect, test } from "vitest";
import { migrationRooms, testDatabase } from "../../test/support/database.ts";
import { keptLog } from "../../test/support/kept-log.ts";
import { newMasterKey } from "../kit/auth/master-key.ts";
import { sealer, type MasterKey } from "../kit/auth/seal.ts";
import { requireKeysOfStored, trySecretKeys, type KeysAtHand } from "../kit/sealed/require-keys.ts";
import { listPlacesThere } from "../kit/sealed/sql/sealed-texts.ts";
import { migrate } from "../kit/sql/migrate.ts";
import { readMigrations } from "../kit/sql/migration-files.ts";
import { sealedSigningKeys } from "../registry/tokens/sealed-keys.ts";
import { sealedPlaces } from "./sealed-places.ts";

const rooms = migrationRooms(["kit", "registry", "players", "trading"]);
const places = await sealedPlaces();
const [current, wrong] = [newMasterKey(), newMasterKey()];

const atHand = (key: MasterKey): KeysAtHand => ({ sealer: sealer([key]), ids: [key.id], lost: [] });

test("every state of a database can be asked which keys it needs", async () => {
  const { connection, db } = await testDatabase({ rooms: [] });
  const upTo = new Map<string, number>();
  let there: readonly unknown[] = [];
  await requireKeysOfStored(db, places, atHand(current));
  for (const room of rooms) {
    for (const { number, text } of await readMigrations(room)) {
      upTo.set(room.room, number);
      if (!places.some(({ table }) => text.includes(table))) continue;
      await migrate(connection, rooms, { log: keptLog(), restoring: { upTo } });
      expect(await trySecretKeys(db, places, atHand(current))).toEqual({ tried: 0 });
      there = await listPlacesThere(db, places);
    }
  }
  expect(there).toEqual(places);
});

test("what was sealed before the keys were listed is found by its content", async () => {
  const { connection, db } = await testDatabase({ rooms: [] });
  const upTo = new Map([
    ["kit", 2],
    ["registry", 2],
  ]);
  await migrate(connection, rooms, { log: keptLog(), restoring: { upTo } });
  await db.execute({
    name: "test.addSigningKey",
    text: `insert into registry.signing_keys (kid, public_key, sealed_private_key, created_at) values ('k', $1, $2, now())`,
    values: ["public", sealer([current]).seal("private", sealedSigningKeys.record("k"))],
  });
  await expect(requireKeysOfStored(db, places, atHand(wrong))).rejects.toThrow(current.id);
  expect(await trySecretKeys(db, places, atHand(current))).toEqual({ tried: 1 });
});
