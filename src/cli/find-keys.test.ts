/** Two processes that begin a data folder at the same time have one key. */
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "../../test/support/database.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { requireSecretKeys } from "../kit/sealed/require-keys.ts";
import type { Queryable } from "../kit/sql/database.ts";
import { makeFirstKey } from "./find-keys.ts";
import type { SharedConfig } from "./open-platform.ts";
import { sealedPlaces } from "./sealed-places.ts";

const folder = await temporaryFolder("tripod-first-key-");
afterAll(folder.remove);

test("a key that another process has made, and used, since it was looked for is taken", async () => {
  const { db } = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });
  const config = { dataDir: folder.path, additionalSecretKeys: "", lostSecretKeys: [] } as unknown as SharedConfig;
  let other: readonly string[] = [];
  const begin = async (): Promise<void> => {
    const keys = await makeFirstKey(config, db);
    await requireSecretKeys(db, await sealedPlaces(), keys);
    other = keys.ids;
  };
  const behind: Queryable = {
    ...db,
    async query(statement) {
      if (other.length === 0) await begin();
      return await db.query(statement);
    },
  };
  const { ids } = await makeFirstKey(config, behind);
  expect(ids).toEqual(other);
  expect(ids).toHaveLength(1);
});
