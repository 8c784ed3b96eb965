/** The one path that every request takes: allowance, who is calling, input, `run`, answer. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../errors/catalogue.ts";
import type { AnyEndpoint, Method } from "./endpoint.ts";
import type { Credentials, ServiceForm } from "./form.ts";
import type { AllowanceVerdict, HttpOptions, MountedService } from "./http-services.ts";
import { inputParser } from "./input.ts";
import { parseJsonBody } from "./json-body.ts";
import type { Respond } from "./respond.ts";

export type SendError = (
  request: FastifyRequest,
  reply: FastifyReply,
  form: ServiceForm,
  error: unknown,
  requestId: string,
  endpoint?: string,
) => FastifyReply;

/** Makes the handler of one endpoint. */
export function routeHandler(
  service: MountedService,
  endpoint: AnyEndpoint,
  options: HttpOptions,
  respond: Respond,
  sendError: SendError,
) {
  const { form, deps } = service;
  const parse = inputParser(endpoint, form);
  const cost = endpoint.limits?.cost ?? 1;
  const takesBody = endpoint.input.body !== undefined || endpoint.input.params !== undefined;
  const { limiter, observe } = options;

  const draw = async (stage: "address" | "actor", credentials: Credentials, actor: unknown, reply: FastifyReply) => {
    if (!limiter || !form.allowances) return;
    for (const allowance of form.allowances(stage, credentials, actor)) {
      const verdict = await limiter.consume(allowance, cost);
      setRateHeaders(reply, verdict);
      if (verdict.allowed) continue;
      reply.header("retry-after", verdict.retryAfterSeconds);
      throw form.refusal({ kind: "rateLimited", retryAfterSeconds: verdict.retryAfterSeconds });
    }
  };

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const started = performance.now();
    const requestId = options.requestId(header(request, "x-request-id"));
    reply.header("x-request-id", requestId);
    try {
      const nul = nulByteIn(request.raw.url ?? "");
      if (nul) throw form.refusal({ kind: "nulByte", part: nul });
      const rawBody = Buffer.isBuffer(request.body) ? request.body : undefined;
      const credentials: Credentials = {
        method: request.method as Method,
        url: request.raw.url ?? "/",
        headers: request.headers,
        address: request.ip,
        rawBody,
      };
      await draw("address", credentials, undefined, reply);
      const actor: unknown = await form.authenticate(credentials, endpoint);
      await draw("actor", credentials, actor, reply);

      const body = takesBody ? readBody(request, rawBody, endpoint, form) : undefined;
      const parsed = parse({
        path: request.params as Record<string, unknown>,
        query: request.query as Record<string, unknown>,
        body,
      });
      if (!parsed.ok) throw form.invalidInput(endpoint, parsed.issues);
      const value = await endpoint.run(deps, {
        input: parsed.input,
        actor,
        requestId,
        get signal() {
          return abortedWithRequest(request);
        },
      });
      return await respond(request, reply, value, requestId);
    } catch (error) {
      return sendError(request, reply, form, error, requestId, endpoint.id);
    } finally {
      const seconds = (performance.now() - started) / 1000;
      observe?.(form.name, endpoint.id, reply.statusCode, seconds);
      if (request.method !== "GET" && request.method !== "HEAD") {
        const fields = { requestId, endpoint: endpoint.id, status: reply.statusCode, ms: Math.round(seconds * 1000) };
        options.log.info(fields, `${endpoint.id} answered ${reply.statusCode}`);
      }
    }
  };
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

function readBody(
  request: FastifyRequest,
  rawBody: Buffer | undefined,
  endpoint: AnyEndpoint,
  form: ServiceForm,
): unknown {
  if (rawBody === undefined || rawBody.length === 0) {
    if (endpoint.input.body === undefined) return {};
    throw form.invalidInput(endpoint, [syntaxIssue("request body is required")]);
  }
  const type = header(request, "content-type") ?? "application/json";
  if (/^application\/x-www-form-urlencoded\b/i.test(type) && endpoint.input.params) {
    return formMembers(rawBody.toString("utf8"));
  }
  const json = parseJsonBody(rawBody);
  if (!json.ok) throw form.invalidInput(endpoint, [syntaxIssue(json.message)]);
  return json.value;
}

function syntaxIssue(message: string) {
  return { place: "body", path: [], keyword: "syntax", message, params: {} } as const;
}

function formMembers(text: string): Record<string, unknown> {
  const members: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of new URLSearchParams(text)) {
    const before = members[name];
    members[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
  return members;
}

function setRateHeaders(reply: FastifyReply, verdict: AllowanceVerdict): void {
  const shown = reply.getHeader("ratelimit-remaining");
  // Of several allowances, the caller is told of the one that runs out first.
  if (typeof shown === "number" && shown <= verdict.remaining) return;
  reply.header("ratelimit-limit", verdict.limit);
  reply.header("ratelimit-remaining", verdict.remaining);
  reply.header("ratelimit-reset", verdict.resetSeconds);
}

function abortedWithRequest(request: FastifyRequest): AbortSignal {
  const controller = new AbortController();
  request.raw.socket.once("close", () => controller.abort());
  return controller.signal;
}

/** True for an error that was made to be shown. */
export function isPublic(error: unknown): error is AppError {
  return error instanceof AppError;
}
