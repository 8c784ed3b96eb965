/** The lookup of players and tribes as the command line serves it. */
import type { ServableService, ServiceModule } from "../kit/service.ts";
import type { Platform } from "../kit/platform.ts";
import { clearInvented } from "./clear-invented.ts";
import { buildPlayers, type PlayersConfig } from "./build.ts";
import { clusterOfFile } from "./build-cluster.ts";
import { playersSettings } from "./config.ts";
import { DEMO_KEY } from "./keys/index.ts";
import type { DemoCluster } from "./demo/index.ts";
import { playersTrials } from "./trials.ts";
import { addClusterMetrics } from "./sources/index.ts";

export const playersService: ServiceModule = {
  settings: playersSettings,
  trials: (platform, config: PlayersConfig) => playersTrials(platform, config),
  build(platform, config: PlayersConfig): ServableService {
    const players = buildPlayers(platform, config);
    let demo: DemoCluster | undefined;
    let forsaken: ReturnType<typeof players.watchForsaken> | undefined;
    return {
      running: {
        name: "players",
        title: "Player and tribe lookup",
        description: "Finds players and tribes of ARK clusters: search, profiles, who is online, and their history.",
        prefix: "",
        firstLook: "/docs",
      },
      services: players.services,
      jobs: players.jobs,
      schedules: players.schedules,
      metrics(metrics) {
        players.metrics(metrics);
        addClusterMetrics(metrics, () => players.tended.status());
      },
      async start() {
        // Before anything is loaded: invented players are never shown beside real ones.
        if (isConfigured(config)) await clearInvented({ ...platform, system: players.system });
        await players.start();
        forsaken = players.watchForsaken();
      },
      async loadDemo() {
        if (isConfigured(config)) return undefined;
        if (await players.system.hasRealData()) {
          platform.log.warn(
            { file: config.clusterFile },
            "no cluster is invented: this database holds players of real servers, with which invented ones never mix",
          );
          return undefined;
        }
        demo = await startDemo(platform);
        players.keyring.admitGuest(DEMO_KEY);
        platform.log.info(
          {},
          `an invented cluster runs, and no player of it is real: look it up with "Authorization: ${DEMO_KEY}"`,
        );
        return {
          values: [{ name: "Players key (invented players)", value: DEMO_KEY }],
          requests: [{ path: "/Search?type=Player&q=wolf", authorization: DEMO_KEY }],
        };
      },
      async startWork() {
        if (demo) await players.tended.startInvented(demo.cluster);
        else await players.tended.start();
      },
      endStreams: () => players.endStreams(),
      async stop() {
        await forsaken?.stop();
        await players.tended.stop();
        await demo?.stop();
        await players.stop();
      },
    };
  },
};

/** Whether a file names a server. */
function isConfigured(config: PlayersConfig): boolean {
  return (clusterOfFile(config)?.servers.length ?? 0) > 0;
}

/** Loaded only here: a program that serves real servers needs no simulated ones. */
async function startDemo({ dataDir, clock, random, log }: Platform): Promise<DemoCluster> {
  const { startDemoCluster } = await import("./demo/index.ts");
  return startDemoCluster({ folder: dataDir, clock, random, log });
}
