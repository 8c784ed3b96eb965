/**
 * One side of a book: quantities by tick in a typed array around the best price, with a pointer to the best. Levels
 * further from the touch wait in `SortedLevels`; the window moves when the best leaves it.
 *
 * Inside, a level's key is its number of ticks, negative for asks, so that the higher key is the better one on both
 * sides. All levels outside the window are worse than all that it covers, so the best is always in the window.
 */
import { SortedLevels } from "./sorted-levels.ts";
import { priceOf, refinedGrid, tickGrid, ticksOf, type TickGrid } from "./tick-grid.ts";

export type BookSide = "bid" | "ask";

export interface LadderLimits {
  /** Ticks that the window covers, from 16 to 65,536. Eight bytes each. */
  readonly windowTicks: number;
  /** Levels that are kept, 100 or more: beyond them the worst may be forgotten. */
  readonly maxLevels: number;
}

/** 10,000 books of two such sides take 80 MB when they are full. */
export const DEFAULT_LADDER: LadderLimits = { windowTicks: 256, maxLevels: 1000 };

/** How many of the worst are forgotten at once. */
const SURPLUS = 128;

export class Ladder {
  readonly #sign: 1 | -1;
  readonly #quantities: Float64Array;
  readonly #size: number;
  readonly #maxLevels: number;
  readonly #far = new SortedLevels();
  #grid: TickGrid;
  #step: number;
  #scale: number;
  #perUnit: number;
  /** The key of the window's first slot; NaN before the first level, so that the window is put around that. */
  #base = Number.NaN;
  /** The slot of the best level; meaningless when there is none. */
  #best = 0;
  /** Levels in the window. */
  #count = 0;

  constructor(side: BookSide, tickSize: string, limits: LadderLimits = DEFAULT_LADDER) {
    this.#sign = side === "bid" ? 1 : -1;
    this.#size = limits.windowTicks;
    this.#quantities = new Float64Array(limits.windowTicks);
    this.#maxLevels = limits.maxLevels;
    this.#grid = tickGrid(tickSize);
    this.#step = this.#grid.step;
    this.#scale = this.#grid.scale;
    this.#perUnit = this.#grid.perUnit;
  }

  /** Levels that are kept. */
  get length(): number {
    return this.#count + this.#far.length;
  }

  /** 0 when the side is empty. */
  get bestPrice(): number {
    return this.#count === 0 ? 0 : this.#priceAt(this.#best + this.#base);
  }

  /** 0 when the side is empty. */
  get bestQuantity(): number {
    return this.#count === 0 ? 0 : (this.#quantities[this.#best] as number);
  }

