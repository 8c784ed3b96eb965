/** The remains of the invented cluster of `--demo` in the database. It is never beside the data of real servers. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { appendChanges } from "../../../kit/sql/outbox.ts";
import { PLAYERS_TOPIC, type AnnouncedChange } from "../../directory/index.ts";
import { serverLeaseName } from "../../presence/index.ts";

/** Whether a server that was not invented has been read into this database, or there are players of unknown origin. */
export async function hasRealData(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ is_real: boolean }>({
    name: "players.hasRealData",
    text: `select exists (select from players.servers where not is_invented)
      or (exists (select from players.players) and not exists (select from players.servers where is_invented)) as is_real`,
  });
  return row?.is_real === true;
}

/**
 * Removes everything that the invented cluster left, and announces it to all processes. Keys, webhooks and tombstones
 * stay; deliveries to webhooks go. Changes nothing where no invented server is known.
 *
 * - `inUse`: a process still runs the invented cluster, or did so until a moment ago. Nothing was removed.
 * - `mixed`: real servers are known too, so nothing was removed. Two first starts at the same moment can do that.
 */
export async function removeInvented(db: Database, origin: string): Promise<"removed" | "none" | "inUse" | "mixed"> {
  return db.transaction(async (tx) => {
    const known = await listServers(tx);
    const servers = known.filter((server) => server.is_invented);
    if (servers.length === 0) return "none";
    if (servers.length < known.length) return "mixed";
    // Leases before servers, as a batch of sessions locks them.
    const leases = await tx.query<{ is_held: boolean }>({
      name: "players.lockInventedLeases",
      text: `select expires_at > clock_timestamp() as is_held from kit.leases where name = any ($1::text[])
        order by name for update`,
      values: [servers.map(({ key }) => serverLeaseName(key))],
    });
    if (leases.some(({ is_held: isHeld }) => isHeld)) return "inUse";
    // A server that was configured in the time between is not removed: the caller tries again.
    if (!isSame(known, await lockServers(tx))) return "inUse";
    const change = await everythingShown(tx);
    await tx.execute({
      name: "players.removeInventedOptOuts",
      text: "delete from players.opt_outs o using players.players p where p.id = o.player_id",
    });
    await tx.execute({
      name: "players.removeInvented",
      text: `truncate players.save_files, players.first_readings, players.accounts, players.players, players.names, players.tribes,
        players.tribe_names, players.tribe_listings, players.memberships, players.tribe_log, players.sessions,
        players.presence_batches, players.bans, players.servers, players.plugin_records, players.webhook_deliveries`,
    });
    await appendChanges(tx, origin, PLAYERS_TOPIC, [change]);
    return "removed";
  });
}

interface KnownServer {
  readonly key: string;
  readonly is_invented: boolean;
}

/** Read before leases are locked: their order is by name. */
async function listServers(tx: Transaction): Promise<KnownServer[]> {
  return tx.query<KnownServer>({
    name: "players.listServersToRemove",
    text: "select key, is_invented from players.servers order by key",
  });
}

/** The same, and locked against changes before the transaction ends. */
async function lockServers(tx: Transaction): Promise<KnownServer[]> {
  return tx.query<KnownServer>({
    name: "players.lockServersToRemove",
    text: "select key, is_invented from players.servers order by key for update",
  });
}

function isSame(before: readonly KnownServer[], now: readonly KnownServer[]): boolean {
  const textOf = (servers: readonly KnownServer[]): string =>
    JSON.stringify(servers.map(({ key, is_invented: isInvented }) => [key, isInvented]));
  return textOf(before) === textOf(now);
}

/** All that the invented cluster shows, at most 100,000 of each kind: what processes are to forget. */
async function everythingShown(tx: Transaction): Promise<AnnouncedChange> {
  const players = await tx.query<{ id: string }>({
    name: "players.listInventedPlayers",
    text: "select id::text as id from players.players order by id limit 100000",
  });
  const accounts = await tx.query<{ platform_id: string }>({
    name: "players.listInventedAccounts",
    text: "select platform_id from players.accounts order by platform_id limit 100000",
  });
  const tribes = await tx.query<{ id: number }>({
    name: "players.listInventedTribes",
    text: "select id from players.tribes order by id limit 100000",
  });
  return {
    players: players.map(({ id }) => id),
    accounts: accounts.map(({ platform_id }) => platform_id),
    tribes: tribes.map(({ id }) => id),
  };
}
