// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions, Paged } from "../../operation.ts";
import type { CheckedOrder, ExchangeBalance, ExchangeQuery, MissingOrders, Order } from "./schemas.ts";

export interface ListExchangeQueriesParams {
  /** One question alone, with its whole answer. */
  id?: string;
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListExchangeQueriesResult {
  queries: ExchangeQuery[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export type ListExchangeRequestsResult = {
  /** From exchange-query/list-exchange-requests. */
  id: "balance" | "open_orders" | "closed_orders" | "order_check" | "order_cancel" | "positions" | "my_trades" | "trading_fees" | "deposit_address";
  name: string;
  description: string;
  parameters: {
    name: string;
    required: boolean;
  }[];
  /** Codes of the exchanges that answer it. */
  exchanges: string[];
}[];

export interface CreateQueryParams {
  /** Id of an exchange key, from exchange-api-keys/list. */
  apikey: string;
  /** From exchange-query/list-exchange-requests. */
  exchange_query: "balance" | "open_orders" | "closed_orders" | "order_check" | "order_cancel" | "positions" | "my_trades" | "trading_fees" | "deposit_address";
  /** Service code of the market. */
  code?: string;
  /** For questions about one order: the id at the exchange, or the client order id. */
  order_id?: string;
  /** For deposit_address. */
  currency?: string;
  /** Milliseconds since 1970: nothing older. 0 to 10000000000000. */
  since?: number;
}

export interface DeleteExchangeQueryParams {
  /** From exchange-query/list-exchange-queries. */
  id: string;
}

export interface DeleteExchangeQueryResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface OrderCreateParams {
  /** Id of an exchange key, from exchange-api-keys/list. */
  apikey: string;
  ordertype: "market" | "limit";
  /** Service code of the market. */
  code: string;
  side: "buy" | "sell";
  /** Base currency: whole steps of the market, at most 18 places. */
  quantity: string;
  /** Of a limit order: quote currency, whole ticks of the market, at most 18 places. */
  price?: string;
  /** Milliseconds since 1970. 1000000000000 to 4102444800000. */
  order_send_time?: number;
  /** How many orders in all. 1 to 10. Default: 1. */
  repeat_times?: number;
  /** Milliseconds between two of them. 1 to 86400000. Default: 10000. */
  repeat_interval?: number;
  /** Milliseconds after which a limit order is cancelled; 0 for never. 0 to 2592000000. Default: 0. */
  expire_after?: number;
}

export interface OrderCreateResult {
  status: true;
  /** An id, as lists show it. */
  id: string;
  orders: {
    /** 0 to 9. */
    index: number;
    /** An id, as lists show it. */
    id: string;
    /** Ours; the exchange knows it too. */
    client_order_id: string;
    /** Milliseconds since 1970. */
    send_at: number;
    cancel_at: number | null;
    state: "scheduled" | "sent";
    /** Null until it was sent, or waits for something. */
    order: Order | null;
  }[];
}

export interface OrdersListBalancesParams {
  /** Id of an exchange key, from exchange-api-keys/list. */
  apikey?: string;
}

export interface ListClosedOrdersParams {
  /** Id of an exchange key, from exchange-api-keys/list. */
  apikey?: string;
  /** Service code of the market. */
  code?: string;
  /** Milliseconds since 1970: nothing older. 0 to 10000000000000. */
  since?: number;
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListClosedOrdersResult {
  orders: Order[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
  missing: MissingOrders[];
}

export interface ListOpenOrdersParams {
  /** Id of an exchange key, from exchange-api-keys/list. */
  apikey?: string;
  /** Service code of the market. */
  code?: string;
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListOpenOrdersResult {
  orders: Order[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
  missing: MissingOrders[];
}

export interface OrderCancelParams {
  /** Id of an exchange key, from exchange-api-keys/list. */
  apikey: string;
  /** Id of the order at the exchange. */
  id: string;
  /** Service code of the market. */
  code?: string;
}

export interface OrderCancelResult {
  status: true;
  id: string;
  order: Order;
  cancel_confirmed: boolean;
}

export interface OrderCheckParams {
  /** Id of an exchange key, from exchange-api-keys/list. */
  apikey: string;
  /** Id of the order at the exchange. */
  id: string;
  /** Service code of the market. */
  code?: string;
}

export interface OrdersOperations {
  /**
   * List questions to exchanges. What was asked with exchange-query/create-query, newest first, with the answers. A
   * sub-account sees its own questions with keys that it may use now. A list leaves out answers of more than 256 KiB,
   * and those that do not fit into 2.5 MiB with the newer ones of their page: `result_left_out`. With `id` the list
   * is that one question, with its whole answer.
   */
  listExchangeQueries: Paged<ListExchangeQueriesParams | undefined, ListExchangeQueriesResult, ExchangeQuery>;
  /**
   * List what exchanges can be asked. Each `id` is an `exchange_query` of exchange-query/create-query. One without
   * `exchanges` is answered by none that the platform is connected to.
   */
  listExchangeRequests(params?: Record<string, never>, options?: CallOptions): Promise<ListExchangeRequestsResult>;
  /**
   * Ask an exchange something. What can be asked is in exchange-query/list-exchange-requests. The answer waits up to
   * 3 seconds: then the question goes on, and exchange-query/list-exchange-queries shows what became of it. With an
   * Idempotency-Key it does not wait. A question without an answer after 2 minutes has `failed`. The newest 1000 of
   * an account are kept, and they go with their exchange key. An answer of more than 4 MB is not stored: the question
   * has `failed`, with its size.
   */
  createQuery(params: CreateQueryParams, options?: ChangeOptions): Promise<ExchangeQuery>;
  /** Delete a question and its answer. A cancel that was asked with the question stays asked. */
  deleteExchangeQuery(params: DeleteExchangeQueryParams, options?: ChangeOptions): Promise<DeleteExchangeQueryResult>;
  /**
   * Place an order. Sends the order at once or at `order_send_time`, and again `repeat_times` in all,
   * `repeat_interval` apart. With `expire_after`, what is left of each is cancelled so long after it was placed. The
   * orders are stored before anything is sent, and outlive a restart. At most 1,000 orders of a key wait for their
   * time. One that cannot be sent within 5 seconds of its time is not sent, and its status is rejected. Limits and
   * halts (risk/limits, risk/halt) refuse an order now, and again when it is due. The answer waits up to 3 seconds
   * for orders that are due at once; with an Idempotency-Key it does not wait.
   */
  orderCreate(params: OrderCreateParams, options?: ChangeOptions): Promise<OrderCreateResult>;
  /**
   * List balances at exchanges. By the id of each key: the balances of its account, asked of the exchange now.
   * Currencies with a zero balance are left out. `usd_value` is by the rates of system/rates, and `total_usd` is the
   * sum of what has one. An exchange that does not answer is listed with an `error`.
   */
  listBalances(params?: OrdersListBalancesParams, options?: CallOptions): Promise<Record<string, {
    exchange: string;
    label: string;
    /** Milliseconds since 1970. */
    last_updated: number;
    balances: ExchangeBalance[];
    /** Decimal, 8 places. */
    total_usd: string;
    /** Why `balances` is empty or not whole. */
    error: string | null;
  }>>;
  /**
   * List orders that have come to their end. Newest first; of all keys, or of one. All orders of the platform are
   * listed, however old. Each exchange is asked now for orders that were placed elsewhere with the same key
   * (`is_foreign`): the newest of the market `code`, or of the markets in which the platform has placed orders with
   * the key. `missing` names what may not be whole, such as a key whose exchange did not answer, or lists the orders
   * of the last days only.
   */
  listClosedOrders: Paged<ListClosedOrdersParams | undefined, ListClosedOrdersResult, Order>;
  /**
   * List open orders. Newest first; of all keys, or of one. Each exchange is asked now. Orders of the platform are as
   * it knows them, and those that wait for their time are among them (`state` `created`). Orders that were placed
   * elsewhere with the same key have `is_foreign`. `missing` names each key whose exchange did not answer, or could
   * not list all: orders of the platform are listed of it, and of the others at most some.
   */
  listOpenOrders: Paged<ListOpenOrdersParams | undefined, ListOpenOrdersResult, Order>;
  /**
   * Cancel an order. Where the exchange has not confirmed yet, `cancel_confirmed` is false and the order may still be
   * filled: ask exchange-query/order-check. An order that was not sent yet is not sent. `id` is the exchange's id,
   * the client order id, or the id in the answer of exchange-query/order-create. A sub-account cancels its own
   * orders, and those of its own exchange keys.
   */
  orderCancel(params: OrderCancelParams, options?: ChangeOptions): Promise<OrderCancelResult>;
  /**
   * Look up an order. Asks the exchange for the present state of an order. Where it does not answer within 3 seconds,
   * `source` is `cache`. `transitions` tells what has happened to it so far, also for an order of a strategy. An
   * order that was placed elsewhere is asked for at the exchange, with `code` also one that has ended. `id` is the
   * exchange's id, the client order id, or the id in the answer of exchange-query/order-create.
   */
  orderCheck(params: OrderCheckParams, options?: CallOptions): Promise<CheckedOrder>;
}
