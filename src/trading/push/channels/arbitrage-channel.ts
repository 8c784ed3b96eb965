/** The best opportunities between venues, once a second, with the price of bitcoin. */
import type { MarketView } from "../../market/index.ts";
import type { Channel } from "../channel.ts";
import { opportunityRow, type OpportunityRow } from "../core/opportunity-row.ts";

const MAX_ROWS = 100;

export interface ArbitrageNews {
  /** Price of a bitcoin in US dollars; null where nothing tells. */
  readonly p: number | null;
  readonly s: readonly OpportunityRow[];
}

export class ArbitrageChannel implements Channel {
  readonly name = "arbitrage";
  readonly wakenBy = "second";
  readonly listings = [];
  version = 0;
  readonly #market: MarketView;
  #news: ArbitrageNews = { p: null, s: [] };
  #text = "";

  constructor(market: MarketView) {
    this.#market = market;
  }

  get news(): ArbitrageNews {
    return this.#news;
  }

  /** Always new: that nothing has changed since a second ago is news too. */
  refresh(): boolean {
    const market = this.#market;
    const usdRate = (currency: string): number | undefined => market.usdRate(currency);
    const rows = market.opportunities(MAX_ROWS).flatMap((each) => {
      const prices = { bid: market.top(each.sell).bidPrice, ask: market.top(each.buy).askPrice, usdRate };
      return [opportunityRow(each, prices) ?? []].filter((row): row is OpportunityRow => row.length > 0);
    });
    this.#news = { p: market.usdRate("BTC") ?? null, s: rows };
    this.#text = JSON.stringify(this.#news);
    this.version++;
    return true;
  }

  data(): string {
    return this.#text;
  }

  remark(): string {
    return "";
  }
}
