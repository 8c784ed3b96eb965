import { EVERY } from "./soak-share.ts";

/** What a soak of all cases of one file tries at least. Fewer would pass, and prove less. */
const LEAST_CASES = 1_000;
const LEAST_KILLS = 100;

/** Counts what was tried, for the soak; says nothing in `npm test`. */
export class CrashTally {
  readonly #what: string;
  readonly #isTold: boolean;
  readonly #cases = new Map<string, number>();
  readonly #startedMs = performance.now();
  #all = 0;
  #deaths = 0;
  #kills = 0;

  constructor(what: string, isTold: boolean) {
    this.#what = what;
    this.#isTold = isTold;
  }

  /** A case that has come to its end. */
  add(kind: string, deaths: number): void {
    this.#cases.set(kind, (this.#cases.get(kind) ?? 0) + 1);
    this.#deaths += deaths;
    if (kind.endsWith("kill -9")) this.#kills++;
    this.#all++;
    if (this.#isTold && this.#all % 50 === 0) console.log(`soak: ${this.#figures()}`);
  }

  points(where: string, count: number): void {
    if (this.#isTold) console.log(`soak: ${count} points in ${where}`);
  }

  /** @param found what was wrong */
  tell(found: readonly unknown[]): void {
    if (!this.#isTold) return;
    console.log(`soak: ${this.#figures()}, ${found.length} of them wrong`);
    for (const [kind, count] of this.#cases) console.log(`  ${String(count).padStart(5)} ${kind}`);
  }

  /** At the end of a file: a list of points that has shrunk fails the soak. `npm test` takes a sample of them. */
  assertGrid(): void {
    const [cases, kills] = [Math.floor(LEAST_CASES / EVERY), Math.floor(LEAST_KILLS / EVERY)];
    if (!this.#isTold || (this.#all >= cases && this.#kills >= kills)) return;
    throw new Error(
      `the soak has tried ${this.#all} cases and ${this.#kills} kills; it tries at least ${cases} and ${kills}`,
    );
  }

  #figures(): string {
    const seconds = Math.round((performance.now() - this.#startedMs) / 1000);
    return `${this.#what}: ${this.#all} cases with ${this.#deaths} deaths in ${seconds} s`;
  }
}
