/**
 * The one door for outbound requests that a user can steer: ownership checks, proofs, feeds, webhooks, images.
 *
 * Every hop goes through the same steps: the URL's form is checked, its host is resolved once, every answer is checked,
 * and the connection is made to a checked answer. A name that answers differently the second time gains nothing,
 * because the name is not looked up a second time.
 */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { codeOf } from "../errors/code-of.ts";
import type { Clock } from "../time/clock.ts";
import { orAborted } from "../time/or-aborted.ts";
import type { Traces } from "../traces/traces.ts";
import { parseAddress, type Address } from "./address.ts";
import { parsePermittedPlaces, type PermittedPlaces } from "./permitted-places.ts";
import { OutboundError } from "./error.ts";
import { exchange, isRedirect } from "./exchange.ts";
import { forwardedHeaders, ownHeaders } from "./headers.ts";
import type { ProxyRules } from "./proxy-rules.ts";
import { tracedRequests } from "./traced-requests.ts";

export interface OutboundRequest {
  readonly url: string | URL;
  /** Default GET. */
  readonly method?: "GET" | "HEAD" | "POST" | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array | undefined;
  /** Of the answer's body, on the wire and unpacked. */
  readonly maxBytes: number;
  /** For everything together: names, connections, redirects, the last byte of the body. */
  readonly timeoutMs: number;
  /** How many redirects are followed; 0 refuses the first. */
  readonly redirects: number;
  /** Asked for each redirect's target, besides the guard's own rules. */
  readonly redirectAllowed?: ((url: URL) => boolean) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface OutboundAnswer {
  readonly status: number;
  /** Names in lower case; values of a repeated header joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Where the answer came from, after redirects. */
  readonly url: string;
}

export interface Outbound {
  /**
   * Sends one request; any status is an answer.
   *
   * @throws OutboundError without a full answer, by what the caller may do about it; the signal's reason when it is
   * aborted.
   */
  request(request: OutboundRequest): Promise<OutboundAnswer>;
  /** Ends every request in progress and refuses new ones. Resolves when all connections are closed. */
  close(): Promise<void>;
}

/** Where host names become addresses. Answers every address of the name, or rejects. */
export interface Resolver {
  lookup(host: string): Promise<string[]>;
}

export interface OutboundOptions {
  /** Networks and hosts that may be private and plain http; see `parsePermittedPlaces` for their form. */
  readonly allowPrivate: readonly string[];
  /** Default: the operating system's resolver. */
  readonly resolver?: Resolver | undefined;
  /** Sent with every request that names no user agent of its own. */
  readonly userAgent: string;
  readonly clock: Clock;
  /** Certificate authorities (PEM) to trust besides the usual ones. */
  readonly ca?: string | undefined;
  /**
   * URLs that the operator has named: their origins are asked through the operator's proxy. A proxy resolves names itself,
   * so the guard cannot check where they lead. Everything else is therefore asked directly, redirects too.
   */
  readonly proxied?: { readonly rules: ProxyRules | undefined; readonly urls: readonly string[] } | undefined;
  /** Shows requests in traces, by host and status. Default: none are shown. */
  readonly traces?: Traces | undefined;
}

const MAX_URL_CHARACTERS = 8192;

/** A name with more addresses than this is not a service that we need. */
const MAX_ADDRESSES = 64;

/** Makes the guard. One for each set of `allowPrivate`: features do not share what they may reach. */
export function outbound(options: OutboundOptions): Outbound {
  const guard: Guard = {
    permitted: parsePermittedPlaces(options.allowPrivate),
    resolver: options.resolver ?? systemResolver,
    userAgent: options.userAgent,
    ca: options.ca,
    proxyFor: proxying(options),
  };
  const running = new Map<AbortController, Promise<unknown>>();
  let closed = false;

  async function bounded(request: OutboundRequest, stop: AbortController): Promise<OutboundAnswer> {
    const finished = new AbortController();
    const cancel = (): void => stop.abort(request.signal?.reason);
    request.signal?.addEventListener("abort", cancel, { once: true });
    if (request.signal?.aborted) cancel();
    void options.clock.sleep(request.timeoutMs, finished.signal).then(
      () => stop.abort(new OutboundError("timeout", `There was no full answer within ${request.timeoutMs} ms.`)),
      () => undefined,
    );
    try {
      return await follow(guard, request, stop.signal);
    } catch (error) {
      throw stop.signal.aborted ? stop.signal.reason : asOutboundError(error);
    } finally {
      finished.abort();
      request.signal?.removeEventListener("abort", cancel);
    }
  }

  const ask: Outbound["request"] = async (request) => {
    if (closed) throw shuttingDown();
    const stop = new AbortController();
    const run = bounded(request, stop);
    running.set(stop, run);
    try {
      return await run;
    } finally {
      running.delete(stop);
    }
  };

  return {
    request: options.traces ? tracedRequests(ask, options.traces) : ask,
    async close() {
      closed = true;
      const last = [...running];
      for (const [stop] of last) stop.abort(shuttingDown());
      await Promise.allSettled(last.map(([, run]) => run));
    },
  };
}

/**
 * Whether a guard with these options would let a request to the URL out, now. `unknown`: the host could not be resolved,
 * which may pass.
 */
export async function judgeAddress(
  options: Pick<OutboundOptions, "allowPrivate" | "resolver">,
  url: string,
): Promise<{ readonly kind: "reachable" } | { readonly kind: "refused" | "unknown"; readonly reason: string }> {
  const resolver = options.resolver ?? systemResolver;
  const permitted = parsePermittedPlaces(options.allowPrivate);
  const guard: Guard = { permitted, resolver, userAgent: "", ca: undefined, proxyFor: () => undefined };
  try {
    await checkedAddresses(guard, parseUrl(url), undefined, new AbortController().signal);
    return { kind: "reachable" };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { kind: error.kind === "refused" ? "refused" : "unknown", reason: error.message };
  }
}

interface Guard {
  readonly permitted: PermittedPlaces;
  readonly resolver: Resolver;
  readonly userAgent: string;
  readonly ca: string | undefined;
  readonly proxyFor: (url: URL) => URL | undefined;
}

function proxying({ proxied }: OutboundOptions): Guard["proxyFor"] {
  const urls = (proxied?.urls ?? []).filter((url) => URL.canParse(url));
  const origins = new Set(urls.map((url) => new URL(url).origin));
  return (url) => (origins.has(url.origin) ? proxied?.rules?.proxyFor(url) : undefined);
}

async function follow(guard: Guard, request: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
  let url = parseUrl(request.url);
  let method = request.method ?? "GET";
  let body = request.body;
  let headers = ownHeaders(request.headers ?? {}, guard.userAgent);
  for (let redirects = 0; ; redirects++) {
    const proxy = guard.proxyFor(url);
    const addresses = await checkedAddresses(guard, url, proxy, signal);
    const { maxBytes } = request;
    const answer = await exchange({ url, addresses, proxy, method, headers, body, maxBytes, ca: guard.ca, signal });
    const location = answer.headers["location"];
    if (!isRedirect(answer.status) || location === undefined) return { ...answer, url: url.href };

    if (request.redirects === 0) throw refused(`${hostOf(url)} answered with a redirect, which is not followed here.`);
    if (redirects >= request.redirects) {
      throw new OutboundError("tooManyRedirects", `There were more than ${request.redirects} redirects.`);
    }
    const target = parseUrl(location, url);
    if (request.redirectAllowed && !request.redirectAllowed(target)) {
      throw refused(`${hostOf(url)} answered with a redirect to a place that is not allowed here.`);
    }
    // RFC 9110, section 15.4: 303 always becomes GET; 301 and 302 turn POST into GET, as all clients do.
    if (method === "POST" && answer.status < 307) {
      [method, body] = ["GET", undefined];
      delete headers["content-type"];
    }
    if (target.origin !== url.origin) {
      if (method === "POST") throw refused(`${hostOf(url)} asked to send the request's body on to another host.`);
      headers = forwardedHeaders(headers);
    }
    url = target;
  }
}

function parseUrl(given: string | URL, base?: URL): URL {
  const where = base ? "The target of a redirect" : "The URL";
  const text = String(given);
  if (text.length > MAX_URL_CHARACTERS) throw refused(`${where} is too long.`);
  if (!URL.canParse(text, base?.href)) throw refused(`${where} is not a valid URL.`);
  const url = new URL(text, base?.href);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refused(`${where} must start with https://.`);
  if (url.username !== "" || url.password !== "") throw refused(`${where} must not contain a user name or password.`);
  return url;
}

/**
 * Resolves the URL's host and answers its addresses if every one of them may be connected to. The proxy resolves names
 * itself: then there are none.
 */
async function checkedAddresses(
  guard: Guard,
  url: URL,
  proxy: URL | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const plain = url.protocol === "http:";
  if (plain && !guard.permitted.mayPermitHttp(url)) throw refused(`${hostOf(url)} must be asked by https.`);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (proxy !== undefined && !isIP(host)) return [];
  const texts = isIP(host) ? [host] : await resolve(guard.resolver, host, signal);
  const addresses: Address[] = [];
  for (const text of texts) {
    const address = parseAddress(text);
    if (!address || !guard.permitted.permits(url, address)) {
      throw refused(`${hostOf(url)} is not at a public address.`, new Error(`resolved to ${text}`));
    }
    addresses.push(address);
  }
  if (plain && !guard.permitted.permitsHttp(url, addresses)) throw refused(`${hostOf(url)} must be asked by https.`);
  return texts;
}

async function resolve(resolver: Resolver, host: string, signal: AbortSignal): Promise<readonly string[]> {
  let addresses: string[];
  try {
    addresses = await orAborted(resolver.lookup(host), signal);
  } catch (error) {
    throw new OutboundError("unreachable", `The host name ${host} could not be resolved.`, error);
  }
  if (addresses.length === 0) throw new OutboundError("unreachable", `The host name ${host} has no address.`);
  if (addresses.length > MAX_ADDRESSES) throw refused(`The host name ${host} has too many addresses.`);
  return addresses;
}

const systemResolver: Resolver = {
  lookup: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
};

function asOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = codeOf(error) ?? "";
  if (code.endsWith("HEADERS_OVERFLOW") || code === "HPE_HEADER_OVERFLOW") {
    return new OutboundError("tooLarge", "The headers of the answer are too large.", error);
  }
  if (code === "UND_ERR_INVALID_ARG") return refused("The request is not a valid HTTP request.", error);
  if (/CERT|TLS|SSL|VERIFY|EPROTO/.test(code)) {
    return new OutboundError("unreachable", "The connection could not be secured: check the certificate.", error);
  }
  if (code.startsWith("HPE_")) return new OutboundError("unreachable", "The answer was not valid HTTP.", error);
  return new OutboundError("unreachable", "The connection failed or was closed before the whole answer came.", error);
}

function refused(reason: string, cause?: unknown): OutboundError {
  return new OutboundError("refused", reason, cause);
}

function shuttingDown(): OutboundError {
  return new OutboundError("unreachable", "This server is shutting down.");
}

/** A host name as it may be shown; an address is not, since a redirect may have brought an internal one. */
function hostOf(url: URL): string {
  return isIP(url.hostname.replace(/^\[|\]$/g, "")) ? "The server" : url.hostname;
}
