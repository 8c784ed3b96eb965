/** The lookup of players and tribes. */
import { buildApi } from "./api.ts";
import type { PlayersApi } from "./generated/players/api.ts";
import { longIntegers, operations } from "./generated/players/operations.ts";
import { parseWithLongIntegers } from "./long-integers.ts";
import { followEvents, type EventOptions, type PlayerEvent } from "./player-events.ts";
import type { ClientOptions } from "./send.ts";

export { TripodError, type FailureKind } from "./errors.ts";
export type { AnswerFacts, CallOptions, ChangeOptions, Paged } from "./operation.ts";
export type { ClientOptions } from "./send.ts";
// oxlint-disable-next-line oxc/no-barrel-file -- the types of the interface, which its generated files name
export type * from "./generated/players/types.ts";
export type { EventOptions, PlayerEvent } from "./player-events.ts";

export interface PlayersOptions extends ClientOptions {
  /** A key of the lookup. A page in a browser has none: its server asks for tickets, and passes on what it looks up. */
  readonly key?: string;
}

export interface PlayersClient extends PlayersApi {
  /**
   * Joins, moves, leaves and chat as they happen. The stream is opened again when it breaks, and continues after the last
   * event. The loop ends with an error if the key or ticket is refused, or by leaving it.
   */
  events(options?: EventOptions): AsyncGenerator<PlayerEvent, void, undefined>;
}

/**
 * @example
 * const players = playersClient({ baseUrl: "http://127.0.0.1:8080", key: "demo" });
 * for await (const event of players.events()) if (event.type === "joined") console.log(event.Name);
 */
export function playersClient(options: PlayersOptions): PlayersClient {
  const { key } = options;
  const service = {
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
  } as const;
  const connection = { service, client: options };
  return {
    ...buildApi<PlayersApi>(connection, operations),
    events: (asked) => followEvents(connection, operations.presence.streamEvents, asked),
  };
}
