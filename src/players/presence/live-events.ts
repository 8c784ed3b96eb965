/** Tells many readers of joins and leaves as they happen, from memory that does not grow with their slowness. */
import { invariant } from "../../kit/errors/invariant.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { plusMillis, type Instant } from "../../kit/time/instant.ts";
import { formatEventId, parseEventId, type EventId } from "./core/event-id.ts";
import { encodeEvent } from "./core/sse.ts";
import { StreamReader } from "./stream-reader.ts";

/** An event of the change feed. */
export interface LiveEvent {
  /** Its number in the feed, and the mark of its change. */
  readonly id: EventId;
  /** As `SentEvent.event`; not `open`, `reset` or `dropped`, which are this class's own. */
  readonly event: string;
  /** Anything that JSON can write. */
  readonly data: unknown;
}

export interface LiveEventsOptions {
  readonly clock: Clock;
  /** The last number that the feed had passed when it began: events after it will all be published. */
  readonly start: EventId;
  /** How many events are kept, for readers that are behind or come back; default 1,000. */
  readonly keep?: number;
  /** Default 1,000. */
  readonly maxReaders?: number;
  /** Of one owner. Default: as many as all. */
  readonly maxOfOwner?: number | undefined;
  /** Default 15,000. */
  readonly heartbeatMs?: number;
}

interface KeptEvent {
  readonly id: EventId;
  readonly at: Instant;
  readonly text: string;
}

/** How often readers are asked whether they may stay. */
const RIGHTS_MS = 250;

/** How long a reader that was cut off waits before it comes back. */
const RETRY_MS = 5_000;

/**
 * The feed may deliver a low number after a higher one, and another node in another order. So who comes back is also
 * sent what arrived in this time before the last event that it names.
 */
const OVERLAP_MS = 2_000;

const READ_ANEW = "Events were missed. Read the list of online players again, then go on from here.";
const TOO_SLOW = "This reader is too slow. Come back with the id of the last event.";

/**
 * The fan-out of one node. All readers share one ring of the latest events, each already in its final form; a reader is
 * a place in it. One that falls behind by more than the ring holds gets a last event, `dropped`, and its stream ends.
 *
 * Every stream begins with an event `open`, whose id is that of the latest event: who then reads the list of online
 * players misses nothing. A reader that returns with a known id gets `open` with this id, the later events, and perhaps
 * some events again, under their old ids. With an unknown id, `open` is followed by `reset`.
 */
export class LiveEvents {
  readonly #clock: Clock;
  readonly #keep: number;
  readonly #maxReaders: number;
  readonly #maxOfOwner: number;
  /** How many readers each owner has. */
  readonly #ofOwner = new Map<string, number>();
  readonly #readers = new Set<StreamReader>();
  readonly #ring: KeptEvent[] = [];
  readonly #kept = new Map<number, number>();
  /** How many events were dropped from the ring, ever: the place of its first one. */
  #first = 0;
  /** The event before the ring's first one. */
  #before: EventId;
  readonly #closing = new AbortController();

