/** The one path that every request takes: allowance, who is calling, input, `run`, answer. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { AnswerHead } from "./answer-head.ts";
import { countingCommits, type Commits } from "../sql/commits.ts";
import type { Span } from "../traces/traces.ts";
import { fixedHeaders } from "./cors.ts";
import { refusalCounter } from "./count-refusals.ts";
import { databaseRefusal } from "./database-refusal.ts";
import { methodsOf, type AnyEndpoint, type Call, type Method } from "./endpoint.ts";
import { drawer } from "./draw.ts";
import type { CallFacts, Credentials, ServiceForm } from "./form.ts";
import type { HttpOptions, MountedService } from "./http-services.ts";
import { inputParser } from "./input.ts";
import { readBody, type BodyHeaders } from "./request-body.ts";
import { factsOf, type Respond } from "./respond.ts";
import { describeAnswer, tracedHandler } from "./traced-handler.ts";

export type SendError = (
  request: FastifyRequest,
  reply: FastifyReply,
  form: ServiceForm,
  error: unknown,
  call: CallFacts,
) => FastifyReply;

/** Status in log and metrics for a caller that hung up before its answer was made; it is never sent. */
const CALLER_LEFT = 499;

/** Makes the handler of one endpoint. It answers for itself, and never fails. */
export function routeHandler(
  service: MountedService,
  endpoint: AnyEndpoint,
  options: HttpOptions,
  respond: Respond,
  sendError: SendError,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const { form } = service;
  const countRefusals = refusalCounter(form, options);
  const fixed = fixedHeaders(form, endpoint);
  // An endpoint that may also be fetched with GET changes nothing, whatever the method.
  const isRead = methodsOf(endpoint).includes("GET");
  const proceed = proceeding(service, endpoint, options, respond);
  const handle = (request: FastifyRequest, reply: FastifyReply, span?: Span): PromiseLike<void> | undefined => {
    const started = performance.now();
    const head = new AnswerHead(fixed, options.requestId(header(request, "x-request-id")), started);
    const { requestId } = head;
    const credentials = credentialsOf(request);
    const commits: Commits = { count: 0 };
    const finish = (): void => {
      const { destroyed, writableFinished, statusCode } = reply.raw;
      const status = destroyed && !writableFinished ? CALLER_LEFT : statusCode;
      const seconds = (performance.now() - started) / 1000;
      options.observe?.(form.name, endpoint.id, status, seconds);
      if (span) describeAnswer(span, requestId, status);
      if (!isRead) logWrite(options, endpoint, requestId, status, seconds);
    };
    const answerError = (error: unknown): void => {
      if (reply.raw.destroyed) {
        options.log.debug({ err: error, requestId, endpoint: endpoint.id }, `the caller of ${endpoint.id} has left`);
        return;
      }
      const shown = databaseRefusal(error, form, commits.count > 0);
      sendError(request, head.moveTo(reply), form, shown, factsOf(endpoint, head));
    };
    const fail = (error: unknown): MaybePromise<void> =>
      countRefusals ? after(countRefusals(credentials, error, head), answerError) : answerError(error);
    let pending: MaybePromise<unknown>;
    try {
      pending = proceed(request, reply, head, credentials, commits);
    } catch (error) {
      pending = fail(error);
    }
    if (isThenable(pending)) return Promise.resolve(pending).catch(fail).then(finish);
    finish();
    return undefined;
  };
  if (options.traces) return tracedHandler(service, endpoint, options.traces, handle);
  return (request, reply) => void handle(request, reply);
}

type Proceed = (
  request: FastifyRequest,
  reply: FastifyReply,
  head: AnswerHead,
  credentials: Credentials,
  commits: Commits,
) => MaybePromise<unknown>;

/** Makes what a request goes through until it is answered: allowance, who is calling, input, `run`, answer. */
function proceeding(service: MountedService, endpoint: AnyEndpoint, options: HttpOptions, respond: Respond): Proceed {
  const { form } = service;
  const parse = inputParser(endpoint, form);
  const draw = drawer(form, endpoint, options);
  const perform = performer(service, endpoint);
  const takesBody = ["body", "text", "params"].some((place) => place in endpoint.input);

  return (request, reply, head, credentials, commits) => {
    const { headers, url, rawBody } = credentials;
    checkUrl(form, url);

    const run = (actor: unknown): MaybePromise<unknown> => {
      const parsed = parse({
        path: request.params as Record<string, unknown>,
        query: request.query as Record<string, unknown>,
        headers,
        body: takesBody ? readBody(bodyHeadersOf(request), rawBody, endpoint, form) : undefined,
      });
      if (!parsed.ok) throw form.invalidInput(endpoint, parsed.issues);
      const call = new RunningCall(parsed.input, actor, head.requestId, reply);
      return after(perform(credentials, call, commits), (value) => {
        const { addedCost } = call;
        if (addedCost === 0 || !draw) return value;
        return after(draw("address", credentials, undefined, head, addedCost), () =>
          after(draw("actor", credentials, actor, head, addedCost), () => value),
        );
      });
    };
    const answer = (value: unknown): MaybePromise<unknown> =>
      reply.raw.destroyed ? undefined : respond(request, reply, head, value);

    return after(draw?.("address", credentials, undefined, head), () =>
      after(form.authenticate(credentials, endpoint), (actor) => {
        head.actor = actor;
        return after(draw?.("actor", credentials, actor, head), () => after(run(actor), answer));
      }),
    );
  };
}

