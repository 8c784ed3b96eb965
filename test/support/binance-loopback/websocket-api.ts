/** The operations of the REST interface over a WebSocket, and subscriptions to the user data stream by signature. */
import type { LoopbackAccount } from "./accounts.ts";
import { BinanceError } from "./binance-error.ts";
import type { Parameters } from "./parameters.ts";
import type { RequestWeight } from "./request-weight.ts";
import { authorize, runRoute } from "./rest-server.ts";
import { REST_ROUTES, type Route, type RouteContext } from "./rest-routes.ts";

/** The subscriptions of one connection. */
export interface ApiSession {
  readonly subscriptions: Map<number, LoopbackAccount>;
}

const METHODS: Readonly<Record<string, string>> = {
  ping: "GET /api/v3/ping",
  time: "GET /api/v3/time",
  exchangeInfo: "GET /api/v3/exchangeInfo",
  depth: "GET /api/v3/depth",
  "trades.recent": "GET /api/v3/trades",
  "trades.aggregate": "GET /api/v3/aggTrades",
  klines: "GET /api/v3/klines",
  "ticker.24hr": "GET /api/v3/ticker/24hr",
  "ticker.price": "GET /api/v3/ticker/price",
  "ticker.book": "GET /api/v3/ticker/bookTicker",
  "order.place": "POST /api/v3/order",
  "order.status": "GET /api/v3/order",
  "order.cancel": "DELETE /api/v3/order",
  "order.cancelReplace": "POST /api/v3/order/cancelReplace",
  "openOrders.status": "GET /api/v3/openOrders",
  "openOrders.cancelAll": "DELETE /api/v3/openOrders",
  allOrders: "GET /api/v3/allOrders",
  myTrades: "GET /api/v3/myTrades",
  "account.status": "GET /api/v3/account",
};

let lastSubscription = -1;

/** Signed like an account query, and answers the number of the subscription. */
const SUBSCRIBE: Route = { weight: 2, security: "signed", run: () => ({}) };

/** Answers one message of a client. Never throws. */
export function answerApiMessage(
  context: RouteContext,
  { session, weight, message }: { session: ApiSession; weight: RequestWeight; message: unknown },
): object {
  const { id = null, method, params } = (message ?? {}) as { id?: unknown; method?: unknown; params?: unknown };
  try {
    if (typeof method !== "string") throw new BinanceError(400, -1130, "Invalid request: 'method' must be a string.");
    const parameters = readParameters(params);
    const result = run(context, session, weight, method, parameters);
    const shown = parameters.get("returnRateLimits") === "false" ? {} : { rateLimits: rateLimits(context, weight) };
    return { id, status: 200, result, ...shown };
  } catch (error) {
    if (!(error instanceof BinanceError)) throw error;
    return { id, status: error.status, error: error.body };
  }
}

function run(
  context: RouteContext,
  session: ApiSession,
  weight: RequestWeight,
  method: string,
  parameters: Parameters,
): unknown {
  if (method === "userDataStream.unsubscribe") {
    weight.spend(2);
    const chosen = parameters.get("subscriptionId");
    if (chosen === undefined) session.subscriptions.clear();
    else session.subscriptions.delete(Number(chosen));
    return {};
  }
  const isSubscribing = method === "userDataStream.subscribe.signature";
  const route = isSubscribing ? SUBSCRIBE : REST_ROUTES.get(METHODS[method] ?? "");
  if (!route) throw new BinanceError(400, -1000, `Unknown method '${method}'.`);
  weight.spend(typeof route.weight === "number" ? route.weight : route.weight(parameters));
  const account = authorize(context, route, parameters, {
    apiKey: parameters.get("apiKey"),
    payload: payloadOf(parameters),
  });
  if (route.isOrder === true) weight.spendOrder();
  if (!isSubscribing || !account) return runRoute(context, route, parameters, account);
  session.subscriptions.set(++lastSubscription, account);
  return { subscriptionId: lastSubscription };
}

function readParameters(params: unknown): Parameters {
  if (typeof params !== "object" || params === null) return new Map();
  return new Map(
    Object.entries(params).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
}

/** All parameters by name, as they were, without the signature. */
function payloadOf(parameters: Parameters): string {
  return [...parameters]
    .filter(([name]) => name !== "signature")
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

function rateLimits({ limits }: RouteContext, weight: RequestWeight): readonly object[] {
  const limit = { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: limits.weight };
  return [{ ...limit, count: weight.used }];
}
