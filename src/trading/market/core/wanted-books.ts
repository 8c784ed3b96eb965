/** The whole books that other processes want: the request of each of them, as long as it renews it. */

/** Of one process at one exchange. */
export const MAX_WANTED = 500;

/** One that has not asked for this long is gone. It asks every second. */
const ASKED_MS = 6_000;
const MAX_ASKING = 100;

/** @param owner names the run of the process that asks */
export function writeWanted(owner: string, marketIds: readonly string[]): string {
  return [owner, ...marketIds.slice(0, MAX_WANTED)].join("\n");
}

export class WantedBooks {
  readonly #asking = new Map<string, { readonly untilMs: number; readonly ids: readonly string[] }>();
  #all: ReadonlySet<string> = new Set();

  /** Takes a process's request, in place of its earlier one; answers the markets. */
  take(text: string, nowMs: number): readonly string[] {
    const [owner = "", ...ids] = text.split("\n", MAX_WANTED + 1);
    if (ids.length === 0) this.#asking.delete(owner);
    else if (this.#asking.has(owner) || this.#asking.size < MAX_ASKING) {
      this.#asking.set(owner, { untilMs: nowMs + ASKED_MS, ids });
    }
    this.#join();
    return ids.filter((id) => this.#all.has(id));
  }

  /** Forgets those that ask no more. */
  sweep(nowMs: number): void {
    for (const [owner, { untilMs }] of this.#asking) if (untilMs < nowMs) this.#asking.delete(owner);
    this.#join();
  }

  /** Ids of markets. */
  get all(): ReadonlySet<string> {
    return this.#all;
  }

  #join(): void {
    this.#all = new Set([...this.#asking.values()].flatMap(({ ids }) => ids));
  }
}
