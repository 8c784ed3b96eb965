/**
 * A server's own description by its query: map, version and places; and, where no better source exists, its players.
 */
import { matchNames, QueryError, type AccountName } from "../query/index.ts";
import type { QuerySource } from "../cluster/index.ts";
import { ServerPoller, type SeenAccount } from "../presence/index.ts";
import type { Instant } from "../../kit/time/instant.ts";
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
  known: () => Promise<readonly AccountName[]>,
  signal: AbortSignal,
): Promise<readonly SeenAccount[]> {
  const { playerNames } = await askServer(tending, query, signal);
  if (!playerNames) throw notTold(tending);
  const names = playerNames.map(({ name }) => name).filter((name) => name !== "");
  return names.length === 0 ? [] : matchNames(names, await known());
}

function notTold({ reports }: Tending): QueryError {
  const error = new QueryError("bad-answer", "It answers, but does not tell the names of its players.");
  reports.fail("query", error);
  return error;
}

/** New players are known a minute after their first save at the latest. */
const NAMES_FOR_MS = 60_000;

/** The names of the server's accounts, reloaded when they are a minute old. */
export function knownNames({ server, names, clock }: Tending): () => Promise<readonly AccountName[]> {
  let read: { readonly at: Instant; readonly names: readonly AccountName[] } | undefined;
  return async () => {
    const now = clock.now();
    if (!read || now - read.at >= NAMES_FOR_MS * 1_000) {
      read = { at: now, names: await names.listAccountNames(server.key) };
    }
    return read.names;
  };
}
