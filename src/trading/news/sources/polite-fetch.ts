/**
 * Asks a site for its feed as a guest: what robots.txt allows, only what has changed, and never sooner than the site asks.
 * Everything goes through the guard of outbound requests, which bounds size and time, and refuses private addresses.
 */
import { LRUCache } from "lru-cache";
import { OutboundError } from "../../../kit/outbound/error.ts";
import type { Outbound, OutboundAnswer, OutboundRequest } from "../../../kit/outbound/outbound.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { retryAfterMs } from "../../../kit/time/retry-after.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../../kit/time/spans.ts";
import { decodeBody } from "../core/decode-body.ts";
import { forbidsSnippets, isAllowed, MAX_ROBOTS_BYTES, parseRobots } from "../core/robots.ts";
import { cutText, plainText } from "../core/plain-text.ts";
import { siteOf } from "../core/site.ts";

/** The headers of the feed's last whole answer. */
export interface Validators {
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
}

/** @param waitMs the wait that the site asks for; undefined where it asks for none */
interface Failed {
  readonly kind: "failed";
  readonly problem: string;
  readonly waitMs: number | undefined;
}

export type FetchedFeed =
  | { readonly kind: "fresh"; readonly text: string; readonly validators: Validators }
  | { readonly kind: "same" }
  | Failed;

export type FetchedPage = { readonly kind: "fresh"; readonly text: string } | Failed;

export interface PoliteFetchOptions {
  readonly http: Outbound;
  readonly clock: Clock;
}

/** The name that robots.txt knows us by. */
const PRODUCT = "tripod-trading";
const MAX_FEED_BYTES = 4 * 1024 * 1024;
const MAX_PAGE_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 30 * SECOND_MS;
const MAX_REDIRECTS = 3;
const ROBOTS_FOR_MS = DAY_MS;
/** A robots.txt that could not be read is asked for again soon. */
const UNREAD_ROBOTS_FOR_MS = 5 * MINUTE_MS;
const MAX_VALIDATOR = 500;
const ACCEPT =
  "application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, */*;q=0.1";

const ACCEPT_PAGE = "text/html, application/xhtml+xml;q=0.9";

type Robots = { readonly rules: ReturnType<typeof parseRobots> } | Failed;

export class PoliteFetch {
  readonly #http: Outbound;
  readonly #clock: Clock;
  readonly #robots: LRUCache<string, Robots>;

  constructor({ http, clock }: PoliteFetchOptions) {
    this.#http = http;
    this.#clock = clock;
    this.#robots = new LRUCache({ max: 2_000, perf: { now: () => toMillis(clock.now()) } });
  }

  /** One look at a feed. Never throws but for the signal. */
  async fetch(url: string, known: Validators, signal: AbortSignal): Promise<FetchedFeed> {
    const refusal = await this.#refusalOf(new URL(url), signal);
    if (refusal) return refusal;
    const request = { url, headers: headersFor(known), maxBytes: MAX_FEED_BYTES };
    const answer = await this.#get(request, signal);
    if (answer instanceof OutboundError) return failed(answer.reason);
    const { status, headers, body } = answer;
    if (status === 304) return { kind: "same" };
    if (status === 200) {
      return {
        kind: "fresh",
        text: decodeBody(body, headers["content-type"]),
        validators: { etag: validator(headers["etag"]), lastModified: validator(headers["last-modified"]) },
      };
    }
    return this.#refused(answer);
  }

  /** The page of an article, from its own site alone. Never throws but for the signal. */
  async fetchPage(url: string, signal: AbortSignal): Promise<FetchedPage> {
    const refusal = await this.#refusalOf(new URL(url), signal);
    if (refusal) return refusal;
    const redirectAllowed = (target: URL): boolean => siteOf(target) === siteOf(url);
    const request = { url, headers: { accept: ACCEPT_PAGE }, maxBytes: MAX_PAGE_BYTES, redirectAllowed };
    const answer = await this.#get(request, signal);
    if (answer instanceof OutboundError) return failed(answer.reason);
    const { status, headers, body } = answer;
    if (status !== 200) return this.#refused(answer);
    const type = headers["content-type"];
    if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type ?? "")) return failed("It is not a page.");
    if (forbidsSnippets(headers["x-robots-tag"])) return failed("The site asks not to show any text of the page.");
    return { kind: "fresh", text: decodeBody(body, type) };
  }

  #refused({ status, headers }: OutboundAnswer): Failed {
    const waitMs = retryAfterMs(headers["retry-after"], this.#clock.now());
    return { kind: "failed", problem: `The site answered with status ${status}.`, waitMs };
  }

  /** Why robots.txt keeps us out; undefined where it does not. */
  async #refusalOf(url: URL, signal: AbortSignal): Promise<Failed | undefined> {
    const known = this.#robots.get(url.origin) ?? (await this.#readRobots(url.origin, signal));
    if ("problem" in known) return known;
    return isAllowed(known.rules, url.pathname + url.search)
      ? undefined
      : failed("robots.txt of the site forbids this address.");
  }

  /** A site without the file allows everything; one that cannot say must be asked again (RFC 9309, section 2.3.1). */
  async #readRobots(origin: string, signal: AbortSignal): Promise<Robots> {
    const answer = await this.#get({ url: `${origin}/robots.txt`, maxBytes: MAX_ROBOTS_BYTES }, signal);
    let robots: Robots;
    if (answer instanceof OutboundError) {
      robots = answer.kind === "tooLarge" ? { rules: [] } : failed(`robots.txt could not be read. ${answer.reason}`);
    } else if (answer.status === 200) {
      robots = { rules: parseRobots(decodeBody(answer.body, "text/plain; charset=utf-8"), PRODUCT) };
    } else if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
      robots = { rules: [] };
    } else {
      const problem = `robots.txt could not be read: the site answered with status ${answer.status}.`;
      robots = { ...this.#refused(answer), problem };
    }
    this.#robots.set(origin, robots, { ttl: "problem" in robots ? UNREAD_ROBOTS_FOR_MS : ROBOTS_FOR_MS });
    return robots;
  }

  async #get(
    request: Pick<OutboundRequest, "url" | "headers" | "maxBytes" | "redirectAllowed">,
    signal: AbortSignal,
  ): Promise<OutboundAnswer | OutboundError> {
    try {
      return await this.#http.request({ ...request, timeoutMs: TIMEOUT_MS, redirects: MAX_REDIRECTS, signal });
    } catch (error) {
      if (error instanceof OutboundError) return error;
      throw error;
    }
  }
}

function headersFor({ etag, lastModified }: Validators): Record<string, string> {
  return {
    accept: ACCEPT,
    ...(etag === undefined ? {} : { "if-none-match": etag }),
    ...(lastModified === undefined ? {} : { "if-modified-since": lastModified }),
  };
}

/** The value sent back to the site: short, and of one line. */
function validator(header: string | undefined): string | undefined {
  return header === undefined || header.length > MAX_VALIDATOR || !/^[\x20-\x7e]+$/.test(header) ? undefined : header;
}

function failed(problem: string): Failed {
  return { kind: "failed", problem: cutText(plainText(problem, 300), 300), waitMs: undefined };
}
