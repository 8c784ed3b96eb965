/** The registry's form over HTTP: JSON errors with one member, and the reference implementation's texts and codes. */
import { Type } from "typebox";
import type { AnyEndpoint } from "../kit/endpoint/endpoint.ts";
import type { Allowance, Credentials, HttpRefusal, InputIssue, ServiceForm } from "../kit/endpoint/form.ts";
import { errors, type AppError } from "../kit/errors/catalogue.ts";
import { networkOf } from "../kit/limits/network-of.ts";
import { describeBodyIssue, serverErrors } from "./servers/index.ts";
import type { RegistryActors } from "./endpoint.ts";
import type { Caller, TokenActor } from "./tokens/index.ts";

const httpErrors = errors("http", {
  unknownPath: { status: 404, says: "Endpoint not found. {hint}" },
  methodNotAllowed: { status: 405, says: "Method {method} is not allowed here; allowed: {allow}" },
  badUrl: { status: 400, says: "Invalid percent-encoding in the URL path" },
  nulInPath: { status: 400, says: "Invalid request: URL path contains null bytes" },
  nulInQuery: { status: 400, says: "Invalid request: URL query parameters contain null bytes" },
  bodyTooLarge: { status: 413, says: "Request body is larger than {limitBytes} bytes" },
  unsupportedMediaType: { status: 415, says: "Unsupported Content-Type: expected application/json" },
  rateLimited: { status: 429, says: "Too many requests: try again in {seconds} seconds" },
  badRequest: { status: 400, says: "Invalid request: {reason}" },
  invalidBody: { status: 422, says: "validation failed: {reason}" },
  invalidQuery: { status: 422, says: "validation failed: {reason}" },
});

export interface RegistryFormSettings {
  /** Reads need a token too. */
  readonly privateReads: boolean;
  readonly requestsPerMinute: number;
  readonly tokenRequestsPerMinute: number;
}

/** Knows whom a token belongs to. */
export interface Authenticator {
  /** @throws 401 */
  verify(authorizationHeader: string | undefined): Promise<TokenActor> | TokenActor;
}

/** Paths that must answer strangers even where reads are private: without them nobody could get a token. */
const ALWAYS_OPEN = /^(tokens|system)\./;

export function registryForm(tokens: Authenticator, settings: RegistryFormSettings): ServiceForm<RegistryActors> {
  return {
    name: "registry",
    title: "Tool server registry",
    version: "2025-12-01",
    description:
      "Publishes and finds descriptions of tool servers: the MCP registry API. Everything under `/v0.1` answers under " +
      '`/v0` as well. Errors are `{"error": "..."}`.',
    prefixes: ["/v0.1", "/v0"],
    bodyBytes: 1024 * 1024,
    publicKinds: ["public"],
    security: {
      schemes: { token: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      byKind: { token: "token" },
    },
    cors: {
      origin: "*",
      methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
      exposedHeaders: ["Content-Type", "Content-Length", "ETag", "RateLimit-Remaining", "Retry-After", "X-Request-Id"],
      maxAge: 86_400,
    },
    unknownMembers: { query: "ignore", body: "refuse" },
    errorSchema: Type.Object({ error: Type.String() }, { additionalProperties: false, title: "Error" }),
    authenticate: (credentials, endpoint) => authenticate(tokens, settings, credentials, endpoint),
    allowances: (stage, credentials, actor) => allowances(settings, stage, credentials, actor as Caller | undefined),
    invalidInput,
    refusal,
    renderError: (error) => ({ error: error.message }),
  };
}

function authenticate(
  tokens: Authenticator,
  settings: RegistryFormSettings,
  credentials: Credentials,
  endpoint: AnyEndpoint,
): Caller | TokenActor | Promise<TokenActor> {
  const header = credentials.headers["authorization"];
  const text = Array.isArray(header) ? header[0] : header;
  if (endpoint.auth === "token") return tokens.verify(text);
  if (settings.privateReads && !ALWAYS_OPEN.test(endpoint.id)) return tokens.verify(text);
  return { kind: "anonymous" };
}

function allowances(
  settings: RegistryFormSettings,
  stage: "address" | "actor",
  credentials: Credentials,
  actor: Caller | undefined,
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
  if (actor?.kind !== "token" || settings.tokenRequestsPerMinute === 0) return [];
  const key = `registry:token:${actor.method}:${actor.subject}`;
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
  const name = issue.path.join(".");
  return name === "" ? issue.message : `${name} ${issue.message}`;
}

function refusal(of: HttpRefusal): AppError {
  switch (of.kind) {
    case "unknownPath":
      return httpErrors.unknownPath({ hint: hintFor(of.path) });
    case "methodNotAllowed":
      return httpErrors.methodNotAllowed({ method: of.method, allow: of.allow.join(", ") });
    case "badUrl":
      return badUrl(of.path);
    case "nulByte":
      return of.part === "path" ? httpErrors.nulInPath() : httpErrors.nulInQuery();
    case "bodyTooLarge":
      return httpErrors.bodyTooLarge({ limitBytes: of.limitBytes });
    case "unsupportedMediaType":
      return httpErrors.unsupportedMediaType();
    case "rateLimited":
      return httpErrors.rateLimited({ seconds: of.retryAfterSeconds });
    case "badRequest":
      return httpErrors.badRequest({ reason: of.message });
  }
}

/** `/v0.1/servers/{name}/versions/{version}`: says which of the two cannot be decoded. */
function badUrl(path: string): AppError {
  const [, , area, name = "", , version = ""] = path.split("/");
  if (area !== "servers") return httpErrors.badUrl();
  if (!isDecodable(name)) return serverErrors.invalidNameEncoding();
  return isDecodable(version) ? httpErrors.badUrl() : serverErrors.invalidVersionEncoding();
}

function isDecodable(segment: string): boolean {
  try {
    decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}

function hintFor(path: string): string {
  if (/^\/v0(\.1)?\/servers\/[^/]+\/[^/]+/.test(path)) {
    return "A slash within a server name must be written as %2F";
  }
  return "Did you mean '/v0.1/servers'? The interface is described at /docs";
}
