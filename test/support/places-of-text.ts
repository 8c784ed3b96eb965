/** Finds texts anywhere in a database, in every column of every table, so that no table can be forgotten. */
import type { Database } from "../../src/kit/sql/database.ts";

interface Column {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/** The columns (`schema.table.column`) that hold one of the texts in some row, in any case; bytes are read as text. */
export async function placesOfTexts(db: Database, texts: readonly string[]): Promise<string[]> {
  const columns = await db.query<Column>({
    name: "test.allColumns",
    text: `select table_schema::text as schema, table_name::text as table, column_name::text as column,
        data_type::text as type
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      order by table_schema, table_name, ordinal_position`,
  });
  const places: string[] = [];
  for (const { schema, table, column, type } of columns) {
    const value = type === "bytea" ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const rows = await db.query({
      name: `test.find ${schema}.${table}.${column}`.slice(0, 60),
      text: `select from "${schema}"."${table}" where exists (
          select from unnest($1::text[]) as wanted (word) where strpos(lower(${value}), lower(word)) > 0)
        limit 1`,
      values: [texts],
    });
    if (rows.length > 0) places.push(`${schema}.${table}.${column}`);
  }
  return places;
}
