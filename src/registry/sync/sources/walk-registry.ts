/** Walks the list of a live registry from its first page to its last. */
import { OutboundError } from "../../../kit/outbound/error.ts";
import type { Outbound, OutboundAnswer, OutboundRequest } from "../../../kit/outbound/outbound.ts";
import type { Random } from "../../../kit/ids/ids.ts";
import { backOffMs } from "../../../kit/time/back-off.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { formatInstant, type Instant } from "../../../kit/time/instant.ts";
import { retryAfterMs } from "../../../kit/time/retry-after.ts";
import { fractionFrom } from "../../../kit/ids/fraction-from.ts";
import { listUrl } from "./list-url.ts";
import { nextCursorOf } from "./next-cursor.ts";
import { NO_ACCESS, type UpstreamAccess } from "./upstream-access.ts";
import { UpstreamError } from "./upstream-error.ts";

export interface WalkDeps {
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly random: Random;
  /** Default: none. */
  readonly access?: UpstreamAccess | undefined;
}

/** The parameters of a list without its place, such as `limit`. */
type Filters = Readonly<Record<string, string>>;

/** A page that is not the first: the cursor that the page before gave, and the parameters of all pages. */
export interface Place {
  readonly cursor: string;
  readonly filters: Filters;
}

export interface Walk {
  /** With or without the version of the interface at its end; see `listUrl`. */
  readonly baseUrl: string;
  /** Only what has changed since; undefined for everything. */
  readonly updatedSince?: Instant | undefined;
  /** The page of an earlier walk to begin with; undefined for the first one. */
  readonly from?: Place | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with each page before its entries are yielded, and where it is; undefined for the first page. */
  readonly onPage?: ((items: readonly unknown[], place: Place | undefined) => void) | undefined;
}

const PAGE_LIMIT = 100;
const PAGE_BYTES = 64 * 1024 * 1024;
const PAGE_TIMEOUT_MS = 60_000;

/** Two million versions: a list that is longer does not end. */
const MAX_PAGES = 20_000;
/** A filter may empty a page. This many in a row are an upstream that turns in circles. */
const MAX_EMPTY_PAGES = 50;

const TRIES = 4;
const FIRST_WAIT_MS = 1_000;
/** Longer waits are left to the next run, so that this one does not hold what it holds. */
const MAX_WAIT_MS = 60_000;

/**
 * Yields the entries of all pages. A page that fails is tried four times. A registry that does not know a parameter
 * (`include_deleted`, `updated_since`), or not so many on a page, is asked without it.
 *
 * @throws UpstreamError when a page cannot be had, or the pages do not end; the signal's reason.
 */
export async function* walkRegistry(deps: WalkDeps, walk: Walk): AsyncGenerator {
  const url = listUrl(walk.baseUrl);
  const seen = new Set<string>();
  let emptyPages = 0;
  let place = walk.from;
  let { page, filters } = place ? await pageAt(deps, url, place, walk.signal) : await firstPage(deps, url, walk);
  for (let pages = 1; ; pages++) {
    walk.onPage?.(page.servers, place);
    yield* page.servers;
    if (page.next === undefined) return;
    if (seen.has(page.next)) throw new UpstreamError("the upstream's pages go in a circle");
    seen.add(page.next);
    emptyPages = page.servers.length === 0 ? emptyPages + 1 : 0;
    if (pages >= MAX_PAGES || emptyPages >= MAX_EMPTY_PAGES) throw new UpstreamError("the upstream's pages do not end");
    place = { cursor: page.next, filters };
    ({ page, filters } = await pageAt(deps, url, place, walk.signal));
  }
}

interface FoundPage {
  readonly page: Page;
  readonly filters: Filters;
}

async function pageAt(
  deps: WalkDeps,
  url: string,
  { cursor, filters }: Place,
  signal?: AbortSignal,
): Promise<FoundPage> {
  return { page: await fetchPage(deps, pageUrl(url, { ...filters, cursor }), signal), filters };
}

async function firstPage(deps: WalkDeps, url: string, walk: Walk): Promise<FoundPage> {
  const deleted = { include_deleted: "true" };
  const since = walk.updatedSince === undefined ? undefined : { updated_since: formatInstant(walk.updatedSince) };
  const known: Filters[] = since ? [{ ...since, ...deleted }, since, deleted, {}] : [deleted, {}];
  // A registry that refuses all of these may refuse the size of the page.
  const candidates = [...known.map((filters) => ({ limit: String(PAGE_LIMIT), ...filters })), ...known];
  for (const filters of candidates) {
    try {
      return { page: await fetchPage(deps, pageUrl(url, filters), walk.signal), filters };
    } catch (error) {
      if (!(error instanceof UnknownParameter) || Object.keys(filters).length === 0) throw error;
    }
  }
  throw new UpstreamError("the upstream refuses to list its servers");
}

