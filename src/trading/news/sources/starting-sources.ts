/**
 * Feeds that are followed with `TRIPOD_TRADING_NEWS=on`, unless the operator's file says otherwise. They were public when
 * this list was written; `tripod trading news doctor` tells which still answer. Each belongs to its publisher: read its terms.
 */
import type { NewsSource } from "./source.ts";

type Line = readonly [
  name: string,
  url: string,
  intervalSeconds: number,
  weight: number,
  kind?: NewsSource["kind"],
  language?: string,
];

const LINES: readonly Line[] = [
  ["CoinDesk", "https://www.coindesk.com/arc/outboundfeeds/rss/", 120, 2],
  ["Cointelegraph", "https://cointelegraph.com/rss", 120, 2],
  ["The Block", "https://www.theblock.co/rss.xml", 120, 2],
  ["Decrypt", "https://decrypt.co/feed", 120, 1.5],
  ["Blockworks", "https://blockworks.co/feed", 120, 1.5],
  ["Bitcoin Magazine", "https://bitcoinmagazine.com/feed", 300, 1],
  ["CryptoSlate", "https://cryptoslate.com/feed/", 180, 1],
  ["NewsBTC", "https://www.newsbtc.com/feed/", 300, 0.7],
  ["Bitcoinist", "https://bitcoinist.com/feed/", 300, 0.7],
  ["BeInCrypto", "https://beincrypto.com/feed/", 180, 1],
  ["CryptoPotato", "https://cryptopotato.com/feed/", 180, 0.8],
  ["U.Today", "https://u.today/rss", 180, 0.8],
  ["AMBCrypto", "https://ambcrypto.com/feed/", 300, 0.7],
  ["The Defiant", "https://thedefiant.io/api/feed", 300, 1],
  ["Protos", "https://protos.com/feed/", 300, 1],
  ["DL News", "https://www.dlnews.com/arc/outboundfeeds/rss/", 180, 1.5],
  ["Bitcoin.com News", "https://news.bitcoin.com/feed/", 180, 0.8],
  ["Crypto Briefing", "https://cryptobriefing.com/feed/", 300, 0.8],
  ["Finbold", "https://finbold.com/feed/", 300, 0.6],
  ["CNBC Crypto", "https://www.cnbc.com/id/100727362/device/rss/rss.html", 300, 1.5],
  ["Kraken Blog", "https://blog.kraken.com/feed", 300, 1.5],
  ["Coinbase Blog", "https://www.coinbase.com/blog/rss.xml", 300, 1.5],
  ["BitMEX Blog", "https://blog.bitmex.com/feed/", 600, 1.2],
  ["Bitfinex Blog", "https://blog.bitfinex.com/feed/", 600, 1.2],
  ["Deribit Insights", "https://insights.deribit.com/feed/", 600, 1.2],
  ["Kraken Status", "https://status.kraken.com/history.atom", 120, 2, "atom"],
  ["Coinbase Status", "https://status.coinbase.com/history.atom", 120, 2, "atom"],
  ["Ethereum Foundation", "https://blog.ethereum.org/feed.xml", 600, 1.5],
  ["Bitcoin Core Releases", "https://github.com/bitcoin/bitcoin/releases.atom", 1_800, 1, "atom"],
  ["SEC Press Releases", "https://www.sec.gov/news/pressreleases.rss", 300, 2],
  ["Federal Reserve", "https://www.federalreserve.gov/feeds/press_all.xml", 300, 2],
  ["BTC-ECHO", "https://www.btc-echo.de/feed/", 300, 1, "rss", "de"],
];

export const STARTING_SOURCES: readonly NewsSource[] = LINES.map(
  ([name, url, intervalSeconds, weight, kind = "rss", language = "en"]) => ({
    name,
    url,
    kind,
    language,
    intervalSeconds,
    weight,
  }),
);
