/** Looks at every world that can be reached, breadth first, and remembers how each came about. */
import { createHash } from "node:crypto";
import { keyOf, type SmallWorld } from "./small-world.ts";
import { faultSteps, freeSteps, goodSteps } from "./steps.ts";

export interface Bounds {
  readonly faults: number;
  /** The user's commands at any moment. */
  readonly commands: number;
}

export interface Explored {
  readonly worlds: number;
  readonly states: ReadonlySet<string>;
  /** By rule, how some worlds that break it came about. */
  readonly broken: Readonly<Record<string, readonly (readonly string[])[]>>;
}

const MOST_STORIES = 3;

/** @param rules each answers whether a world is as it must be */
export function exploreAll(
  start: SmallWorld,
  { faults, commands }: Bounds,
  rules: Readonly<Record<string, (world: SmallWorld) => boolean>>,
): Explored {
  const ways = new Map<string, readonly [from: string, step: string]>([[hashOf(start), ["", ""]]]);
  const states = new Set<string>();
  const broken: Record<string, string[][]> = {};
  let next = [start];
  while (next.length > 0) {
    const layer = next;
    next = [];
    for (const world of layer) {
      const from = hashOf(world);
      states.add(world.run.state);
      for (const [name, holds] of Object.entries(rules)) {
        if (holds(world)) continue;
        const stories = (broken[name] ??= []);
        if (stories.length < MOST_STORIES) stories.push(storyOf(ways, from));
      }
      for (const step of [...goodSteps(world), ...freeSteps(world, commands), ...faultSteps(world, faults)]) {
        const hash = hashOf(step.world);
        if (ways.has(hash)) continue;
        ways.set(hash, [from, step.name]);
        next.push(step.world);
      }
    }
  }
  return { worlds: ways.size, states, broken };
}

/** Worlds never change. */
const hashes = new WeakMap<SmallWorld, string>();

/** Short, so that millions of worlds can be told apart. */
export function hashOf(world: SmallWorld): string {
  let hash = hashes.get(world);
  if (hash === undefined) {
    hash = createHash("md5").update(keyOf(world)).digest("base64");
    hashes.set(world, hash);
  }
  return hash;
}

function storyOf(ways: ReadonlyMap<string, readonly [from: string, step: string]>, hash: string): string[] {
  const steps: string[] = [];
  for (let at = ways.get(hash); at && at[0] !== ""; at = ways.get(at[0])) steps.unshift(at[1]);
  return steps;
}
