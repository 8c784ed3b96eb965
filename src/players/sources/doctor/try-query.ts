/** Asks a game server, or Epic about it, what it is. */
import { orAborted } from "../../../kit/time/or-aborted.ts";
import type { Finding } from "../../cluster/index.ts";
import { QueryError, queryServer, type QueryFailure } from "../../query/index.ts";
import { checkHost } from "./check-host.ts";

const TIMEOUT_MS = 5_000;

/** @throws the signal's reason; errors that are not from the query. */
export async function tryQuery(
  asked: { readonly game: "ase" | "asa"; readonly host: string; readonly port: number },
  epicAllowed: boolean,
  signal: AbortSignal,
): Promise<Finding> {
  const fault = await checkHost("query.host", asked.host, signal);
  if (fault) return fault;
  try {
    const answer = await orAborted(queryServer({ ...asked, timeoutMs: TIMEOUT_MS }, { epicAllowed }), signal);
    const { name, map, version, players, maxPlayers } = answer;
    const build = version === "" ? "" : `, version ${version}`;
    return { ok: true, says: `"${name}" answers: map ${map}${build}, ${players} of ${maxPlayers} players.` };
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    return { ok: false, says: error.message, doThis: ADVICE[asked.game][error.kind] };
  }
}

const EPIC_ANSWERS = "See whether this machine reaches the internet; RCON works without it.";
const ADVICE: Readonly<Record<"ase" | "asa", Readonly<Record<QueryFailure, string>>>> = {
  ase: {
    "no-answer":
      "See that the server runs, and that the port is its query port (QueryPort, UDP), open for this machine.",
    "unknown-host": "Correct the host of the query, or give an IP address.",
    "bad-answer": "See that the port is the server's query port (QueryPort), not its game or RCON port.",
    "not-listed": "See that the server runs.",
    "not-allowed": "Allow it, or take the query out of the cluster's file.",
  },
  asa: {
    "no-answer": EPIC_ANSWERS,
    "unknown-host": EPIC_ANSWERS,
    "bad-answer": EPIC_ANSWERS,
    "not-listed":
      "Give the public IP address and the game port by which players see the server; a new server is listed some " +
      "minutes after its start.",
    "not-allowed": "Set epicQueries to true, or take the query out of the cluster's file.",
  },
};
