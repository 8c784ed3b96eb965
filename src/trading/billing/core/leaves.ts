/** The leaves of the tree of limits, by their dotted paths: `strategies.maximum.duration`. */
import { planLimits, type PlanLimits } from "./plan-limits.ts";

/** The value at a leaf. */
export type LeafValue = boolean | number | readonly string[];

interface Node {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Node>>;
}

/** All dotted paths, in the order of the tree. */
export const LEAVES: readonly string[] = leavesOf(planLimits, "");

/** The tree's value at a leaf; undefined when the leaf does not exist. */
export function readLeaf(limits: PlanLimits, path: string): LeafValue | undefined {
  if (!LEAVES.includes(path)) return undefined;
  let at: unknown = limits;
  for (const name of path.split(".")) at = (at as Readonly<Record<string, unknown>>)[name];
  return at as LeafValue;
}

/**
 * The tree with another value at a leaf. A path that is not a leaf changes nothing; the given tree is never modified.
 */
export function withLeaf(limits: PlanLimits, path: string, value: LeafValue): PlanLimits {
  if (!LEAVES.includes(path)) return limits;
  return replaced(limits, path.split("."), value) as PlanLimits;
}

function replaced(node: unknown, [name, ...rest]: readonly string[], value: LeafValue): unknown {
  if (name === undefined) return value;
  const members = node as Readonly<Record<string, unknown>>;
  return { ...members, [name]: replaced(members[name], rest, value) };
}

function leavesOf(node: Node, path: string): string[] {
  if (node.properties === undefined) return [path];
  return Object.entries(node.properties).flatMap(([name, child]) => leavesOf(child, path ? `${path}.${name}` : name));
}
