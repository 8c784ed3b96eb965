/** The trading platform as the command line serves it. */
import type { ServableService, ServiceModule } from "../kit/service.ts";
import { openExchanges } from "./build-exchanges.ts";
import { requireMail } from "./signup/index.ts";
import { buildTrading, type TradingConfig } from "./build.ts";
import { tradingSettings } from "./config.ts";
import { makeDemoUser } from "./operator.ts";
import { tradingTrials } from "./trials.ts";

export const tradingService: ServiceModule = {
  settings: tradingSettings,
  trials: (platform, config: TradingConfig) => tradingTrials(platform, config),
  notes: ({ exchangeAddresses }: TradingConfig) =>
    Object.entries(exchangeAddresses).map(([code, address]) =>
      address === "testnet"
        ? `${code} is reached at its test network`
        : `${code} is reached at ${address}, not at its own address`,
    ),
  async build(platform, config: TradingConfig, facts): Promise<ServableService> {
    requireMail(config);
    const exchanges = await openExchanges(platform, config);
    const trading = await built(platform, config, facts, exchanges);
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
      async loadDemo() {
        const made = await makeDemoUser(platform, trading.deps.apiKeys);
        await trading.beginDemo();
        return made;
      },
      async startWork() {
        trading.startWork();
      },
      metrics: (metrics) => trading.metrics(metrics),
      endStreams: () => trading.endStreams(),
      stop: () => trading.stop(),
    };
  },
};

/** @throws UserError when it is refused; the exchanges are closed then */
async function built(
  ...[platform, config, facts, exchanges]: Parameters<typeof buildTrading>
): Promise<ReturnType<typeof buildTrading>> {
  try {
    return buildTrading(platform, config, facts, exchanges);
  } catch (error) {
    await Promise.all(exchanges.map((exchange) => exchange.close()));
    throw error;
  }
}
