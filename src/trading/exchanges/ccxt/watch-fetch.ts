/**
 * The way of a request from the library to its socket. What changes something leaves over a connection of its own, but where a proxy
 * stands in between; all else over those of the library's HTTP client.
 */
import { LineError, type KeptLine } from "../../../kit/outbound/kept-line.ts";
import type { Attempt, GateContext } from "./gate-context.ts";
import type { CcxtExchange } from "./library.ts";
import { watchWrites } from "./socket-write.ts";

/** What the gate knows of a request that is about to leave. */
export interface Leaving {
  readonly timeoutMs: number;
  nowMs(): number;
  /** @throws ExchangeFailure when the request is no longer wanted */
  mayLeave(attempt: Attempt): void;
  /** Until when the exchange may take it, where it is told that by a header. */
  expiryHeaders(exchange: CcxtExchange, attempt: Attempt): Readonly<Record<string, string>>;
}

/** Asks once more before a request is written to a socket, and knows when it is. */
export function watchFetch(exchange: CcxtExchange, context: GateContext, gate: Leaving): void {
  const { fetch } = exchange;
  exchange.fetch = async (url, method = "GET", headers, ...rest) => {
    const { attempt } = context;
    const isChange = method !== "GET";
    const all = { ...(headers as object | undefined), ...(isChange && gate.expiryHeaders(exchange, attempt)) };
    const change = isChange ? changeOf({ url, method, headers: all, body: rest[0] }) : undefined;
    if (change && context.line && exchange.httpsProxyCallback?.(url) === undefined) {
      return await overLine(exchange, context, context.line, gate, change);
    }
    // Data that the library loads on first use stay in the instance, not in the view of it below.
    await exchange.loadProxyModules?.();
    await exchange.loadFetchImplementation?.();
    gate.mayLeave(attempt);
    const view = watched(exchange, context, gate, isChange);
    try {
      return await fetch.call(view, url, method, all, ...rest);
    } finally {
      // Also where the library has passed by what is watched.
      if (attempt.wasSent) attempt.terms.onWrite?.();
    }
  };
}

interface Change {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Undefined for what the library alone can write: bodies of several parts. */
function changeOf(asked: {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}): Change | undefined {
  const { url, method, body } = asked;
  const headers = Object.entries(asked.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const hasParts = headers.some(([, value]) => value.startsWith("multipart/"));
  if (hasParts || (body !== undefined && typeof body !== "string")) return undefined;
  return { url, method, headers: Object.fromEntries(headers), body };
}

async function overLine(
  exchange: CcxtExchange,
  context: GateContext,
  line: KeptLine,
  gate: Leaving,
  { url, method, headers, body }: Change,
): Promise<unknown> {
  const { attempt } = context;
  const { timeoutMs } = gate;
  const all = exchange.setHeaders({ ...userAgentOf(exchange), ...exchange.headers, ...headers });
  const beforeWrite = (): void => {
    gate.mayLeave(attempt);
    context.sentMs = gate.nowMs();
    attempt.wasSent = true;
    attempt.terms.onWrite?.();
  };
  const answer = await line.send({ url, method, headers: all, body, timeoutMs, beforeWrite }).catch(asItsOwn);
  if (answer.status >= 300 && answer.status < 400) throw new LibraryError("NetworkError", "the exchange has moved");
  const response = { ...answer, text: () => Promise.resolve(answer.text) };
  return await exchange.handleRestResponse(response, url, method, all, body);
}

/** An error by the name of the library's class of such errors. */
class LibraryError extends Error {
  override readonly name: string;

  constructor(name: "NetworkError" | "RequestTimeout", message: string, cause?: unknown) {
    super(message, { cause });
    this.name = name;
  }
}

function asItsOwn(error: unknown): never {
  if (!(error instanceof LineError)) throw error;
  throw new LibraryError(error.kind === "timeout" ? "RequestTimeout" : "NetworkError", error.message, error);
}

/** What the library says of itself. Some exchanges refuse requests that say nothing. */
function userAgentOf({ userAgent, userAgents }: CcxtExchange): Readonly<Record<string, string>> {
  const agent = userAgent ?? userAgents?.["chrome"];
  return typeof agent === "string" ? { "User-Agent": agent } : {};
}

/** An instance that knows when its next request is written to a socket, and asks once more before it is. */
function watched(exchange: CcxtExchange, context: GateContext, gate: Leaving, isChange: boolean): CcxtExchange {
  const { attempt } = context;
  const { undiciRequest } = exchange;
  const wasSentBefore = attempt.wasSent;
  const assumeWritten = (): void => {
    context.sentMs = gate.nowMs();
    if (isChange) attempt.wasSent = true;
  };
  const written = (): void => {
    assumeWritten();
    if (isChange) attempt.terms.onWrite?.();
  };
  // A request to a client that cannot be watched counts as written.
  if (!undiciRequest) {
    written();
    return exchange;
  }
  assumeWritten();
  const view = Object.create(exchange) as CcxtExchange;
  view.undiciRequest = (url, params) => {
    if (!params.dispatcher) {
      gate.mayLeave(attempt);
      written();
      return undiciRequest.call(exchange, url, params);
    }
    attempt.wasSent = wasSentBefore;
    const dispatcher = watchWrites(params.dispatcher, () => {
      gate.mayLeave(attempt);
      written();
    });
    return undiciRequest.call(exchange, url, { ...params, dispatcher });
  };
  return view;
}
