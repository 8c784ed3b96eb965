/** The trading platform as the command line serves it. */
import type { ServableService, ServiceModule } from "../kit/service.ts";
import { buildTrading, type TradingConfig } from "./build.ts";
import { tradingSettings } from "./config.ts";
import { makeDemoUser } from "./operator.ts";

export const tradingService: ServiceModule = {
  settings: tradingSettings,
  build(platform, config: TradingConfig, facts): ServableService {
    const trading = buildTrading(platform, config, facts);
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
      async start() {
        trading.start();
      },
      loadDemo: () => makeDemoUser(platform, trading.deps.apiKeys),
      stop: () => trading.stop(),
    };
  },
};