/**
 * Makes what runs an endpoint, with what its form puts around it. Endpoints that may change something have their
 * commits counted.
 */
function performer(
  { form, deps }: MountedService,
  endpoint: AnyEndpoint,
): (credentials: Credentials, call: RunningCall, commits: Commits) => MaybePromise<unknown> {
  const around = form.around?.bind(form);
  const isRead = form.isRead?.(endpoint) ?? methodsOf(endpoint).includes("GET");
  const perform = (credentials: Credentials, call: RunningCall): MaybePromise<unknown> => {
    if (!around) return endpoint.run(deps, call);
    const { actor, input } = call;
    return around({ credentials, endpoint, actor, input }, (given = deps) => endpoint.run(given, call));
  };
  return isRead ? perform : (credentials, call, commits) => countingCommits(commits, () => perform(credentials, call));
}

function credentialsOf(request: FastifyRequest): Credentials {
  const { method, originalUrl: url, headers, ip: address, body } = request;
  return { method: method as Method, url, headers, address, rawBody: Buffer.isBuffer(body) ? body : undefined };
}

function bodyHeadersOf(request: FastifyRequest): BodyHeaders {
  return {
    contentType: header(request, "content-type"),
    contentEncoding: header(request, "content-encoding"),
  };
}

type MaybePromise<Value> = Value | PromiseLike<Value>;

/** Goes on with a value, at once where it is there already: waiting would cost every read a turn of the queue. */
function after<Value, Next>(
  value: MaybePromise<Value>,
  goOn: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next> {
  return isThenable(value) ? value.then((late) => goOn(late)) : goOn(value);
}

function isThenable<Value>(value: MaybePromise<Value>): value is PromiseLike<Value> {
  return value instanceof Promise;
}

/** One line for each change that was made. Refused ones are for debugging: any caller can cause any number of them. */
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

/**
 * Where a URL holds a NUL, raw or escaped: our names, versions and texts do not have one, and PostgreSQL refuses them.
 */
export function nulByteIn(url: string): "path" | "query" | undefined {
  const at = url.includes("\0") ? url.indexOf("\0") : url.indexOf("%00");
  if (at === -1) return undefined;
  const query = url.indexOf("?");
  return query !== -1 && at > query ? "query" : "path";
}

function checkUrl(form: ServiceForm, url: string): void {
  const nul = nulByteIn(url);
  if (nul) throw form.refusal({ kind: "nulByte", part: nul });
  if (form.strictQuery === true && !hasDecodableQuery(url)) {
    throw form.refusal({ kind: "badUrl", path: url.split("?", 1)[0] ?? "/" });
  }
}

/** Whether the query of a URL is percent-encoded UTF-8. Its length is bounded by that of the request's head. */
function hasDecodableQuery(url: string): boolean {
  const query = url.indexOf("?");
  const escape = query === -1 ? -1 : url.indexOf("%", query);
  if (escape === -1) return true;
  try {
    decodeURIComponent(url.slice(escape));
    return true;
  } catch {
    return false;
  }
}

export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
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
 * The input of `run`. A class, because an object literal with a getter gets a new hidden class each time it is made:
 * with one, garbage collection took a quarter of all processor time.
 */
class RunningCall implements Call<unknown, unknown> {
  readonly input: unknown;
  readonly actor: unknown;
  readonly requestId: string;
  addedCost = 0;
  readonly #reply: FastifyReply;
  #signal: AbortSignal | undefined;

  constructor(input: unknown, actor: unknown, requestId: string, reply: FastifyReply) {
    this.input = input;
    this.actor = actor;
    this.requestId = requestId;
    this.#reply = reply;
  }

  addCost(requests: number): void {
    this.addedCost += requests;
  }

  /** Made when it is asked for: it costs a listener. */
  get signal(): AbortSignal {
    return (this.#signal ??= abortedWith(this.#reply));
  }
}
