/** A toy in the registry's form: two prefixes, `{error}`, bodies that were written before, any origin. */
import { Type } from "typebox";
import type { Static } from "typebox";
import { tagOf } from "../../src/kit/endpoint/conditional.ts";
import { retryAfter } from "../../src/kit/endpoint/database-refusal.ts";
import { endpointFor } from "../../src/kit/endpoint/endpoint.ts";
import type { Credentials, HttpRefusal, ServiceForm } from "../../src/kit/endpoint/form.ts";
import { rawJson, text, type RawBody } from "../../src/kit/endpoint/output.ts";
import { parseBearer } from "../../src/kit/auth/bearer.ts";
import { errors, type AppError } from "../../src/kit/errors/catalogue.ts";

const toolServer = Type.Object(
  {
    name: Type.String({ pattern: "^[a-z]+/[a-z]+$", maxLength: 100 }),
    version: Type.String({ minLength: 1, maxLength: 50 }),
    description: Type.Optional(Type.String({ maxLength: 5000 })),
    packages: Type.Optional(
      Type.Array(Type.Object({ identifier: Type.String({ minLength: 1 }), port: Type.Optional(Type.Integer()) }), {
        maxItems: 5,
      }),
    ),
    _meta: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { title: "ToolServer" },
);
type ToolServer = Static<typeof toolServer>;

export interface RegistryToyDeps {
  readonly servers: Map<string, ToolServer>;
}

interface Actors {
  readonly public: undefined;
  readonly token: { readonly subject: string };
}

export const registryToyHttpErrors = errors("http", {
  unknownPath: { status: 404, says: "There is no {path} here" },
  methodNotAllowed: { status: 405, says: "{method} is not allowed" },
  badUrl: { status: 400, says: "Invalid percent-encoding in the URL path" },
  nulByte: { status: 400, says: "The {part} contains null bytes" },
  bodyTooLarge: { status: 413, says: "Request body is larger than {limitBytes} bytes" },
  unsupportedMediaType: { status: 415, says: "Expected application/json" },
  unsupportedContentEncoding: { status: 415, says: "Bodies are not read with Content-Encoding {contentEncoding}" },
  rateLimited: { status: 429, says: "Try again in {retryAfterSeconds} seconds" },
  badRequest: { status: 400, says: "{message}" },
  busy: { status: 503, says: "Too many large bodies: try again in {retryAfterSeconds} seconds" },
  unavailable: { status: 503, says: "Try again in {retryAfterSeconds} seconds" },
  outcomeUnknown: { status: 500, says: "It was done or not" },
  invalidInput: { status: 422, says: "{reason}" },
  unauthorized: { status: 401, says: "A valid token is needed" },
});

export const registryToyErrors = errors("servers", {
  notFound: { status: 404, says: "Server {name} not found" },
  duplicate: { status: 400, says: "Server {name} is there already" },
});

const endpoint = endpointFor<RegistryToyDeps, Actors>();
const path = Type.Object({ name: Type.String({ maxLength: 100 }) });
const serverList = Type.Object({ servers: Type.Array(toolServer), count: Type.Integer() });

const listServers = endpoint({
  id: "servers.listServers",
  method: "GET",
  path: "/servers",
  auth: "public",
  summary: "List servers",
  description: "All servers, by name.",
  input: {
    query: Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: 100, default: 30, description: "Servers on a page" }),
      search: Type.Optional(Type.String({ maxLength: 50, description: "Part of a name" })),
    }),
  },
  output: rawJson(serverList, { cacheControl: "no-cache" }),
  errors: [],
  examples: [{ name: "all" }, { name: "too many", query: { limit: "101" }, status: 422 }],
  run({ servers }, { input: { query } }) {
    const found = [...servers.values()].filter(({ name }) => name.includes(query.search ?? "")).slice(0, query.limit);
    return raw({ servers: found, count: found.length });
  },
});

