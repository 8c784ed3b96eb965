/** Registers every metric of the trading platform, for the page that names them: nothing is there to be read. */
import type { Metrics } from "../kit/metrics/metrics.ts";
import { addTelegramMetrics } from "./alerts/index.ts";
import { addDoubtMetrics, runMetrics, addSenderMetrics } from "./engine/index.ts";
import { addMailMetrics } from "./mail/index.ts";
import { marketMetrics } from "./market/index.ts";
import { newsMetrics } from "./news/index.ts";
import { addPushMetrics } from "./push/index.ts";
import { tapeMetrics } from "./tape/index.ts";
import { addDeskMetrics } from "./webhooks/index.ts";

export function addTradingMetrics(metrics: Metrics, unread: never): void {
  marketMetrics(metrics, unread);
  tapeMetrics(metrics, unread);
  addSenderMetrics(metrics, unread, unread);
  runMetrics(metrics, unread, unread);
  addDoubtMetrics(metrics, unread);
  newsMetrics(metrics, unread, unread);
  addPushMetrics(metrics, unread, unread);
  addDeskMetrics(metrics, unread, unread);
  addTelegramMetrics(metrics, unread);
  addMailMetrics(metrics, unread);
}
