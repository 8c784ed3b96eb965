/**
 * Fills that arrive before their order is known. Some exchanges report only their own order id, and report it in a
 * fill before they answer the request. They wait until the id is known (contract 4.7).
 */

/** More are not kept: then the oldest are forgotten, and the trades have to be asked for again. */
const MAX_WAITING = 10_000;

export class WaitingFills<Fill> {
  readonly #byOrder = new Map<string, Map<string, Fill>>();
  readonly #limit: number;
  #count = 0;

  constructor(limit: number = MAX_WAITING) {
    this.#limit = limit;
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Keeps a fill. One that is kept already changes nothing.
   *
   * @param order market and exchange order id
   * @param key from `fillKey`
   * @returns false when the fills of the order that waits longest were forgotten to make room
   */
  add(order: string, key: string, fill: Fill): boolean {
    const fills = this.#byOrder.get(order) ?? new Map<string, Fill>();
    if (fills.has(key)) return true;
    fills.set(key, fill);
    this.#byOrder.set(order, fills);
    this.#count++;
    if (this.#count <= this.#limit) return true;
    for (const [oldest, kept] of this.#byOrder) {
      this.#byOrder.delete(oldest);
      this.#count -= kept.size;
      break;
    }
    return false;
  }

  /** The fills of an order whose exchange id has become known, oldest first. They no longer wait. */
  take(order: string): readonly Fill[] {
    const fills = this.#byOrder.get(order);
    if (!fills) return [];
    this.#byOrder.delete(order);
    this.#count -= fills.size;
    return [...fills.values()];
  }
}
