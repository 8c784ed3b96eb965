/**
 * A server's own description by its query: map, version and places; and, where no better source exists, its players.
 */
import { matchNames, QueryError, startOf, type AccountName } from "../query/index.ts";
import type { QuerySource } from "../cluster/index.ts";
import { ServerPoller, type SeenAccount } from "../presence/index.ts";
import { askServer } from "./ask-server.ts";
import { quietly } from "./quiet-log.ts";
import { repeat } from "./repeat.ts";
import type { TendedPart, Tending } from "./tending.ts";

/** Asks once in a while. */
export function pollQuery(tending: Tending, query: QuerySource): TendedPart {
  const { clock, timing, signal } = tending;
  return repeat({ clock, everyMs: timing.queryMs, signal }, async (asked) => {
    // Failures have been reported.
    await askServer(tending, query, asked).catch(() => undefined);
  });
}

/**
 * Asks for the names of the players, and treats accounts as online where a name can only be theirs. For servers
 * without RCON: the query names no accounts, so that some who play may not be found.
 */
export function pollNames(tending: Tending, query: QuerySource): TendedPart {
  const { server, recorder, state, clock, random, log } = tending;
  const known = knownNames(tending);
  const poller = new ServerPoller({
    server: server.key,
    async poll(signal) {
      try {
        state.online = await namedAccounts(tending, query, known, signal);
        return { accounts: state.online };
      } catch (error) {
        state.online = undefined;
        throw error;
      }
    },
    apply: (observation) => recorder.apply(observation),
    clock,
    log: quietly(log),
    random,
    intervalMs: server.pollSeconds * 1_000,
  });
  poller.start();
  return poller;
}

async function namedAccounts(
  tending: Tending,
  query: QuerySource,
  known: KnownNames,
  signal: AbortSignal,
): Promise<readonly SeenAccount[]> {
  const { playerNames } = await askServer(tending, query, signal);
  if (!playerNames) throw notTold(tending);
  const names = playerNames.map(({ name }) => name).filter((name) => name !== "");
  return names.length === 0 ? [] : matchNames(names, await known(names));
}

function notTold({ reports }: Tending): QueryError {
  const error = new QueryError("bad-answer", "It answers, but does not tell the names of its players.");
  reports.fail("query", error);
  return error;
}

/** New players are known a minute after their first save at the latest. */
const NAMES_FOR_MS = 60_000;

/** The accounts that names on a server may mean. */
export type KnownNames = (seen: readonly string[]) => Promise<readonly AccountName[]>;

/** Of the server's accounts; what was read is used for a minute. */
export function knownNames({ server, names, clock }: Tending): KnownNames {
  let read = { at: clock.now(), byStart: new Map<string, readonly AccountName[]>() };
  return async (seen) => {
    const now = clock.now();
    if (now - read.at >= NAMES_FOR_MS * 1_000) read = { at: now, byStart: new Map() };
    const { byStart } = read;
    // PostgreSQL keeps no zero bytes, so no account has them.
    const starts = [...new Set(seen.map(startOf))].filter((start) => start !== "" && !start.includes("\0"));
    const unread = starts.filter((start) => !byStart.has(start));
    if (unread.length > 0) {
      const found = new Map(unread.map((start) => [start, [] as AccountName[]]));
      for (const name of await names.listAccountNames(server.key, unread)) {
        found.get(startOf(name.platformName))?.push(name);
      }
      for (const [start, accounts] of found) byStart.set(start, accounts);
    }
    return starts.flatMap((start) => byStart.get(start) ?? []);
  };
}
