/** What can be particular about an exchange. `quirks.ts` says which exchange has what. */

export interface Quirks {
  /** Options of the library. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Depths of a book that can be asked for, ascending; without a list any up to `maxDepth`. */
  readonly bookDepths?: readonly number[];
  readonly maxDepth?: number;
  /** Books carry checksums, which the library compares. What it calls a checksum elsewhere is a sequence number. */
  readonly hasChecksums?: boolean;
  /** How an order is given the moment after which the exchange refuses it; without a row it takes none. */
  readonly orderExpiry?: OrderExpiry;
  /**
   * Requests of one key may be in progress at the same time: their numbers are times, and may arrive in any order.
   * Without it they leave one after the other, each when the one before it was answered.
   */
  readonly takesOverlap?: boolean;
  /** Spot orders are sent and found as Binance takes them, past the library: `direct-orders.ts`. */
  readonly ordersAsBinance?: boolean;
  /**
   * Stop orders are placed and found as other orders are. Without it none are sent: the library drops the trigger for some
   * exchanges, which would carry the order out at once, and for others places it where it is not found by our id.
   */
  readonly takesStops?: boolean;
  /** Of orders at a price only the plain ones are sent: the library passes their other terms on in words that the exchange ignores. */
  readonly ignoresTerms?: boolean;
  /** How own trades are paged, where a page does not begin with the oldest of its range. */
  readonly fillPages?: FillPages;
  /** The same for contracts that are settled in a currency. */
  readonly contractFillPages?: Readonly<Record<string, FillPages>>;
  /** How open orders are paged, where one answer may not hold them all. */
  readonly openOrderPages?: OpenOrderPages;
  /** A question for more ended orders than these is refused, and the library passes on whatever is asked for. */
  readonly mostEnded?: number;
  /** Ended orders that are asked for without a time are those of so many last days. */
  readonly endedDays?: number;
  /** The exchange lists own trades of so many last days. */
  readonly fillDays?: number;
  /** Own orders are pushed market by market, and never those of all: lists tell of them. */
  readonly pushesByMarket?: boolean;
  /**
   * How the stream of own trades tells fees, where the library does not read them as it reads those of the list. `false`: not
   * those that are booked. Then only orders are followed, and their trades are taken from the list.
   */
  readonly streamedFees?: false | StreamedFees;
  /** Which member of a streamed trade of ours is true where we made the market, and the library reads another one. */
  readonly streamedMaker?: string;
  /** Which members of a streamed order tell what it has traded in all, where the library reads others. */
  readonly streamedOrders?: StreamedOrders;
  /**
   * The library puts the snapshot that a new connection begins with into the book of the old one, so the old one has to be
   * taken from it. It makes new books for other exchanges, and loses them when they are taken away.
   */
  readonly keepsBooks?: boolean;
  /** Candles of contracts tell their volume in base units, where books and trades count contracts. */
  readonly candlesInBaseUnits?: boolean;
  /**
   * How the exchange reports the permissions of a key: a method of the library without parameters, and members of its
   * answer.
   */
  readonly permissions?: PermissionQuery;
}

export type OrderExpiry =
  /** An option of the library: how long a request is valid from its timestamp, in units of this many milliseconds. */
  | { readonly by: "option"; readonly name: string; readonly unitMs: number }
  /** A parameter of the order: a date, not sooner and not later than so from now. */
  | { readonly by: "parameter"; readonly name: string; readonly leastMs: number; readonly mostMs: number }
  /** A header: milliseconds since 1970. */
  | { readonly by: "header"; readonly name: string };

/** Pages of own trades that begin with the newest. */
export interface FillPages {
  /** This many are asked for. */
  readonly size: number;
  /** The library's name for the end of a range, `until` without a row; null where there is none. */
  readonly until?: string | null;
  /** The parameter for how many of the newest are skipped; without it pages are told apart by their times. */
  readonly offset?: string;
  /** The longest range that is answered. */
  readonly windowMs?: number;
  /** A page is of all markets, whichever is asked for. */
  readonly ofAllMarkets?: boolean;
  /** The parameter that names the market. The library does not send it, and leaves trades of other markets out of each page. */
  readonly market?: string;
}

/** Pages of open orders. */
export interface OpenOrderPages {
  /** The parameters that ask for as many as a page may have. Given past the library, which would cut its own answer too. */
  readonly asks: Readonly<Record<string, number>>;
  /** This many are asked for: a page with fewer is the last, unless pages have a cursor. */
  readonly size: number;
  /** A page has this many of each market. */
  readonly ofEachMarket?: boolean;
  readonly next:
    /** Where the next page begins is a member of an order's message, which the last page does not have. */
    | { readonly by: "cursor"; readonly member: string; readonly parameter: string }
    /** By the smallest id of the page before; `beside` says that smaller ones are wanted. */
    | { readonly by: "id"; readonly parameter: string; readonly beside?: Readonly<Record<string, string>> }
    /** By its number, from 1 on. An order that ends between two pages moves one of the next page out of sight. */
    | { readonly by: "number"; readonly parameter: string };
}

/** The member of a trade's message that tells by how much the balance has changed: below zero where a fee was taken. */
export interface StreamedFees {
  readonly change: string;
}

/** Members of an order's message, the first of them that is there. What they tell grows until the order ends. */
export interface StreamedOrders {
  /** The amount that was traded, of all trades. The library takes that of the last one, or none. */
  readonly filled?: readonly string[];
  /** What it cost. The library takes what the whole order is worth. */
  readonly cost?: readonly string[];
  /** Our id. The library takes another number of the customer. */
  readonly clientOrderId?: string;
}

export interface PermissionQuery {
  readonly method: string;
  readonly read: string;
  readonly trade: string;
  readonly withdraw: string;
  readonly ipRestricted: string;
}
