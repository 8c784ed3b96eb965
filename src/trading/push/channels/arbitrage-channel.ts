/** The best opportunities between venues, once a second, with the price of bitcoin. */
import { significant } from "../../../kit/money/decimals.ts";
import { opportunityPrices, type MarketView } from "../../market/index.ts";
import type { Channel } from "../channel.ts";
import { TextChannel } from "../text-channel.ts";
import { opportunityRow, type OpportunityRow } from "../core/opportunity-row.ts";

/** The text written once a second stays below the bytes that wait for one client. */
const MAX_ROWS = 500;

/** As many digits as `system/rates` has. */
const RATE_DIGITS = 10;

export interface ArbitrageNews {
  /** Price of a bitcoin in US dollars; null where nothing tells. */
  readonly p: number | null;
  readonly s: readonly OpportunityRow[];
  /** How many rows were left out, which have lower returns; absent where all are there. */
  readonly more?: number;
}

export class ArbitrageChannel extends TextChannel implements Channel {
  readonly name = "arbitrage";
  readonly wakenBy = "second";
  readonly #market: MarketView;
  #news: ArbitrageNews = { p: null, s: [] };

  constructor(market: MarketView) {
    super();
    this.#market = market;
  }

  get news(): ArbitrageNews {
    return this.#news;
  }

  /** Always new: that nothing has changed since a second ago is news too. */
  refresh(): boolean {
    const market = this.#market;
    const usdRate = (currency: string): number | undefined => market.usdRate(currency);
    const s = market.opportunities(MAX_ROWS).map((each) => opportunityRow(each, opportunityPrices(each, usdRate)));
    const more = market.opportunityCount() - s.length;
    const bitcoin = usdRate("BTC");
    this.#news = {
      p: bitcoin === undefined ? null : significant(bitcoin, RATE_DIGITS),
      s,
      ...(more > 0 ? { more } : {}),
    };
    return this.tell(JSON.stringify(this.#news));
  }
}
