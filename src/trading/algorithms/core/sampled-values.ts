/**
 * The last values of a metric, one for each slot of time, so that a comparison over seconds does not depend on how often a
 * condition is evaluated. A slot is one second, and longer for spans of more than an hour.
 */
import { HOUR_SECONDS } from "../../../kit/time/spans.ts";

const MAX_SLOTS = HOUR_SECONDS;

/** After a longer pause nothing is known of the time in between, and the history begins again. In slots. */
const MAX_PAUSE_SLOTS = 5;

export class SampledValues {
  readonly #slotMs: number;
  readonly #values: Float64Array;
  #firstSlot = Number.NaN;
  #lastSlot = Number.NaN;
  #sum = 0;
  #turns = 0;

  /** @param spanSeconds how far back it reaches, from 1 to 86,400 */
  constructor(spanSeconds: number) {
    this.#slotMs = Math.max(1, Math.ceil(spanSeconds / MAX_SLOTS)) * 1000;
    this.#values = new Float64Array(Math.ceil((spanSeconds * 1000) / this.#slotMs) + 1);
  }

  /** Adds the value of this moment. Times never go back; a slot shows its last value. */
  record(nowMs: number, value: number): void {
    const slot = Math.floor(nowMs / this.#slotMs);
    if (!(slot - this.#lastSlot <= MAX_PAUSE_SLOTS)) this.clear();
    if (Number.isNaN(this.#firstSlot)) {
      this.#firstSlot = slot;
      this.#lastSlot = slot - 1;
    }
    const before = this.#at(this.#lastSlot);
    while (this.#lastSlot < slot - 1) this.#push(before);
    if (this.#lastSlot < slot) this.#push(value);
    else this.#replace(value);
  }

  /** The value of this many seconds ago; undefined where the history does not reach. */
  before(seconds: number): number | undefined {
    const slot = this.#lastSlot - Math.ceil((seconds * 1000) / this.#slotMs);
    return slot >= this.#first() ? this.#at(slot) : undefined;
  }

  /** The average of all slots that it reaches; undefined before they are full. */
  average(): number | undefined {
    const length = this.#values.length - 1;
    if (!(this.#lastSlot - this.#firstSlot + 1 >= length)) return undefined;
    const oldest = this.#lastSlot - this.#firstSlot + 1 > length ? this.#at(this.#lastSlot - length) : 0;
    return (this.#sum - oldest) / length;
  }

  clear(): void {
    this.#firstSlot = Number.NaN;
    this.#lastSlot = Number.NaN;
    this.#sum = 0;
    this.#turns = 0;
  }

  #first(): number {
    return Math.max(this.#firstSlot, this.#lastSlot - this.#values.length + 1);
  }

  #at(slot: number): number {
    return this.#values[slot % this.#values.length] ?? 0;
  }

  #push(value: number): void {
    const { length } = this.#values;
    this.#lastSlot++;
    const isFull = this.#lastSlot - this.#firstSlot >= length;
    const place = this.#lastSlot % length;
    const evicted = isFull ? (this.#values[place] ?? 0) : 0;
    this.#values[place] = value;
    this.#sum += value - evicted;
    if (isFull && ++this.#turns >= length) this.#addUp();
  }

  #replace(value: number): void {
    const place = this.#lastSlot % this.#values.length;
    this.#sum += value - (this.#values[place] ?? 0);
    this.#values[place] = value;
  }

  /** Once a turn, so that the rounding of sums does not grow for ever. */
  #addUp(): void {
    this.#turns = 0;
    this.#sum = 0;
    for (const value of this.#values) this.#sum += value;
  }
}
