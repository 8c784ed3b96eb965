/** The used nonces of a key: the highest ones one by one, all below them as a whole. */
import type { Nonce } from "./nonce.ts";

/** `fresh`: was never used, and is from now on. `used`: was used before. `low`: below the window, so it may have been. */
export type NonceVerdict = "fresh" | "used" | "low";

/** How many nonces a window knows one by one: this many requests may be in progress and arrive in any order. */
export const WINDOW_SIZE = 1000;

export class NonceWindow {
  /** At and below this, everything is refused. */
  #floor: Nonce;
  /** Those above the floor that were used, lowest first. */
  readonly #used: Nonce[] = [];
  readonly #size: number;

  /** @param floor no higher nonce was used before this window. */
  constructor(floor: Nonce, size = WINDOW_SIZE) {
    this.#floor = floor;
    this.#size = size;
  }

  /** No higher nonce was used. */
  get highest(): Nonce {
    return this.#used.at(-1) ?? this.#floor;
  }

  /** Uses a nonce up. Never answers `fresh` twice for one nonce. */
  use(nonce: Nonce): NonceVerdict {
    if (nonce <= this.#floor) return "low";
    if (nonce > this.highest) this.#used.push(nonce);
    else {
      const place = this.#placeOf(nonce);
      if (this.#used[place] === nonce) return "used";
      this.#used.splice(place, 0, nonce);
    }
    if (this.#used.length > this.#size) this.#floor = this.#used.shift() ?? this.#floor;
    return "fresh";
  }

  /** Refuses everything at and below `floor` from now on. Never lowers the floor. */
  raiseFloor(floor: Nonce): void {
    if (floor <= this.#floor) return;
    this.#floor = floor;
    const place = this.#placeOf(floor);
    this.#used.splice(0, this.#used[place] === floor ? place + 1 : place);
  }

  /** Of the first one that is not lower. */
  #placeOf(nonce: Nonce): number {
    let low = 0;
    let high = this.#used.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#used[middle] ?? nonce) < nonce) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
