/** Mounts services on Fastify. The only place, with its neighbours in this room, that knows Fastify. */
import type { Server } from "node:http";
import fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { AppError } from "../errors/catalogue.ts";
import { allowedMethods, type FindAllowed } from "./allowed-methods.ts";
import { BodyBudget, DEFAULT_BODY_LIMITS } from "./body-budget.ts";
import { boundedServer } from "./bounded-server.ts";
import { answerBrokenRequest, refuseConnect } from "./broken-request.ts";
import { closeGracefully } from "./close.ts";
import { bodyCollector } from "./collect-body.ts";
import { compressor } from "./compression.ts";
import { fixedHeaders, mountCors, setPairs } from "./cors.ts";
import { methodsOf, type Method } from "./endpoint.ts";
import type { ServiceForm } from "./form.ts";
import { DEFAULT_TIMEOUTS, type HttpOptions, type MountedService } from "./http-services.ts";
import { responder, type Responding } from "./respond.ts";
import { header, nulByteIn, routeHandler, type SendError } from "./route.ts";
import { errorSender, httpRefusal } from "./send-error.ts";
import { caseRewriter, formOf } from "./service-urls.ts";
import { mountSockets } from "./sockets.ts";
import { answerUnknownPath, lacksParameter } from "./unknown-path.ts";

