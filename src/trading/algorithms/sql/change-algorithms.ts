/** Algorithms are added, changed and removed, each with its line in the trail. */
import { isDeepStrictEqual } from "node:util";
import { lockUser } from "../../users/index.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import type { Definition } from "../core/definition.ts";
import { algorithmErrors } from "../errors.ts";
import {
  MAX_ALGORITHMS,
  MAX_ALGORITHM_VERSIONS,
  type AlgorithmStatus,
  type AlgorithmUsers,
  type Change,
  type Doing,
  type StoredAlgorithm,
  type Target,
} from "../store.ts";
import { findAlgorithm } from "./read-algorithms.ts";
import {
  algorithmOfPart,
  countAlgorithms,
  deleteAlgorithm,
  insertAlgorithm,
  insertPart,
  insertVersion,
  lockAlgorithm,
  markPublished,
  readLatest,
  removePart,
  setHead,
  updateVersion,
  writeStatus,
  type Latest,
} from "./write-algorithms.ts";

/** Throws for a definition that may not be published. */
export type MayPublish = (id: number, definition: Definition) => void;

/** A first version, unless the account has as many algorithms as may be: counted after its row is locked. */
export async function addAlgorithm(
  tx: Transaction,
  by: Doing,
  definition: Definition,
  { status, mayPublish }: { readonly status: AlgorithmStatus | undefined; readonly mayPublish: MayPublish },
): Promise<StoredAlgorithm> {
  const { ownerUid, uid } = by.viewer;
  await lockUser(tx, ownerUid);
  if ((await countAlgorithms(tx, ownerUid)) >= MAX_ALGORITHMS) {
    throw algorithmErrors.tooMany({ maximum: MAX_ALGORITHMS });
  }
  const id = await insertAlgorithm(tx, by);
  await insertVersion(tx, id, { version: 1, definition, at: by.at });
  await setStatus(tx, { id, version: 1, definition, at: by.at }, status, mayPublish);
  const details = { group: definition.groupName, name: definition.name };
  await recordAudit(tx, { ownerUid, uid, action: "algorithm.add", subject: String(id), details, at: by.at });
  return readBack(tx, by, id);
}

/** The latest version is changed, or the next one begun where the latest was published or a profile may start with it. */
export async function changeAlgorithm(
  tx: Transaction,
  by: Doing,
  target: Target,
  {
    change,
    mayPublish,
    users,
  }: { readonly change: Change; readonly mayPublish: MayPublish; readonly users: AlgorithmUsers },
): Promise<StoredAlgorithm> {
  const id = await lockTarget(tx, by, target);
  const latest = await readLatest(tx, id);
  const isFixed = latest.isPublished || (await users.needVersion(tx, id, latest.version));
  const partId = change.addsPart ? await insertPart(tx, id) : 0;
  const wanted = change.edit?.(latest.definition, partId) ?? latest.definition;
  if (change.removesPart !== undefined) await removePart(tx, change.removesPart);
  const version = await writeDefinition(tx, id, { ...latest, isFixed }, wanted, by.at);
  await setStatus(tx, { id, version, definition: wanted, at: by.at }, change.status, mayPublish);
  const { ownerUid, uid } = by.viewer;
  const details = { version, ...target, ...(change.status === undefined ? {} : { status: change.status }) };
  await recordAudit(tx, { ownerUid, uid, action: change.action, subject: String(id), details, at: by.at });
  return readBack(tx, by, id);
}

/** Gone with all its versions, unless profiles use it. */
export async function removeAlgorithm(tx: Transaction, by: Doing, id: number, users: AlgorithmUsers): Promise<void> {
  await lockTarget(tx, by, { algorithm: id });
  await refuseUsed(tx, by, id, users);
  await deleteAlgorithm(tx, id);
  const { ownerUid, uid } = by.viewer;
  await recordAudit(tx, { ownerUid, uid, action: "algorithm.remove", subject: String(id), at: by.at });
}

/** The refusal names the profiles that the user sees, and counts those of all accounts. */
async function refuseUsed(tx: Transaction, { viewer }: Doing, id: number, users: AlgorithmUsers): Promise<void> {
  const count = await users.count(tx, id);
  if (count === 0) return;
  const seen = await users.list(tx, viewer, id);
  const details = { in_use_by: seen, in_use_total: count };
  if (seen.length < count) throw algorithmErrors.inUseElsewhere({ id, count, details });
  throw algorithmErrors.inUse({ id, details });
}

/** Writes what differs from the latest version; answers the version that has it. */
async function writeDefinition(
  tx: Transaction,
  id: number,
  latest: Latest & { readonly isFixed: boolean },
  wanted: Definition,
  at: Instant,
): Promise<number> {
  const plain: unknown = JSON.parse(JSON.stringify(wanted));
  if (isDeepStrictEqual(plain, latest.definition)) return latest.version;
  if (!latest.isFixed) {
    await updateVersion(tx, id, { version: latest.version, definition: wanted, at });
    return latest.version;
  }
  if (latest.version >= MAX_ALGORITHM_VERSIONS)
    throw algorithmErrors.tooManyVersions({ maximum: MAX_ALGORITHM_VERSIONS });
  const version = latest.version + 1;
  await insertVersion(tx, id, { version, definition: wanted, at });
  await setHead(tx, id, version);
  return version;
}

async function setStatus(
  tx: Transaction,
  { id, version, definition, at }: { id: number; version: number; definition: Definition; at: Instant },
  status: AlgorithmStatus | undefined,
  mayPublish: MayPublish,
): Promise<void> {
  if (status === undefined) return;
  if (status === "published") {
    mayPublish(id, definition);
    await markPublished(tx, id, version, at);
  }
  await writeStatus(tx, id, status === "published" ? version : null, status === "retired");
}

async function readBack(tx: Transaction, by: Doing, id: number): Promise<StoredAlgorithm> {
  const stored = await findAlgorithm(tx, by.viewer, id);
  invariant(stored, "a user sees the algorithm that it has changed");
  return stored;
}

/** Holds an algorithm that the user may change; refuses others. */
async function lockTarget(tx: Transaction, { viewer }: Doing, target: Target): Promise<number> {
  const missing =
    "algorithm" in target
      ? algorithmErrors.notFound({ id: target.algorithm })
      : "condition" in target
        ? algorithmErrors.conditionNotFound({ id: target.condition })
        : algorithmErrors.executionNotFound({ id: target.execution });
  const id = "algorithm" in target ? target.algorithm : await algorithmOfPart(tx, Object.values(target)[0] ?? 0);
  const row = id === undefined ? undefined : await lockAlgorithm(tx, id);
  if (id === undefined || !row) throw missing;
  const isMain = viewer.uid === viewer.ownerUid;
  if (row.owner_uid === viewer.ownerUid && (isMain || row.uid === viewer.uid)) return id;
  throw (await findAlgorithm(tx, viewer, id)) ? algorithmErrors.notYours({ id }) : missing;
}
