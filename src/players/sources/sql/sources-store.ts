/** The sources' reads from PostgreSQL. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { hasErasures, listErasedAccounts } from "../../privacy/index.ts";
import type { AccountName } from "../../query/index.ts";
import type { KnownErasures } from "../core/speakers.ts";
import type { SourcesStore } from "../store.ts";

export function sourcesStore(db: Queryable): SourcesStore {
  return {
    listAccountNames: (server) => listAccountNames(db, server),
    findErasures: (platformIds) => findErasures(db, platformIds),
  };
}

const MAX_NAMES = 100_000;

/** The players that a name on a game server may mean: by the platform, by the server's own lists, and by the saves. */
async function listAccountNames(db: Queryable, server: string): Promise<AccountName[]> {
  const rows = await db.query<{ platform_id: string; name: string }>({
    name: "players.listAccountNames",
    text: `select distinct p.platform_id, n.name
      from players.save_files f
      join players.players p on p.id = f.subject_id and p.is_present
      join players.accounts a on a.platform_id = p.platform_id
      cross join lateral (values (a.summary_name), (a.seen_name), (p.save_name)) as n (name)
      where f.server = $1 and f.kind = 'profile' and n.name <> ''
      order by p.platform_id, n.name limit ${MAX_NAMES}`,
    values: [server],
  });
  return rows.map(({ platform_id, name }) => ({ platformId: platform_id, platformName: name }));
}

/** No player is looked up where no person was erased, which is so almost everywhere. */
async function findErasures(db: Queryable, platformIds: readonly string[]): Promise<KnownErasures> {
  const hasAny = await hasErasures(db);
  return { hasAny, accounts: hasAny ? await listErasedAccounts(db, platformIds) : new Set() };
}
