import { computeIndicators } from "./compute-indicators.ts";
import { embedChart } from "./embed-chart.ts";
import { fetchOrderbookHistory } from "./fetch-orderbook-history.ts";
import { fetchSpreadData } from "./fetch-spread-data.ts";
import { fetchSymbolPrice } from "./fetch-symbol-price.ts";
import { fetchSymbolTrades } from "./fetch-symbol-trades.ts";
import { indexExchanges } from "./index-exchanges.ts";
import { indexSymbols } from "./index-symbols.ts";
import { listAvailability } from "./list-availability.ts";
import { listBestSpreads } from "./list-best-spreads.ts";
import { listBitcoinProfits } from "./list-bitcoin-profits.ts";
import { listExchangeAnnouncements } from "./list-exchange-announcements.ts";
import { listExchangeInformation } from "./list-exchange-information.ts";
import { listExchanges } from "./list-exchanges.ts";
import { listRates } from "./list-rates.ts";
import { listRelevantNews } from "./list-relevant-news.ts";
import { listSpreads } from "./list-spreads.ts";
import { listSymbols } from "./list-symbols.ts";
import { listUniqueSymbols } from "./list-unique-symbols.ts";
import { matchPair } from "./match-pair.ts";
import { measureServerSpeed } from "./measure-server-speed.ts";
import { showBitcoinInformation } from "./show-bitcoin-information.ts";
import { showExchangeHealth } from "./show-exchange-health.ts";
import { showInformation } from "./show-information.ts";
import { showStatus } from "./show-status.ts";
import { trackBitcoinPrice } from "./track-bitcoin-price.ts";

export const marketEndpoints = [
  computeIndicators,
  embedChart,
  fetchOrderbookHistory,
  fetchSpreadData,
  fetchSymbolPrice,
  fetchSymbolTrades,
  indexExchanges,
  indexSymbols,
  listAvailability,
  listBestSpreads,
  listBitcoinProfits,
  listExchangeAnnouncements,
  listExchangeInformation,
  listExchanges,
  listRates,
  listRelevantNews,
  listSpreads,
  listSymbols,
  listUniqueSymbols,
  matchPair,
  measureServerSpeed,
  showBitcoinInformation,
  showExchangeHealth,
  showInformation,
  showStatus,
  trackBitcoinPrice,
];
