/** The trading platform as the command line serves it. */
import type { ServableService, ServiceModule } from "../kit/service.ts";
import { openExchanges } from "./build-exchanges.ts";
import { buildTrading, type TradingConfig } from "./build.ts";
import { tradingSettings } from "./config.ts";
import { makeDemoUser } from "./operator.ts";

export const tradingService: ServiceModule = {
  settings: tradingSettings,
  async build(platform, config: TradingConfig, facts): Promise<ServableService> {
    const exchanges = await openExchanges(platform, config);
    const trading = buildTrading(platform, config, facts, exchanges);
    return {
      running: {
        name: "trading",
        title: "Trading platform",
        description: "Accounts, keys, plans and money of a trading platform over many exchanges.",
        prefix: "/api/v2",
        firstLook: "/api/v2/system/endpoints",
      },
      services: trading.services,
      jobs: trading.jobs,
      schedules: trading.schedules,
      start: () => trading.start(),
      loadDemo: () => makeDemoUser(platform, trading.deps.apiKeys),
      async startWork() {
        trading.startWork();
      },
      metrics: (metrics) => trading.metrics(metrics),
      endStreams: () => trading.endStreams(),
      stop: () => trading.stop(),
    };
  },
};
