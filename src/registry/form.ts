/** The registry's form over HTTP: JSON errors with one member, and the reference implementation's texts and codes. */
import { Type, type TObject } from "typebox";
import type { CredentialCookie } from "../kit/auth/credential-cookie.ts";
import { COUNTED_FROM_BYTES } from "../kit/endpoint/body-budget.ts";
import { methodsOf, type AnyEndpoint } from "../kit/endpoint/endpoint.ts";
import type { Credentials, InputIssue, ServiceForm } from "../kit/endpoint/form.ts";
import { refusals } from "../kit/endpoint/refusals.ts";
import { errors, type AppError, type DeclaredError } from "../kit/errors/catalogue.ts";
import type { Allowance } from "../kit/limits/limiter.ts";
import { networkOf } from "../kit/limits/network-of.ts";
import { isDecodable } from "../kit/text/is-decodable.ts";
import { DAY_SECONDS } from "../kit/time/spans.ts";
import { describeBodyIssue, documentedSchemas, MAX_DOCUMENT_BYTES, serverErrors } from "./servers/index.ts";
import type { Clock } from "../kit/time/clock.ts";
import type { RegistryActors, RegistryVisitor, TokenCaller } from "./endpoint.ts";
import { sessionErrors, shownTokenOf } from "./sessions/index.ts";
import { loginOf, mayAdminister, tokenErrors, type Caller, type TokenActor } from "./tokens/index.ts";

const httpErrors = errors("http", {
  unknownPath: { status: 404, says: "Endpoint not found. {hint}" },
  methodNotAllowed: { status: 405, says: "Method {method} is not allowed here; allowed: {allow}" },
  badUrl: { status: 400, says: "Invalid percent-encoding in the URL path" },
  nulInPath: { status: 400, says: "Invalid request: URL path contains null bytes" },
  nulInQuery: { status: 400, says: "Invalid request: URL query parameters contain null bytes" },
  bodyTooLarge: { status: 413, says: "Request body is larger than {limitBytes} bytes" },
  busy: {
    status: 503,
    says: "Too many large request bodies arrive at the same time, and nothing was changed: try again in {seconds} seconds",
  },
  unsupportedMediaType: { status: 415, says: "Unsupported Content-Type: expected application/json" },
  unsupportedContentEncoding: {
    status: 415,
    says: "Unsupported Content-Encoding {contentEncoding}: send the body as it is, without that header",
  },
  rateLimited: { status: 429, says: "Too many requests: try again in {seconds} seconds" },
  badRequest: { status: 400, says: "Invalid request: {reason}" },
  unavailable: {
    status: 503,
    says: "The registry's database cannot be reached now, and nothing was changed: try again in {seconds} seconds",
  },
  outcomeUnknown: {
    status: 500,
    says: "The connection to the registry's database was lost: the change was made or not. Read the server before you try again",
  },
  invalidBody: { status: 422, says: "validation failed: {reason}" },
  invalidQuery: { status: 422, says: "validation failed: {reason}" },
});

export interface RegistryFormSettings {
  /** Reads need a token too. */
  readonly privateReads: boolean;
  readonly requestsPerMinute: number;
  readonly tokenRequestsPerMinute: number;
}

/** Finds the holder of a token. */
export interface Authenticator {
  /** @throws 401 */
  verify(authorizationHeader: string | undefined): Promise<TokenActor> | TokenActor;
}

/** Paths that must answer strangers even if reads are private: without them callers could not get a token. */
const ALWAYS_OPEN = /^(tokens|sessions|system)\./;

/** Finds the holder of a request's token or session. */
export interface Doorkeepers {
  readonly tokens: Authenticator;
  readonly sessions: Pick<CredentialCookie, "heldBy" | "shownBy" | "visitorOf">;
  readonly begunLogins: Pick<CredentialCookie, "heldBy">;
  readonly clock: Pick<Clock, "now">;
}

/** How callers show who they are. */
const SCHEMES: ServiceForm["security"]["schemes"] = {
  token: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-tripod_registry",
    description:
      "The cookie of `POST /auth/session`, for pages of this server. Changes also need its `csrf_token` in the header " +
      "X-CSRF-Token. Without https its name is tripod_registry.",
  },
};

