/** Page after page of a list, by the rule of its service. */
import type { Answer } from "./send.ts";
import type { Paging, Params } from "./operation.ts";

/** Entries on a page where the caller does not say. */
const PAGE_ENTRIES = 100;

interface Page {
  /** What the operation answers. */
  readonly value: unknown;
  readonly items: readonly unknown[];
}

/**
 * @param fetchPage calls the operation
 * @param valueOf what a caller sees of an answer
 */
export async function* pagesOf(
  paging: Paging,
  params: Params,
  fetchPage: (params: Params) => Promise<Answer>,
  valueOf: (answer: Answer) => unknown,
): AsyncGenerator<Page, void, undefined> {
  let next: Params | undefined = { ...params, limit: params["limit"] ?? PAGE_ENTRIES };
  while (next !== undefined) {
    const asked: Params = next;
    const answer = await fetchPage(asked);
    const value = valueOf(answer);
    const items = itemsOf(paging, value);
    yield { value, items };
    next = following(paging, asked, { answer, value, items });
  }
}

function itemsOf(paging: Paging, value: unknown): readonly unknown[] {
  if (paging.by === "numberOfMembers") return Object.entries(value as object);
  const list = "list" in paging ? (value as Readonly<Record<string, unknown>>)[paging.list] : value;
  if (!Array.isArray(list)) throw new TypeError("the answer is not a list: one entry was asked for");
  return list;
}

function following(
  paging: Paging,
  asked: Params,
  { answer, value, items }: Page & { readonly answer: Answer },
): Params | undefined {
  switch (paging.by) {
    case "cursor":
      return withCursor(
        asked,
        (value as { readonly metadata?: { readonly nextCursor?: string } }).metadata?.nextCursor,
      );
    case "link":
      return withCursor(asked, cursorOf(answer.headers.get("link") ?? ""));
    case "before": {
      const last = items.at(-1) as Readonly<Record<string, unknown>> | undefined;
      return last && items.length >= Number(asked["limit"]) ? { ...asked, before: last[paging.of] } : undefined;
    }
    case "number":
    case "numberOfMembers":
      return followingNumber(asked, value, items.length);
  }
}

function followingNumber(asked: Params, value: unknown, count: number): Params | undefined {
  const [limit, page] = [Number(asked["limit"]), Number(asked["pagenumber"] ?? 1)];
  const { total } = value as { readonly total?: unknown };
  // Lists that do not count themselves end with a page that is not full.
  const isLast = count === 0 || (typeof total === "number" ? page * limit >= total : count < limit);
  return isLast ? undefined : { ...asked, pagenumber: page + 1 };
}

function withCursor(asked: Params, cursor: string | undefined): Params | undefined {
  return cursor === undefined ? undefined : { ...asked, cursor };
}

/** Of `</Search?...&cursor=...>; rel="next"`. */
function cursorOf(link: string): string | undefined {
  const [, query] = /<[^>?]*\?([^>]*)>\s*;\s*rel="?next"?/.exec(link) ?? [];
  return new URLSearchParams(query ?? "").get("cursor") ?? undefined;
}
