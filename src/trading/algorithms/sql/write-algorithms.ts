/** The single steps of a change to an algorithm. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Definition } from "../core/definition.ts";
import type { Doing } from "../store.ts";

export interface Latest {
  readonly version: number;
  readonly definition: Definition;
  readonly isPublished: boolean;
}

interface Version {
  readonly version: number;
  readonly definition: Definition;
  readonly at: Instant;
}

/** How many an account has. */
export async function countAlgorithms(tx: Transaction, ownerUid: number): Promise<number> {
  const [row] = await tx.query<{ total: number }>({
    name: "trading.countAlgorithms",
    text: "select count(*) as total from trading.algorithms where owner_uid = $1",
    values: [ownerUid],
  });
  return row?.total ?? 0;
}

/** Holds an algorithm as it is, and says whose it is. */
export async function lockAlgorithm(
  tx: Transaction,
  id: number,
): Promise<{ readonly owner_uid: number | null; readonly uid: number | null } | undefined> {
  const [row] = await tx.query<{ owner_uid: number | null; uid: number | null }>({
    name: "trading.lockAlgorithm",
    text: "select owner_uid, uid from trading.algorithms where id = $1 for update",
    values: [id],
  });
  return row;
}

/** The algorithm whose latest version has a part. */
export async function algorithmOfPart(tx: Transaction, partId: number): Promise<number | undefined> {
  const [row] = await tx.query<{ algorithm_id: number }>({
    name: "trading.algorithmOfPart",
    text: "select algorithm_id from trading.algorithm_parts where id = $1",
    values: [partId],
  });
  return row?.algorithm_id;
}

/** The version that an edit begins with, after its algorithm is locked. */
export async function readLatest(tx: Transaction, id: number): Promise<Latest> {
  const [row] = await tx.query<{ version: number; definition: string; is_published: boolean }>({
    name: "trading.latestAlgorithmVersion",
    text: `select v.version, v.definition, v.published_at is not null as is_published
      from trading.algorithms as a
      join trading.algorithm_versions as v on v.algorithm_id = a.id and v.version = a.head_version
      where a.id = $1`,
    values: [id],
  });
  invariant(row, "an algorithm has its latest version");
  const definition = JSON.parse(row.definition) as Definition;
  return { version: row.version, definition, isPublished: row.is_published };
}

/** An algorithm of an account, whose first version its caller adds. */
export async function insertAlgorithm(tx: Transaction, { viewer, at }: Doing): Promise<number> {
  const [row] = await tx.query<{ id: number }>({
    name: "trading.insertAlgorithm",
    text: `insert into trading.algorithms (owner_uid, uid, head_version, created_at) values ($1, $2, 1, $3)
      returning id`,
    values: [viewer.ownerUid, viewer.uid, timestamp(at)],
  });
  invariant(row, "an inserted algorithm has an id");
  return row.id;
}

/** A draft of a version. */
export async function insertVersion(tx: Transaction, id: number, { version, definition, at }: Version): Promise<void> {
  await tx.execute({
    name: "trading.insertAlgorithmVersion",
    text: `insert into trading.algorithm_versions (algorithm_id, version, definition, created_at, updated_at)
      values ($1, $2, $3, $4::timestamptz, $4::timestamptz)`,
    values: [id, version, JSON.stringify(definition), timestamp(at)],
  });
}

/** Another definition of a draft. */
export async function updateVersion(tx: Transaction, id: number, { version, definition, at }: Version): Promise<void> {
  await tx.execute({
    name: "trading.updateAlgorithmVersion",
    text: `update trading.algorithm_versions set definition = $3, updated_at = $4
      where algorithm_id = $1 and version = $2`,
    values: [id, version, JSON.stringify(definition), timestamp(at)],
  });
}

/** The version that edits begin with from now on. */
export async function setHead(tx: Transaction, id: number, version: number): Promise<void> {
  await tx.execute({
    name: "trading.setAlgorithmHead",
    text: "update trading.algorithms set head_version = $2 where id = $1",
    values: [id, version],
  });
}

/** From now on the version does not change. It keeps the time at which it was first published. */
export async function markPublished(tx: Transaction, id: number, version: number, at: Instant): Promise<void> {
  await tx.execute({
    name: "trading.markAlgorithmVersionPublished",
    text: `update trading.algorithm_versions set published_at = $3, updated_at = $3
      where algorithm_id = $1 and version = $2 and published_at is null`,
    values: [id, version, timestamp(at)],
  });
}

/** Stores whether others can choose it. */
export async function writeStatus(
  tx: Transaction,
  id: number,
  publishedVersion: number | null,
  isRetired: boolean,
): Promise<void> {
  await tx.execute({
    name: "trading.setAlgorithmStatus",
    text: "update trading.algorithms set published_version = $2, is_retired = $3 where id = $1",
    values: [id, publishedVersion, isRetired],
  });
}

/** An id for a condition or an execution. */
export async function insertPart(tx: Transaction, algorithmId: number): Promise<number> {
  const [row] = await tx.query<{ id: number }>({
    name: "trading.insertAlgorithmPart",
    text: "insert into trading.algorithm_parts (algorithm_id) values ($1) returning id",
    values: [algorithmId],
  });
  invariant(row, "an inserted part has an id");
  return row.id;
}

/** A part that the latest version has no more. */
export async function removePart(tx: Transaction, partId: number): Promise<void> {
  await tx.execute({
    name: "trading.removeAlgorithmPart",
    text: "delete from trading.algorithm_parts where id = $1",
    values: [partId],
  });
}

/** An algorithm with its versions and parts. */
export async function deleteAlgorithm(tx: Transaction, id: number): Promise<void> {
  await tx.execute({
    name: "trading.deleteAlgorithm",
    text: "delete from trading.algorithms where id = $1",
    values: [id],
  });
}
