/** A toy in the trading platform's form: an envelope, GET and POST alike, lists in brackets, signed requests, streams. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { Type } from "typebox";
import type { Static } from "typebox";
import { retryAfter } from "../../src/kit/endpoint/database-refusal.ts";
import { endpointFor } from "../../src/kit/endpoint/endpoint.ts";
import type { Credentials, HttpRefusal, ServiceForm } from "../../src/kit/endpoint/form.ts";
import { json, stream } from "../../src/kit/endpoint/output.ts";
import { errors, type AppError } from "../../src/kit/errors/catalogue.ts";

const side = Type.Enum(["buy", "sell"], { description: "Which way" });
const order = Type.Object(
  { id: Type.Integer(), symbol: Type.String(), side, quantity: Type.String() },
  { title: "Order" },
);
type Order = Static<typeof order>;

export interface TradingToyDeps {
  readonly orders: Order[];
}

interface Actors {
  readonly public: undefined;
  readonly signed: { readonly account: string };
}

export const TOY_SECRETS: ReadonlyMap<string, string> = new Map([
  ["account1", "secret-of-account1"],
  ["account2", "secret-of-account2"],
]);

export const tradingToyHttpErrors = errors("http", {
  unknownPath: { status: 404, says: "Unknown endpoint {path}", code: "1404" },
  methodNotAllowed: { status: 405, says: "{method} is not allowed", code: "1405" },
  badUrl: { status: 400, says: "The path is not valid", code: "1400" },
  nulByte: { status: 400, says: "The {part} contains a NUL", code: "1401" },
  bodyTooLarge: { status: 413, says: "Too large", code: "1413" },
  unsupportedMediaType: { status: 415, says: "{contentType} is not understood", code: "1415" },
  unsupportedContentEncoding: {
    status: 415,
    says: "Bodies are not read with Content-Encoding {contentEncoding}",
    code: "1416",
  },
  rateLimited: { status: 429, says: "Too many requests", code: "1429" },
  badRequest: { status: 400, says: "{message}", code: "1402" },
  busy: { status: 503, says: "Too many large bodies: try again in {retryAfterSeconds} seconds", code: "5002" },
  unavailable: { status: 503, says: "Try again in {retryAfterSeconds} seconds", code: "5000" },
  outcomeUnknown: { status: 500, says: "It was done or not", code: "5001" },
  invalidInput: { status: 422, says: "{name} {reason}", code: "1422" },
  unauthorized: { status: 401, says: "The signature is not valid", code: "1403" },
});

export const tradingToyErrors = errors("orders", {
  tooLarge: { status: 409, says: "The order is larger than {limit}", code: "2001" },
});

const endpoint = endpointFor<TradingToyDeps, Actors>();

const ping = endpoint({
  id: "system.ping",
  method: "GET",
  path: "/system/ping",
  auth: "public",
  summary: "Ping",
  input: {},
  output: json(Type.Object({ pong: Type.Boolean() })),
  errors: [],
  examples: [{ name: "ping" }],
  run: () => ({ pong: true }),
});

const listOrders = endpoint({
  id: "orders.listOrders",
  method: ["GET", "POST"],
  path: "/orders/list",
  auth: "signed",
  summary: "List orders",
  input: {
    params: Type.Object({
      ids: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 50, description: "Only these" })),
      side: Type.Optional(side),
      limit: Type.Integer({ minimum: 1, maximum: 100, default: 50, description: "How many" }),
    }),
  },
  output: json(Type.Array(order)),
  errors: [],
  limits: { cost: 3 },
  examples: [{ name: "all" }, { name: "two of them", query: { "ids[]": "1", side: "buy" } }],
  run: ({ orders }, { input: { params } }) =>
    orders
      .filter((each) => params.ids?.includes(each.id) ?? true)
      .filter((each) => params.side === undefined || each.side === params.side)
      .slice(0, params.limit),
});

const placeOrder = endpoint({
  id: "orders.placeOrder",
  method: "POST",
  path: "/orders/place",
  auth: "signed",
  summary: "Place an order",
  input: {
    params: Type.Object({
      symbol: Type.String({ pattern: "^[A-Z]{3,6}/[A-Z]{3,4}$" }),
      side,
      quantity: Type.String({ pattern: "^\\d{1,10}$" }),
      tags: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
    }),
  },
  output: json(Type.Object({ order, tags: Type.Array(Type.String()) }), { status: 201 }),
  errors: [tradingToyErrors.tooLarge],
  examples: [
    { name: "a small one", body: { symbol: "BTC/USDT", side: "buy", quantity: "5", tags: ["first"] } },
    { name: "too large", body: { symbol: "BTC/USDT", side: "buy", quantity: "5000000000" }, status: 409 },
  ],
  run({ orders }, { input: { params } }) {
    if (Number(params.quantity) > 1_000_000) throw tradingToyErrors.tooLarge({ limit: 1_000_000 });
    const { symbol, quantity } = params;
    const placed = { id: orders.length + 1, symbol, side: params.side, quantity };
    orders.push(placed);
    return { order: placed, tags: params.tags ?? [] };
  },
});

const exportOrders = endpoint({
  id: "orders.exportOrders",
  method: "GET",
  path: "/orders/export",
  auth: "public",
  summary: "Export orders as CSV",
  input: { params: Type.Object({ rows: Type.Integer({ minimum: 1, maximum: 100_000, default: 10 }) }) },
  output: stream("text/csv; charset=utf-8"),
  errors: [],
  examples: [{ name: "ten rows" }],
  async *run(_deps, { input: { params } }) {
    yield "id,symbol\n";
    for (let row = 1; row <= params.rows; row++) yield `${row},BTC/USDT\n`;
  },
});

const followOrders = endpoint({
  id: "orders.followOrders",
  method: "GET",
  path: "/orders/follow",
  auth: "public",
  summary: "Orders as lines of JSON",
  input: {},
  output: stream("application/x-ndjson", { item: order }),
  errors: [],
  examples: [{ name: "those that are there" }],
  async *run({ orders }) {
    for (const each of orders.slice(0, 100)) yield `${JSON.stringify(each)}\n`;
  },
});

export const tradingToyEndpoints = [ping, listOrders, placeOrder, exportOrders, followOrders] as const;

export const tradingToyForm: ServiceForm<Actors> = {
  name: "trading",
  title: "Toy trading",
  version: "2",
  description: "A toy.",
  prefixes: ["/api/v2"],
  bodyBytes: 65_536,
  publicKinds: ["public"],
  security: {
    schemes: { signature: { type: "apiKey", in: "header", name: "api-sign" } },
    byKind: { signed: "signature" },
  },
  listNames: "brackets",
  unknownMembers: { query: "refuse", body: "refuse" },
  errorSchema: Type.Object(
    {
      error: Type.Object({ code: Type.Integer(), message: Type.String() }),
      meta: Type.Object({ request_id: Type.String() }),
    },
    { title: "Error" },
  ),
  envelope: {
    wrap: (data, { requestId, endpoint: { id } }) => ({ data, meta: { request_id: requestId, endpoint: id } }),
    schema: (data) => Type.Object({ data, meta: Type.Object({ request_id: Type.String(), endpoint: Type.String() }) }),
  },
  authenticate,
  allowances: (stage, _credentials, actor) => {
    const account = (actor as Actors["signed"] | undefined)?.account;
    if (stage === "address" || account === undefined) return [];
    return [{ key: `trading:account:${account}`, requests: 100_000, windowSeconds: 60 }];
  },
  invalidInput: (_endpoint, [issue]) =>
    tradingToyHttpErrors.invalidInput({ name: issue?.path.join(".") ?? "", reason: issue?.message ?? "" }),
  refusal: (of: HttpRefusal): AppError => {
    const { kind, ...fields } = of;
    return tradingToyHttpErrors[kind](fields as never, of.kind === "busy" ? retryAfter(of.retryAfterSeconds) : {});
  },
  renderError: ({ code, message }, { requestId }) => ({
    error: { code: Number(code) || 1500, message },
    meta: { request_id: requestId },
  }),
};

/** What a caller signs: everything of a request that may change what it does. */
export function toySignature(
  secret: string,
  method: string,
  url: string,
  expires: string,
  body: Buffer | string,
): string {
  return createHmac("sha256", secret).update(`${method} ${url} ${expires}\n`).update(body).digest("hex");
}

/** The toy's time stands still at 1000: what expires before is refused. */
export const TOY_NOW = 1000;

function authenticate(
  { headers, method, url, rawBody }: Credentials,
  { auth }: { auth: string },
): Actors[keyof Actors] {
  if (auth === "public") return undefined;
  const account = String(headers["api-account"]);
  const expires = String(headers["api-expires"]);
  const secret = TOY_SECRETS.get(account);
  const sent = Buffer.from(String(headers["api-sign"]));
  const wanted = Buffer.from(toySignature(secret ?? "", method, url, expires, rawBody ?? ""));
  const isTrue = sent.length === wanted.length && timingSafeEqual(sent, wanted);
  if (secret === undefined || !isTrue || !(Number(expires) > TOY_NOW)) throw tradingToyHttpErrors.unauthorized();
  return { account };
}

export function tradingToyDeps(): TradingToyDeps {
  return {
    orders: [1, 2, 3].map((id) => ({ id, symbol: "BTC/USDT", side: id === 3 ? "sell" : "buy", quantity: "1" })),
  };
}
