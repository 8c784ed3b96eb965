/** Articles that are made up. Each one says so in its title, so that no screenshot of it passes for news. */
import { MINUTE_MS } from "../../../kit/time/spans.ts";

export interface InventedItem {
  /** Of its publisher, rising by one: its address. */
  readonly number: number;
  readonly title: string;
  readonly summary: string;
  readonly atMs: number;
}

const COINS = ["Bitcoin", "Ethereum", "Solana", "Litecoin", "XRP", "Cardano", "Dogecoin", "Chainlink"];
const EXCHANGES = ["Kraken", "Binance", "Coinbase", "OKX", "Bybit"];
const STORIES = [
  "{coin} surges to a record high as traders celebrate {number} percent gains",
  "{coin} plunges {number} percent as fear of liquidations spreads",
  "Analysts report: {coin} data shows {number} thousand new addresses this week",
  "{exchange} will list {number} new {coin} pairs, company confirms",
  "Regulator may consider {number} applications for a {coin} ETF, sources suggest",
  "{exchange} halts {coin} withdrawals for {number} minutes after an outage",
  "Users furious: lawsuit accuses {exchange} of fraud over {number} thousand {coin}",
  "{coin} miners cut {number} jobs after heavy losses",
  "Whale moves {number} thousand {coin} to {exchange}",
  "{coin} developers complete upgrade {number} and announce the next one",
  "Explained: why {coin} fees fell {number} percent on {exchange}",
  "{exchange} denies reports of a hack that affected {number} {coin} accounts",
];

/** The newest items at a moment, the newest first. They follow from seed and time alone. */
export function inventedItems(seed: number, everyMinutes: number, nowMs: number, count: number): InventedItem[] {
  const everyMs = everyMinutes * MINUTE_MS;
  const newest = Math.floor(nowMs / everyMs);
  return Array.from({ length: count }, (_, place) => itemOf(seed, newest - place, (newest - place) * everyMs));
}

function itemOf(seed: number, number: number, atMs: number): InventedItem {
  const story = pick(STORIES, number * 7 + seed);
  const coin = pick(COINS, number * 5 + seed * 3);
  const exchange = pick(EXCHANGES, number * 3 + seed);
  const said = story
    .replaceAll("{coin}", coin)
    .replaceAll("{exchange}", exchange)
    .replaceAll("{number}", String((number % 89) + 3));
  return {
    number,
    title: `[Invented] ${said}`,
    summary: `This article is invented. It was made up for a demonstration, and nothing in it has happened: ${said}.`,
    atMs,
  };
}

function pick(list: readonly string[], at: number): string {
  return list[((at % list.length) + list.length) % list.length] ?? "";
}
