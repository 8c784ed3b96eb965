/** The input of the HTTP layer: services to mount, and the few things it needs from the rest of the toolkit. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Limiter } from "../limits/limiter.ts";
import type { Traces } from "../traces/traces.ts";
import type { BodyLimits } from "./body-budget.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import type { Credentials, ServiceForm } from "./form.ts";

/** A service with its table and the dependencies that its endpoints' `run` receives. */
export interface MountedService {
  readonly form: ServiceForm;
  readonly endpoints: readonly AnyEndpoint[];
  readonly deps: unknown;
  /** False for paths that no document shows. Default true. */
  readonly documented?: boolean;
  /** Paths where the service speaks another protocol. It closes its connections itself when the server is to close. */
  readonly sockets?: readonly SocketPath[];
}

/** A path where connections leave HTTP for WebSocket. Every attempt draws on the allowances of its address. */
export interface SocketPath {
  /** Whole, from the root and without a query: `/api/v2/ws`. */
  readonly path: string;
  /** Looks at who comes, before the connection changes hands. An AppError that it throws is answered in the form. */
  readonly admit?: (credentials: Credentials) => unknown;
  /** Takes the connection over. It must answer the request and must not throw. */
  readonly upgrade: (taken: TakenConnection) => void;
  /**
   * Answers GET, POST and OPTIONS without an upgrade, for protocols that can do without one. It must not throw. Absent:
   * they are refused.
   */
  readonly request?: (request: IncomingMessage, response: ServerResponse, address: string) => void;
}

/** A connection that has left HTTP, before anything was answered. */
export interface TakenConnection {
  readonly request: IncomingMessage;
  readonly socket: Socket;
  /** Bytes read beyond the request. */
  readonly head: Buffer;
  /** Of the caller, after trusted proxies. */
  readonly address: string;
  /** The result of `admit`. */
  readonly admitted: unknown;
}

export interface HttpLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** How long the server waits for its callers, in milliseconds. */
export interface HttpTimeouts {
  /** For all headers of a request, from its first byte. */
  readonly headersMs: number;
  /** For the whole request, body included. */
  readonly requestMs: number;
  /** For the next request on a connection. */
  readonly idleMs: number;
  /** For a caller to read on, while bytes of its answer wait. */
  readonly stallMs: number;
  /** For requests in flight when the server closes. */
  readonly closeMs: number;
}

export const DEFAULT_TIMEOUTS: HttpTimeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 120_000,
  stallMs: 30_000,
  closeMs: 10_000,
};

export interface HttpTraces {
  readonly traces: Traces;
  /** Whether a caller's `traceparent` is followed: then callers decide what is recorded. */
  readonly followsCallers: boolean;
}

export interface HttpOptions {
  readonly services: readonly MountedService[];
  readonly log: HttpLog;
  /** Answers for every allowance that a service names. None: nothing is limited. */
  readonly limiter?: Pick<Limiter, "consume"> & Partial<Pick<Limiter, "blockFor">>;
  /** Called for every answer, for the metrics. */
  readonly observe?: (service: string, endpoint: string, status: number, seconds: number) => void;
  /** Shows requests in traces. Default: none are shown. */
  readonly traces?: HttpTraces | undefined;
  /** The request's own id when it brought a usable one, else a new one. */
  readonly requestId: (header: string | undefined) => string;
  /** Addresses or CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies?: readonly string[];
  /** Of bodies that are collected at the same time. Default: `DEFAULT_BODY_LIMITS`. */
  readonly bodies?: Partial<BodyLimits>;
  /** Default: `DEFAULT_TIMEOUTS`. */
  readonly timeouts?: Partial<HttpTimeouts>;
  /** Checks every answer against its schema and fails the request when it differs. For tests. */
  readonly checkOutputs?: boolean;
}
