/** The one path that every request takes: allowance, who is calling, input, `run`, answer. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { methodsOf, type AnyEndpoint, type Call, type Method } from "./endpoint.ts";
import type { Allowance, Credentials, ServiceForm } from "./form.ts";
import type { AllowanceVerdict, HttpOptions, MountedService } from "./http-services.ts";
import { inputParser } from "./input.ts";
import { readBody } from "./request-body.ts";
import type { Respond } from "./respond.ts";

export type SendError = (
  request: FastifyRequest,
  reply: FastifyReply,
  form: ServiceForm,
  error: unknown,
  requestId: string,
  endpoint?: string,
) => FastifyReply;

/** Status in log and metrics for a caller that hung up before its answer was made; nobody ever receives it. */
const CALLER_LEFT = 499;

/** Makes the handler of one endpoint. */
export function routeHandler(
  service: MountedService,
  endpoint: AnyEndpoint,
  options: HttpOptions,
  respond: Respond,
  sendError: SendError,
) {
  const { form, deps } = service;
  const { observe } = options;
  const parse = inputParser(endpoint, form);
  const draw = drawer(form, endpoint, options);
  const takesBody = endpoint.input.body !== undefined || endpoint.input.params !== undefined;
  // What may also be fetched with GET changes nothing, however it was called.
  const isRead = methodsOf(endpoint).includes("GET");

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const started = performance.now();
    const requestId = options.requestId(header(request, "x-request-id"));
    reply.header("x-request-id", requestId);
    let hasLeft = false;
    try {
      const url = request.originalUrl;
      const nul = nulByteIn(url);
      if (nul) throw form.refusal({ kind: "nulByte", part: nul });
      const rawBody = Buffer.isBuffer(request.body) ? request.body : undefined;
      const { headers, ip: address } = request;
      const credentials: Credentials = { method: request.method as Method, url, headers, address, rawBody };
      const byAddress = draw?.("address", credentials, undefined, reply);
      if (byAddress) await byAddress;
      // Waiting for what is there already would cost every read a turn of the queue.
      const known: unknown = form.authenticate(credentials, endpoint);
      const actor: unknown = known instanceof Promise ? await known : known;
      const byActor = draw?.("actor", credentials, actor, reply);
      if (byActor) await byActor;

      const parsed = parse({
        path: request.params as Record<string, unknown>,
        query: request.query as Record<string, unknown>,
        headers,
        body: takesBody ? readBody(header(request, "content-type"), rawBody, endpoint, form) : undefined,
      });
      if (!parsed.ok) throw form.invalidInput(endpoint, parsed.issues);
      const made = endpoint.run(deps, new RunningCall(parsed.input, actor, requestId, reply));
      const value: unknown = made instanceof Promise ? await made : made;
      hasLeft = reply.raw.destroyed;
      if (!hasLeft) {
        const sending = respond(request, reply, value, requestId);
        // What has been sent needs no waiting for: a reply is a promise of sorts, which takes three turns of the queue.
        if (!reply.sent) await sending;
      }
    } catch (error) {
      hasLeft = reply.raw.destroyed;
      if (hasLeft) {
        options.log.debug({ err: error, requestId, endpoint: endpoint.id }, `the caller of ${endpoint.id} has left`);
      } else sendError(request, reply, form, error, requestId, endpoint.id);
    } finally {
      const seconds = (performance.now() - started) / 1000;
      const { destroyed, writableFinished } = reply.raw;
      const status = hasLeft || (destroyed && !writableFinished) ? CALLER_LEFT : reply.statusCode;
      observe?.(form.name, endpoint.id, status, seconds);
      if (!isRead) logWrite(options, endpoint, requestId, status, seconds);
    }
    return reply.sent ? undefined : reply;
  };
}

/** One line for each change that was made. Refused ones are for debugging: anybody can cause any number of them. */
function logWrite(
  options: HttpOptions,
  endpoint: AnyEndpoint,
  requestId: string,
  status: number,
  seconds: number,
): void {
  const fields = { requestId, endpoint: endpoint.id, status, ms: Math.round(seconds * 1000) };
  const message = `${endpoint.id} answered ${status}`;
  if (status < 400) options.log.info(fields, message);
  else options.log.debug(fields, message);
}

type Draw = (
  stage: "address" | "actor",
  credentials: Credentials,
  actor: unknown,
  reply: FastifyReply,
) => Promise<void> | undefined;

/** Takes a call's cost from the caller's allowances; undefined where nothing is limited. */
function drawer(form: ServiceForm, endpoint: AnyEndpoint, { limiter }: HttpOptions): Draw | undefined {
  if (!limiter || !form.allowances) return undefined;
  const cost = endpoint.limits?.cost ?? 1;
  const apply = (verdict: AllowanceVerdict, reply: FastifyReply): void => {
    setRateHeaders(reply, verdict);
    if (verdict.allowed) return;
    reply.header("retry-after", verdict.retryAfterSeconds);
    throw form.refusal({ kind: "rateLimited", retryAfterSeconds: verdict.retryAfterSeconds });
  };
  const drawFrom = (allowances: readonly Allowance[], reply: FastifyReply): Promise<void> | undefined => {
    const [first, ...others] = allowances;
    if (!first) return undefined;
    const verdict = limiter.consume(first, cost);
    if (verdict instanceof Promise) {
      return verdict.then((late) => {
        apply(late, reply);
        return drawFrom(others, reply);
      });
    }
    apply(verdict, reply);
    return drawFrom(others, reply);
  };
  return (stage, credentials, actor, reply) => drawFrom(form.allowances?.(stage, credentials, actor) ?? [], reply);
}

/** Where a URL holds a NUL, raw or escaped: no name, version or text of ours has one, and PostgreSQL refuses them. */
export function nulByteIn(url: string): "path" | "query" | undefined {
  const at = url.includes("\0") ? url.indexOf("\0") : url.indexOf("%00");
  if (at === -1) return undefined;
  const query = url.indexOf("?");
  return query !== -1 && at > query ? "query" : "path";
}

export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function setRateHeaders(reply: FastifyReply, verdict: AllowanceVerdict): void {
  const shown = reply.getHeader("ratelimit-remaining");
  // Of several allowances, the caller is told of the one that runs out first.
  if (verdict.allowed && typeof shown === "number" && shown <= verdict.remaining) return;
  reply.header("ratelimit-limit", verdict.limit);
  reply.header("ratelimit-remaining", verdict.remaining);
  reply.header("ratelimit-reset", verdict.resetSeconds);
}

/**
 * Aborted when the connection goes away before the answer is complete. It hangs on the response, not on the connection:
 * that one lives through many requests and would collect a listener from each.
 */
function abortedWith(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const response = reply.raw;
  if (response.destroyed) controller.abort();
  else {
    response.once("close", () => {
      if (!response.writableFinished) controller.abort();
    });
  }
  return controller.signal;
}

/**
 * What `run` receives. A class, because an object literal with a getter has a hidden class of its own each time that it
 * is made: with one, garbage collection took a quarter of all processor time.
 */
class RunningCall implements Call<unknown, unknown> {
  readonly input: unknown;
  readonly actor: unknown;
  readonly requestId: string;
  readonly #reply: FastifyReply;
  #signal: AbortSignal | undefined;

  constructor(input: unknown, actor: unknown, requestId: string, reply: FastifyReply) {
    this.input = input;
    this.actor = actor;
    this.requestId = requestId;
    this.#reply = reply;
  }

  /** Made when it is asked for: it costs a listener. */
  get signal(): AbortSignal {
    return (this.#signal ??= abortedWith(this.#reply));
  }
}
