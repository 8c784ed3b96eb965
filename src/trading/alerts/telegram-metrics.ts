/** Metrics of messages to users' bots. */
import type { Metrics } from "../../kit/metrics/metrics.ts";
import type { Judgement } from "./core/telegram-answer.ts";

export function addTelegramMetrics(metrics: Metrics, attempts: Readonly<Record<Judgement["kind"], number>>): void {
  metrics.gauge({
    name: "tripod_trading_telegram_attempts",
    help: "Attempts of this process to send a message by a user's bot, since its start.",
    labels: ["outcome"],
    read: (gauge) => {
      for (const [outcome, count] of Object.entries(attempts)) gauge.set({ outcome }, count);
    },
  });
}
