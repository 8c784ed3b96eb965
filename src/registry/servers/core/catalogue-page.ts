/** Chooses one page of the catalogue: filters, order, and where to go on. */
import type { Instant } from "../../../kit/time/instant.ts";
import type { Catalogue, CatalogueServer } from "./catalogue.ts";
import { byIdentity, byText, byUpdate } from "./entry-orders.ts";
import type { Entry } from "./entry.ts";
import { firstAfter } from "./sorted.ts";
import type { ServerStatus } from "./status.ts";

/** The filters of a list. All that are given must hold. */
export interface ListFilters {
  /** Literal text in the name, in any case. */
  readonly search?: string;
  /** `all` looks in title and description too. */
  readonly searchIn?: "name" | "all";
  /** `latest`, or exactly this version. */
  readonly version?: string;
  /** Changed in this registry after this instant. Then deleted versions are always included. */
  readonly updatedSince?: Instant;
  readonly includeDeleted?: boolean;
  readonly registryType?: string;
  /** `remote`: has a remote endpoint; `local`: has a package to install. */
  readonly kind?: "remote" | "local";
  readonly status?: ServerStatus;
  /** `name`: by name, then version, as plain text. `updated`: latest change first. */
  readonly sort?: "name" | "updated";
}

/** The last row of the page before. */
export interface PagePosition {
  readonly name: string;
  readonly version: string;
  /** Only for `sort: "updated"`. */
  readonly updatedAt?: Instant;
}

export interface CataloguePage {
  readonly entries: readonly Entry[];
  /** Where the next page begins; undefined on the last one. */
  readonly next: PagePosition | undefined;
  /** How many versions were looked at to find them; of servers whose name does not fit, one. */
  readonly looked: number;
}

/** Counts what a walk looks at. */
export interface Looked {
  count: number;
}

/** Looking at so many takes up to a millisecond, some times as long as the rest of a request. */
const VERSIONS_PER_REQUEST = 5_000;

/** As how many further requests it counts that so many versions were looked at. */
export function costOfLooking(looked: number): number {
  return Math.floor(looked / VERSIONS_PER_REQUEST);
}

/** Up to this many matches are sorted at once; of more, walking the list in its order fills the page sooner. */
const FEW = 300;

/** A page ends where its versions have more bytes together. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** The page of at most `limit` versions that follows `after`; of fewer where they are large. */
export function cataloguePage(
  catalogue: Catalogue,
  filters: ListFilters,
  limit: number,
  after?: PagePosition,
): CataloguePage {
  const entries: Entry[] = [];
  const looked: Looked = { count: 0 };
  let isMore = false;
  let bytes = 0;
  for (const entry of matching(catalogue, filters, after, looked)) {
    bytes += entry.body.length;
    isMore = entries.length === limit || (bytes > MAX_PAGE_BYTES && entries.length > 0);
    if (isMore) break;
    entries.push(entry);
  }
  const last = entries.at(-1);
  if (!isMore || !last) return { entries, next: undefined, looked: looked.count };
  const position = { name: last.serverName, version: last.version };
  const next = filters.sort === "updated" ? { ...position, updatedAt: last.updatedAt } : position;
  return { entries, next, looked: looked.count };
}

/** All that the filters choose, in the order of the list, from the position on. */
export function* matching(
  catalogue: Catalogue,
  filters: ListFilters,
  after?: PagePosition,
  counted?: Looked,
): Iterable<Entry> {
  const matches = filter(filters);
  const looked = counted ?? { count: 0 };
  for (const entry of walk(catalogue, filters, after, looked)) {
    looked.count++;
    if (matches(entry)) yield entry;
  }
}

function filter(filters: ListFilters): (entry: Entry) => boolean {
  const { version, updatedSince, registryType, kind, status } = filters;
  const search = filters.search?.toLowerCase();
  const wide = filters.searchIn === "all";
  const withDeleted = filters.includeDeleted === true || updatedSince !== undefined || status === "deleted";
  const type = registryType?.toLowerCase();
  return (entry) =>
    (withDeleted || entry.status !== "deleted") &&
    (version === undefined || (version === "latest" ? entry.isLatest : entry.version === version)) &&
    (updatedSince === undefined || entry.changedHereAt > updatedSince) &&
    (status === undefined || entry.status === status) &&
    (type === undefined || entry.registryTypes.includes(type)) &&
    (kind === undefined || (kind === "remote" ? entry.hasRemote : entry.registryTypes.length > 0)) &&
    (search === undefined || entry.lowerName.includes(search) || (wide && entry.words.includes(search)));
}

