/** Walks the list of a live registry from its first page to its last. */
import { OutboundError } from "../../../kit/outbound/error.ts";
import type { Outbound, OutboundAnswer } from "../../../kit/outbound/outbound.ts";
import type { Random } from "../../../kit/ids/ids.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { formatInstant, type Instant } from "../../../kit/time/instant.ts";
import { backoffMs, retryAfterMs } from "../core/waits.ts";
import { chanceFrom } from "./chance.ts";

export interface WalkDeps {
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly random: Random;
}

export interface Walk {
  /** With or without the version of the interface at its end; see `listUrl`. */
  readonly baseUrl: string;
  /** Only what has changed since; undefined for everything. */
  readonly updatedSince?: Instant | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onPage?: ((items: readonly unknown[]) => void) | undefined;
}

/** The upstream cannot be followed now. The message may be shown to the operator. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  /** How long it asked to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(reason: string, options: { retryAfterMs?: number | undefined; cause?: unknown } = {}) {
    super(reason, options.cause === undefined ? undefined : { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs;
  }
}

const PAGE_LIMIT = 100;
const PAGE_BYTES = 64 * 1024 * 1024;
const PAGE_TIMEOUT_MS = 60_000;

/** Two million versions: a list that is longer does not end. */
const MAX_PAGES = 20_000;
/** A filter may empty a page. So many in a row are an upstream that turns in circles. */
const MAX_EMPTY_PAGES = 50;

const TRIES = 4;
const FIRST_WAIT_MS = 1_000;
/** Longer waits are left to the next run, so that this one does not hold what it holds. */
const MAX_WAIT_MS = 60_000;

/**
 * Yields the entries of all pages. A page that fails is tried four times. A registry that does not know a parameter
 * (`include_deleted`, `updated_since`) is asked without it.
 *
 * @throws UpstreamError when a page cannot be had, or the pages do not end; the signal's reason.
 */
export async function* walkRegistry(deps: WalkDeps, walk: Walk): AsyncGenerator {
  const url = listUrl(walk.baseUrl);
  const seen = new Set<string>();
  let emptyPages = 0;
  let { page, filters } = await firstPage(deps, url, walk);
  for (let pages = 1; ; pages++) {
    walk.onPage?.(page.servers);
    yield* page.servers;
    if (page.next === undefined) return;
    if (seen.has(page.next)) throw new UpstreamError("the upstream's pages go in a circle");
    seen.add(page.next);
    emptyPages = page.servers.length === 0 ? emptyPages + 1 : 0;
    if (pages >= MAX_PAGES || emptyPages >= MAX_EMPTY_PAGES) throw new UpstreamError("the upstream's pages do not end");
    page = await fetchPage(deps, pageUrl(url, { ...filters, cursor: page.next }), walk.signal);
  }
}

/** `https://host/path` or `https://host/path/v0.1` to `https://host/path/v0.1/servers`. */
export function listUrl(baseUrl: string): string {
  const base = baseUrl.replace(/\/+$/, "");
  return /\/v\d+(?:\.\d+)?$/.test(base) ? `${base}/servers` : `${base}/v0.1/servers`;
}

type Filters = Readonly<Record<string, string>>;

async function firstPage(deps: WalkDeps, url: string, walk: Walk): Promise<{ page: Page; filters: Filters }> {
  const deleted = { include_deleted: "true" };
  const since = walk.updatedSince === undefined ? undefined : { updated_since: formatInstant(walk.updatedSince) };
  const candidates: Filters[] = since ? [{ ...since, ...deleted }, since, deleted, {}] : [deleted, {}];
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
  return `${url}?${new URLSearchParams({ limit: String(PAGE_LIMIT), ...filters }).toString()}`;
}

async function fetchPage({ outbound, clock, random }: WalkDeps, url: string, signal?: AbortSignal): Promise<Page> {
  for (let failures = 1; ; failures++) {
    const outcome = await tryPage(outbound, clock, url, signal);
    if (outcome.kind === "page") return outcome.page;
    const { reason, cause, waitMs } = outcome;
    const mayHelp = outcome.kind === "later" && failures < TRIES && (waitMs ?? 0) <= MAX_WAIT_MS;
    if (outcome.kind === "refused") throw new UnknownParameter(reason);
    if (!mayHelp) throw new UpstreamError(reason, { retryAfterMs: waitMs, cause });
    await clock.sleep(waitMs ?? backoffMs(failures, FIRST_WAIT_MS, MAX_WAIT_MS, chanceFrom(random)), signal);
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

async function tryPage(outbound: Outbound, clock: Clock, url: string, signal?: AbortSignal): Promise<Outcome> {
  let answer: OutboundAnswer;
  try {
    answer = await outbound.request({
      url,
      headers: { accept: "application/json" },
      maxBytes: PAGE_BYTES,
      timeoutMs: PAGE_TIMEOUT_MS,
      redirects: 3,
      signal,
    });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const mayPass = error.kind === "unreachable" || error.kind === "timeout";
    return {
      kind: mayPass ? "later" : "never",
      reason: `the upstream could not be read: ${error.reason}`,
      cause: error,
    };
  }
  const { status } = answer;
  if (status === 400 || status === 422) return { kind: "refused", reason: `the upstream answered ${status}` };
  if (status === 408 || status === 429 || status >= 500) {
    const waitMs = retryAfterMs(answer.headers["retry-after"], clock.now());
    return { kind: "later", reason: `the upstream answered ${status}`, waitMs };
  }
  if (status !== 200) return { kind: "never", reason: `the upstream answered ${status}` };
  const page = readPage(answer.body);
  return page ? { kind: "page", page } : { kind: "later", reason: "the upstream's answer is not a list of servers" };
}

/** Undefined for what is no ServerList: half of one, an error page, anything. */
function readPage(body: Buffer): Page | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { servers, metadata } = value as { servers?: unknown; metadata?: { nextCursor?: unknown } | null };
  // Go writes an empty list as null.
  if (!Array.isArray(servers) && servers !== null) return undefined;
  const cursor = metadata?.nextCursor;
  if (cursor !== undefined && cursor !== null && typeof cursor !== "string") return undefined;
  return { servers: servers ?? [], next: cursor || undefined };
}
