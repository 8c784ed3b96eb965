/** Mounts services on Fastify. The only place, with its neighbours in this room, that knows Fastify. */
import fastifyCors from "@fastify/cors";
import type { Server } from "node:http";
import fastify, { type FastifyHttpOptions, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { AppError } from "../errors/catalogue.ts";
import { compressor } from "./compression.ts";
import { mountDocsPage } from "./docs-page.ts";
import type { AnyEndpoint, Method } from "./endpoint.ts";
import type { ServiceForm } from "./form.ts";
import type { HttpOptions, MountedService } from "./http-services.ts";
import { answerBrokenRequest } from "./broken-request.ts";
import { responder } from "./respond.ts";
import { header, isPublic, nulByteIn, routeHandler, type SendError } from "./route.ts";

export interface HttpServer {
  /** Starts listening; answers the address, with the port that was really taken. */
  listen(where: { host: string; port: number }): Promise<{ url: string; port: number }>;
  /** Stops taking connections, finishes requests in flight, then resolves. */
  close(): Promise<void>;
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Registry names reach 200 characters and versions 255, each up to nine bytes when percent-encoded twice. */
const MAX_PARAM_LENGTH = 4096;
const MAX_HEADER_BYTES = 16 * 1024;

/** Builds the server; nothing listens yet. The first service mounted at the root also answers for unknown paths. */
export async function buildHttp(options: HttpOptions): Promise<HttpServer> {
  const rootForm = (options.services.find(({ form }) => form.prefixes.includes("")) ?? options.services[0])?.form;
  if (!rootForm) throw new Error("an HTTP server needs at least one service");
  const sendError = errorSender(options);

  const serverOptions: FastifyHttpOptions<Server> = {
    logger: false,
    bodyLimit: Math.max(...options.services.map(({ form }) => form.bodyBytes)),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    trustProxy: options.trustedProxies ? [...options.trustedProxies] : false,
    // A slow client may not hold a connection: 10 s for headers, 30 s for the whole request.
    requestTimeout: 30_000,
    keepAliveTimeout: 120_000,
    forceCloseConnections: "idle",
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    rewriteUrl: caseRewriter(options.services),
    clientErrorHandler: answerBrokenRequest(rootForm),
    frameworkErrors: (error, request, reply) => {
      const form = formOf(options.services, request.raw.url ?? "/", rootForm);
      const path = (request.raw.url ?? "/").split("?", 1)[0] ?? "/";
      const nul = nulByteIn(request.raw.url ?? "");
      const refusal = nul
        ? form.refusal({ kind: "nulByte", part: nul })
        : error.code === "FST_ERR_BAD_URL"
          ? form.refusal({ kind: "badUrl", path })
          : form.refusal({ kind: "unknownPath", method: request.method, path });
      sendError(request as FastifyRequest, reply as FastifyReply, form, refusal, options.requestId(undefined));
    },
  };
  const app = fastify(serverOptions);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^(application\/(.+\+)?json|application\/x-www-form-urlencoded)\b/i, { parseAs: "buffer" }, (
    _request,
    body,
    done,
  ) => done(null, body));
  app.setErrorHandler((error, request, reply) => {
    const form = formOf(options.services, request.url, rootForm);
    return sendError(request, reply, form, httpRefusal(error, form, request), requestIdOf(request, options));
  });

  const compress = compressor();
  for (const service of options.services) {
    for (const prefix of service.form.prefixes) {
      await app.register(async (scope) => mountService(scope, service, prefix, options, compress, sendError), {
        prefix,
      });
    }
  }
  app.setNotFoundHandler((request, reply) => answerUnknownPath(rootForm, options, sendError, request, reply));
  if (options.docsPage !== false) await mountDocsPage(app, options.services);
  await app.ready();

  return {
    async listen({ host, port }) {
      await app.listen({ host, port });
      const address = app.server.address();
      const taken = typeof address === "object" && address ? address.port : port;
      return { url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}`, port: taken };
    },
    close: () => app.close(),
  };
}

async function mountService(
  scope: FastifyInstance,
  service: MountedService,
  prefix: string,
  options: HttpOptions,
  compress: ReturnType<typeof compressor>,
  sendError: SendError,
): Promise<void> {
  const { form } = service;
  if (form.cors) await scope.register(fastifyCors, { strictPreflight: false, ...form.cors });
  if (prefix !== "") {
    scope.setNotFoundHandler((request, reply) => answerUnknownPath(form, options, sendError, request, reply));
  }
  const methodsByPath = new Map<string, Set<string>>();
  for (const endpoint of service.endpoints) {
    const respond = responder(endpoint, form, compress, options.checkOutputs === true);
    const method = [endpoint.method].flat() as Method[];
    scope.route({
      method,
      url: endpoint.path,
      bodyLimit: endpoint.limits?.bodyBytes ?? form.bodyBytes,
      handler: routeHandler(service, endpoint, options, respond, sendError),
    });
    const known = methodsByPath.get(endpoint.path) ?? new Set<string>();
    for (const each of method) known.add(each);
    if (known.has("GET")) known.add("HEAD");
    methodsByPath.set(endpoint.path, known);
  }
  for (const [url, known] of methodsByPath) {
    refuseOtherMethods(scope, url, known, form, options, sendError);
  }
}

function refuseOtherMethods(
  scope: FastifyInstance,
  url: string,
  known: ReadonlySet<string>,
  form: ServiceForm,
  options: HttpOptions,
  sendError: SendError,
): void {
  const allow = [...known, "OPTIONS"];
  scope.route({
    method: METHODS.filter((method) => !known.has(method)),
    url,
    handler: (request, reply) => {
      reply.header("allow", allow.join(", "));
      const refusal = form.refusal({ kind: "methodNotAllowed", method: request.method, allow });
      return sendError(request, reply, form, refusal, requestIdOf(request, options));
    },
  });
  if (!form.cors) {
    scope.options(url, (_request, reply) => reply.code(204).header("allow", allow.join(", ")).send());
  }
}

/** 308 to the cleaned path where only slashes are wrong; else the service's own 404. */
function answerUnknownPath(
  form: ServiceForm,
  options: HttpOptions,
  sendError: SendError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const url = request.raw.url ?? "/";
  const requestId = requestIdOf(request, options);
  const nul = nulByteIn(url);
  if (nul) return sendError(request, reply, form, form.refusal({ kind: "nulByte", part: nul }), requestId);
  const [path = "/", query] = url.split("?", 2);
  const clean = path.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
  // A path that still starts with two slashes, in any spelling, would send a browser to another host.
  if (clean !== path && /^\/[^/\\]/.test(clean) && !clean.includes("\\")) {
    return reply.redirect(query === undefined ? clean : `${clean}?${query}`, 308);
  }
  const refusal = form.refusal({ kind: "unknownPath", method: request.method, path });
  return sendError(request, reply, form, refusal, requestId);
}

function errorSender(options: HttpOptions): SendError {
  return (_request, reply, form, error, requestId, endpoint) => {
    const shown = isPublic(error)
      ? error
      : new AppError({ code: "internal", status: 500, says: "Internal server error" }, {}, { cause: error });
    if (shown.status >= 500 && shown.status !== 501) {
      options.log.error({ err: error, requestId, endpoint }, `${endpoint ?? "a request"} failed`);
    }
    return reply
      .code(shown.status)
      .headers(shown.headers)
      .header("x-request-id", requestId)
      .header("cache-control", "no-store")
      .header("content-type", form.errorContentType ?? "application/json; charset=utf-8")
      .send(JSON.stringify(form.renderError(shown, { requestId })));
  };
}

/** Fastify's own errors in the service's words; everything unknown stays unknown, and becomes a 500. */
function httpRefusal(error: unknown, form: ServiceForm, request: FastifyRequest): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    return form.refusal({ kind: "bodyTooLarge", limitBytes: request.routeOptions.bodyLimit ?? form.bodyBytes });
  }
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") {
    return form.refusal({ kind: "unsupportedMediaType", contentType: header(request, "content-type") ?? "" });
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return form.refusal({ kind: "badRequest", message: "the request could not be read" });
  }
  return error;
}

function requestIdOf(request: FastifyRequest, options: HttpOptions): string {
  return options.requestId(header(request, "x-request-id"));
}

function formOf(services: readonly MountedService[], url: string, rootForm: ServiceForm): ServiceForm {
  const path = url.split("?", 1)[0] ?? "/";
  const owner = services.find(({ form }) =>
    form.prefixes.some((prefix) => prefix !== "" && (path === prefix || path.startsWith(`${prefix}/`))),
  );
  return owner?.form ?? rootForm;
}

/** For services whose paths ignore case: spells the fixed parts of a path as their table does, before routing. */
function caseRewriter(services: readonly MountedService[]): (request: { url?: string | undefined }) => string {
  const spelling = new Map<string, string>();
  for (const { form, endpoints } of services.filter((service) => service.form.ignoreCase)) {
    for (const prefix of form.prefixes) {
      for (const endpoint of endpoints as readonly AnyEndpoint[]) {
        for (const segment of `${prefix}${endpoint.path}`.split("/")) {
          if (segment !== "" && !segment.startsWith(":")) spelling.set(segment.toLowerCase(), segment);
        }
      }
    }
  }
  if (spelling.size === 0) return (request) => request.url ?? "/";
  return (request) => {
    const url = request.url ?? "/";
    const [first = ""] = url.slice(1).split(/[/?]/, 1);
    if (!spelling.has(first.toLowerCase())) return url;
    const query = url.indexOf("?");
    const path = query === -1 ? url : url.slice(0, query);
    const spelled = path
      .split("/")
      .map((segment) => spelling.get(segment.toLowerCase()) ?? segment)
      .join("/");
    return query === -1 ? spelled : spelled + url.slice(query);
  };
}
