/** `tripod keys list` and `tripod keys rotate`. */
import { resolve } from "node:path";
import { findMasterKeys, newMasterKey, writeMasterKeys } from "../kit/auth/master-key.ts";
import { UserError } from "../kit/errors/user-error.ts";
import { createLog, type Log } from "../kit/log/log.ts";
import { resealAll, type Resealed } from "../kit/sealed/reseal.ts";
import { countByKey } from "../kit/sealed/sql/sealed-texts.ts";
import type { Connection } from "../kit/sql/connection.ts";
import { pendingMigrations } from "../kit/sql/migrate.ts";
import { openDatabase } from "../kit/sql/pool.ts";
import { countOtherConnections } from "../kit/sql/server-facts.ts";
import { readConfiguration } from "./configuration.ts";
import { findKeys, requireNoKeyLost } from "./find-keys.ts";
import { migrationRooms, openPlatform, openServer, type SharedConfig } from "./open-platform.ts";
import { requireInstallation } from "./require-installation.ts";
import { STOPPED, stopSignal } from "./stop-signal.ts";
import { orAborted } from "../kit/time/or-aborted.ts";
import { sealedPlaces } from "./sealed-places.ts";
import { writeJson } from "./write-json.ts";

/** The value for "all" in a query that must have an end. */
const MAX_TEXTS = 100_000_000;
const SHOWN_CLOSED = 20;

export async function listKeys({ json }: { json: boolean }): Promise<void> {
  const { config } = readConfiguration({});
  await requireInstallation(config.shared);
  const log = logOf(config.shared);
  const keys = await findKeys(config.shared);
  const signal = stopSignal(STOPPED);
  const server = await openServer(config.shared, log, signal);
  const { preparedStatements } = config.shared;
  const db = openDatabase({ connection: server.connection, preparedStatements, log });
  try {
    await requireMigrated(server.connection);
    const places = await sealedPlaces();
    const sealed = new Map<string, { readonly table: string; readonly texts: number }[]>(
      keys?.ids.map((id) => [id, []]),
    );
    for (const place of places) {
      for (const { keyId, texts } of await orAborted(countByKey(db, place, MAX_TEXTS), signal)) {
        sealed.set(keyId, [...(sealed.get(keyId) ?? []), { table: place.table, texts }]);
      }
    }
    const shown = [...sealed].map(([id, counts]): ShownKey => {
      const role = id === keys?.ids[0] ? "seals" : keys?.ids.includes(id) === true ? "opens" : "missing";
      return { id, role, sealed: counts };
    });
    if (json) writeJson(shown);
    else for (const each of shown) process.stdout.write(inWords(each));
    if (!keys) await requireNoKeyLost(config.shared, db, places);
  } finally {
    await db.close();
    await server.stop();
  }
}

/** @throws UserError where tables that seal may be missing */
async function requireMigrated(connection: Connection): Promise<void> {
  if ((await pendingMigrations(connection, migrationRooms())).length === 0) return;
  throw new UserError(
    "The database is not up to date. Start Tripod, or run `tripod migrate`, and give the command again.",
  );
}

interface ShownKey {
  readonly id: string;
  readonly role: "seals" | "opens" | "missing";
  readonly sealed: readonly { readonly table: string; readonly texts: number }[];
}

function inWords({ id, role, sealed }: ShownKey): string {
  const texts = sealed.map(({ table, texts: count }) => `${count} of ${table}`);
  return `${id}  ${role}  ${texts.length === 0 ? "nothing" : texts.join(", ")}\n`;
}

/** @throws UserError when another process would be left behind, or something does not open. */
export async function rotateKeys(): Promise<void> {
  const { config } = readConfiguration({});
  const { shared } = config;
  await requireInstallation(shared);
  const log = logOf(shared);
  const isFile = shared.secretKey === undefined;
  const signal = stopSignal("Stopped. What is sealed again stays so; give the command again to go on.");
  if (isFile) await beginInFolder(shared, log, signal);
  const platform = await openPlatform(shared, log, signal);
  let done: Resealed;
  try {
    const resealing = resealAll(platform.db, await sealedPlaces(), platform.keys, (place, changed) => {
      process.stderr.write(`${place.table}: ${changed}\n`);
    });
    done = await orAborted(resealing, signal);
  } finally {
    await platform.close();
  }
  const [current = "", ...others] = platform.keys.ids;
  report(done, current);
  if (others.length === 0) return;
  if (isFile) await endInFolder(shared, current);
  else {
    process.stdout.write(
      `Nothing is sealed with ${others.join(", ")} any more: take it out of TRIPOD_ADDITIONAL_SECRET_KEYS once every ` +
        `process runs with ${current} as TRIPOD_SECRET_KEY.\n`,
    );
  }
}

/**
 * Writes a new key as the first in the file, unless an interrupted rotation has written it. Without a file it writes nothing:
 * opening the database then shows whether the key is lost, or was never needed.
 */
async function beginInFolder(shared: SharedConfig, log: Log, signal: AbortSignal): Promise<void> {
  const dataDir = resolve(shared.dataDir);
  await refuseBesideOthers(shared, log, signal);
  const [current, ...others] = await findMasterKeys({ dataDir });
  if (current && others.length === 0) await writeMasterKeys(dataDir, [newMasterKey(), current]);
}

/** The file holds the key that has sealed everything, and no other. */
async function endInFolder(shared: SharedConfig, current: string): Promise<void> {
  const dataDir = resolve(shared.dataDir);
  const keys = await findMasterKeys({ dataDir });
  await writeMasterKeys(
    dataDir,
    keys.filter(({ id }) => id === current),
  );
}

/** A process that runs has read the file, and would go on sealing with the former key. */
async function refuseBesideOthers(shared: SharedConfig, log: Log, signal: AbortSignal): Promise<void> {
  const server = await openServer(shared, log, signal);
  try {
    if ((await countOtherConnections(server.connection)) === 0) return;
    throw new UserError(
      "Another process of Tripod uses this database. Stop it first, or give the key in the setting " +
        "TRIPOD_SECRET_KEY: then it can be replaced while processes run.",
    );
  } finally {
    await server.stop();
  }
}

function report({ changed, closed, isComplete }: Resealed, current: string): void {
  const counts = [...changed].filter(([, count]) => count > 0).map(([{ table }, count]) => `${count} of ${table}`);
  const what = counts.length === 0 ? "Nothing had to be sealed again" : `Sealed again: ${counts.join(", ")}`;
  process.stdout.write(`${what}. The secret key is ${current}.\n`);
  if (closed.length > 0) {
    const shown = closed.slice(0, SHOWN_CLOSED).join("; ");
    throw new UserError(`${closed.length} secrets did not open and stay as they are: ${shown}. Keep all keys.`);
  }
  if (!isComplete) throw new UserError("Processes go on sealing with another key. Restart them, and run this again.");
}

function logOf(shared: SharedConfig): Log {
  return createLog({ level: "warn", format: shared.logFormat, stream: process.stderr });
}
