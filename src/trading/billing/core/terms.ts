/** The terms of an account: a package, and the settings that differ from it. */
import { LEAVES, withLeaf, type LeafValue } from "./leaves.ts";
import { packageOf, type BaseId } from "./packages.ts";
import type { PlanLimits } from "./plan-limits.ts";
import { REGIONS } from "./regions.ts";

/** Changed settings by their dotted paths. */
export type Overrides = Readonly<Record<string, LeafValue>>;

export interface Terms {
  readonly baseId: BaseId;
  readonly overrides: Overrides;
}

export interface Plan {
  readonly id: BaseId | "custom";
  /** The package that it is, or whose settings were changed. */
  readonly baseId: BaseId;
  readonly name: string;
  readonly limits: PlanLimits;
}

export const FREE_TERMS: Terms = { baseId: "free", overrides: {} };

/** The plan of some terms. Settings that the tree no longer has are passed over. */
export function planFor({ baseId, overrides }: Terms): Plan {
  const base = packageOf(baseId);
  const paths = Object.keys(overrides).filter((path) => LEAVES.includes(path));
  if (paths.length === 0) return { id: base.id, baseId, name: base.name, limits: base.limits };
  const limits = paths.reduce((tree, path) => changed(tree, path, overrides[path] as LeafValue), base.limits);
  return { id: "custom", baseId, name: "Custom", limits };
}

const REGION_LEAF = /^strategies\.servers\.locations\.(?:private|shared)\.active$/;

/** Whatever is not active of the regions is inactive. */
function changed(limits: PlanLimits, path: string, value: LeafValue): PlanLimits {
  const tree = withLeaf(limits, path, value);
  if (!REGION_LEAF.test(path) || !Array.isArray(value)) return tree;
  const inactive = REGIONS.filter((region) => !value.includes(region));
  return withLeaf(tree, path.replace(/active$/, "inactive"), inactive);
}