  /** The quantity at a price; 0 for none. */
  quantityAt(price: number): number {
    const ticks = ticksOf(this.#grid, price);
    if (priceOf(this.#grid, ticks) !== price) return 0;
    const key = this.#sign * ticks;
    const slot = key - this.#base;
    return slot < 0 ? this.#far.get(key) : (this.#quantities[slot] ?? 0);
  }

  /**
   * Sets or, with a quantity of 0, removes the level at a price. Answers false, and changes nothing, when these are
   * not a price and a quantity.
   */
  set(price: number, quantity: number): boolean {
    if (!(price > 0 && quantity >= 0 && price < Infinity && quantity < Infinity)) return false;
    let ticks = Math.round(price * this.#perUnit);
    if ((ticks * this.#step) / this.#scale !== price) ticks = this.#refine(price);
    if (ticks === 0) return false;
    const key = this.#sign * ticks;
    const slot = key - this.#base;
    if (slot >= 0 && slot < this.#size) this.#setSlot(slot, quantity);
    else if (this.#count === 0 || slot >= this.#size) this.#setOutside(key, quantity);
    else this.#setFar(key, quantity);
    return true;
  }

  /** Replaces all levels by these: price, quantity, price, quantity. Quickest when the best come first. */
  load(levels: ArrayLike<number>): boolean {
    this.clear();
    // Only then is everything else on the right side of the window, and what is far comes in its order.
    let isGood = levels.length < 2 || this.set(levels[0] as number, levels[1] as number);
    for (let at = levels.length - (levels.length % 2) - 2; at > 0; at -= 2) {
      if (!this.set(levels[at] as number, levels[at + 1] as number)) isGood = false;
    }
    return isGood;
  }

  clear(): void {
    if (this.#count > 0) this.#quantities.fill(0);
    this.#count = 0;
    this.#base = Number.NaN;
    this.#far.clear();
  }

  /** Appends the best levels to `out`, at most `limit`: price, quantity, price, quantity. */
  read(limit: number, out: number[]): void {
    let left = this.#count;
    let wanted = limit;
    for (let slot = this.#best; left > 0 && wanted > 0; slot--) {
      const quantity = this.#quantities[slot] as number;
      if (quantity === 0) continue;
      out.push(this.#priceAt(slot + this.#base), quantity);
      left--;
      wanted--;
    }
    for (let place = this.#far.length - 1; place >= 0 && wanted > 0; place--, wanted--) {
      out.push(this.#priceAt(this.#far.keyAt(place)), this.#far.quantityAt(place));
    }
  }

  #priceAt(key: number): number {
    return (this.#sign * key * this.#step) / this.#scale;
  }

  #setSlot(slot: number, quantity: number): void {
    const before = this.#quantities[slot] as number;
    this.#quantities[slot] = quantity;
    if (quantity !== 0) {
      if (before !== 0) return;
      if (this.#count === 0 || slot > this.#best) this.#best = slot;
      this.#count++;
    } else if (before !== 0) {
      this.#count--;
      if (slot === this.#best) this.#findBest();
    }
  }

  /** The best level is gone: the next one is below it, in the window or beyond. */
  #findBest(): void {
    if (this.#count > 0) {
      let slot = this.#best - 1;
      while (this.#quantities[slot] === 0) slot--;
      this.#best = slot;
      // Near the window's end the next ones are far already.
      if (slot < this.#size >> 3 && this.#far.length > 0) this.#moveTo(slot + this.#base);
    } else if (this.#far.length > 0) this.#moveTo(this.#far.keyAt(this.#far.length - 1));
  }

  /** A level above the window, or the first of all. */
  #setOutside(key: number, quantity: number): void {
    if (quantity === 0) return;
    this.#moveTo(key);
    this.#setSlot(key - this.#base, quantity);
  }

  #setFar(key: number, quantity: number): void {
    this.#far.set(key, quantity);
    if (this.#far.length + this.#count > this.#maxLevels + SURPLUS) {
      this.#far.keepBest(Math.max(0, this.#maxLevels - this.#count));
    }
  }

  /** Puts the window around a key, a quarter of it above: there the best will come and go. */
  #moveTo(key: number): void {
    const base = key - (this.#size - (this.#size >> 2));
    const by = base - this.#base;
    if (this.#count > 0) this.#shift(by);
    this.#base = base;
    for (let place = this.#far.length - 1; place >= 0 && this.#far.keyAt(place) >= base; place--) {
      const slot = this.#far.keyAt(place) - base;
      this.#quantities[slot] = this.#far.quantityAt(place);
      if (this.#count === 0 || slot > this.#best) this.#best = slot;
      this.#count++;
      this.#far.pop();
    }
  }

  /**
   * Moves the content of the window by this many ticks; levels that fall out below become far. Nothing falls out
   * above.
   */
  #shift(by: number): void {
    const { length } = this.#quantities;
    if (by < 0) {
      this.#quantities.copyWithin(-by, 0, this.#best + 1);
      this.#quantities.fill(0, 0, -by);
    } else {
      this.#dropBelow(Math.min(by, length));
      if (this.#count > 0) this.#quantities.copyWithin(0, by, this.#best + 1);
      // The remaining levels were copied down, so their old places are emptied.
      this.#quantities.fill(0, Math.max(0, this.#best + 1 - by), this.#best + 1);
    }
    this.#best -= by;
  }

  #dropBelow(end: number): void {
    for (let slot = 0; slot < end; slot++) {
      const quantity = this.#quantities[slot] as number;
      if (quantity === 0) continue;
      this.#far.append(slot + this.#base, quantity);
      this.#quantities[slot] = 0;
      this.#count--;
    }
    this.#far.keepBest(this.#maxLevels);
  }

  /** Makes the grid fine enough for a price that is between two ticks; answers its number of ticks. */
  #refine(price: number): number {
    const deepest = this.#far.length > 0 ? this.#far.keyAt(0) : this.#base;
    const largest = Math.max(Math.abs(deepest), Math.abs(this.#base + this.#size));
    const refined = refinedGrid(this.#grid, price, this.length === 0 ? 0 : largest);
    if (!refined) return ticksOf(this.#grid, price);
    const kept: number[] = [];
    this.read(this.#count, kept);
    const bestKey = (this.#best + this.#base) * refined.factor;
    this.#quantities.fill(0);
    this.#grid = refined.grid;
    this.#step = refined.grid.step;
    this.#scale = refined.grid.scale;
    this.#perUnit = refined.grid.perUnit;
    this.#far.scale(refined.factor);
    this.#count = 0;
    this.#base = bestKey;
    for (let at = kept.length - 2; at >= 0; at -= 2) {
      const ticks = ticksOf(this.#grid, kept[at] as number);
      this.#far.append(this.#sign * ticks, kept[at + 1] as number);
    }
    if (kept.length > 0) this.#moveTo(bestKey);
    return ticksOf(this.#grid, price);
  }
}
