/** The trial of the collector that the settings name for traces. */
import type { Trial, TrialPlatform } from "../kit/service.ts";
import type { TracesConfig } from "../kit/traces/open-traces.ts";

/** None where the settings name no collector. */
export function tracesTrials(config: TracesConfig, platform: Pick<TrialPlatform, "clock" | "proxyRules">): Trial[] {
  if (config.tracesUrl === "") return [];
  const run = async (signal: AbortSignal): Promise<string> => {
    const { tryCollector } = await import("../kit/traces/try-collector.ts");
    return tryCollector(config, platform, signal);
  };
  return [{ what: "traces", run }];
}
