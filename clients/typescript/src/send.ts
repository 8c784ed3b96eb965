/** One call over HTTP: as many attempts as it may take, and one answer or one error. */
import { TripodError, type FailureFacts } from "./errors.ts";
import type { CallOptions, ChangeOptions, Params, Row } from "./operation.ts";
import { newIdempotencyKey } from "./idempotency-key.ts";
import { outgoing, type Outgoing } from "./outgoing.ts";
import { backOffMs, limitedSignal, retryAfterMs, sleep } from "./waiting.ts";

/** Of a client, for all its calls. */
export interface ClientOptions {
  /** Where the server is: `https://tripod.example.org`. A page of the server itself may give `""`. */
  readonly baseUrl: string;
  /** Of each attempt, until its answer is read. Default 30,000. */
  readonly timeoutMs?: number;
  /** How often a call may be sent again. Default 3. */
  readonly retries?: number;
  /** The longest `Retry-After` that a call waits. A longer one ends it with the error. Default 60,000. */
  readonly maxWaitMs?: number;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** What distinguishes the services. */
export interface Service {
  readonly name: string;
  /** Where parameters go that are not in the path: into a JSON body, or into the query. */
  readonly parametersIn: "body" | "query";
  /** Whether answers are `{data, meta}`. */
  readonly hasEnvelope: boolean;
  /** Adds what proves who calls. Runs for every attempt. */
  authorize(request: Outgoing, signal: AbortSignal): Promise<void> | void;
  parse(text: string): unknown;
  /** What an error says; undefined for a body that is not one of the service. */
  readError(body: unknown): { readonly message: string; readonly code?: number | string } | undefined;
  /** Sees each answer. */
  observe?(operation: string, answer: Answer): void;
  /** Whether the refusal is mended, so that the call may be sent once more. */
  mend?(error: TripodError, signal: AbortSignal | undefined): Promise<boolean>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly attempts: number;
  /** Parsed JSON, text or bytes. */
  readonly body: unknown;
}

export interface Call {
  readonly operation: string;
  readonly row: Row;
  readonly params: Params;
  readonly options: ChangeOptions;
}

const [RETRIES, TIMEOUT_MS, MAX_WAIT_MS] = [3, 30_000, 60_000];
/** Busy or away for a moment. A gateway's 502 and 504 leave open what became of the request. */
const PASSING = new Set([429, 502, 503, 504]);
/** The platform's code for a change that is still running. */
const STILL_RUNNING = 2441;

/**
 * Sends until there is an answer, or no reason to try again.
 *
 * @throws TripodError, or the reason of `options.signal`
 */
export async function send(service: Service, client: ClientOptions, call: Call): Promise<Answer> {
  const { row, options } = call;
  const [, , effect] = row;
  const idempotencyKey = effect === "change" ? (options.idempotencyKey ?? newIdempotencyKey()) : undefined;
  const retries = effect === "once" ? 0 : (options.retries ?? client.retries ?? RETRIES);
  let isMended = false;
  let mayHaveHappened = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce(service, client, call, { attempt, idempotencyKey });
    } catch (error) {
      if (!(error instanceof TripodError)) throw error;
      // What was asked first, such as the session's token, is another operation: then nothing was sent.
      mayHaveHappened ||= effect !== "read" && error.operation === call.operation && leavesOpen(error);
      // What is refused with 401 or 403 was not done, so even what is sent once may be sent again.
      const isRefused = error.kind === "refused" && (error.status === 401 || error.status === 403);
      const isMendable = effect !== "once" || isRefused;
      if (!isMended && isMendable && (await service.mend?.(error, options.signal))) {
        isMended = true;
        continue;
      }
      const waitMs = waitAfter(error, attempt, effect === "change", client.maxWaitMs ?? MAX_WAIT_MS);
      if (attempt > retries || waitMs === undefined) throw withOutcome(error, idempotencyKey, mayHaveHappened);
      await sleep(waitMs, options.signal);
    }
  }
}

/** Milliseconds until the next attempt; undefined where another one is no use, or the server asks for too long a wait. */
function waitAfter(error: TripodError, failures: number, isKeyed: boolean, maxWaitMs: number): number | undefined {
  const { kind, status = 0, code, retryAfterMs: askedMs } = error;
  const isRunning = isKeyed && status === 409 && code === STILL_RUNNING && askedMs !== undefined;
  // With its key a change is safe to repeat after any failure of the server, and the answer then says what became of it.
  const isPassing = kind === "noAnswer" || PASSING.has(status) || isRunning || (isKeyed && status === 500);
  if (!isPassing || (askedMs ?? 0) > maxWaitMs) return undefined;
  return Math.max(askedMs ?? 0, backOffMs(failures));
}

