/** Server-sent events as text: the format `text/event-stream` of the WHATWG HTML standard, section 9.2. */
import { invariant } from "../../../kit/errors/invariant.ts";

export interface SentEvent {
  /** 1 to 40 lower-case letters, digits, `-`; `message` where there is none. */
  readonly event?: string;
  /** The value that a returning reader sends in `Last-Event-ID`. */
  readonly id?: string;
  /** Any text. Line breaks of every kind arrive as `\n`, which is all that the format can carry. */
  readonly data: string;
  /** How long a reader waits before it comes back, from now on. */
  readonly retryMs?: number;
}

/** One event, with the empty line that ends it. `data` can neither end the event early nor add a field to it. */
export function encodeEvent({ event, id, data, retryMs }: SentEvent): string {
  invariant(event === undefined || /^[a-z][a-z0-9-]{0,39}$/.test(event), "an event has a plain name");
  invariant(id === undefined || /^[0-9a-z-]{1,40}$/.test(id), "the id of an event is plain");
  invariant(retryMs === undefined || (Number.isSafeInteger(retryMs) && retryMs >= 0), "a wait is whole milliseconds");
  return [
    ...(event === undefined ? [] : [`event: ${event}\n`]),
    ...(id === undefined ? [] : [`id: ${id}\n`]),
    ...(retryMs === undefined ? [] : [`retry: ${retryMs}\n`]),
    ...data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`),
    "\n",
  ].join("");
}

/** A comment that readers skip; it keeps the connection from looking dead to anything between. */
export const HEARTBEAT = ": still here\n\n";
