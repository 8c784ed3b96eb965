/** Which webhooks are notified, and of which players. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { IS_ONLINE } from "../../directory/index.ts";
import type { SimplePlayer } from "../../directory/index.ts";
import type { WebhookEvent } from "../core/happening.ts";
import { ACCOUNT_NAMES, accountNamesOf, shownName, type AccountNamesRow } from "../../profiles/index.ts";

export interface Listener {
  readonly id: string;
  readonly events: readonly WebhookEvent[];
  readonly pattern: string;
}

/**
 * Webhooks that want some of these events. All that a change costs where there are none. Their rows stay until the
 * transaction is over, so that none is removed before its deliveries are made.
 */
export async function lockListeners(tx: Transaction, events: readonly WebhookEvent[]): Promise<Listener[]> {
  return tx.query<Listener>({
    name: "players.lockListeners",
    text: `select id, events, pattern from players.webhooks where enabled and events && $1::text[]
      order by id limit 10000 for key share`,
    values: [events],
  });
}

export interface ToldPlayer {
  /** The place in the list that was asked for. */
  readonly place: number;
  readonly tribeId: number | null;
  readonly player: SimplePlayer;
}

interface ToldRow {
  readonly place: number;
  readonly id: string;
  readonly character_name: string;
  readonly platform_name: string;
  readonly avatar_url: string;
  readonly level: number;
  readonly is_online: boolean;
  readonly tribe_id: number | null;
}

/** Columns of a simple profile, of players `p` and their accounts `a`. */
const COLUMNS = `w.place, p.id::text as id, p.character_name, p.platform_name, coalesce(a.avatar_url, '') as avatar_url,
  p.level, case when p.is_present then p.tribe_id end as tribe_id,
  ${IS_ONLINE} as is_online`;

/** The players of accounts: of several, the one that the server's saves hold, else the one saved last. */
export async function playersOnServers(
  tx: Transaction,
  seen: readonly { readonly platformId: string; readonly server: string | null }[],
): Promise<ToldPlayer[]> {
  const rows = await tx.query<ToldRow>({
    name: "players.playersOnServers",
    text: `select ${COLUMNS}
      from unnest($1::text[], $2::text[]) with ordinality as w (platform_id, server, place)
      cross join lateral (
        select q.id from players.players q where q.platform_id = w.platform_id
        order by q.is_present desc, q.server = w.server desc, q.saved_at desc, q.id limit 1
      ) as chosen
      join players.players p on p.id = chosen.id
      join players.accounts a on a.platform_id = p.platform_id`,
    values: [seen.map(({ platformId }) => platformId), seen.map(({ server }) => server)],
  });
  return rows.map(toldOf);
}

/** Players by their ids. */
export async function playersById(tx: Transaction, ids: readonly bigint[]): Promise<ToldPlayer[]> {
  const rows = await tx.query<ToldRow>({
    name: "players.playersToTellOf",
    text: `select ${COLUMNS}
      from unnest($1::bigint[]) with ordinality as w (id, place)
      join players.players p on p.id = w.id
      left join players.accounts a on a.platform_id = p.platform_id`,
    values: [ids.map(String)],
  });
  return rows.map(toldOf);
}

/** The names of tribes. */
export async function tribeNames(tx: Transaction, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: number; name: string }>({
    name: "players.tribeNamesToTell",
    text: "select id, name from players.tribes where id = any ($1::integer[])",
    values: [ids],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The name of an account, by its platform or by the last server that saw it; see `shownName`. */
export async function accountNames(tx: Transaction, platformIds: readonly string[]): Promise<Map<string, string>> {
  if (platformIds.length === 0) return new Map();
  const rows = await tx.query<AccountNamesRow & { readonly platform_id: string }>({
    name: "players.accountNamesToTell",
    text: `select a.platform_id, ${ACCOUNT_NAMES} from players.accounts a where a.platform_id = any ($1::text[])`,
    values: [platformIds],
  });
  return new Map(rows.map((row) => [row.platform_id, shownName(accountNamesOf(row))]));
}

function toldOf(row: ToldRow): ToldPlayer {
  return {
    place: row.place - 1,
    tribeId: row.tribe_id,
    player: {
      id: BigInt(row.id),
      characterName: row.character_name,
      platformName: row.platform_name,
      avatarUrl: row.avatar_url,
      level: row.level,
      isOnline: row.is_online,
    },
  };
}
