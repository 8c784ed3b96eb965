/** The kinds of orders that an execution can place, and the recipes made of several. */

type TimeInForce = "GTC" | "IOC" | "FOK" | "PO";

export type OrderTypeId =
  | "market"
  | "limit"
  | "maker"
  | "taker"
  | "fok"
  | "maker_taker"
  | "market_maker_taker"
  | "twap"
  | "iceberg"
  | "stop"
  | "stop_limit"
  | "trailing_stop"
  | "matrix_price_movement";

interface OrderType {
  readonly id: OrderTypeId;
  readonly name: string;
  /** It has a limit price, exact or from a reference. */
  readonly needsPrice: boolean;
  /** It may rest in the book and be filled by others. */
  readonly maker: boolean;
  /** It may fill orders of others. */
  readonly taker: boolean;
  readonly timeInForce: readonly TimeInForce[];
  readonly description: string;
}

export const ORDER_TYPES: readonly OrderType[] = [
  {
    id: "market",
    name: "Market",
    needsPrice: false,
    maker: false,
    taker: true,
    timeInForce: ["IOC"],
    description: "At once, at whatever price the book offers",
  },
  {
    id: "limit",
    name: "Limit",
    needsPrice: true,
    maker: true,
    taker: true,
    timeInForce: ["GTC"],
    description: "At the price or better; what is not filled rests in the book",
  },
  {
    id: "maker",
    name: "Maker",
    needsPrice: true,
    maker: true,
    taker: false,
    timeInForce: ["PO"],
    description: "Only rests in the book: where it would fill at once, it is priced one tick back",
  },
  {
    id: "taker",
    name: "Taker",
    needsPrice: true,
    maker: false,
    taker: true,
    timeInForce: ["IOC"],
    description: "Fills what the opposite side offers up to the offset; the rest is cancelled",
  },
  {
    id: "fok",
    name: "Fill or kill",
    needsPrice: true,
    maker: false,
    taker: true,
    timeInForce: ["FOK"],
    description: "The whole quantity at once, or nothing",
  },
  {
    id: "maker_taker",
    name: "Maker, then taker",
    needsPrice: true,
    maker: true,
    taker: true,
    timeInForce: ["PO", "IOC"],
    description: "Row 0 rests in the book; each of its fills is hedged by row 1 with the same quantity",
  },
  {
    id: "market_maker_taker",
    name: "Market maker and taker",
    needsPrice: true,
    maker: true,
    taker: true,
    timeInForce: ["PO", "IOC"],
    description: "Both sides rest in the book; a fill of one is hedged at once",
  },
  {
    id: "twap",
    name: "Time-weighted",
    needsPrice: true,
    maker: true,
    taker: true,
    timeInForce: ["GTC", "IOC"],
    description: "A slice after every slice delay: what is left, divided by the slices that are left",
  },
  {
    id: "iceberg",
    name: "Iceberg",
    needsPrice: true,
    maker: true,
    taker: true,
    timeInForce: ["GTC"],
    description: "Shows one slice at a time: the next comes when the one before is filled",
  },
  {
    id: "stop",
    name: "Stop",
    needsPrice: false,
    maker: false,
    taker: true,
    timeInForce: ["GTC"],
    description: "A market order when the price reaches the trigger",
  },
  {
    id: "stop_limit",
    name: "Stop limit",
    needsPrice: true,
    maker: true,
    taker: true,
    timeInForce: ["GTC"],
    description: "A limit order when the price reaches the trigger",
  },
  {
    id: "trailing_stop",
    name: "Trailing stop",
    needsPrice: false,
    maker: false,
    taker: true,
    timeInForce: ["GTC"],
    description: "A stop whose trigger follows the price at a distance, in one direction",
  },
  {
    id: "matrix_price_movement",
    name: "Price movement of several markets",
    needsPrice: true,
    maker: false,
    taker: true,
    timeInForce: ["IOC"],
    description: "All rows fire together when a reference price has moved by the value",
  },
];

/** An order type by its id; undefined for what is not one. */
export function findOrderType(id: string): OrderType | undefined {
  return ORDER_TYPES.find((type) => type.id === id);
}

/** How one order of a row is sent. */
export interface WireType {
  readonly type: "limit" | "market" | "stop" | "stop_limit";
  readonly timeInForce: "GTC" | "IOC" | "FOK";
  readonly postOnly: boolean;
  /** It is meant to fill at once, so its reference is the opposite side of the book unless the profile says otherwise. */
  readonly takes: boolean;
  /** The engine follows the price and sends a market order when the trigger is reached. */
  readonly isTrailing: boolean;
}

const RESTS: WireType = { type: "limit", timeInForce: "GTC", postOnly: false, takes: false, isTrailing: false };
const MAKES: WireType = { ...RESTS, postOnly: true };
const TAKES: WireType = { ...RESTS, timeInForce: "IOC", takes: true };
const STOPS: WireType = { ...RESTS, type: "stop" };

const WIRE_TYPES: Readonly<Record<OrderTypeId, WireType>> = {
  market: { ...TAKES, type: "market" },
  limit: RESTS,
  maker: MAKES,
  taker: TAKES,
  fok: { ...TAKES, timeInForce: "FOK" },
  maker_taker: MAKES,
  market_maker_taker: MAKES,
  twap: RESTS,
  iceberg: RESTS,
  stop: STOPS,
  stop_limit: { ...STOPS, type: "stop_limit" },
  trailing_stop: { ...STOPS, isTrailing: true },
  matrix_price_movement: TAKES,
};

/**
 * The order that is sent for a row of an order type. Of the two halves of `maker_taker` and `market_maker_taker`, a
 * row that depends on another one takes, the other one makes.
 */
export function wireType(orderType: OrderTypeId, dependsOnRow: boolean): WireType {
  const isPair = orderType === "maker_taker" || orderType === "market_maker_taker";
  return isPair && dependsOnRow ? TAKES : WIRE_TYPES[orderType];
}
