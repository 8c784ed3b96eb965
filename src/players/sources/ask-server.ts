/** One query to a game server, recorded in its report. */
import { orAborted } from "../../kit/time/or-aborted.ts";
import { queryServer, type ServerAnswer } from "../query/index.ts";
import type { QuerySource } from "../cluster/index.ts";
import type { LearntFacts, SourceWord } from "./core/source-word.ts";
import type { Tending } from "./tending.ts";

const TIMEOUT_MS = 5_000;

/** @throws QueryError, after it was reported; the signal's reason when that is aborted first. */
export async function askServer(tending: Tending, query: QuerySource, signal: AbortSignal): Promise<ServerAnswer> {
  const { server, reports, epicAllowed } = tending;
  try {
    const { host, port } = query;
    // The query itself ends in its own time; the caller does not wait for it any more.
    const asked = queryServer({ game: server.game, host, port, timeoutMs: TIMEOUT_MS }, { epicAllowed });
    const answer = await orAborted(asked, signal);
    reports.tell("query", wordOf(answer));
    return answer;
  } catch (error) {
    if (!signal.aborted) reports.fail("query", error);
    throw error;
  }
}

function wordOf({ map, version, maxPlayers }: ServerAnswer): SourceWord {
  const learnt: LearntFacts = { map, maxPlayers, ...(version === "" ? {} : { version }) };
  return { isGood: true, kind: "ok", says: "It answers.", learnt };
}