type ServerTest = (server: CatalogueServer) => boolean;

/** False for a server none of whose versions holds the text: most are passed over at the cost of one look. */
function serverFilter({ search = "", searchIn }: ListFilters): ServerTest | undefined {
  if (search === "") return undefined;
  const text = search.toLowerCase();
  if (searchIn !== "all") return (server) => server.lowerName.includes(text);
  return (server) => {
    if (server.lowerName.includes(text)) return true;
    for (const words of server.words) if (words.includes(text)) return true;
    return false;
  };
}

/** Entries in the order of the list, from the position on, among which are all that match. */
function walk(
  catalogue: Catalogue,
  filters: ListFilters,
  after: PagePosition | undefined,
  looked: Looked,
): Iterable<Entry> {
  const holds = serverFilter(filters);
  const few = fewCandidates(catalogue, filters, holds);
  looked.count += few?.length ?? 0;
  if (filters.sort === "updated") {
    if (few) return few.filter((entry) => comesAfterUpdate(entry, after)).sort((one, other) => byUpdate(other, one));
    return fromNewest(catalogue.byUpdate, after);
  }
  if (few) return few.filter((entry) => comesAfter(entry, after)).sort(byIdentity);
  return fromName(catalogue.servers, after, filters.version === "latest", holds, looked);
}

function fewCandidates(catalogue: Catalogue, filters: ListFilters, holds: ServerTest | undefined): Entry[] | undefined {
  if (filters.updatedSince !== undefined) {
    const { byChangeHere } = catalogue;
    const first = firstAfter(byChangeHere, filters.updatedSince, (entry, at) => entry.changedHereAt - at || -1);
    if (byChangeHere.length - first <= FEW) return byChangeHere.slice(first);
  }
  if (!holds || filters.search === undefined) return undefined;
  const servers = fewThatHold(catalogue.candidates(filters.search.toLowerCase(), filters.searchIn === "all"), holds);
  return servers?.flatMap((server) => (filters.version === "latest" ? [server.latest] : server.entries));
}

/** Each once; undefined as soon as there are more than a few. */
function fewThatHold(
  candidates: readonly CatalogueServer[] | undefined,
  holds: ServerTest,
): CatalogueServer[] | undefined {
  if (!candidates) return undefined;
  const found = new Set<CatalogueServer>();
  for (const server of candidates) {
    if (holds(server) && found.add(server).size > FEW) return undefined;
  }
  return [...found];
}

function* fromName(
  servers: readonly CatalogueServer[],
  after: PagePosition | undefined,
  latestOnly: boolean,
  holds: ServerTest | undefined,
  looked: Looked,
): Iterable<Entry> {
  let at = after ? firstAfter(servers, after.name, (server, name) => byText(server.name, name) || 1) : 0;
  for (; at < servers.length; at++) {
    const server = servers[at] as CatalogueServer;
    if (holds && !holds(server)) {
      looked.count++;
      continue;
    }
    const isFirst = after?.name === server.name;
    if (latestOnly) {
      if (!isFirst || server.latest.version > after.version) yield server.latest;
    } else {
      const start = isFirst ? firstAfter(server.entries, after.version, (entry, key) => byText(entry.version, key)) : 0;
      for (let entry = start; entry < server.entries.length; entry++) yield server.entries[entry] as Entry;
    }
  }
}

function* fromNewest(entries: readonly Entry[], after: PagePosition | undefined): Iterable<Entry> {
  // The newest stand last; a page goes on just below the last row of the one before.
  let at = after ? firstAfter(entries, after, (entry, key) => -orderAgainst(key, entry) || 1) - 1 : entries.length - 1;
  for (; at >= 0; at--) yield entries[at] as Entry;
}

function comesAfter(entry: Entry, after: PagePosition | undefined): boolean {
  if (!after) return true;
  return (byText(entry.serverName, after.name) || byText(entry.version, after.version)) > 0;
}

function comesAfterUpdate(entry: Entry, after: PagePosition | undefined): boolean {
  return !after || orderAgainst(after, entry) > 0;
}

/** Positive when the position is above the entry in order of update. */
function orderAgainst(position: PagePosition, entry: Entry): number {
  return (
    (position.updatedAt ?? 0) - entry.updatedAt ||
    byText(position.name, entry.serverName) ||
    byText(position.version, entry.version)
  );
}
