/** The lookup of players and tribes as the command line serves it. */
import { existsSync } from "node:fs";
import type { ServableService, ServiceModule } from "../kit/service.ts";
import type { Platform } from "../kit/platform.ts";
import { clearInvented } from "./clear-invented.ts";
import { buildPlayers, type PlayersConfig } from "./build.ts";
import { loadClusterFile, type Cluster } from "./cluster/index.ts";
import { playersSettings } from "./config.ts";
import { DEMO_KEY } from "./keys/index.ts";
import type { DemoCluster } from "./demo/index.ts";
import { playersTrials } from "./trials.ts";
import { addClusterMetrics, type ClusterRun } from "./sources/index.ts";

export const playersService: ServiceModule = {
  settings: playersSettings,
  trials: (platform, config: PlayersConfig) => playersTrials(platform, config),
  build(platform, config: PlayersConfig): ServableService {
    const players = buildPlayers(platform, config);
    let demo: DemoCluster | undefined;
    let run: ClusterRun | undefined;
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
        addClusterMetrics(metrics, () => run?.status() ?? { servers: [] });
      },
      async start() {
        // Before anything is loaded: invented players are never shown beside real ones.
        if (configuredCluster(config)) await clearInvented({ ...platform, system: players.system });
        await players.start();
      },
      async loadDemo() {
        if (configuredCluster(config)) return undefined;
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
        const cluster = demo?.cluster ?? configuredCluster(config);
        if (!cluster) {
          platform.log.info(
            { file: config.clusterFile },
            "no cluster is configured: see tripod players add-server --help",
          );
          return;
        }
        run = players.readFrom(cluster);
        await run.start();
      },
      endStreams: () => players.endStreams(),
      async stop() {
        await run?.stop();
        await demo?.stop();
        await players.stop();
      },
    };
  },
};

/** The cluster of the settings' file; undefined without a file, or without a server in it. */
function configuredCluster({ clusterFile }: PlayersConfig): Cluster | undefined {
  if (!existsSync(clusterFile)) return undefined;
  const otherMembers = Object.keys(playersSettings.schema.properties);
  const cluster = loadClusterFile(clusterFile, { otherMembers });
  return cluster.servers.length === 0 ? undefined : cluster;
}

/** Loaded only here: a program that serves real servers needs no simulated ones. */
async function startDemo({ dataDir, clock, random, log }: Platform): Promise<DemoCluster> {
  const { startDemoCluster } = await import("./demo/index.ts");
  return startDemoCluster({ folder: dataDir, clock, random, log });
}
