/**
 * How many versions each value of a filter would give for the same search. The result of a search is summed up once,
 * by the fields of the filters; every combination of filters is then counted from a few sums.
 */
import { matching, type ListFilters, type Looked } from "./catalogue-page.ts";
import type { Catalogue } from "./catalogue.ts";
import { facetsOf, type Entry } from "./entry.ts";
import type { ServerStatus } from "./status.ts";

/** Versions that no filter tells apart. */
interface Alike {
  readonly sample: Entry;
  count: number;
}

export interface FacetSums {
  readonly sums: readonly Alike[];
  /** How many versions were looked at. */
  readonly looked: number;
}

/** The filters beside the search. Each is left out where its own values are counted. */
export type FacetFilters = Pick<ListFilters, "includeDeleted" | "registryType" | "kind" | "status"> & {
  readonly version?: "latest";
};

export interface FacetCounts {
  /** With all filters: as many as the list has. */
  readonly total: number;
  /** The most common first, at most 50. */
  readonly registryTypes: readonly { readonly value: string; readonly count: number }[];
  readonly kinds: Readonly<Record<"remote" | "local", number>>;
  readonly statuses: Readonly<Record<ServerStatus, number>>;
}

/** More than any catalogue has today; a publisher may invent types. */
const MAX_TYPES = 50;

/** Adds up what a search finds: deleted versions too. Reads every version that matches. */
export function sumFacets(catalogue: Catalogue, search: Pick<ListFilters, "search" | "searchIn">): FacetSums {
  const alike = new Map<string, Alike>();
  const looked: Looked = { count: 0 };
  for (const entry of matching(catalogue, { ...search, includeDeleted: true }, undefined, looked)) {
    const key = facetsOf(entry);
    const known = alike.get(key);
    if (known) known.count++;
    else alike.set(key, { sample: entry, count: 1 });
  }
  return { sums: [...alike.values()], looked: looked.count };
}

export function countFacets({ sums }: Pick<FacetSums, "sums">, filters: FacetFilters): FacetCounts {
  const type = filters.registryType?.toLowerCase();
  const ofTypes = new Map<string, number>();
  const kinds = { remote: 0, local: 0 };
  const statuses = { active: 0, deprecated: 0, deleted: 0 };
  let total = 0;
  for (const { sample, count } of sums) {
    if (filters.version === "latest" && !sample.isLatest) continue;
    const hasType = type === undefined || sample.registryTypes.includes(type);
    const hasKind = filters.kind === undefined || isOfKind(sample, filters.kind);
    const isShown = filters.includeDeleted === true || sample.status !== "deleted";
    const hasStatus = filters.status === undefined ? isShown : sample.status === filters.status;
    if (hasType && hasKind && hasStatus) total += count;
    // The list shows deleted versions where that status is chosen, whatever else is.
    if (hasType && hasKind) statuses[sample.status] += count;
    if (hasType && hasStatus) {
      for (const kind of ["remote", "local"] as const) if (isOfKind(sample, kind)) kinds[kind] += count;
    }
    if (hasKind && hasStatus) {
      for (const each of new Set(sample.registryTypes)) ofTypes.set(each, (ofTypes.get(each) ?? 0) + count);
    }
  }
  const registryTypes = [...ofTypes]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
  return { total, registryTypes: registryTypes.slice(0, MAX_TYPES), kinds, statuses };
}

function isOfKind({ hasRemote, registryTypes }: Entry, kind: "remote" | "local"): boolean {
  return kind === "remote" ? hasRemote : registryTypes.length > 0;
}
