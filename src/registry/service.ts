/** The registry as the command line serves it. */
import type { ServableService, ServiceModule } from "../kit/service.ts";
import { buildRegistry, type RegistryConfig } from "./build.ts";
import { registrySettings } from "./config.ts";
import { loadDemoServers } from "./demo/index.ts";
import { registryTrials } from "./trials.ts";

export const registryService: ServiceModule = {
  settings: registrySettings,
  trials: (platform, config: RegistryConfig) => registryTrials(platform, config),
  build(platform, config: RegistryConfig, facts): ServableService {
    const registry = buildRegistry(platform, config, facts);
    return {
      running: {
        name: "registry",
        title: "Tool server registry",
        description: "Publishes and finds descriptions of tool servers: the MCP registry API.",
        prefix: "/v0.1",
        firstLook: "/v0.1/servers?version=latest",
      },
      services: registry.services,
      jobs: registry.jobs,
      schedules: registry.schedules,
      metrics: (metrics) => registry.metrics(metrics),
      start: () => registry.start(),
      async loadDemo() {
        await loadDemoServers(registry.deps, platform.log);
        return { values: [], requests: [{ path: "/v0.1/servers?search=weather" }] };
      },
      stop: () => registry.stop(),
    };
  },
};