const getServer = endpoint({
  id: "servers.getServer",
  method: "GET",
  path: "/servers/:name",
  auth: "public",
  summary: "Get a server",
  input: { path },
  output: rawJson(toolServer),
  errors: [registryToyErrors.notFound],
  examples: [
    { name: "weather", path: { name: "example/weather" } },
    { name: "nothing", path: { name: "example/nothing" }, status: 404 },
  ],
  run({ servers }, { input }) {
    const found = servers.get(input.path.name);
    if (!found) throw registryToyErrors.notFound({ name: input.path.name });
    return raw(found);
  },
});

const publishServer = endpoint({
  id: "servers.publishServer",
  method: "POST",
  path: "/servers",
  auth: "token",
  summary: "Publish a server",
  input: { body: toolServer },
  output: rawJson(toolServer, { status: 201 }),
  errors: [registryToyErrors.duplicate],
  limits: { bodyBytes: 16_384 },
  examples: [
    { name: "new", body: { name: "example/new", version: "1.0.0" } },
    { name: "the same again", body: { name: "example/new", version: "1.0.0" }, status: 400 },
  ],
  run({ servers }, { input: { body } }) {
    if (servers.has(body.name)) throw registryToyErrors.duplicate({ name: body.name });
    servers.set(body.name, body);
    return raw(body);
  },
});

const deleteServer = endpoint({
  id: "servers.deleteServer",
  method: "DELETE",
  path: "/servers/:name",
  auth: "token",
  summary: "Delete a server",
  input: { path },
  output: text("text/plain", { status: 204 }),
  errors: [registryToyErrors.notFound],
  examples: [
    { name: "the new one", path: { name: "example/new" } },
    { name: "the new one again", path: { name: "example/new" }, status: 404 },
  ],
  run({ servers }, { input }) {
    if (!servers.delete(input.path.name)) throw registryToyErrors.notFound({ name: input.path.name });
    return "";
  },
});

export const registryToyEndpoints = [listServers, getServer, publishServer, deleteServer] as const;

export const registryToyForm: ServiceForm<Actors> = {
  name: "registry",
  title: "Toy registry",
  version: "1",
  description: "A toy.",
  prefixes: ["/v0.1", "/v0"],
  bodyBytes: 65_536,
  publicKinds: ["public"],
  security: { schemes: { token: { type: "http", scheme: "bearer" } }, byKind: { token: "token" } },
  cors: { origin: "*", methods: ["GET", "HEAD", "POST", "DELETE"], maxAge: 86_400 },
  unknownMembers: { query: "ignore", body: "refuse" },
  errorSchema: Type.Object({ error: Type.String() }, { additionalProperties: false, title: "Error" }),
  authenticate,
  invalidInput: (_endpoint, issues) => {
    const [issue] = issues;
    const names = issue?.params["additionalProperties"];
    const subject = issue?.path.join(".") ?? "";
    return registryToyHttpErrors.invalidInput({
      reason: `${subject} ${issue?.message} ${Array.isArray(names) ? names.join(", ") : ""}`.trim(),
    });
  },
  refusal: (of: HttpRefusal): AppError => {
    const { kind, ...fields } = of;
    return registryToyHttpErrors[kind](fields as never, of.kind === "busy" ? retryAfter(of.retryAfterSeconds) : {});
  },
  renderError: (error) => ({ error: error.message }),
};

/** Tokens of the toy: `good-<subject>` is valid. */
function authenticate({ headers }: Credentials, { auth }: { auth: string }): Actors[keyof Actors] {
  if (auth === "public") return undefined;
  const bearer = parseBearer(headers["authorization"]);
  const subject = bearer.kind === "token" ? /^good-(\w+)$/.exec(bearer.token)?.[1] : undefined;
  if (subject === undefined)
    throw registryToyHttpErrors.unauthorized({}, { headers: { "www-authenticate": "Bearer" } });
  return { subject };
}

function raw(value: unknown): RawBody {
  const body = Buffer.from(JSON.stringify(value));
  return { body, etag: `v${tagOf(body)}` };
}

/** One small and one large description, which is worth compressing. */
export function registryToyDeps(): RegistryToyDeps {
  const weather = { name: "example/weather", version: "1.0.0", description: "Tells the weather" };
  const large = { name: "example/large", version: "2.0.0", description: "words and more words ".repeat(200) };
  return { servers: new Map([weather, large].map((server) => [server.name, server])) };
}
