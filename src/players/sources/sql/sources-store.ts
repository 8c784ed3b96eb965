/** The sources' reads from PostgreSQL. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { hasErasures, listErasedAccounts } from "../../privacy/index.ts";
import { COMPARED_CHARACTERS, type AccountName } from "../../query/index.ts";
import type { KnownErasures } from "../core/speakers.ts";
import type { SourcesStore } from "../store.ts";

export function sourcesStore(db: Queryable): SourcesStore {
  return {
    listAccountNames: (server, starts) => listAccountNames(db, server, starts),
    findErasures: (platformIds) => findErasures(db, platformIds),
  };
}

/** Far more names than begin like those of the players on one server. */
const MAX_NAMES = 100_000;

/** The players that a name on a game server may mean: by the platform, by the server's own lists, and by the saves. */
async function listAccountNames(db: Queryable, server: string, starts: readonly string[]): Promise<AccountName[]> {
  const rows = await db.query<{ platform_id: string; name: string }>({
    name: "players.listAccountNames",
    text: `select platform_id, name from (
        select platform_id, name, row_number() over (partition by name order by platform_id) as place
        from (
          select distinct p.platform_id, n.name
          from players.save_files f
          join players.players p on p.id = f.subject_id and p.is_present
          join players.accounts a on a.platform_id = p.platform_id
          cross join lateral (values (a.summary_name), (a.seen_name), (p.save_name)) as n (name)
          where f.server = $1 and f.kind = 'profile' and left(n.name, ${COMPARED_CHARACTERS}) = any ($2::text[])
        ) as named
      ) as counted
      where place <= 2 order by platform_id, name limit ${MAX_NAMES}`,
    values: [server, starts],
  });
  return rows.map(({ platform_id, name }) => ({ platformId: platform_id, platformName: name }));
}

/** No player is looked up where no person was erased, which is so almost everywhere. */
async function findErasures(db: Queryable, platformIds: readonly string[]): Promise<KnownErasures> {
  const hasAny = await hasErasures(db);
  return { hasAny, accounts: hasAny ? await listErasedAccounts(db, platformIds) : new Set() };
}
