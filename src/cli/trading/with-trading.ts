/** Opens the trading platform for an admin command, and closes everything again. */
import type { Platform } from "../../kit/platform.ts";
import type { Trading } from "../../trading/build.ts";
import { withPlatform } from "../with-platform.ts";

const NO_FACTS = { version: "", gitCommit: "", buildTime: "" };

export async function withTrading<Result>(
  work: (platform: Platform, trading: Trading) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const { tradingSettings } = await import("../../trading/config.ts");
  const { buildTrading } = await import("../../trading/build.ts");
  const withBuilt: Parameters<typeof withPlatform<typeof tradingSettings, Result>>[1] = async (platform, config) => {
    const trading = buildTrading(platform, config, NO_FACTS, []);
    try {
      return await work(platform, trading);
    } finally {
      await trading.stop();
    }
  };
  return withPlatform(tradingSettings, withBuilt, signal);
}
