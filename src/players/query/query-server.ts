/**
 * Asks a game server for its name, map and player count. ARK: Survival Evolved answers Steam's query (UDP). ARK:
 * Survival Ascended is in Epic's public list of servers, which is on the internet and has only counts.
 */
import { QueryError } from "./core/query-error.ts";
import { parseServerAnswer, type ServerAnswer } from "./core/server-answer.ts";
import { querySocket } from "./query-socket.ts";

export interface QueryRequest {
  readonly game: "ase" | "asa";
  /** A name or an address. For `asa` the address that players outside see. */
  readonly host: string;
  /** The query port for `ase`, the game port for `asa`. */
  readonly port: number;
  /** For everything together. At least 100. */
  readonly timeoutMs: number;
}

export interface QueryOptions {
  /** Whether Epic may be asked. Without it everything but `asa` works, and RCON still shows who is online there. */
  readonly epicAllowed: boolean;
  /** Asks the server and answers what gamedig would; gamedig by default. */
  readonly ask?: (request: QueryRequest) => Promise<unknown>;
}

const NOT_ALLOWED =
  "An ARK: Survival Ascended server can only be queried through Epic's list of servers on the internet, " +
  "which is switched off. RCON tells who is online without it.";

/** @throws QueryError without a reliable answer. */
export async function queryServer(request: QueryRequest, options: QueryOptions): Promise<ServerAnswer> {
  if (request.game === "asa" && !options.epicAllowed) throw new QueryError("not-allowed", NOT_ALLOWED);
  const ask = options.ask ?? askWithGamedig;
  let answer: unknown;
  try {
    answer = await ask(request);
  } catch (error) {
    throw failureOf(request, error);
  }
  const parsed = parseServerAnswer(request.game, answer);
  if (parsed) return parsed;
  throw new QueryError("bad-answer", "The program that answers is not a game server.", {
    detail: placeDetail(request),
  });
}

async function askWithGamedig({ game, host, port, timeoutMs }: QueryRequest): Promise<unknown> {
  // Loaded when first needed: it brings the protocols of hundreds of games.
  const { GameDig } = await import("gamedig");
  const dig = new GameDig();
  const socket = querySocket();
  dig.queryRunner.udpSocket = socket;
  // A datagram may be lost: the question is put twice. Epic is asked over HTTP, two requests one after the other.
  const attempts = game === "ase" ? 2 : 1;
  const asked = dig.query({
    type: game,
    host,
    port,
    ipFamily: 4,
    givenPortOnly: true,
    maxRetries: attempts,
    socketTimeout: Math.floor(timeoutMs / (attempts * 2)),
    attemptTimeout: Math.floor(timeoutMs / attempts),
  });
  try {
    return await Promise.race([asked, socket.unreachable]);
  } finally {
    socket.close();
  }
}

/** gamedig tells its reasons apart only in the text of the stack, where it collects those of all attempts. */
function failureOf(request: QueryRequest, error: unknown): QueryError {
  const told = error instanceof Error ? `${error.message}\n${error.stack ?? ""}` : "";
  const options = { detail: placeDetail(request), cause: error };
  if (/ENOTFOUND|EAI_AGAIN|ENODATA|Invalid domain/.test(told)) {
    const whose = request.game === "asa" ? "the server, or of Epic's list of servers," : "the server";
    return new QueryError("unknown-host", `The address of ${whose} cannot be found.`, options);
  }
  if (/ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH/.test(told)) {
    return new QueryError("no-answer", "Nothing answers: the server is not running there.", options);
  }
  if (/Server not found/.test(told)) {
    return new QueryError("not-listed", "Epic's list of servers does not have it.", options);
  }
  if (/[Tt]imed out|Timeout/.test(told)) {
    return new QueryError("no-answer", `Nothing answered within ${request.timeoutMs} ms.`, options);
  }
  return new QueryError("bad-answer", "Its answer cannot be read.", options);
}

/** A sentence for operators. */
function placeDetail({ host, port }: QueryRequest): string {
  return `It was asked at ${host.includes(":") ? `[${host}]` : host}:${port}.`;
}
