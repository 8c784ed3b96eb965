/** The content of our database, by its own catalogue. */
import type { Client } from "pg";
import type { BackupManifest, BackupSequence } from "../manifest.ts";

export interface StoredTable {
  readonly schema: string;
  readonly table: string;
  /** Those that are written; others are computed from them. */
  readonly columns: readonly string[];
}

/**
 * Tables whose rows mean nothing elsewhere: leases name processes that run, changes are followed by such processes, and
 * the record of migrations is made by migrating.
 */
const NOT_CARRIED = ["kit.leases", "kit.outbox", "kit.outbox_trimmed", "kit.migrations", "kit.unfinished_restore"];

/**
 * The tables of some schemas whose rows are kept, largest first. Tables that a crash of the server may empty are left
 * out.
 */
export async function listTables(client: Client, schemas: readonly string[]): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `select n.nspname as schema, c.relname as table,
        (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any ($1::text[]) and c.relkind = 'r' and c.relpersistence = 'p'
        and n.nspname || '.' || c.relname <> all ($2::text[])
      order by c.relpages desc, 1, 2`,
    [schemas, NOT_CARRIED],
  );
  return rows;
}

/**
 * How far the sequences of some schemas are. They belong to no snapshot: read after one was taken, they are beyond all
 * that it holds.
 */
export async function listSequences(client: Client, schemas: readonly string[]): Promise<BackupSequence[]> {
  const { rows } = await client.query<BackupSequence>(
    `select n.nspname as schema, c.relname as name, coalesce(pg_sequence_last_value(c.oid), s.seqstart) as last,
        pg_sequence_last_value(c.oid) is not null as "isUsed"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_sequence s on s.seqrelid = c.oid
      where n.nspname = any ($1::text[]) and c.relkind = 'S' order by 1, 2`,
    [schemas],
  );
  return rows;
}

/** Every migration that was applied, room by room. */
export async function listMigrations(client: Client): Promise<BackupManifest["migrations"]> {
  const known = await client.query<{ there: boolean }>("select to_regclass('kit.migrations') is not null as there");
  if (known.rows[0]?.there !== true) return [];
  const { rows } = await client.query<BackupManifest["migrations"][number]>(
    "select room, number, name, sha256 from kit.migrations order by room, number",
  );
  return rows;
}

/** Ids of the keys that secrets were sealed with. */
export async function listKeyIds(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>("select id from kit.secret_keys order by since, id");
  return rows.map(({ id }) => id);
}

/** Such as `18.4`. */
export async function readVersion(client: Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
  return rows[0]?.version.split(" ", 1)[0] ?? "";
}

/** How many other programs are connected to the database. What kind another account's is, few accounts may see. */
export async function countOthers(client: Client): Promise<number> {
  // A transaction goes on seeing the connections that it has seen first.
  await client.query("select pg_stat_clear_snapshot()");
  const { rows } = await client.query<{ others: number }>(
    `select count(*) as others from pg_stat_activity
      where datname = current_database() and application_name <> current_setting('application_name')
        and coalesce(backend_type, 'client backend') = 'client backend' and usesysid is not null`,
  );
  return rows[0]?.others ?? 0;
}
