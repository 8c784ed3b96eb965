/** A toy in the players' form: at the root, case does not matter, bare lists, `{"Error": {...}}`, a key in three forms. */
import { Type } from "typebox";
import { retryAfter } from "../../src/kit/endpoint/database-refusal.ts";
import { endpointFor } from "../../src/kit/endpoint/endpoint.ts";
import type { Credentials, HttpRefusal, ServiceForm } from "../../src/kit/endpoint/form.ts";
import { json, withHeaders } from "../../src/kit/endpoint/output.ts";
import { errors, type AppError } from "../../src/kit/errors/catalogue.ts";
import type { Allowance } from "../../src/kit/limits/limiter.ts";

export interface Player {
  readonly PlayerId: number;
  readonly Name: string;
}

export interface PlayersToyDeps {
  readonly players: readonly Player[];
}

export interface KeyOwner {
  readonly name: string;
  readonly requestsPerMinute: number;
}

interface Actors {
  readonly public: undefined;
  readonly key: KeyOwner;
}

/** Keys of the toy. A key never appears in an answer, a log line or the name of an allowance. */
export const TOY_KEYS: ReadonlyMap<string, KeyOwner> = new Map([
  ["key-of-anna", { name: "anna", requestsPerMinute: 1000 }],
  ["key-of-bert", { name: "bert", requestsPerMinute: 3 }],
  ["key-of-carl", { name: "carl", requestsPerMinute: 1000 }],
]);

export const playersToyHttpErrors = errors("http", {
  unknownPath: { status: 404, says: "Nothing is here" },
  methodNotAllowed: { status: 405, says: "{method} is not allowed" },
  badUrl: { status: 400, says: "The path is not valid" },
  nulByte: { status: 400, says: "The {part} contains a NUL" },
  bodyTooLarge: { status: 413, says: "Too large" },
  unsupportedMediaType: { status: 415, says: "Unsupported media type" },
  unsupportedContentEncoding: { status: 415, says: "Bodies are not read with Content-Encoding {contentEncoding}" },
  rateLimited: { status: 429, says: "Too many requests" },
  badRequest: { status: 400, says: "{message}" },
  busy: { status: 503, says: "Too many large bodies: try again in {retryAfterSeconds} seconds" },
  unavailable: { status: 503, says: "Try again in {retryAfterSeconds} seconds" },
  outcomeUnknown: { status: 500, says: "It was done or not" },
  invalidInput: { status: 400, says: "{name}: {reason}" },
  unauthorized: { status: 401, says: "A key is needed" },
});

export const playersToyErrors = errors("players", {
  notFound: { status: 404, says: "There is no player {id}." },
});

const player = Type.Object({ PlayerId: Type.Integer(), Name: Type.String() }, { title: "Player" });
const endpoint = endpointFor<PlayersToyDeps, Actors>();

const getStatus = endpoint({
  id: "system.getStatus",
  method: "GET",
  path: "/Status",
  auth: "public",
  summary: "Status",
  input: {},
  output: json(Type.Object({ Online: Type.Boolean() })),
  errors: [],
  examples: [{ name: "now" }],
  run: () => ({ Online: true }),
});

const id = Type.Integer({ minimum: 1, description: "Number of the player" });

const getPlayer = endpoint({
  id: "players.getPlayer",
  method: "GET",
  path: "/Player/:id",
  auth: "key",
  summary: "One player",
  input: { path: Type.Object({ id }) },
  output: json(Type.Array(player)),
  errors: [playersToyErrors.notFound],
  examples: [
    { name: "the first", path: { id: "1" } },
    { name: "nobody", path: { id: "99999" }, status: 404 },
  ],
  run: ({ players }, { input }) => [playerWith(players, input.path.id)],
});

