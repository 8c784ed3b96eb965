/** The trading platform: signed requests, changes that are made once, pages and push. */
import { buildApi } from "./api.ts";
import type { TradingApi } from "./generated/trading/api.ts";
import { operations } from "./generated/trading/operations.ts";
import { Push, type PushOptions } from "./push.ts";
import { send, type ClientOptions, type Service } from "./send.ts";
import type { TradingAuth } from "./trading-auth.ts";

export { TripodError, type FailureKind } from "./errors.ts";
export type { AnswerFacts, CallOptions, ChangeOptions, Paged } from "./operation.ts";
export type { ClientOptions } from "./send.ts";
// oxlint-disable-next-line oxc/no-barrel-file -- the types of the interface, which its generated files name
export type * from "./generated/trading/types.ts";
export { Push, type PushOptions, type SocketLike } from "./push.ts";
export { withBook } from "./push-channels.ts";
export type {
  Arbitrage,
  Book,
  BookLevel,
  ExchangeStatus,
  Level,
  PushMessage,
  Quote,
  Spread,
  Trade,
} from "./push-channels.ts";
export { bearer, session, signed, type PushProof, type SigningOptions, type TradingAuth } from "./trading-auth.ts";

export interface TradingOptions extends ClientOptions {
  /** `signed(...)`, `bearer(...)` or `session()`. Without one, public operations answer. */
  readonly auth?: TradingAuth;
}

export interface TradingClient extends TradingApi {
  /** Prices, orders and strategies as they change, over one WebSocket that is opened again when it breaks. */
  push(options?: PushOptions): Push;
}

/**
 * Amounts, prices and quantities are texts, so that no digit is lost.
 *
 * @example
 * const trading = tradingClient({ baseUrl: "http://127.0.0.1:8080", auth: signed({ key, secret }) });
 * const { orders } = await trading.orders.orderCreate({ apikey, code, ordertype: "limit", side: "buy", quantity: "0.001", price: "50000" });
 */
export function tradingClient(options: TradingOptions): TradingClient {
  const { auth } = options;
  const askCurrent = async (signal?: AbortSignal): Promise<void> => {
    const call = { operation: "sessions.current", row: operations.sessions.current, params: {} };
    await send(service, options, { ...call, options: signal ? { signal } : {} });
  };
  const askTicket = async (): Promise<string> => {
    const call = { operation: "sessions.createPushTicket", row: operations.sessions.createPushTicket, params: {} };
    const { body } = await send(service, options, { ...call, options: {} });
    return (body as { readonly data: { readonly ticket: string } }).data.ticket;
  };
  const service: Service = {
    name: "trading",
    parametersIn: "body",
    hasEnvelope: true,
    authorize: (request, signal) => auth?.authorize(request, () => askCurrent(signal)),
    parse: (text) => JSON.parse(text) as unknown,
    readError(body) {
      const { data } = (body ?? {}) as { readonly data?: { readonly code?: unknown; readonly error?: unknown } | null };
      const { code, error: message } = data ?? {};
      return typeof code === "number" && typeof message === "string" ? { code, message } : undefined;
    },
    observe: (operation, answer) => auth?.observe?.(operation, answer),
    mend: async (error, signal) => (await auth?.mend?.(error, () => askCurrent(signal))) ?? false,
  };
  return {
    ...buildApi<TradingApi>({ service, client: options }, operations),
    push: (asked) => new Push(options.baseUrl, async (path) => auth?.forPush?.(path, askTicket), asked),
  };
}
