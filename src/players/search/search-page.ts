/** One page of a search: identifiers first, then names. */
import type { Directory, DirectoryStore, FoundSubject } from "../directory/index.ts";
import { decodePosition, encodePosition } from "./hit-cursor.ts";
import { mergePage } from "./core/merge-page.ts";
import { searchErrors } from "./errors.ts";
import { identifiersOf } from "./identifiers.ts";

export interface SearchQuery {
  readonly type: "Player" | "Tribe";
  readonly q: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface SearchPage {
  /** JSON texts. */
  readonly shown: readonly Buffer[];
  readonly total: number;
  /** The next page's cursor. */
  readonly next: string | undefined;
}

const MAX_POINTS = 64;

/** @throws 400 for a query that is blank or too long, and for a foreign cursor. */
export async function searchPage(
  directory: Directory,
  store: Pick<DirectoryStore, "playersOfAccount">,
  { type, q, limit, cursor }: SearchQuery,
): Promise<SearchPage> {
  const text = q.trim();
  // Two UTF-16 units a code point at most: no need to count what is far too long.
  if (text === "" || text.length > MAX_POINTS * 2 || Array.from(text).length > MAX_POINTS)
    throw searchErrors.badQuery();
  const search = `${type} ${limit} ${text}`;
  const after = cursor === undefined ? undefined : decodePosition(search, cursor);
  if (cursor !== undefined && !after) throw searchErrors.badCursor();

  const list = type === "Player" ? directory.players : directory.tribes;
  const kinds = type === "Player" ? (["character", "platform", "former"] as const) : (["tribe", "former"] as const);
  const page = list.search(text, { kinds, limit, after });
  const named = await namedBy(text, type, directory, store);
  const ids = named.map(({ id }) => id);
  const merged = mergePage({
    named,
    found: page.found,
    foundTotal: page.total,
    foundAndNamed: list.countFound(ids, text, { kinds, limit }),
    isFirst: !after,
  });
  return {
    shown: merged.shown.map(({ shown }) => shown),
    total: merged.total,
    next: page.next && encodePosition(search, page.next),
  };
}

/** The subjects that the text names by an identifier. */
async function namedBy(
  text: string,
  type: SearchQuery["type"],
  directory: Directory,
  store: Pick<DirectoryStore, "playersOfAccount">,
): Promise<FoundSubject[]> {
  const { platformId, id } = identifiersOf(text);
  if (platformId === undefined && id === undefined) return [];
  if (type === "Tribe") return id === undefined ? [] : present([directory.tribes.find(id)]);
  const ofAccount = platformId === undefined ? [] : await store.playersOfAccount(platformId);
  const ids = new Set([...ofAccount, ...(id === undefined ? [] : [id])]);
  return present([...ids].map((each) => directory.players.find(each)));
}

function present(found: readonly (FoundSubject | undefined)[]): FoundSubject[] {
  return found.filter((each) => each !== undefined);
}