/** The upstream refused the form of the request. */
class UnknownParameter extends UpstreamError {}

interface Page {
  readonly servers: readonly unknown[];
  readonly next: string | undefined;
}

function pageUrl(url: string, filters: Filters): string {
  const query = new URLSearchParams(filters).toString();
  return query === "" ? url : `${url}?${query}`;
}

async function fetchPage(deps: WalkDeps, url: string, signal?: AbortSignal): Promise<Page> {
  const { clock, random } = deps;
  for (let failures = 1; ; failures++) {
    const outcome = await tryPage(deps, url, signal);
    if (outcome.kind === "page") return outcome.page;
    const { reason, cause, waitMs } = outcome;
    const mayHelp = outcome.kind === "later" && failures < TRIES && (waitMs ?? 0) <= MAX_WAIT_MS;
    if (outcome.kind === "refused") throw new UnknownParameter(reason);
    if (!mayHelp) throw new UpstreamError(reason, { retryAfterMs: waitMs, cause });
    await clock.sleep(
      waitMs ?? backOffMs(failures, { firstMs: FIRST_WAIT_MS, maxMs: MAX_WAIT_MS }, fractionFrom(random)),
      signal,
    );
  }
}

type Outcome =
  | { readonly kind: "page"; readonly page: Page }
  | {
      readonly kind: "later" | "never" | "refused";
      readonly reason: string;
      readonly cause?: unknown;
      readonly waitMs?: number | undefined;
    };

async function tryPage(deps: WalkDeps, url: string, signal?: AbortSignal): Promise<Outcome> {
  let answer: OutboundAnswer;
  try {
    const limits = { maxBytes: PAGE_BYTES, timeoutMs: PAGE_TIMEOUT_MS, redirects: 3 };
    answer = await requestAllowed(deps, { url, headers: { accept: "application/json" }, ...limits, signal });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const mayPass = error.kind === "unreachable" || error.kind === "timeout";
    return {
      kind: mayPass ? "later" : "never",
      // It is a sentence, and here a part of one.
      reason: `the upstream could not be read: ${error.reason.replace(/\.$/, "")}`,
      cause: error,
    };
  }
  const { status } = answer;
  if (status === 400 || status === 422) return { kind: "refused", reason: `the upstream answered ${status}` };
  if (status === 408 || status === 429 || status >= 500) {
    const waitMs = retryAfterMs(answer.headers["retry-after"], deps.clock.now());
    return { kind: "later", reason: `the upstream answered ${status}`, waitMs };
  }
  if (status === 401 || status === 403) return { kind: "never", reason: refusalOf(status, deps.access) };
  if (status !== 200) return { kind: "never", reason: `the upstream answered ${status}` };
  const page = readPage(answer.body);
  return page ? { kind: "page", page } : { kind: "later", reason: "the upstream's answer is not a list of servers" };
}

/** Asks with the credentials, if there are any for this URL. A token that was withdrawn early is replaced once. */
export async function requestAllowed(
  { outbound, access = NO_ACCESS }: Pick<WalkDeps, "outbound" | "access">,
  request: OutboundRequest & { readonly url: string },
): Promise<OutboundAnswer> {
  const ask = async (): Promise<OutboundAnswer> => {
    const headers = { ...request.headers, ...(await access.headersFor(request.url, request.signal)) };
    return await outbound.request({ ...request, headers });
  };
  const answer = await ask();
  return answer.status === 401 && access.refused() ? await ask() : answer;
}

/** The operator's options after a 401 or 403. */
function refusalOf(status: number, access: UpstreamAccess | undefined): string {
  const why = access === undefined || access === NO_ACCESS ? "it asks for credentials" : "it refuses the credentials";
  return `the upstream answered ${status}: ${why}`;
}

/** Undefined for what is not a ServerList: half of one, an error page, anything. */
function readPage(body: Buffer): Page | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { servers, metadata } = value as { servers?: unknown; metadata?: unknown };
  // Go writes an empty list as null.
  if (!Array.isArray(servers) && servers !== null) return undefined;
  const cursor = nextCursorOf(metadata);
  if (cursor !== undefined && cursor !== null && typeof cursor !== "string") return undefined;
  return { servers: servers ?? [], next: cursor || undefined };
}
