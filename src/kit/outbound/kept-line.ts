/**
 * Kept connections to addresses that the operator has chosen, such as those of exchanges, for requests that change something.
 *
 * A usual HTTP client waits for a turn of the event loop before it uses a kept connection again, so that it sees what has come on it
 * in between. Here a kept connection is read all the time: one on which something comes without a question is ended. So a request
 * is written in the turn that asks for it, and until then it can be called off. What a user can steer goes by `outbound.ts`.
 */
import { Agent as PlainAgent, request as requestPlain, type IncomingMessage, type RequestOptions } from "node:http";
import { Agent as TlsAgent, request as requestTls } from "node:https";
import type { Duplex } from "node:stream";
import { urlToHttpOptions } from "node:url";

/** How long a connection is kept that nothing is asked on. Shorter where the exchange says so. */
const KEPT = { keepAlive: true, timeout: 60_000 };
/** An answer to a change is a few hundred bytes; more than this is not read. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

export interface LineRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** How long it may take from now to the end of its answer. */
  readonly timeoutMs: number;
  /** Called in the turn that writes it, when the connection is open. When it throws, nothing is written. */
  readonly beforeWrite: () => void;
}

export interface LineAnswer {
  readonly status: number;
  readonly statusText: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** A request that got no answer, or none that can be understood. */
export class LineError extends Error {
  override readonly name = "LineError";
  readonly kind: "lost" | "timeout";

  constructor(kind: "lost" | "timeout", message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export class KeptLine {
  readonly #plain = new PlainAgent(KEPT);
  readonly #secure = new TlsAgent(KEPT);
  /** By the beginnings of addresses, up to the path: there are as many as the operator has chosen. */
  readonly #origins = new Map<string, RequestOptions>();
  #isClosed = false;

  constructor() {
    this.#watch(this.#plain, "connect");
    this.#watch(this.#secure, "secureConnect");
  }

  /** @throws LineError, or what `beforeWrite` has thrown */
  send({ url, method, headers, body = "", timeoutMs, beforeWrite }: LineRequest): Promise<LineAnswer> {
    const isSecure = url.startsWith("https:");
    const length = body === "" && method === "DELETE" ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const agent = isSecure ? this.#secure : this.#plain;
    const options = { ...this.#target(url), method, agent, headers: { ...headers, ...length } };
    return new Promise((resolve, reject) => {
      const request = (isSecure ? requestTls : requestPlain)(options);
      const timer = setTimeout(() => {
        request.destroy(new LineError("timeout", `no answer within ${timeoutMs} ms`));
      }, timeoutMs);
      const fail = (error: unknown): void => {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new Error("the request failed", { cause: error }));
      };
      request.once("socket", () => {
        try {
          beforeWrite();
        } catch (error) {
          fail(error);
          request.destroy();
          return;
        }
        request.end(body);
      });
      request.once("response", (answer) => {
        collect(answer).then((text) => {
          clearTimeout(timer);
          resolve(answerOf(answer, text));
        }, fail);
      });
      // Also after the answer has begun: an unhandled error event ends the process.
      request.on("error", (error) => fail(error instanceof LineError ? error : lost(error)));
    });
  }

  /** Ends the connections that nothing is asked on; others when their answer has come. */
  close(): void {
    this.#isClosed = true;
    for (const { freeSockets } of [this.#plain, this.#secure]) {
      for (const sockets of Object.values(freeSockets)) for (const socket of sockets ?? []) socket.destroy();
    }
  }

  /** Where a request goes. The beginning of an address is parsed once: that would be a tenth of the time until it is written. */
  #target(url: string): RequestOptions {
    const path = url.indexOf("/", url.indexOf("//") + 2);
    const origin = url.slice(0, Math.max(0, path));
    const isPlain = path > 0 && !origin.includes("?") && !url.includes("#");
    if (!isPlain) return urlToHttpOptions(new URL(url));
    let known = this.#origins.get(origin);
    if (!known) this.#origins.set(origin, (known = urlToHttpOptions(new URL(origin))));
    return { ...known, path: url.slice(path) };
  }

  /** Hands sockets out once they are open, and ends those that receive anything while idle. */
  #watch(agent: PlainAgent, opened: "connect" | "secureConnect"): void {
    const create = agent.createConnection.bind(agent);
    const keep = agent.keepSocketAlive.bind(agent);
    const reuse = agent.reuseSocket.bind(agent);
    agent.createConnection = (options, done) => {
      const socket = create(options);
      if (!socket) return undefined;
      const fail = (error: Error): void => done?.(error, socket);
      const late = (): void => {
        socket.destroy(new LineError("lost", "no connection in time"));
      };
      socket.once("error", fail).once("timeout", late);
      socket.once(opened, () => {
        socket.off("error", fail).off("timeout", late);
        done?.(null, socket);
      });
      return undefined;
    };
    agent.keepSocketAlive = (socket) => {
      if (this.#isClosed) return false;
      socket.on("data", end);
      return keep(socket);
    };
    agent.reuseSocket = (socket, request) => {
      socket.removeListener("data", end);
      reuse(socket, request);
    };
  }
}

/** Ends an idle socket that has received something. */
function end(this: Duplex): void {
  this.destroy();
}

async function collect(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > MAX_ANSWER_BYTES) break;
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof LineError ? error : lost(error);
  }
  if (bytes > MAX_ANSWER_BYTES) throw new LineError("lost", `the answer has more than ${MAX_ANSWER_BYTES} bytes`);
  return Buffer.concat(parts).toString("utf8");
}

function answerOf({ statusCode = 0, statusMessage = "", headers }: IncomingMessage, text: string): LineAnswer {
  return { status: statusCode, statusText: statusMessage, headers, text };
}

function lost(error: unknown): LineError {
  return new LineError("lost", error instanceof Error ? error.message : "the connection was lost", error);
}
