/**
 * Requests of one key, one after the other: exchanges refuse a request whose number is lower than one that they have
 * seen already, and two that are on their way at once may overtake each other.
 */

/** What goes before what: a cancel before an order, an order before a lookup. */
export type Lane = "cancel" | "order" | "lookup";

interface Waiting {
  run(): Promise<void>;
}

/** So many may wait. More are refused: whoever sends them faster than they leave will not be helped by waiting. */
const MAX_WAITING = 500;

export class SenderQueue {
  readonly #lanes: Readonly<Record<Lane, Waiting[]>> = { cancel: [], order: [], lookup: [] };
  #isSending = false;

  /** False when nothing more can be taken. */
  get hasRoom(): boolean {
    const { cancel, order, lookup } = this.#lanes;
    return cancel.length + order.length + lookup.length < MAX_WAITING;
  }

  /** Runs a request when those before it in its lane, and all in better lanes, are through. */
  run<T>(lane: Lane, request: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = (): Promise<void> => request().then(resolve, reject);
      this.#lanes[lane].push({ run });
      if (!this.#isSending) void this.#send();
    });
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    const { cancel, order, lookup } = this.#lanes;
    const best = (): Waiting | undefined => cancel.shift() ?? order.shift() ?? lookup.shift();
    for (let next = best(); next; next = best()) await next.run();
    this.#isSending = false;
  }
}
