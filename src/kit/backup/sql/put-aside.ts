/**
 * Takes away what makes loading slow or depend on an order, and puts it back: foreign keys, and indexes that hold no
 * constraint. An account may do so with its own tables, while it may not switch the checks of foreign keys off. Putting
 * them back checks every row.
 */
import type { Client } from "pg";
import { quoted } from "./copy-rows.ts";

export interface PutAside {
  /** Statements that put the indexes back, in any order; each may take long. */
  readonly indexes: readonly string[];
  /** Those of the foreign keys, which need the indexes. */
  readonly foreignKeys: readonly string[];
  /** Those of the triggers. */
  readonly triggers: readonly string[];
}

/** Takes them away, and empties the tables. The caller's transaction holds everything. */
export async function putAside(client: Client, schemas: readonly string[]): Promise<PutAside> {
  const tables = await list(
    client,
    `select format('%I.%I', n.nspname, c.relname) as text from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any ($1::text[]) and c.relkind = 'r' and n.nspname || '.' || c.relname <> all ($2::text[])
      order by 1`,
    [schemas, ["kit.migrations", "kit.unfinished_restore"]],
  );
  const keys = await listPairs(
    client,
    `select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as away,
        format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as back
      from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
      where n.nspname = any ($1::text[]) and c.contype = 'f' and c.conparentid = 0 order by c.conrelid, c.conname`,
    schemas,
  );
  const indexes = await listPairs(
    client,
    `select format('drop index %s', i.indexrelid::regclass) as away, pg_get_indexdef(i.indexrelid) as back
      from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
      where n.nspname = any ($1::text[]) and t.relkind = 'r'
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
      order by i.indrelid, i.indexrelid`,
    schemas,
  );
  for (const { away } of [...keys, ...indexes]) await client.query(away);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  if (tables.length > 0) await client.query(`truncate ${tables.join(", ")}`);
  return {
    indexes: indexes.map(({ back }) => back),
    foreignKeys: keys.map(({ back }) => back),
    triggers: tables.map((table) => `alter table ${table} enable trigger user`),
  };
}

/** Puts a sequence where it was, or further. */
export async function setSequence(
  client: Client,
  sequence: { readonly schema: string; readonly name: string; readonly last: number; readonly isUsed: boolean },
): Promise<void> {
  const { schema, name, last, isUsed } = sequence;
  await client.query("select setval($1::regclass, $2, $3)", [`${quoted(schema)}.${quoted(name)}`, last, isUsed]);
}

async function list(client: Client, text: string, values: readonly unknown[]): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(text, [...values]);
  return rows.map((row) => row.text);
}

async function listPairs(
  client: Client,
  text: string,
  schemas: readonly string[],
): Promise<{ readonly away: string; readonly back: string }[]> {
  const { rows } = await client.query<{ away: string; back: string }>(text, [schemas]);
  return rows;
}
