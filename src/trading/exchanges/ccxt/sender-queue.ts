/**
 * Requests of one key. Exchanges that number requests refuse one whose number is lower than one that they have seen
 * already: there they leave one after the other. Where the numbers are times, each lane has requests under way at the
 * same time, so that one that hangs holds up no other.
 */

/** What goes before what: a cancel before an order, an order before the search of one (`find`), and that before lists. */
export type Lane = "cancel" | "order" | "find" | "lookup";

interface Waiting {
  run(): Promise<void>;
}

/**
 * So many of a lane may wait. More are refused: sending faster than requests leave is not helped by waiting. Cancels are never
 * refused: there are no more of them than orders were placed, and each makes a position safer.
 */
const MAX_WAITING = 500;
/** So many of a lane may be under way at the same time where the exchange takes that. */
const UNDER_WAY: Readonly<Record<Lane, number>> = { cancel: 8, order: 8, find: 4, lookup: 4 };
const LANES: readonly Lane[] = ["cancel", "order", "find", "lookup"];

export class SenderQueue {
  readonly #lanes: Readonly<Record<Lane, Waiting[]>> = { cancel: [], order: [], find: [], lookup: [] };
  readonly #underWay: Record<Lane, number> = { cancel: 0, order: 0, find: 0, lookup: 0 };
  readonly #takesOverlap: boolean;

  constructor({ takesOverlap }: { readonly takesOverlap: boolean }) {
    this.#takesOverlap = takesOverlap;
  }

  /** False when nothing more of this lane can be taken. Requests of other lanes do not count. */
  hasRoom(lane: Lane): boolean {
    return lane === "cancel" || this.#lanes[lane].length < MAX_WAITING;
  }

  /** Runs a request when its lane has a place; without overlap, when those before it and in better lanes are through. */
  run<T>(lane: Lane, request: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = (): Promise<void> => request().then(resolve, reject);
      this.#lanes[lane].push({ run });
      this.#start();
    });
  }

  #start(): void {
    for (const lane of LANES) {
      const waiting = this.#lanes[lane];
      while (waiting.length > 0 && this.#hasPlace(lane)) {
        const next = waiting.shift();
        if (next) void this.#send(lane, next);
      }
    }
  }

  #hasPlace(lane: Lane): boolean {
    const { cancel, order, find, lookup } = this.#underWay;
    return this.#takesOverlap ? this.#underWay[lane] < UNDER_WAY[lane] : cancel + order + find + lookup === 0;
  }

  async #send(lane: Lane, waiting: Waiting): Promise<void> {
    this.#underWay[lane]++;
    await waiting.run();
    this.#underWay[lane]--;
    this.#start();
  }
}