  constructor(options: LiveEventsOptions) {
    const { clock, start, keep = 1_000, maxReaders = 1_000, maxOfOwner = maxReaders, heartbeatMs = 15_000 } = options;
    invariant(keep >= 1 && keep <= 100_000, "1 to 100,000 events are kept");
    this.#clock = clock;
    this.#keep = keep;
    this.#maxReaders = maxReaders;
    this.#maxOfOwner = maxOfOwner;
    this.#before = start;
    clock.every(heartbeatMs, () => this.#wake("beat"), this.#closing.signal);
    clock.every(RIGHTS_MS, () => this.#endUnwanted(), this.#closing.signal);
  }

  /** Tells every reader. An event that was published before is passed over, so a feed may deliver twice. */
  publish({ id, event, data }: LiveEvent): void {
    if (this.#kept.has(id.seq) || this.#closing.signal.aborted) return;
    const text = encodeEvent({ event, id: formatEventId(id), data: JSON.stringify(data) });
    this.#kept.set(id.seq, this.#end);
    this.#ring.push({ id, at: this.#clock.now(), text });
    // Trimmed by halves, since taking the first of a long array moves all others.
    if (this.#ring.length >= 2 * this.#keep) this.#trim();
    this.#wake("event");
  }

  /**
   * Sends present readers an event that is not stored: it has no number, and a returning reader does not receive it.
   * Of a reader that is slow the oldest of more than 100 are dropped.
   */
  tell({ event, data }: Omit<LiveEvent, "id">): void {
    if (this.#readers.size === 0) return;
    const text = encodeEvent({ event, data: JSON.stringify(data) });
    for (const reader of this.#readers) reader.pass(text);
  }

  /**
   * The feed lost its place, and everything was reloaded: readers are notified to do the same. Events after `start`
   * will be published, and earlier ones are unknown from now on.
   */
  restart(start: EventId): void {
    this.#first = this.#end;
    this.#ring.length = 0;
    this.#kept.clear();
    this.#before = start;
    for (const reader of this.#readers) reader.goOn(this.#end, this.#reset());
  }

  /**
   * A stream for one reader, as the chunks of a `text/event-stream`; undefined when there are as many readers as there
   * may be, or as one owner may have. It ends when the signal is aborted, when the iterator is returned, when the reader is
   * too slow or may not stay any more, and with `close`.
   *
   * @param lastEventId the text that the reader sent; without any it begins with the next event
   * @param mayStay is asked again and again, and does not throw
   * @param owner whose share of places the stream takes; see `hasShareFor`
   */
  subscribe(
    signal: AbortSignal,
    lastEventId = "",
    mayStay: () => boolean = () => true,
    owner = "",
  ): AsyncIterable<string> | undefined {
    if (this.isFull || !this.hasShareFor(owner)) return undefined;
    const place = lastEventId === "" ? this.#end : this.#placeAfter(lastEventId);
    // The id of the latest event would skip those that the reader has missed, if the stream broke before they were
    // sent.
    const id = place === undefined || lastEventId === "" ? formatEventId(this.#latest()) : lastEventId;
    const greeting = encodeEvent({ event: "open", id, data: "{}", retryMs: RETRY_MS });
    const onAbort = (): void => reader.end();
    const reader: StreamReader = new StreamReader(
      place === undefined ? [greeting, this.#reset()] : [greeting],
      place ?? this.#end,
      (at) => this.#read(at),
      mayStay,
      () => {
        if (this.#readers.delete(reader)) this.#count(owner, -1);
        signal.removeEventListener("abort", onAbort);
      },
    );
    if (this.#closing.signal.aborted || signal.aborted) reader.end();
    else {
      this.#readers.add(reader);
      this.#count(owner, 1);
      signal.addEventListener("abort", onAbort, { once: true });
    }
    return reader;
  }

  /** Whether every place for a reader is taken. */
  get isFull(): boolean {
    return this.#readers.size >= this.#maxReaders;
  }

  /** Whether an owner may have one more stream here, so that the streams of one leave places to others. */
  hasShareFor(owner: string): boolean {
    return (this.#ofOwner.get(owner) ?? 0) < this.#maxOfOwner;
  }

  get readerCount(): number {
    return this.#readers.size;
  }

  /** Ends every stream, and takes no more readers. */
  close(): void {
    this.#closing.abort();
    for (const reader of this.#readers) reader.end();
  }

  #count(owner: string, change: number): void {
    const count = (this.#ofOwner.get(owner) ?? 0) + change;
    if (count === 0) this.#ofOwner.delete(owner);
    else this.#ofOwner.set(owner, count);
  }

  get #end(): number {
    return this.#first + this.#ring.length;
  }

  #latest(): EventId {
    return this.#ring.at(-1)?.id ?? this.#before;
  }

  #reset(): string {
    return encodeEvent({
      event: "reset",
      id: formatEventId(this.#latest()),
      data: JSON.stringify({ Message: READ_ANEW }),
    });
  }

  /** A reader's next message: an event, nothing yet, or its last one. */
  #read(place: number): string | undefined | { readonly last: string } {
    const event = this.#ring[place - this.#first];
    if (event && this.#end - place <= this.#keep) return event.text;
    if (place === this.#end) return undefined;
    return { last: encodeEvent({ event: "dropped", data: JSON.stringify({ Message: TOO_SLOW }) }) };
  }

  /** Where a reader that has seen that event goes on; undefined when that is not known any more. */
  #placeAfter(lastEventId: string): number | undefined {
    const last = parseEventId(lastEventId);
    if (!last) return undefined;
    const oldest = Math.max(this.#first, this.#end - this.#keep);
    const found = this.#kept.get(last.seq);
    if (found === undefined) return isSame(last, this.#before) && oldest === this.#first ? this.#first : undefined;
    // Another change may have got the number since.
    const isIt = isSame(last, this.#ring[found - this.#first]?.id);
    if (!isIt || found < oldest) return undefined;
    const since = plusMillis(this.#ring[found - this.#first]?.at ?? (0 as Instant), -OVERLAP_MS);
    let place = found;
    while (place > oldest && (this.#ring[place - 1 - this.#first]?.at ?? since) > since) place--;
    return place === found ? found + 1 : place;
  }

  #trim(): void {
    const gone = this.#ring.splice(0, this.#ring.length - this.#keep);
    for (const { id } of gone) this.#kept.delete(id.seq);
    this.#first += gone.length;
    this.#before = gone.at(-1)?.id ?? this.#before;
  }

  #endUnwanted(): void {
    for (const reader of this.#readers) if (!reader.mayStay()) reader.end();
  }

  #wake(why: "event" | "beat"): void {
    for (const reader of this.#readers) reader.wake(why);
  }
}

function isSame(one: EventId, other: EventId | undefined): boolean {
  return one.seq === other?.seq && one.mark === other.mark;
}
