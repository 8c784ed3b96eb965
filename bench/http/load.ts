/**
 * A load generator: keep-alive connections that each send a request, wait for the whole answer, and send the next. On
 * plain sockets and in a process of its own, so that it costs the server nothing and itself little.
 */
import { createHmac } from "node:crypto";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

export interface LoadPlan {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly requests: GetPlan | PublishPlan;
  /** Each connection waits for a random time up to this between an answer and its next request; 0 for full load. */
  readonly pauseMs?: number;
}

export interface GetPlan {
  readonly kind: "get";
  readonly paths: readonly string[];
  /** Each path is asked for once, and the run ends with the last one. */
  readonly once?: boolean;
  readonly authorization?: string;
  /** Each request has a new signature, by these keys in turn, as described in `docs/trading/signing.md`. */
  readonly signers?: readonly Signer[];
}

export interface Signer {
  readonly key: string;
  readonly secret: string;
}

export interface PublishPlan {
  readonly kind: "publish";
  /** One for each connection. */
  readonly tokens: readonly string[];
  /** Keeps two runs apart. */
  readonly run: string;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Answers other than 200. */
  readonly failed: number;
  /** The status of the first of them. */
  readonly failure: string;
}

/** Runs in a process of its own: takes plans from its parent, one after the other, and tells what came of each. */
export function generateLoad(): void {
  process.on("message", (plan: LoadPlan) => {
    void runPlan(plan).then((result) => process.send?.(result));
  });
}

async function runPlan(plan: LoadPlan): Promise<LoadResult> {
  const next = requestsOf(plan);
  const times: number[] = [];
  let failed = 0;
  let failure = "";
  const began = performance.now();
  const endAt = began + plan.seconds * 1000;
  // Where nothing is compared with a bare server, the processor is left to the database.
  if (plan.requests.kind === "get" && !plan.pauseMs) stayAwake(() => performance.now() < endAt);
  await Promise.all(
    Array.from({ length: plan.connections }, async (_, connection) => {
      const client = new Client(plan.port);
      while (performance.now() < endAt) {
        const request = next(connection);
        if (request === undefined) break;
        const sentAt = performance.now();
        const status = await client.send(request);
        times.push(performance.now() - sentAt);
        if (status !== "200") {
          failed++;
          failure ||= status;
        }
        if (plan.pauseMs) await delay(Math.random() * plan.pauseMs);
      }
      client.close();
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const sorted = Float64Array.from(times).sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { perSecond: times.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1), failed, failure };
}

/**
 * Keeps this process from sleeping between answers. Otherwise a server that is slower than its client has to wake the
 * client with every answer, at the server's cost (several microseconds on a virtual machine), and a faster one does
 * not: the slower would look slower than it is.
 */
function stayAwake(isRunning: () => boolean): void {
  setImmediate(() => {
    if (isRunning()) stayAwake(isRunning);
  });
}

function requestsOf({ requests, port }: LoadPlan): (connection: number) => string | undefined {
  const host = `Host: 127.0.0.1:${port}\r\n`;
  let number = 0;
  if (requests.kind === "get") {
    const key = requests.authorization === undefined ? "" : `Authorization: ${requests.authorization}\r\n`;
    const head = `${host}${key}Accept: application/json\r\n\r\n`;
    const texts = requests.paths.map((path) => `GET ${path} HTTP/1.1\r\n${head}`);
    const { signers = [] } = requests;
    if (signers.length > 0) {
      return () => {
        const signer = signers[number % signers.length];
        const text = texts[number++ % texts.length] ?? "";
        return signer && `${text.slice(0, -2)}${signature(signer, number)}\r\n`;
      };
    }
    return requests.once ? () => texts[number++] : () => texts[number++ % texts.length];
  }
  const { tokens, run } = requests;
  return (connection) => {
    const body = JSON.stringify(documentOf(run, number++));
    return (
      `POST /v0.1/publish HTTP/1.1\r\n${host}Authorization: Bearer ${tokens[connection] ?? ""}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    );
  };
}

const HEADER = Buffer.from('{"typ":"JWT","alg":"HS256"}').toString("base64url");

function signature({ key, secret }: Signer, number: number): string {
  // Nanoseconds by the clock, and then some, so that no two of a key are the same.
  const nonce = `${Date.now()}${String(number % 1_000_000).padStart(6, "0")}`;
  const text = `${HEADER}.${Buffer.from(`{"nonce":"${nonce}"}`).toString("base64url")}`;
  const signed = createHmac("sha256", secret).update(text).digest("base64url");
  return `Key: ${key}\r\nAuthorization: ${text}.${signed}\r\n`;
}

/** Every other one a new server, the rest further versions of those of the first eighth, in turns. */
function documentOf(run: string, number: number): object {
  const isNew = number % 2 === 0;
  const turn = number >> 1;
  const server = isNew ? number : 2 * (turn % Math.max(1, turn >> 3));
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: `io.bench.${run}/server-${server}`,
    title: `Server ${server} of the benchmark`,
    description: "Published at a good moment: forecasts, warnings and the like.",
    version: isNew ? "1.0.0" : `1.${number}.0`,
    websiteUrl: "https://bench.example.com/docs",
    repository: { url: `https://github.com/bench/server-${server}`, source: "github" },
    packages: [
      { registryType: "npm", identifier: `@bench/server-${server}`, version: "1.0.0", transport: { type: "stdio" } },
    ],
    remotes: [{ type: "streamable-http", url: `https://s${server}.${run}.example.com/mcp` }],
  };
}

const HEAD_END = Buffer.from("\r\n\r\n");

class Client {
  readonly #socket: Socket;
  #head: Buffer = Buffer.alloc(0);
  #missing = -1;
  #status = "";
  #done: ((status: string) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", (chunk) => this.#take(chunk));
    this.#socket.on("error", (error) => this.#failed?.(error));
    this.#socket.on("close", () => this.#failed?.(new Error("the server closed the connection")));
  }

  send(request: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#failed = reject;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#failed = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#missing < 0) {
      const seen = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
      const end = seen.indexOf(HEAD_END);
      if (end < 0) {
        this.#head = seen;
        return;
      }
      const head = seen.toString("latin1", 0, end);
      this.#head = Buffer.alloc(0);
      this.#status = head.slice(9, 12);
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      if (length === undefined) {
        this.#failed?.(new Error(`an answer without a length: ${head}`));
        return;
      }
      this.#missing = end + HEAD_END.length + Number(length) - seen.length;
    } else {
      this.#missing -= chunk.length;
    }
    if (this.#missing > 0) return;
    this.#missing = -1;
    this.#done?.(this.#status);
  }
}
