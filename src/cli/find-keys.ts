/** The secret keys of this process. Only an installation in which nothing is sealed gets a new one. */
import { resolve } from "node:path";
import {
  additionalMasterKeys,
  findMasterKeys,
  keyFileOf,
  loadMasterKeys,
  type MasterKeySources,
} from "../kit/auth/master-key.ts";
import { sealer, type MasterKey } from "../kit/auth/seal.ts";
import { requireKeysOfStored, requireNoKeyNeeded, type KeysAtHand } from "../kit/sealed/require-keys.ts";
import type { SealedPlace } from "../kit/sealed/sealed-place.ts";
import { silentLog } from "../kit/log/log.ts";
import type { Connection } from "../kit/sql/connection.ts";
import type { Queryable } from "../kit/sql/database.ts";
import { openDatabase } from "../kit/sql/pool.ts";
import type { SharedConfig } from "./open-platform.ts";
import { sealedPlaces } from "./sealed-places.ts";

/** The secret keys of the settings, or else of the data folder; undefined where neither has one. */
export async function findKeys(config: SharedConfig): Promise<KeysAtHand | undefined> {
  const found = await findMasterKeys(sourcesOf(config));
  return found.length === 0 ? undefined : atHand(found, config);
}

/**
 * For a process that has found no secret key: checks that the database needs none.
 *
 * @throws UserError when the database has a secret that was sealed with a missing key
 */
export async function requireNoKeyLost(
  config: SharedConfig,
  db: Queryable,
  places: readonly SealedPlace[],
): Promise<void> {
  const additional = additionalMasterKeys(config.additionalSecretKeys).map(({ id }) => id);
  const path = keyFileOf(resolve(config.dataDir));
  try {
    await requireNoKeyNeeded(db, places, { path, opening: [...additional, ...config.lostSecretKeys] });
  } catch (error) {
    // Another process that starts here at the same time may have made the key, and used it, since this one looked for it.
    if (!(await findKeys(config))) throw error;
  }
}

/**
 * Before a database is migrated: after a start that is refused, the former release must still be able to start.
 *
 * @throws UserError when something that is stored was sealed with a key that is not here
 */
export async function requireKeysBefore(config: SharedConfig, connection: Connection): Promise<void> {
  const keys = await findKeys(config);
  const log = silentLog();
  const db = openDatabase({
    connection,
    applicationName: "tripod keys",
    maxConnections: 1,
    preparedStatements: false,
    log,
  });
  try {
    const places = await sealedPlaces();
    await (keys ? requireKeysOfStored(db, places, keys) : requireNoKeyLost(config, db, places));
  } finally {
    await db.close();
  }
}

/**
 * The keys of an installation in which nothing is sealed so far: a new one, in the data folder, and the additional ones.
 *
 * @throws UserError as `requireNoKeyLost`
 */
export async function makeFirstKey(config: SharedConfig, db: Queryable): Promise<KeysAtHand> {
  await requireNoKeyLost(config, db, await sealedPlaces());
  return atHand(await loadMasterKeys(sourcesOf(config)), config);
}

function sourcesOf({ secretKey, additionalSecretKeys, dataDir }: SharedConfig): MasterKeySources {
  return { secretKey, additionalSecretKeys, dataDir: resolve(dataDir) };
}

function atHand(keys: readonly MasterKey[], { lostSecretKeys }: SharedConfig): KeysAtHand {
  return { sealer: sealer(keys), ids: keys.map(({ id }) => id), lost: lostSecretKeys };
}
