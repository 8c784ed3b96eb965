/**
 * Looks at every world that can be reached: first at those without a fault, then at those with one, and so on. A world that was
 * seen with fewer faults is not looked at again: whatever can follow it with more could follow it then.
 */
import type { SmallWorld } from "./small-world.ts";
import { faultSteps, freeSteps, goodSteps } from "./steps.ts";
import { SeenWorlds } from "./seen-worlds.ts";
import { keyOf } from "./world-key.ts";

export interface Bounds {
  readonly faults: number;
  /** The user's commands at any moment. */
  readonly commands: number;
}

export interface Rules {
  /** Each answers whether a world is as it must be. */
  readonly always: Readonly<Record<string, (world: SmallWorld) => boolean>>;
  /** What is wrong with a world in which nothing happens by itself any more; undefined for nothing. */
  readonly atRest: (world: SmallWorld) => string | undefined;
}

export interface Explored {
  readonly worlds: number;
  /** How many were first seen with so many faults. */
  readonly byFaults: readonly number[];
  readonly states: ReadonlySet<string>;
  /** By rule, how some worlds that break it came about. */
  readonly broken: Readonly<Record<string, readonly (readonly string[])[]>>;
}

interface Found {
  readonly world: SmallWorld;
  readonly number: number;
}

const MOST_STORIES = 3;
/** In `#next`, of a world at rest. */
const AT_REST = 0xff_ff_ff_ff;

export function exploreAll(start: SmallWorld, { faults, commands }: Bounds, rules: Rules): Explored {
  const explorer = new Explorer(commands, rules);
  const byFaults: number[] = [];
  let starts: Iterable<Found> = explorer.first(start);
  for (let count = 0; count <= faults; count++) {
    const before = byFaults.reduce((sum, each) => sum + each, 0);
    const reached: Found[] = [];
    for (const found of starts) explorer.followAll(found, (each) => count < faults && reached.push(each));
    byFaults.push(explorer.worlds - before);
    starts = explorer.goneWrong(reached);
  }
  explorer.findEndless();
  const { worlds, states, broken } = explorer;
  return { worlds, byFaults, states, broken };
}

class Explorer {
  readonly #commands: number;
  readonly #rules: Rules;
  readonly #seen = new SeenWorlds();
  /** By the number of a world, that of the one to which its most natural step leads. */
  #next = new Uint32Array(2 ** 14);
  readonly states = new Set<string>();
  readonly broken: Record<string, string[][]> = {};

  constructor(commands: number, rules: Rules) {
    this.#commands = commands;
    this.#rules = rules;
  }

  get worlds(): number {
    return this.#seen.size;
  }

  first(world: SmallWorld): Found[] {
    return [{ world, number: this.#seen.add(keyOf(world), 0, "") }];
  }

  /** Every new world that follows without a fault, itself among them. */
  followAll(start: Found, reached: (found: Found) => unknown): void {
    const waiting = [start];
    for (let found = waiting.pop(); found; found = waiting.pop()) {
      reached(found);
      this.#look(found, waiting);
    }
  }

  /** Every new world after one more fault. */
  *goneWrong(worlds: readonly Found[]): Generator<Found> {
    for (const { world, number } of worlds) {
      for (const step of faultSteps(world)) {
        const before = this.worlds;
        const to = this.#seen.add(keyOf(step.world), number, step.name);
        if (to === before) yield { world: step.world, number: to };
      }
    }
  }

  /** Worlds in which something happens by itself for ever. */
  findEndless(): void {
    /** Of each world: 0 for not passed, else the number of the walk that passed it. */
    const passed = new Uint32Array(this.worlds);
    for (let start = 0; start < this.worlds; start++) {
      let at = start;
      while (at !== AT_REST && passed[at] === 0) {
        passed[at] = start + 1;
        at = this.#next[at] ?? AT_REST;
      }
      if (at !== AT_REST && passed[at] === start + 1) this.#break("it comes to rest", start);
    }
  }

  #look({ world, number }: Found, waiting: Found[]): void {
    this.states.add(world.run.state);
    for (const [name, holds] of Object.entries(this.#rules.always)) if (!holds(world)) this.#break(name, number);
    const good = goodSteps(world);
    let next = AT_REST;
    for (const step of [...good, ...freeSteps(world, this.#commands)]) {
      const before = this.worlds;
      const to = this.#seen.add(keyOf(step.world), number, step.name);
      if (step === good[0]) next = to;
      if (to === before) waiting.push({ world: step.world, number: to });
    }
    this.#noteNext(number, next);
    const problem = good.length === 0 ? this.#rules.atRest(world) : undefined;
    if (problem !== undefined) this.#break(problem, number);
  }

  #noteNext(number: number, next: number): void {
    if (number >= this.#next.length) {
      const old = this.#next;
      this.#next = new Uint32Array(Math.max(number + 1, old.length * 2));
      this.#next.set(old);
    }
    this.#next[number] = next;
  }

  #break(rule: string, number: number): void {
    const stories = (this.broken[rule] ??= []);
    if (stories.length < MOST_STORIES) stories.push(this.#seen.storyOf(number));
  }
}