export function registryForm(doorkeepers: Doorkeepers, settings: RegistryFormSettings): ServiceForm<RegistryActors> {
  return {
    name: "registry",
    title: "Tool server registry",
    version: "2025-12-01",
    description:
      "Publishes and finds descriptions of tool servers: the MCP registry API. Everything under `/v0.1` answers under " +
      '`/v0` as well. Errors are `{"error": "..."}`.',
    prefixes: ["/v0.1", "/v0"],
    bodyBytes: MAX_DOCUMENT_BYTES,
    publicKinds: ["public", "visitor"],
    security: {
      schemes: SCHEMES,
      byKind: { token: ["token", "session"], admin: ["token", "session"] },
      of: (endpoint) => (needsToken(settings, endpoint) ? "token" : undefined),
    },
    cors: {
      origin: "*",
      methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
      exposedHeaders: [
        "Content-Type",
        "Content-Length",
        "ETag",
        "RateLimit-Limit",
        "RateLimit-Remaining",
        "RateLimit-Reset",
        "Retry-After",
        "X-Request-Id",
      ],
      maxAge: DAY_SECONDS,
    },
    unknownMembers: { query: "ignore", body: "refuse" },
    errorSchema: Type.Object({ error: Type.String() }, { additionalProperties: false, title: "Error" }),
    schemas: documentedSchemas,
    authenticate: (credentials, endpoint) => authenticate(doorkeepers, settings, credentials, endpoint),
    allowances: (stage, credentials, actor) =>
      allowances(settings, stage, credentials, actor as Caller | RegistryVisitor | undefined),
    invalidInput,
    refusals: (endpoint) => refusalsOf(settings, endpoint),
    refusal: refusals(httpErrors, {
      unknownPath: ({ path }) => httpErrors.unknownPath({ hint: hintFor(path) }),
      badUrl: ({ path }) => badUrl(path),
      nulByte: ({ part }) => (part === "path" ? httpErrors.nulInPath() : httpErrors.nulInQuery()),
      rateLimited: ({ retryAfterSeconds: seconds }) => httpErrors.rateLimited({ seconds }),
      badRequest: ({ message: reason }) => httpErrors.badRequest({ reason }),
    }),
    renderError: (error) => ({ error: error.message }),
  };
}

function authenticate(
  { tokens, sessions, begunLogins, clock }: Doorkeepers,
  settings: RegistryFormSettings,
  credentials: Credentials,
  endpoint: AnyEndpoint,
): Caller | RegistryVisitor | TokenCaller | Promise<TokenCaller> {
  if (endpoint.auth === "visitor") {
    const now = clock.now();
    return {
      ...sessions.visitorOf(credentials, now),
      held: sessions.heldBy(credentials, now),
      begunLogin: begunLogins.heldBy(credentials, now),
    };
  }
  if (!needsToken(settings, endpoint)) return { kind: "anonymous" };
  const { authorization, session } = shownTokenOf(sessions, credentials, clock.now());
  const holder = endpoint.auth === "admin" ? verifyAdmin(tokens, authorization) : tokens.verify(authorization);
  if (!session) return holder;
  return Promise.resolve(holder).then((actor) => ({ ...actor, session }));
}

async function verifyAdmin(tokens: Authenticator, authorization: string | undefined): Promise<TokenActor> {
  const actor = await tokens.verify(authorization);
  if (!mayAdminister(actor)) throw tokenErrors.notAdmin();
  return actor;
}

function needsToken({ privateReads }: RegistryFormSettings, { auth, id }: AnyEndpoint): boolean {
  return auth === "token" || auth === "admin" || (privateReads && !ALWAYS_OPEN.test(id));
}

