import type { ExchangeGate } from "./gate.ts";
import type { WatchedMarket } from "./watched-market.ts";

/** More than this part of the markets lost, and the exchange counts as degraded. */
const MAX_LOST_SHARE = 0.1;

/** Tells of followed markets that send no reports, and of the end of that. */
export class StreamHealth {
  readonly #gate: Pick<ExchangeGate, "happened">;
  #isDeaf = false;

  constructor(gate: Pick<ExchangeGate, "happened">) {
    this.#gate = gate;
  }

  /** While it lasts it is told each time: answers to requests may have made the exchange healthy, or another stream of it. */
  note(markets: Iterable<Pick<WatchedMarket, "state">>): void {
    const all = [...markets];
    const lost = all.filter(({ state }) => state === "lost").length;
    if (lost > all.length * MAX_LOST_SHARE) {
      this.#isDeaf = true;
      this.#gate.happened("deafened", `${String(lost)} of ${String(all.length)} followed markets send no reports`);
    } else this.end();
  }

  /** Nothing is followed any more, or everything reports. */
  end(): void {
    if (!this.#isDeaf) return;
    this.#isDeaf = false;
    this.#gate.happened("heard", "");
  }
}
