/** The lookup of players and tribes. */
import { buildApi } from "./api.ts";
import type { PlayersApi } from "./generated/players/api.ts";
import { longIntegers, operations } from "./generated/players/operations.ts";
import { parseWithLongIntegers } from "./long-integers.ts";
import { followEvents, type EventOptions, type PlayerEvent } from "./player-events.ts";
import { send, type ClientOptions, type Service } from "./send.ts";
import { sessionAuth, sessionMembers, type SessionAuth } from "./session-auth.ts";

export { TripodError, type FailureKind } from "./errors.ts";
export type { AnswerFacts, CallOptions, ChangeOptions, Paged } from "./operation.ts";
export type { ClientOptions } from "./send.ts";
// oxlint-disable-next-line oxc/no-barrel-file -- the types of the interface, which its generated files name
export type * from "./generated/players/types.ts";
export type { SessionAuth } from "./session-auth.ts";
export type { EventOptions, PlayerEvent } from "./player-events.ts";

export interface PlayersOptions extends ClientOptions {
  /** A key of the lookup. A page in a browser has none: it signs in, or its own server asks for tickets. */
  readonly key?: string;
  /** `session()`, for pages of the server itself. Not together with a key. */
  readonly auth?: SessionAuth;
}

export interface PlayersClient extends PlayersApi {
  /**
   * Joins, moves, leaves and chat as they happen. The stream is opened again when it breaks, and continues after the last
   * event. The loop ends with an error if the key or ticket is refused, or by leaving it.
   */
  events(options?: EventOptions): AsyncGenerator<PlayerEvent, void, undefined>;
}

/** A session of a browser. `sessions.beginSession` begins it with a key. */
export function session(): SessionAuth {
  return sessionAuth({
    cookie: "tripod_players",
    current: "sessions.getCaller",
    begins: ["sessions.beginSession"],
    ends: ["sessions.endSession"],
    tokenIn: (body) => (body as { readonly CsrfToken: string | null }).CsrfToken,
    userIn: (body) => (body as { readonly Name: string }).Name,
  });
}

/**
 * @example
 * const players = playersClient({ baseUrl: "http://127.0.0.1:8080", key: "demo" });
 * for await (const event of players.events()) if (event.type === "joined") console.log(event.Name);
 */
export function playersClient(options: PlayersOptions): PlayersClient {
  const { key, auth } = options;
  const askCurrent = async (signal?: AbortSignal): Promise<void> => {
    const call = { operation: "sessions.getCaller", row: operations.sessions.getCaller, params: {} };
    await send(service, options, { ...call, options: signal ? { signal } : {} });
  };
  const service: Service = {
    name: "players",
    parametersIn: "query",
    hasEnvelope: false,
    authorize({ headers }: { readonly headers: Record<string, string> }) {
      if (key !== undefined) headers["authorization"] = key;
    },
    parse: (text: string): unknown => parseWithLongIntegers(text, longIntegers),
    readError(body: unknown) {
      const { Error: error } = (body ?? {}) as {
        readonly Error?: { readonly Code?: unknown; readonly Message?: unknown };
      };
      const { Code: code, Message: message } = error ?? {};
      return typeof code === "string" && typeof message === "string" ? { code, message } : undefined;
    },
    ...(auth && sessionMembers(auth, askCurrent)),
  };
  const connection = { service, client: options };
  return {
    ...buildApi<PlayersApi>(connection, operations),
    events: (asked) => followEvents(connection, operations.presence.streamEvents, asked),
  };
}
