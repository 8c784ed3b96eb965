/** What is stored of an account, so that a test sees what a request has changed. */
import type { Database } from "../../src/kit/sql/database.ts";

/** Which rows: of the users of an account, and of the account itself. */
export interface StoredScope {
  readonly ownerUid: number;
  /** A user whose own rows are left out. */
  readonly exceptUid?: number;
}

/** Notes of the platform about requests; who was refused may leave some. */
const NOTES = new Set(["access_epochs", "accesses", "audit", "idempotent_requests", "mails"]);
/** What the platform writes by itself, while nobody asks for it. */
const CLOCKWORK = ["last_used_at", "last_login_at", "last_seen_at"];

/** Tables that say whose their rows are, each with the condition on a row `t`: $1 the account, $2 the user left out. */
export async function ownedTables(db: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ name: string; columns: string[] }>({
    name: "test.ownedTables",
    text: `select c.table_name as name, array_agg(c.column_name::text) as columns
      from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
      where c.table_schema = 'trading' and t.table_type = 'BASE TABLE'
        and c.column_name in ('owner_uid', 'owner_id', 'uid', 'user_id')
      group by c.table_name order by c.table_name`,
  });
  return new Map(
    rows.flatMap(({ name, columns }) => (NOTES.has(name) ? [] : [[name, conditionOf(name, new Set(columns))]])),
  );
}

function conditionOf(name: string, columns: ReadonlySet<string>): string {
  if (name === "users") return "(t.id = $1 or t.owner_id = $1) and t.id is distinct from $2::bigint";
  const owner = ["owner_uid", "owner_id"].find((column) => columns.has(column));
  const user = ["uid", "user_id"].find((column) => columns.has(column));
  const ofAccount =
    owner === undefined
      ? `t.${user ?? ""} in (select id from trading.users where id = $1 or owner_id = $1)`
      : `t.${owner} = $1`;
  return `${ofAccount} and ${user === undefined ? "true" : `t.${user} is distinct from $2::bigint`}`;
}

/** A digest of each table's rows. */
export async function storedOf(
  db: Database,
  tables: ReadonlyMap<string, string>,
  { ownerUid, exceptUid }: StoredScope,
): Promise<ReadonlyMap<string, string>> {
  const without = CLOCKWORK.map((column) => `'${column}'`).join(", ");
  const text = [...tables]
    .map(
      ([
        name,
        condition,
      ]) => `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(row, '|' order by row)), '')
        as digest from (select (to_jsonb(t) - array[${without}])::text as row from trading.${name} t where ${condition}) as rows`,
    )
    .join("\nunion all ");
  const rows = await db.query<{ name: string; digest: string }>({
    name: "test.storedOfAccount",
    text,
    values: [ownerUid, exceptUid ?? null],
  });
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

/** The tables in which they differ. */
export function changedTables(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...after].flatMap(([name, digest]) => (before.get(name) === digest ? [] : [name]));
}
