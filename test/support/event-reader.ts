/** Reads a `text/event-stream` over HTTP, event by event. */

export interface ReadEvent {
  readonly event: string;
  /** Empty where there is none. */
  readonly id: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into events of every shape
  readonly data: any;
}

export class EventReader {
  readonly status: number;
  readonly headers: Headers;
  readonly #body: AsyncIterator<Uint8Array> | undefined;
  readonly #stopping: AbortController;
  readonly #decoder = new TextDecoder();
  #text = "";
  #isOver = false;

  private constructor(response: Response, stopping: AbortController) {
    this.status = response.status;
    this.headers = response.headers;
    this.#body = response.body?.[Symbol.asyncIterator]();
    this.#stopping = stopping;
  }

  static async open(url: string, headers: Readonly<Record<string, string>>): Promise<EventReader> {
    const stopping = new AbortController();
    return new EventReader(await fetch(url, { headers, signal: stopping.signal }), stopping);
  }

  /** The next event; undefined when the stream has ended. Comments are passed over. */
  async next(): Promise<ReadEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end >= 0) {
        const event = parse(this.#text.slice(0, end));
        this.#text = this.#text.slice(end + 2);
        if (event) return event;
      } else if (this.#isOver) {
        return undefined;
      } else {
        const step = await this.#body?.next();
        if (step?.done === false) this.#text += this.#decoder.decode(step.value, { stream: true });
        else this.#isOver = true;
      }
    }
  }

  /** Events up to and with the first that satisfies the condition. */
  async until(condition: (event: ReadEvent) => boolean): Promise<ReadEvent[]> {
    const events: ReadEvent[] = [];
    for (;;) {
      const event = await this.next();
      if (!event) throw new Error(`the stream ended after ${JSON.stringify(events)}`);
      events.push(event);
      if (condition(event)) return events;
    }
  }

  /** Goes away, as a browser whose page is closed. */
  close(): void {
    this.#stopping.abort();
  }
}

function parse(text: string): ReadEvent | undefined {
  const fields = new Map(
    text.split("\n").flatMap((line) => {
      const colon = line.indexOf(": ");
      return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 2)] as const] : [];
    }),
  );
  const data = fields.get("data");
  if (data === undefined) return undefined;
  return { event: fields.get("event") ?? "message", id: fields.get("id") ?? "", data: JSON.parse(data) };
}
