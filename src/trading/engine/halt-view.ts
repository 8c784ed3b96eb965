/** The halts as a process that sends orders obeys them: asked in the turn of the event loop that writes to a socket. */
import { placesOf, type RiskOwner } from "./core/risk-figures.ts";
import type { Halt, HaltScope } from "./core/risk.ts";
import type { HaltViewStore } from "./risk-store.ts";

export class HaltView {
  readonly #store: HaltViewStore;
  readonly #owner: string;
  #halts: ReadonlyMap<string, readonly Halt[]> = new Map();
  /** Undefined before the first look. */
  #epoch: number | undefined;
  #confirmed: number | undefined;
  #last: Promise<void> = Promise.resolve();
  /** The look that has not begun yet. */
  #next: Promise<void> | undefined;

  /** @param owner names this run of this process, as its leases do */
  constructor(store: HaltViewStore, owner: string) {
    this.#store = store;
    this.#owner = owner;
  }

  /** False before the first look: until then nothing may be sent. */
  get isKnown(): boolean {
    return this.#epoch !== undefined;
  }

  /** Everything that is halted, as far as this process knows. */
  all(): readonly Halt[] {
    return [...this.#halts.values()].flat();
  }

  /** The halts of an order of this account, key and strategy. */
  haltsOf(owner: RiskOwner): readonly Halt[] {
    if (this.#halts.size === 0) return [];
    const places: { readonly scope: HaltScope; readonly id: number }[] = [...placesOf(owner), PLATFORM];
    return places.flatMap((place) => this.#halts.get(nameOf(place)) ?? []);
  }

  /**
   * Takes over everything that was stored before the call, and then says so. Looks follow each other: an older one must not
   * replace what a newer one has confirmed. Calls that come during a look share the next one.
   */
  refresh(): Promise<void> {
    if (this.#next) return this.#next;
    const next = this.#last.then(() => {
      this.#next = undefined;
      return this.#look();
    });
    this.#next = next;
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** Takes the halts over where they have changed: `epoch` was read with something else that is asked all the time. */
  async noticed(epoch: number): Promise<void> {
    if (epoch !== this.#confirmed) await this.refresh();
  }

  async #look(): Promise<void> {
    if ((await this.#store.readEpoch()) !== this.#epoch) {
      const { epoch, halts } = await this.#store.loadHalts();
      const byPlace = new Map<string, Halt[]>();
      for (const halt of halts) byPlace.set(nameOf(halt), [...(byPlace.get(nameOf(halt)) ?? []), halt]);
      this.#halts = byPlace;
      this.#epoch = epoch;
    }
    // From here on nothing leaves against these halts: who waits for that may know.
    if (this.#epoch === undefined || this.#epoch === this.#confirmed) return;
    const epoch = this.#epoch;
    await this.#store.confirm(this.#owner, epoch);
    this.#confirmed = epoch;
  }
}

const PLATFORM = { scope: "platform", id: 0 } as const;

function nameOf({ scope, id }: { readonly scope: HaltScope; readonly id: number }): string {
  return `${scope} ${id}`;
}