const findPlayer = endpoint({
  id: "players.findPlayer",
  method: "GET",
  path: "/Player",
  auth: "key",
  summary: "One player, by parameter",
  input: { query: Type.Object({ id }) },
  output: json(Type.Array(player)),
  errors: [playersToyErrors.notFound],
  examples: [
    { name: "the first", query: { id: "1" } },
    { name: "nobody", query: { ID: "99999" }, status: 404 },
  ],
  run: ({ players }, { input }) => [playerWith(players, input.query.id)],
});

const search = endpoint({
  id: "search.searchPlayers",
  method: "GET",
  path: "/Search",
  auth: "key",
  summary: "Search",
  input: {
    query: Type.Object({
      type: Type.Union([Type.Literal("Player"), Type.Literal("Tribe")], { description: "What to search" }),
      q: Type.String({ minLength: 1, maxLength: 50, description: "Part of a name" }),
    }),
  },
  output: json(Type.Array(player), { headers: { "X-Total-Count": "How many were found" } }),
  errors: [],
  limits: { cost: 2 },
  examples: [{ name: "players", query: { type: "player", q: "an" } }],
  run({ players }, { input: { query } }) {
    const found = query.type === "Player" ? players.filter(({ Name }) => Name.includes(query.q)) : [];
    return withHeaders(found.slice(0, 2), { "X-Total-Count": String(found.length) });
  },
});

export const playersToyEndpoints = [getStatus, getPlayer, findPlayer, search] as const;

export const playersToyForm: ServiceForm<Actors> = {
  name: "players",
  title: "Toy players",
  version: "1",
  description: "A toy.",
  prefixes: [""],
  bodyBytes: 1024,
  publicKinds: ["public"],
  security: { schemes: { key: { type: "apiKey", in: "header", name: "Authorization" } }, byKind: { key: "key" } },
  ignoreCase: true,
  unknownMembers: { query: "ignore", body: "ignore" },
  errorSchema: Type.Object(
    {
      Error: Type.Object({
        Code: Type.String(),
        Message: Type.String(),
        Status: Type.Integer(),
        RequestId: Type.String(),
      }),
    },
    { title: "Error" },
  ),
  authenticate,
  allowances(stage, { address }, actor): readonly Allowance[] {
    if (stage === "address") return [{ key: `players:address:${address}`, requests: 1000, windowSeconds: 60 }];
    const owner = actor as KeyOwner | undefined;
    if (!owner) return [];
    return [{ key: `players:key:${owner.name}`, requests: owner.requestsPerMinute, windowSeconds: 60 }];
  },
  invalidInput: (_endpoint, [issue]) =>
    playersToyHttpErrors.invalidInput({ name: issue?.path.join(".") ?? "", reason: issue?.message ?? "" }),
  refusal: (of: HttpRefusal): AppError => {
    const { kind, ...fields } = of;
    return playersToyHttpErrors[kind](fields as never, of.kind === "busy" ? retryAfter(of.retryAfterSeconds) : {});
  },
  renderError: ({ code, message, status }, { requestId }) => ({
    Error: { Code: code, Message: message, Status: status, RequestId: requestId },
  }),
};

/** `Authorization: <key>`, `Bearer <key>` and `ApiKey <key>` are all the same. */
function authenticate({ headers }: Credentials, { auth }: { auth: string }): Actors[keyof Actors] {
  if (auth === "public") return undefined;
  const key = /^(?:(?:bearer|apikey) +)?(\S+)$/i.exec(headers["authorization"]?.toString() ?? "")?.[1];
  const owner = key === undefined ? undefined : TOY_KEYS.get(key);
  if (!owner) throw playersToyHttpErrors.unauthorized({}, { headers: { "www-authenticate": 'Bearer realm="toy"' } });
  return owner;
}

function playerWith(players: readonly Player[], wanted: number): Player {
  const found = players.find(({ PlayerId }) => PlayerId === wanted);
  if (!found) throw playersToyErrors.notFound({ id: wanted });
  return found;
}

export function playersToyDeps(): PlayersToyDeps {
  const names = ["Anna", "Hanna", "Joanna", "Bert", "Åsa"];
  return { players: names.map((Name, at) => ({ PlayerId: at + 1, Name })) };
}
