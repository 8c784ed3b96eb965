/** The requests to exchanges with exchange-query/create-query, as a table. Pure. */
import type { Capabilities } from "../../exchanges/index.ts";

export type QueryType =
  | "balance"
  | "open_orders"
  | "closed_orders"
  | "order_check"
  | "order_cancel"
  | "positions"
  | "my_trades"
  | "trading_fees"
  | "deposit_address";

export type QueryParameter = "code" | "order_id" | "currency" | "since";

export interface PredefinedQuery {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Partial<Record<QueryParameter, "required" | "optional">>>;
  /** Which exchanges answer it. */
  readonly isAnswered: (has: Capabilities) => boolean;
}

const always = (): boolean => true;
const placesOrders = ({ clientOrderIds }: Capabilities): boolean => clientOrderIds;
/** Orders are sent for spot markets only, and the platform asks for no deposits to an exchange. */
const never = (): boolean => false;

export const PREDEFINED_QUERIES: Readonly<Record<QueryType, PredefinedQuery>> = {
  balance: {
    name: "Balances",
    description: "The account's holdings, by currency and kind of account",
    parameters: {},
    isAnswered: always,
  },
  open_orders: {
    name: "Open orders",
    description:
      "As exchange-query/list-open-orders, of one key: the newest 1000, and `missing` says when there are more",
    parameters: { code: "optional" },
    isAnswered: always,
  },
  closed_orders: {
    name: "Ended orders",
    description: "As exchange-query/list-closed-orders, of one key: the newest 100",
    parameters: { code: "optional", since: "optional" },
    isAnswered: always,
  },
  order_check: {
    name: "One order",
    description: "An order by its id at the exchange. `code` is needed for one that was placed elsewhere",
    parameters: { order_id: "required", code: "optional" },
    isAnswered: placesOrders,
  },
  order_cancel: {
    name: "Cancel an order",
    description: "As exchange-query/order-cancel. Orders that were placed elsewhere are not cancelled",
    parameters: { order_id: "required", code: "optional" },
    isAnswered: placesOrders,
  },
  positions: {
    name: "Positions",
    description: "Of contracts. No exchange is asked for them as long as the platform trades spot markets only",
    parameters: {},
    isAnswered: never,
  },
  my_trades: {
    name: "Trades of the account",
    description:
      "In one market, oldest first: the first 1000 since `since`, or the newest 1000. Without `since`, those of the last 30 " +
      "days at HTX, and of the last 105 at Binance's futures, Bybit, Gate and KuCoin",
    parameters: { code: "required", since: "optional" },
    isAnswered: always,
  },
  trading_fees: {
    name: "Trading fees",
    description:
      "What the exchange charges in a market, as fractions. A discount of the account is not taken into account",
    parameters: { code: "required" },
    isAnswered: always,
  },
  deposit_address: {
    name: "Deposit address",
    description:
      "Where coins are sent to. No exchange is asked for it: the platform moves no coins to or from exchanges",
    parameters: { currency: "required" },
    isAnswered: never,
  },
};

export const QUERY_TYPES = Object.keys(PREDEFINED_QUERIES) as QueryType[];
