/** Brings the library of algorithms into the database, where other tables can refer to it. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { LIBRARY, type LibraryAlgorithm } from "../core/library.ts";
import { insertVersion, lockAlgorithm, markPublished, readLatest, setHead, writeStatus } from "./write-algorithms.ts";

/**
 * Publishes versions that the database does not have yet. Every process calls it at its start: one that is older than
 * what is there changes nothing, and several at the same time do it once.
 */
export async function installLibrary(
  db: Database,
  at: Instant,
  library: readonly LibraryAlgorithm[] = LIBRARY,
): Promise<void> {
  const there = await revisions(db);
  const missing = library.filter(({ id, revision }) => (there.get(id) ?? 0) < revision);
  if (missing.length === 0) return;
  await db.transaction(async (tx) => {
    for (const algorithm of missing) await install(tx, algorithm, at);
  });
}

async function install(tx: Transaction, { id, revision, definition }: LibraryAlgorithm, at: Instant): Promise<void> {
  const isNew = await insertLibraryAlgorithm(tx, id, at);
  await lockAlgorithm(tx, id);
  if (((await revisions(tx)).get(id) ?? 0) >= revision) return;
  const version = isNew ? 1 : (await readLatest(tx, id)).version + 1;
  await insertVersion(tx, id, { version, definition, at });
  await setHead(tx, id, version);
  await markPublished(tx, id, version, at);
  await writeStatus(tx, id, version, false);
  await setRevision(tx, id, revision);
  const parts = [...definition.conditions, ...definition.executions].map((part) => part.id);
  await replaceParts(tx, id, parts);
}

/** Which revision of each the database has. */
async function revisions(db: Queryable): Promise<ReadonlyMap<number, number>> {
  const rows = await db.query<{ id: number; library_revision: number }>({
    name: "trading.libraryRevisions",
    text: "select id, library_revision from trading.algorithms where owner_uid is null order by id limit 1000",
  });
  return new Map(rows.map(({ id, library_revision }) => [id, library_revision]));
}

/** Whether this process is the one that makes it; another that is doing so is waited for. */
async function insertLibraryAlgorithm(tx: Transaction, id: number, at: Instant): Promise<boolean> {
  const inserted = await tx.execute({
    name: "trading.insertLibraryAlgorithm",
    text: `insert into trading.algorithms (id, head_version, library_revision, created_at) values ($1, 0, 0, $2)
      on conflict (id) do nothing`,
    values: [id, timestamp(at)],
  });
  return inserted === 1;
}

/** So that an older process does not install an older one. */
async function setRevision(tx: Transaction, id: number, revision: number): Promise<void> {
  await tx.execute({
    name: "trading.setLibraryRevision",
    text: "update trading.algorithms set library_revision = $2 where id = $1",
    values: [id, revision],
  });
}

/** The parts of the latest version. */
async function replaceParts(tx: Transaction, id: number, parts: readonly number[]): Promise<void> {
  await tx.execute({
    name: "trading.replaceLibraryParts",
    text: `with gone as (delete from trading.algorithm_parts where algorithm_id = $1 and id <> all ($2::bigint[]))
      insert into trading.algorithm_parts (id, algorithm_id) select id, $1 from unnest($2::bigint[]) as part (id)
      on conflict (id) do nothing`,
    values: [id, parts],
  });
}
