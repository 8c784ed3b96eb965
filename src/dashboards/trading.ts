import { panel, requestRow, type Dashboard } from "./dashboard.ts";

const OF = `instance=~"$instance"`;

export const tradingDashboard: Dashboard = {
  uid: "tripod-trading",
  title: "Tripod: trading",
  about: "Orders, runs of strategies, prices, the tape, news, mail and requests.",
  rows: [
    {
      title: "Orders",
      panels: [
        panel(
          "Orders by state",
          "Orders that are looked after. `unknown` must not stay.",
          "short",
          `sum by (state) (tripod_trading_orders{${OF}})`,
          "{{state}}",
        ),
        panel(
          "Longest doubt",
          "How long it has been unknown what became of an order. See the runbook, TripodOrdersUnknown.",
          "s",
          `max(tripod_trading_unknown_order_age_seconds{${OF}})`,
          "oldest",
        ),
        panel("Orders in doubt", "Of all processes.", "short", `max(tripod_trading_unknown_orders{${OF}})`, "unknown"),
        {
          title: "Orders sent and looked up",
          about: "Many lookups for few orders: the exchange does not answer.",
          unit: "ops",
          queries: [
            { expr: `sum(rate(tripod_trading_order_sent{${OF}}[$__rate_interval]))`, legend: "sent" },
            { expr: `sum(rate(tripod_trading_order_lookups{${OF}}[$__rate_interval]))`, legend: "lookups" },
            { expr: `sum(rate(tripod_trading_order_alerts{${OF}}[$__rate_interval]))`, legend: "alerts" },
          ],
        },
        panel(
          "Journal",
          "How long orders wait for their commit.",
          "s",
          `tripod_trading_journal_lag_seconds{${OF}}`,
          "{{instance}}",
        ),
        panel("Halts", "What is halted.", "short", `max by (scope) (tripod_trading_halts{${OF}})`, "{{scope}}"),
      ],
    },
    {
      title: "Strategies",
      panels: [
        panel(
          "Runs by state",
          "Of all processes.",
          "short",
          `sum by (state) (tripod_trading_runs{${OF}})`,
          "{{state}}",
        ),
        panel(
          "Paused runs",
          "By reason.",
          "short",
          `sum by (reason) (tripod_trading_runs_paused{${OF}})`,
          "{{reason}}",
        ),
        {
          title: "Work",
          about: "Evaluations and slices a second, and runs that were taken over.",
          unit: "ops",
          queries: [
            { expr: `sum(rate(tripod_trading_run_evaluations{${OF}}[$__rate_interval]))`, legend: "evaluations" },
            { expr: `sum(rate(tripod_trading_run_slices{${OF}}[$__rate_interval]))`, legend: "slices" },
            { expr: `sum(rate(tripod_trading_run_hand_overs{${OF}}[$__rate_interval]))`, legend: "hand-overs" },
          ],
        },
      ],
    },
    {
      title: "Prices",
      panels: [
        panel(
          "Connected processes",
          "One is right for each exchange.",
          "short",
          `sum by (exchange) (tripod_market_connected{${OF}})`,
          "{{exchange}}",
        ),
        panel(
          "Exchanges that do well",
          "As the connected process sees them.",
          "bool",
          `max by (exchange) (tripod_market_exchange_ok{${OF}})`,
          "{{exchange}}",
        ),
        panel(
          "Books out of step",
          "The part of the followed books that is stale or crossed.",
          "percentunit",
          `sum by (exchange) (tripod_market_books{${OF},state=~"stale|crossed"}) / sum by (exchange) (tripod_market_books{${OF},state!="none"})`,
          "{{exchange}}",
        ),
        {
          title: "Changes that were skipped",
          about: "More than a process, or a slow client, could take one by one.",
          unit: "ops",
          queries: [
            { expr: `sum(rate(tripod_market_skipped{${OF}}[$__rate_interval]))`, legend: "books" },
            { expr: `sum(rate(tripod_push_skipped{${OF}}[$__rate_interval]))`, legend: "push" },
          ],
        },
        panel("Push", "Open sockets.", "short", `sum by (instance) (tripod_push_connections{${OF}})`, "{{instance}}"),
        panel(
          "Channels",
          "Channels that clients follow.",
          "short",
          `sum by (instance) (tripod_push_channels{${OF}})`,
          "{{instance}}",
        ),
      ],
    },
    {
      title: "Tape, news, mail and webhooks",
      panels: [
        panel(
          "Rows that wait for a file",
          "They fall back after each flush.",
          "short",
          `tripod_tape_waiting_rows{${OF}}`,
          "{{instance}}",
        ),
        panel(
          "Rows that were lost",
          "No room in memory or on the disk.",
          "ops",
          `rate(tripod_tape_skipped_rows{${OF}}[$__rate_interval])`,
          "{{instance}}",
        ),
        panel("Sources of news", "By state.", "short", `max by (state) (tripod_news_sources{${OF}})`, "{{state}}"),
        panel("Mails", "That wait.", "short", `max(tripod_trading_mails_waiting{${OF}})`, "waiting"),
        panel(
          "Deliveries that wait",
          "To users' webhooks.",
          "short",
          `max(tripod_trading_webhook_deliveries_waiting{${OF}})`,
          "waiting",
        ),
        {
          title: "Attempts",
          about: "Deliveries to users' webhooks, and messages by their bots.",
          unit: "ops",
          queries: [
            {
              expr: `sum by (outcome) (rate(tripod_trading_webhook_attempts{${OF}}[$__rate_interval]))`,
              legend: "webhook {{outcome}}",
            },
            {
              expr: `sum by (outcome) (rate(tripod_trading_telegram_attempts{${OF}}[$__rate_interval]))`,
              legend: "bot {{outcome}}",
            },
          ],
        },
      ],
    },
    requestRow("trading"),
  ],
};
