/**
 * The unavoidable part of a first load, as bare as it can be: reading and parsing every file, and one row a profile.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../src/kit/sql/database.ts";
import { readSave } from "../../src/players/saves/index.ts";

const READ_AT_ONCE = 8;
const ROWS_AT_ONCE = 5_000;

export const measureBareLoad = {
  /** Reads and parses every file. */
  async read(folder: string): Promise<void> {
    const names = await readdir(folder);
    for (let start = 0; start < names.length; start += READ_AT_ONCE) {
      const group = names.slice(start, start + READ_AT_ONCE);
      await Promise.all(group.map(async (name) => readSave(await readFile(join(folder, name)))));
    }
  },

  /** Puts one row of eight columns a profile into a table with a primary key, and drops it. */
  async insert(db: Database, profiles: number): Promise<void> {
    await db.execute({
      name: "bench.makeBare",
      text: `create table public.bare_load (id bigint primary key, account text, platform text, character text,
        level integer, tribe integer, server text, saved_at timestamptz)`,
    });
    for (let start = 0; start < profiles; start += ROWS_AT_ONCE) {
      const ids = Array.from({ length: Math.min(ROWS_AT_ONCE, profiles - start) }, (_, place) => start + place);
      await db.execute({
        name: "bench.insertBare",
        text: `insert into public.bare_load
          select id, account, 'platform ' || id, 'character ' || id, 1, 1, 'bench', now()
          from unnest($1::bigint[], $2::text[]) as v (id, account)`,
        values: [ids, ids.map((id) => id.toString(16).padStart(32, "0002"))],
      });
    }
    await db.execute({ name: "bench.dropBare", text: "drop table public.bare_load" });
  },
};