/** Refusals of a call of this endpoint before it runs, and when the database is away. */
function refusalsOf(settings: RegistryFormSettings, endpoint: AnyEndpoint): readonly DeclaredError[] {
  const { path, query, body } = endpoint.input;
  const bodyBytes = endpoint.limits?.bodyBytes ?? MAX_DOCUMENT_BYTES;
  const isRead = methodsOf(endpoint).includes("GET");
  const isSigned = needsToken(settings, endpoint);
  const isLimited =
    endpoint.limits?.attempts !== undefined ||
    settings.requestsPerMinute > 0 ||
    (isSigned && settings.tokenRequestsPerMinute > 0);
  // Reads and checks of documents are answered from memory. The database knows signing keys and revoked tokens.
  const asksDatabase = isSigned || /^(tokens|sessions)\./.test(endpoint.id);
  return [
    httpErrors.nulInQuery,
    ...(path
      ? [httpErrors.nulInPath, path.properties["serverName"] ? serverErrors.invalidNameEncoding : httpErrors.badUrl]
      : []),
    ...(path?.properties["version"] ? [serverErrors.invalidVersionEncoding] : []),
    ...(query || (path && isBounded(path)) ? [httpErrors.invalidQuery] : []),
    ...(isRead ? [] : [httpErrors.bodyTooLarge, httpErrors.unsupportedMediaType]),
    ...(isRead || bodyBytes < COUNTED_FROM_BYTES ? [] : [httpErrors.busy]),
    ...(body ? [httpErrors.unsupportedContentEncoding, httpErrors.badRequest, httpErrors.invalidBody] : []),
    ...(isSigned ? [tokenErrors.missing, tokenErrors.malformed, tokenErrors.invalid, sessionErrors.ended] : []),
    ...(isSigned && !isRead ? [sessionErrors.noCsrf, sessionErrors.otherSite] : []),
    ...(endpoint.auth === "admin" ? [tokenErrors.notAdmin] : []),
    ...(isLimited ? [httpErrors.rateLimited] : []),
    ...(asksDatabase ? [httpErrors.unavailable] : []),
    ...(asksDatabase && !isRead ? [httpErrors.outcomeUnknown] : []),
  ];
}

/** Whether some text of the path may not fit. Names and versions of servers are only looked up. */
function isBounded({ properties }: TObject): boolean {
  return Object.keys(properties).some((name) => name !== "serverName" && name !== "version");
}

function allowances(
  settings: RegistryFormSettings,
  stage: "address" | "actor",
  credentials: Credentials,
  actor: Caller | RegistryVisitor | undefined,
): readonly Allowance[] {
  if (stage === "address") {
    if (settings.requestsPerMinute === 0) return [];
    return [
      {
        key: `registry:address:${networkOf(credentials.address)}`,
        requests: settings.requestsPerMinute,
        windowSeconds: 60,
      },
    ];
  }
  if (!actor || !("kind" in actor) || actor.kind !== "token" || settings.tokenRequestsPerMinute === 0) return [];
  const key = `registry:token:${loginOf(actor)}`;
  return [{ key, requests: settings.tokenRequestsPerMinute, windowSeconds: 60 }];
}

/** An unknown status is 400 as the specification says; everything else about a body is 422. */
function invalidInput(endpoint: AnyEndpoint, issues: readonly InputIssue[]): AppError {
  const [first] = issues;
  if (first?.keyword === "syntax") return httpErrors.badRequest({ reason: first.message });
  if (first?.place !== "body") return httpErrors.invalidQuery({ reason: sentences(issues, describeParameter) });
  const isStatus = endpoint.id.startsWith("servers.update") && issues.some(({ path }) => path[0] === "status");
  if (isStatus) return serverErrors.invalidStatus();
  const schema = endpoint.input.body;
  return httpErrors.invalidBody({ reason: sentences(issues, (issue) => describeBodyIssue(issue, schema)) });
}

function sentences(issues: readonly InputIssue[], describe: (issue: InputIssue) => string): string {
  return [...new Set(issues.map(describe))].slice(0, 5).join("; ");
}

function describeParameter(issue: InputIssue): string {
  if (issue.path.length === 0) return issue.message;
  return describeBodyIssue(issue);
}

/** `/v0.1/servers/{name}/versions/{version}`: says which of the two cannot be decoded. */
function badUrl(path: string): AppError {
  const [, , area, name = "", , version = ""] = path.split("/");
  if (area !== "servers") return httpErrors.badUrl();
  if (!isDecodable(name)) return serverErrors.invalidNameEncoding();
  return isDecodable(version) ? httpErrors.badUrl() : serverErrors.invalidVersionEncoding();
}

function hintFor(path: string): string {
  if (/^\/v0(\.1)?\/servers\/[^/]+\/[^/]+/.test(path)) {
    return "A slash within a server name must be written as %2F";
  }
  // What a name takes at most, encoded, and the path before it.
  if (path.length <= 700 && /^\/v0(\.1)?\/servers\/[^/]+$/.test(path)) return `Did you mean '${path}/versions/latest'?`;
  return "Did you mean '/v0.1/servers'? The interface is described at /docs";
}
