/** A process that cannot open what is stored does not start: it would refuse callers, and seal with yet another key. */
import { SealError, type Sealer } from "../auth/seal.ts";
import { UserError } from "../errors/user-error.ts";
import type { Database, Queryable } from "../sql/database.ts";
import type { SealedPlace } from "./sealed-place.ts";
import { addSecretKey, hasSecretKeyList, listSecretKeys, lockSecretKeys } from "./sql/secret-keys.ts";
import { countByKey, findSealed, listPlacesThere } from "./sql/sealed-texts.ts";

export interface KeysAtHand {
  readonly sealer: Sealer;
  /** The first seals; all open. */
  readonly ids: readonly string[];
  /** Ids of keys that the operator has lost: what they sealed stays closed. */
  readonly lost: readonly string[];
}

/** Enough of each place to meet every key of a usual installation, and soon done. */
const LOOKED_AT = 10_000;
/** For `tripod check`, which may take its time. */
const ALL = 100_000_000;

/**
 * Notes the key that seals, once everything that is stored can be opened.
 *
 * @throws UserError when something was sealed with a key that is not here.
 */
export async function requireSecretKeys(db: Database, places: readonly SealedPlace[], keys: KeysAtHand): Promise<void> {
  await requireKeysOfStored(db, places, keys);
  const [current = ""] = keys.ids;
  await db.transaction(async (tx) => {
    const known = await listSecretKeys(tx);
    if (known.includes(current)) return;
    await lockSecretKeys(tx);
    const others = missingOf(keys, await listSecretKeys(tx));
    if (others.length > 0) throw missingKeys(keys, others);
    await addSecretKey(tx, current);
  });
}

/**
 * Compares the keys with those that have sealed what is stored. Tables that an older release has not made are left out, so
 * that a database can be asked before it is migrated.
 *
 * @param rows of each place are looked at for keys that are missing
 * @throws UserError when something was sealed with a key that is not here.
 */
export async function requireKeysOfStored(
  db: Queryable,
  places: readonly SealedPlace[],
  keys: KeysAtHand,
  rows = LOOKED_AT,
): Promise<void> {
  const missing = missingOf(keys, await keysOf(db, places, rows));
  if (missing.length > 0) throw missingKeys(keys, missing);
}

/**
 * For a process without a secret key, before one is made: a new key would open nothing, and would look like the lost one.
 *
 * @param path where the key was looked for
 * @param opening ids of keys that only open, and of those that the operator has lost
 * @throws UserError when something was sealed with another key than these
 */
export async function requireNoKeyNeeded(
  db: Queryable,
  places: readonly SealedPlace[],
  { path, opening }: { readonly path: string; readonly opening: readonly string[] },
): Promise<void> {
  const missing = missingOf({ ids: opening, lost: [] }, await keysOf(db, places, LOOKED_AT));
  if (missing.length === 0) return;
  throw new UserError(
    `The secret key is missing: ${path} does not exist, and TRIPOD_SECRET_KEY is not set. Secrets in the database were sealed ` +
      `with the key ${missing.join(", ")}. Restore that key into this file, or set it as ` +
      "TRIPOD_SECRET_KEY. If it is lost, name its id in TRIPOD_LOST_SECRET_KEYS: what it sealed stays closed, and a new key is made.",
  );
}

/**
 * Opens something of every place that seals. Answers in how many places there was something.
 *
 * @param rows of each place are looked at for keys that are missing; default all.
 * @throws UserError when a key is missing, or something does not open.
 */
export async function trySecretKeys(
  db: Queryable,
  places: readonly SealedPlace[],
  keys: KeysAtHand,
  rows = ALL,
): Promise<{ readonly tried: number }> {
  await requireKeysOfStored(db, places, keys, rows);
  let tried = 0;
  for (const place of await listPlacesThere(db, places)) {
    const found = await findSealed(db, place, keys.ids);
    if (!found) continue;
    tried++;
    try {
      keys.sealer.open(found.sealed, place.record(found.id));
    } catch (cause) {
      if (!(cause instanceof SealError)) throw cause;
      const row = `${place.table} ${found.id}`;
      throw new UserError(`The secret of ${row} does not open with the key that sealed it: the row is damaged.`, {
        cause,
      });
    }
  }
  return { tried };
}

async function keysOf(db: Queryable, places: readonly SealedPlace[], limit: number): Promise<string[]> {
  const ids = (await hasSecretKeyList(db)) ? await listSecretKeys(db) : [];
  for (const place of await listPlacesThere(db, places))
    ids.push(...(await countByKey(db, place, limit)).map(({ keyId }) => keyId));
  return ids;
}

function missingOf({ ids, lost }: Pick<KeysAtHand, "ids" | "lost">, needed: readonly string[]): string[] {
  const here = new Set([...ids, ...lost]);
  return [...new Set(needed)].filter((id) => !here.has(id));
}

function missingKeys({ ids }: KeysAtHand, missing: readonly string[]): UserError {
  return new UserError(
    `Secrets in the database were sealed with the secret key ${missing.join(", ")}, but the settings and secret.key have ${ids.join(", ")}. ` +
      "Restore that key: as TRIPOD_SECRET_KEY, as secret.key in the data folder, or among " +
      "TRIPOD_ADDITIONAL_SECRET_KEYS. If it is lost, name its id in TRIPOD_LOST_SECRET_KEYS: what it sealed stays closed.",
  );
}
