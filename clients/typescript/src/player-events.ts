/** The lookup's stream of events, opened again whenever it breaks. */
import { bodyOf, openStream, type Connection } from "./api.ts";
import { TripodError } from "./errors.ts";
import type { Row } from "./operation.ts";
import { noAnswer } from "./send.ts";
import { eventsOf, linesOf, type ServerEvent } from "./streams.ts";
import { backOffMs, sleep } from "./waiting.ts";

const OPERATION = "presence.streamEvents";

interface Presence {
  /** A SteamID64, or an EOS id in hexadecimal. */
  readonly PlatformId: string;
  /** Chosen by the player: escape it before you show it. */
  readonly Name: string;
  /** The server's key, as in `/Servers`. */
  readonly Server: string;
  /** ISO 8601. */
  readonly At: string;
}

export type PlayerEvent = { readonly id: string } & (
  | { readonly type: "open" }
  /** Events were missed: read `/Online` again. */
  | { readonly type: "reset" }
  | ({ readonly type: "joined" | "left" } & Presence)
  | ({ readonly type: "moved"; readonly From: string } & Presence)
  | ({
      readonly type: "chat";
      readonly Character: string | null;
      readonly Text: string;
      readonly PlatformId: string | null;
    } & Omit<Presence, "PlatformId">)
);

export interface EventOptions {
  readonly signal?: AbortSignal;
  /** The `id` of the last event that was seen, to continue after it. */
  readonly lastEventId?: string;
  /**
   * Answers a ticket, in place of a key: asks the page's own server for it. A ticket opens one stream, so it is asked each
   * time. A `TripodError` that it throws ends the loop unless it may pass; after any other error it is asked again.
   */
  readonly ticket?: () => string | Promise<string>;
  /** Without a word from the server for so long, the stream is opened again. Default 60,000. */
  readonly silenceMs?: number;
  /** Is notified when a stream begins, and when it ended or could not be opened and is tried again. */
  readonly onState?: (state: "open" | "lost") => void;
}

const [SILENCE_MS, MAX_WAIT_MS] = [60_000, 60_000];
/** As many as the server keeps for readers that come back. */
const MAX_SEEN = 1_000;

/** Refused tickets in a row after which it ends: one may expire on its way. */
const MAX_REFUSED_TICKETS = 3;

/** @throws TripodError when the key or ticket is refused, and the reason of `signal`. */
export async function* followEvents(
  connection: Connection,
  row: Row,
  options: EventOptions = {},
): AsyncGenerator<PlayerEvent, void, undefined> {
  const { signal } = options;
  const place: Place = {
    last: options.lastEventId ?? "",
    seen: new Set(),
    failures: 0,
    refusedTickets: 0,
    firstMs: undefined,
  };
  for (;;) {
    let askedMs = 0;
    try {
      yield* streamOnce(connection, row, options, place);
      place.failures++;
    } catch (error) {
      signal?.throwIfAborted();
      place.failures++;
      if (!(error instanceof TripodError)) throw error;
      place.refusedTickets = isRefusedTicket(error, options) ? place.refusedTickets + 1 : 0;
      if (isFinal(error, place.refusedTickets)) throw error;
      askedMs = Math.min(error.retryAfterMs ?? 0, MAX_WAIT_MS);
    }
    options.onState?.("lost");
    await sleep(Math.max(askedMs, backOffMs(place.failures, place.firstMs)), signal);
  }
}

interface Place {
  /** The id of the last event. */
  last: string;
  /** Ids of the latest events: a stream that begins again may send some of them again. */
  readonly seen: Set<string>;
  /** In a row. */
  failures: number;
  /** In a row. */
  refusedTickets: number;
  /** What the server wants to be waited at least. */
  firstMs: number | undefined;
}

async function* streamOnce(
  connection: Connection,
  row: Row,
  { signal, ticket, silenceMs = SILENCE_MS, onState }: EventOptions,
  place: Place,
): AsyncGenerator<PlayerEvent, void, undefined> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listen = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(new Error(`nothing came for ${silenceMs} ms`)), silenceMs);
  };
  const both = signal ? AbortSignal.any([silence.signal, signal]) : silence.signal;
  try {
    const response = await open(connection, row, ticket, place.last, both);
    listen();
    for await (const event of eventsOf(linesOf(bodyOf(connection.service, OPERATION, response, signal)))) {
      listen();
      place.failures = 0;
      place.refusedTickets = 0;
      if (!event) continue;
      place.firstMs = event.retryMs ?? place.firstMs;
      if (event.event === "open") onState?.("open");
      if (isNews(event, place))
        yield { ...(connection.service.parse(event.data) as object), type: event.event, id: event.id } as PlayerEvent;
      // The reader may have taken long: only the server's silence counts.
      listen();
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw silence.signal.aborted ? noAnswer(connection.service, OPERATION, silence.signal.reason) : error;
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

async function open(
  connection: Connection,
  row: Row,
  ticket: EventOptions["ticket"],
  last: string,
  signal: AbortSignal,
): Promise<Response> {
  const headers: Record<string, string> = { accept: "text/event-stream" };
  const params: Record<string, string> = {};
  if (ticket) {
    params["ticket"] = await askTicket(connection, ticket);
    if (last !== "") params["lastEventId"] = last;
  } else if (last !== "") headers["last-event-id"] = last;
  return openStream(connection, { operation: OPERATION, row, params }, { signal }, headers);
}

/** An error of this client says whether it may pass. Of any other it is assumed: `fetch` fails with the same class as a bug. */
async function askTicket(connection: Connection, ticket: NonNullable<EventOptions["ticket"]>): Promise<string> {
  try {
    return await ticket();
  } catch (error) {
    throw error instanceof TripodError ? error : noAnswer(connection.service, OPERATION, error);
  }
}

function isRefusedTicket({ operation, status }: TripodError, { ticket }: EventOptions): boolean {
  return ticket !== undefined && operation === OPERATION && status === 401;
}

/** A refusal that another attempt does not change. */
function isFinal({ kind, status = 0 }: TripodError, refusedTickets: number): boolean {
  if (kind === "noAnswer" || status === 429 || status >= 500) return false;
  return refusedTickets === 0 || refusedTickets >= MAX_REFUSED_TICKETS;
}

/** Notes the place of an event, and answers whether it is for the reader. */
function isNews({ event, id, isNumbered, data }: ServerEvent, place: Place): boolean {
  // The server ends a stream that is read too slowly, and it goes on in the next one.
  if (data === "" || event === "dropped") return false;
  if (event === "open") {
    if (place.last === "") place.last = id;
    return true;
  }
  if (event === "reset") place.seen.clear();
  else if (isNumbered && place.seen.has(id)) return false;
  if (isNumbered) {
    place.last = id;
    place.seen.add(id);
    const [oldest = ""] = place.seen;
    if (place.seen.size > MAX_SEEN) place.seen.delete(oldest);
  }
  return true;
}
