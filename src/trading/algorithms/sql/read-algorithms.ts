/** Reading algorithms: the latest version for their owner, the published one for everybody else. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { packagesReached } from "../../billing/index.ts";
import type { Definition } from "../core/definition.ts";
import {
  MAX_ALGORITHMS,
  type AlgorithmChoice,
  type AlgorithmStatus,
  type StoredAlgorithm,
  type Viewer,
} from "../store.ts";
import type { Page } from "../../page.ts";

interface Row {
  readonly id: number;
  readonly owner_uid: number | null;
  readonly is_retired: boolean;
  readonly published_version: number | null;
  readonly created_at: Instant;
  readonly version: number;
  readonly definition: string;
  readonly updated_at: Instant;
  readonly has_reverse: boolean;
}

/** $1 the account, $2 the user whose own drafts alone are seen, or null. */
const IS_OWN = "(a.owner_uid = $1 and ($2::bigint is null or a.uid = $2))";

const FROM = `from trading.algorithms as a
  join trading.algorithm_versions as v on v.algorithm_id = a.id
    and v.version = case when ${IS_OWN} then a.head_version else a.published_version end`;

const COLUMNS = `a.id, a.owner_uid, a.is_retired, a.published_version, a.created_at, v.version, v.definition,
    v.updated_at, exists (select 1 from trading.algorithms as reverse
      where reverse.id = (v.definition ->> 'reverseId')::bigint) as has_reverse`;

const SELECT = `select ${COLUMNS} ${FROM}`;

/** Their own, then the library, then what others have published, oldest first: new ones push none off a page. */
const ORDER = `${IS_OWN} is true desc, a.owner_uid is not null, a.id`;

/** $3 the packages that the plan has reached, $4 the ids that it excludes. */
const IS_VISIBLE = `(${IS_OWN} or (a.published_version is not null
    and (a.owner_uid is null or exists (select 1 from trading.users where id = a.owner_uid and closed_at is null))
    and (v.definition ->> 'packageMinimum' is null or v.definition ->> 'packageMinimum' = any ($3::text[]))
    and a.id::text <> all ($4::text[])))`;

/** A page of what a viewer sees. */
export async function listAlgorithms(db: Queryable, viewer: Viewer, page: Page): Promise<StoredAlgorithm[]> {
  const rows = await db.query<Row>({
    name: "trading.listAlgorithms",
    text: `${SELECT} where ${IS_VISIBLE}
      order by ${ORDER} limit $5 offset $6`,
    values: [...(await valuesOf(db, viewer)), page.limit, page.offset],
  });
  return rows.map(algorithmOf);
}

/** A page of the algorithms that a viewer can use in a profile. */
export async function listChoices(db: Queryable, viewer: Viewer, page: Page): Promise<AlgorithmChoice[]> {
  const rows = await db.query<{ id: number; group_name: string; name: string }>({
    name: "trading.listAlgorithmChoices",
    text: `select a.id, v.definition ->> 'groupName' as group_name, v.definition ->> 'name' as name
      ${FROM} where ${IS_VISIBLE} and not a.is_retired
      order by ${ORDER} limit $5 offset $6`,
    values: [...(await valuesOf(db, viewer)), page.limit, page.offset],
  });
  return rows.map(({ id, group_name, name }) => ({ id, groupName: group_name, name }));
}

/** The algorithms that a viewer may change, or sees because it sees the whole account. */
export async function listOwnAlgorithms(db: Queryable, viewer: Viewer): Promise<StoredAlgorithm[]> {
  const rows = await db.query<Row>({
    name: "trading.listOwnAlgorithms",
    text: `${SELECT} where ${IS_OWN} order by a.id limit ${MAX_ALGORITHMS}`,
    values: [viewer.ownerUid, ownUser(viewer)],
  });
  return rows.map(algorithmOf);
}

/** One that a viewer sees. */
export async function findAlgorithm(db: Queryable, viewer: Viewer, id: number): Promise<StoredAlgorithm | undefined> {
  const [row] = await db.query<Row>({
    name: "trading.findAlgorithm",
    text: `${SELECT} where a.id = $5 and ${IS_VISIBLE}`,
    values: [...(await valuesOf(db, viewer)), id],
  });
  return row && algorithmOf(row);
}

/** One version, for a profile that has it: also after others no longer see the algorithm. */
export async function findVersion(db: Queryable, id: number, version: number): Promise<StoredAlgorithm | undefined> {
  const [row] = await db.query<Row>({
    name: "trading.findAlgorithmVersion",
    text: `select ${COLUMNS} from trading.algorithms as a
      join trading.algorithm_versions as v on v.algorithm_id = a.id where a.id = $1 and v.version = $2`,
    values: [id, version],
  });
  return row && algorithmOf(row);
}

async function valuesOf(db: Queryable, viewer: Viewer): Promise<unknown[]> {
  const packages = await packagesReached(db, viewer.ownerUid);
  return [viewer.ownerUid, ownUser(viewer), packages, viewer.excluded];
}

function ownUser({ seesAccount, uid }: Viewer): number | null {
  return seesAccount ? null : uid;
}

function algorithmOf(row: Row): StoredAlgorithm {
  const definition = JSON.parse(row.definition) as Definition;
  return {
    id: row.id,
    ownerUid: row.owner_uid,
    status: statusOf(row),
    version: row.version,
    publishedVersion: row.published_version,
    definition: row.has_reverse ? definition : { ...definition, reverseId: null },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function statusOf({ is_retired, version, published_version }: Row): AlgorithmStatus {
  if (is_retired) return "retired";
  return version === published_version ? "published" : "draft";
}
