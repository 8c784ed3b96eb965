import type { Queryable } from "../../../kit/sql/database.ts";

const MAX_FINDINGS = 100;

/**
 * Names of servers whose row does not agree with their versions: another number of them, or none that is the latest. At
 * most 100; none in a catalogue that is right.
 */
export async function proveCatalogue(db: Queryable): Promise<readonly string[]> {
  const rows = await db.query<{ name: string }>({
    name: "registry.proveCatalogue",
    text: `select s.name from registry.servers s
      left join (select server_name, count(*) as versions from registry.versions group by server_name) v
        on v.server_name = s.name
      where s.version_count is distinct from v.versions or not exists (
        select from registry.versions l where l.server_name = s.name and l.version = s.latest_version)
      order by s.name limit ${MAX_FINDINGS}`,
  });
  return rows.map(({ name }) => name);
}