export interface HttpServer {
  /** Starts listening; answers the address, with the port that was really taken. */
  listen(where: { host: string; port: number }): Promise<{ url: string; port: number }>;
  /**
   * Stops taking connections, finishes requests in flight, then resolves. Connections without a request are closed at
   * once; what is still being answered after `timeouts.closeMs` is cut off, and so are connections that services hold.
   */
  close(): Promise<void>;
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

const MAX_HEADER_BYTES = 16 * 1024;
/** As long as an address can be: each operation refuses by its own rules what is too long for it, instead of "no such path". */
const MAX_PARAM_LENGTH = MAX_HEADER_BYTES;

/** Builds the server; nothing listens yet. The first service mounted at the root also answers for unknown paths. */
export async function buildHttp(options: HttpOptions): Promise<HttpServer> {
  const rootForm = (options.services.find(({ form }) => form.prefixes.includes("")) ?? options.services[0])?.form;
  if (!rootForm) throw new Error("an HTTP server needs at least one service");
  const sendError = errorSender(options);
  const findAllowed = allowedMethods(options.services);
  const app = fastify(serverOptions(options, rootForm, findAllowed, sendError));
  app.removeAllContentTypeParsers();
  // Every body is taken as bytes: authentication may sign them, and only an endpoint knows which types it reads.
  app.addContentTypeParser("*", bodyCollector(new BodyBudget({ ...DEFAULT_BODY_LIMITS, ...options.bodies })));
  app.setErrorHandler((error, request, reply) => {
    const form = formOf(options.services, request.url, rootForm);
    const requestId = requestIdOf(request, reply, options);
    const refusal = httpRefusal(error, form, request);
    // Fastify asks for a content type of some methods (QUERY) before it looks whether there is a route.
    const isUnread = request.is404 && refusal instanceof AppError && refusal.status !== 413;
    if (isUnread) return answerUnknownPath(form, findAllowed, sendError, request, reply, requestId);
    return sendError(request, reply, form, refusal, { requestId });
  });

  const responding = { compress: compressor(), checkOutputs: options.checkOutputs === true, log: options.log };
  for (const service of options.services) {
    for (const prefix of service.form.prefixes) {
      await app.register(
        async (scope) => mountService(scope, service, prefix, options, responding, findAllowed, sendError),
        {
          prefix,
        },
      );
    }
  }
  app.setNotFoundHandler((request, reply) =>
    answerUnknownPath(
      formOf(options.services, request.originalUrl, rootForm),
      findAllowed,
      sendError,
      request,
      reply,
      requestIdOf(request, reply, options),
    ),
  );
  const held = mountSockets(app, options, sendError);
  refuseConnect(app.server, rootForm, () => options.requestId(undefined));
  await app.ready();
  const close = closeGracefully(app, options.timeouts?.closeMs ?? DEFAULT_TIMEOUTS.closeMs, held);

  return {
    async listen({ host, port }) {
      await app.listen({ host, port });
      const address = app.server.address();
      const taken = typeof address === "object" && address ? address.port : port;
      return { url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}`, port: taken };
    },
    close,
  };
}

function serverOptions(
  options: HttpOptions,
  rootForm: ServiceForm,
  findAllowed: FindAllowed,
  sendError: SendError,
): FastifyHttpOptions<Server> {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const rewriteUrl = caseRewriter(options.services);
  return {
    logger: false,
    bodyLimit: Math.max(...options.services.map(({ form }) => form.bodyBytes)),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    trustProxy: options.trustedProxies ? [...options.trustedProxies] : false,
    forceCloseConnections: "idle",
    // A request that arrives while others are finished is answered like them, and told that its connection ends.
    return503OnClosing: false,
    // HEAD routes are our own: Fastify's would give a stream and a 304 a length of 0.
    exposeHeadRoutes: false,
    serverFactory: (handler) =>
      boundedServer(
        handler,
        {
          maxHeaderSize: MAX_HEADER_BYTES,
          headersTimeout: timeouts.headersMs,
          connectionsCheckingInterval: Math.min(2_000, Math.ceil(timeouts.headersMs / 4)),
        },
        timeouts,
      ),
    ...(rewriteUrl ? { rewriteUrl } : {}),
    clientErrorHandler: answerBrokenRequest(
      (url) => formOf(options.services, url, rootForm),
      findAllowed,
      () => options.requestId(undefined),
    ),
    frameworkErrors: (error, request, reply) => {
      const url = request.originalUrl;
      const form = formOf(options.services, url, rootForm);
      const path = url.split("?", 1)[0] ?? "/";
      const nul = nulByteIn(url);
      const refusal = nul
        ? form.refusal({ kind: "nulByte", part: nul })
        : error.code === "FST_ERR_BAD_URL"
          ? form.refusal({ kind: "badUrl", path })
          : form.refusal({ kind: "unknownPath", method: request.method, path });
      const requestId = options.requestId(header(request, "x-request-id"));
      sendError(request, reply, form, refusal, { requestId });
    },
  };
}

async function mountService(
  scope: FastifyInstance,
  service: MountedService,
  prefix: string,
  options: HttpOptions,
  responding: Responding,
  findAllowed: FindAllowed,
  sendError: SendError,
): Promise<void> {
  const { form } = service;
  const preflight = await mountCors(scope, form);
  const unknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    answerUnknownPath(form, findAllowed, sendError, request, reply, requestIdOf(request, reply, options));
  if (prefix !== "") scope.setNotFoundHandler(unknown);
  const methodsByPath = new Map<string, { url: string; known: Set<string>; fixed: readonly string[] }>();
  for (const endpoint of service.endpoints) {
    const respond = responder(endpoint, form, responding);
    const method: (Method | "HEAD")[] = [...methodsOf(endpoint)];
    if (method.includes("GET")) method.push("HEAD");
    const handler = routeHandler(service, endpoint, options, respond, sendError);
    scope.route({
      method,
      url: endpoint.path,
      bodyLimit: endpoint.limits?.bodyBytes ?? form.bodyBytes,
      handler: (request, reply) => (lacksParameter(request) ? unknown(request, reply) : handler(request, reply)),
    });
    // Two endpoints may name the same place differently: `/players/:id` and `/players/:name`.
    const place = endpoint.path.replace(/:\w+/g, ":");
    const { known } = methodsByPath.get(place) ?? { known: new Set<string>() };
    for (const each of method) known.add(each);
    methodsByPath.set(place, { url: endpoint.path, known, fixed: fixedHeaders(form, endpoint) });
  }
  for (const { url, known, fixed } of methodsByPath.values()) {
    const allow = [...known, "OPTIONS"];
    if (preflight) {
      scope.options(url, (request, reply) => preflight(request, reply.header("allow", allow.join(", "))));
    }
    refuseOtherMethods(scope, url, allow, form, (request, reply) => {
      if (lacksParameter(request)) return unknown(request, reply);
      setPairs(reply, fixed).header("allow", allow.join(", "));
      const refusal = form.refusal({ kind: "methodNotAllowed", method: request.method, allow });
      return sendError(request, reply, form, refusal, { requestId: requestIdOf(request, reply, options) });
    });
  }
}

function refuseOtherMethods(
  scope: FastifyInstance,
  url: string,
  allow: readonly string[],
  form: ServiceForm,
  handler: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  const method = METHODS.filter((each) => !allow.includes(each));
  if (method.length > 0) scope.route({ method, url, bodyLimit: form.bodyBytes, handler });
  if (!form.cors) {
    const fixed = fixedHeaders(form);
    scope.options(url, (_request, reply) => setPairs(reply, fixed).code(204).header("allow", allow.join(", ")).send());
  }
}

/** The id that this answer already carries, else the caller's own or a new one. */
function requestIdOf(request: FastifyRequest, reply: FastifyReply, options: HttpOptions): string {
  const given = reply.getHeader("x-request-id");
  return typeof given === "string" ? given : options.requestId(header(request, "x-request-id"));
}