/** Whether a change may have been made in spite of the error. */
function leavesOpen({ kind, status = 0, code }: TripodError): boolean {
  if (kind !== "refused") return true;
  // It may be running still, or have been made.
  if (status === 409) return code === STILL_RUNNING;
  return status >= 500 && status !== 503;
}

function withOutcome(error: TripodError, idempotencyKey: string | undefined, mayHaveHappened: boolean): TripodError {
  if (!mayHaveHappened && idempotencyKey === undefined) return error;
  const { kind, service, operation, status, code, requestId, retryAfterMs: askedMs, body } = error;
  const facts = { kind, service, operation, status, code, requestId, retryAfterMs: askedMs, body };
  return new TripodError(error.message, { ...facts, idempotencyKey, mayHaveHappened }, error.cause);
}

async function attemptOnce(
  service: Service,
  client: ClientOptions,
  call: Call,
  { attempt, idempotencyKey }: { readonly attempt: number; readonly idempotencyKey: string | undefined },
): Promise<Answer> {
  const { operation, row, params, options } = call;
  const limit = limitedSignal(options.timeoutMs ?? client.timeoutMs ?? TIMEOUT_MS, options.signal);
  const { signal } = limit;
  try {
    const request = outgoing(client, service.parametersIn, { operation, row, params, idempotencyKey });
    await service.authorize(request, signal);
    const answer = await ask(service, client, call, { request, signal, attempt });
    service.observe?.(operation, answer);
    tell(options, answer);
    return answer;
  } finally {
    limit.release();
  }
}

async function ask(
  service: Service,
  client: ClientOptions,
  call: Call,
  { request, signal, attempt }: { readonly request: Outgoing; readonly signal: AbortSignal; readonly attempt: number },
): Promise<Answer> {
  try {
    const response = await fetchOf(client)(request.url, { ...request.init, signal });
    return await readAnswer(service, call, response, attempt);
  } catch (error) {
    if (error instanceof TripodError) throw error;
    call.options.signal?.throwIfAborted();
    throw noAnswer(service, call.operation, signal.aborted ? signal.reason : error);
  }
}

/** The error of a connection that failed. */
export function noAnswer({ name: service }: Service, operation: string, reason: unknown): TripodError {
  const message = reason instanceof Error ? reason.message : String(reason);
  return new TripodError(`${operation}: ${message}`, { kind: "noAnswer", service, operation }, reason);
}

function tell({ onAnswer }: CallOptions, { status, headers, attempts, body }: Answer): void {
  if (!onAnswer) return;
  const requestId = headers.get("x-request-id") ?? undefined;
  const meta: unknown = typeof body === "object" && body !== null && "meta" in body ? body.meta : undefined;
  onAnswer({ status, headers, requestId, attempts, ...(meta === undefined ? {} : { meta }) });
}

export function fetchOf({ fetch: given }: ClientOptions): typeof fetch {
  return given ?? ((input, init) => fetch(input, init));
}

async function readAnswer(
  service: Service,
  { operation, row }: Call,
  response: Response,
  attempts: number,
): Promise<Answer> {
  const { ok, status, headers } = response;
  const [, , , { answer: form = "json" } = {}] = row;
  if (!ok) throw await refusalOf(service, operation, response);
  if (form === "bytes") return { status, headers, attempts, body: new Uint8Array(await response.arrayBuffer()) };
  const text = await response.text();
  if (form === "text") return { status, headers, attempts, body: text };
  try {
    return { status, headers, attempts, body: service.parse(text) };
  } catch {
    throw unreadable(service, operation, response, text);
  }
}

/** The error that an answer stands for. Reads its body. */
export async function refusalOf(service: Service, operation: string, response: Response): Promise<TripodError> {
  const text = await response.text();
  let body: unknown = text;
  try {
    body = service.parse(text);
  } catch {
    // A text then: it is no answer of the service.
  }
  const said = service.readError(body);
  if (!said) return unreadable(service, operation, response, body);
  const facts = { ...factsOf(service, operation, response), kind: "refused", code: said.code, body } as const;
  return new TripodError(`${operation}: ${said.message}`, facts);
}

function unreadable(service: Service, operation: string, response: Response, body: unknown): TripodError {
  const { status, type } = response;
  const isRedirect = type === "opaqueredirect" || (status >= 300 && status < 400);
  const why = isRedirect
    ? `the server redirects to ${response.headers.get("location") ?? "another address"}: use that as baseUrl`
    : `the answer (${status}) is not one of the service`;
  return new TripodError(`${operation}: ${why}`, {
    ...factsOf(service, operation, response),
    kind: "unreadable",
    body,
  });
}

function factsOf(
  { name: service }: Service,
  operation: string,
  { status, headers }: Response,
): Omit<FailureFacts, "kind"> {
  const requestId = headers.get("x-request-id") ?? undefined;
  return { service, operation, status, requestId, retryAfterMs: retryAfterMs(headers) };
}
