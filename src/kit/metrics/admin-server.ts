/**
 * A separate port for operators: metrics, health, readiness. It asks for no credentials, so it listens on the machine
 * itself unless told otherwise.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { endStalledAnswers } from "../endpoint/stalled-answers.ts";
import type { Log } from "../log/log.ts";
import type { Metrics } from "./metrics.ts";

/** How a part of the program is. `details` are shown: no secrets, no addresses of others. */
export interface HealthReport {
  readonly ok: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface AdminServerOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly metrics: Metrics;
  /** Whether the process works at all; restarted when it does not. Must not ask the database. */
  readonly health: () => HealthReport | Promise<HealthReport>;
  /** Whether it should be sent requests now. */
  readonly ready: () => HealthReport | Promise<HealthReport>;
  readonly log: Log;
}

export interface AdminServer {
  readonly host: string;
  readonly port: number;
  /** Cuts connections and stops listening. */
  close(): Promise<void>;
}

/** A check that takes longer is a failed one. */
const CHECK_LIMIT_MS = 5000;
const MAX_CONNECTIONS = 50;
const STALL_MS = 30_000;

/**
 * Serves `GET /metrics`, `/health` and `/ready`: 200, or 503 when the report is not `ok`, fails, or takes longer than
 * five seconds.
 *
 * @throws the listening error, when the port is taken.
 */
export async function startAdminServer(options: AdminServerOptions): Promise<AdminServer> {
  const server = createServer((request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      options.log.error({ err: error }, "the admin port could not answer");
      if (!response.headersSent) send(response, 500, "application/json", '{"status":"error"}\n');
    });
  });
  endStalledAnswers(server, STALL_MS);
  server.maxConnections = MAX_CONNECTIONS;
  server.requestTimeout = CHECK_LIMIT_MS;
  server.headersTimeout = CHECK_LIMIT_MS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host ?? "127.0.0.1", resolve);
  });
  server.on("error", (error) => options.log.error({ err: error }, "the admin port failed"));
  const { address, port } = server.address() as AddressInfo;
  return {
    host: address,
    port,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error && server.listening ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

async function answer(options: AdminServerOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("Allow", "GET, HEAD");
    send(response, 405, "application/json", '{"status":"method not allowed"}\n');
    return;
  }
  const [path] = (request.url ?? "").split("?", 1);
  switch (path ?? "") {
    case "/metrics":
      send(response, 200, options.metrics.contentType, await options.metrics.text());
      return;
    case "/health":
      await report(options, "health", response);
      return;
    case "/ready":
      await report(options, "ready", response);
      return;
    default:
      send(response, 404, "application/json", '{"status":"not found"}\n');
  }
}

async function report(options: AdminServerOptions, check: "health" | "ready", response: ServerResponse): Promise<void> {
  const { ok, details } = await checked(options, check);
  const body = { status: ok ? "ok" : "unavailable", ...details };
  send(response, ok ? 200 : 503, "application/json", `${JSON.stringify(body)}\n`);
}

async function checked(options: AdminServerOptions, check: "health" | "ready"): Promise<HealthReport> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<HealthReport>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, details: { reason: "no answer in time" } }), CHECK_LIMIT_MS);
  });
  try {
    return await Promise.race([options[check](), tooLate]);
  } catch (error) {
    options.log.warn({ err: error, check }, "a health check failed");
    return { ok: false, details: { reason: "the check failed" } };
  } finally {
    clearTimeout(timer);
  }
}

function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.writeHead(status, {
    "Content-Type": contentType,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(response.req.method === "HEAD" ? undefined : body);
}
