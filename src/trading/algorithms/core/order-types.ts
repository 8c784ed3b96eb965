/** The kinds of orders that an execution can place, and the recipes made of several. */

type TimeInForce = "GTC" | "IOC" | "FOK" | "PO";

interface OrderType {
  readonly id: string;
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
