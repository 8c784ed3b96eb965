/** A cluster's servers as gauges: each process reports its own servers, so sums over processes are right. */
import type { Metrics } from "../../kit/metrics/metrics.ts";
import type { ClusterStatus, ServerStatus } from "./cluster-status.ts";

interface ServerGauge {
  readonly name: string;
  readonly help: string;
  readonly value: (server: ServerStatus) => number | undefined;
}

const GAUGES: readonly ServerGauge[] = [
  {
    name: "tripod_players_server_tended",
    help: "1 for a game server whose saves this process reads and which it polls, 0 for others.",
    value: ({ isTended }) => Number(isTended),
  },
  {
    name: "tripod_players_server_reachable",
    help: "1 if the game server answered last, by RCON or query.",
    value: ({ isReachable }) => (isReachable === undefined ? undefined : Number(isReachable)),
  },
  {
    name: "tripod_players_server_online_players",
    help: "Players on the game server by its last list.",
    value: ({ online }) => online,
  },
  {
    name: "tripod_players_server_profiles",
    help: "Player profiles in the game server's saves.",
    value: ({ saves }) => saves?.profiles,
  },
  {
    name: "tripod_players_server_tribes",
    help: "Tribes in the game server's saves.",
    value: ({ saves }) => saves?.tribes,
  },
  {
    name: "tripod_players_server_broken_files",
    help: "Save files that cannot be read.",
    value: ({ saves }) => saves?.broken,
  },
  {
    name: "tripod_players_server_unknown_version_files",
    help: "Save files of a version that this program does not know; they are among the broken ones.",
    value: ({ saves }) => saves?.unknownVersions,
  },
  {
    name: "tripod_players_server_saves_read_age_seconds",
    help: "Seconds since the game server's saves were last looked at with success.",
    value: ({ secondsSinceSavesRead }) => secondsSinceSavesRead,
  },
];

/** Adds the gauges. `status` is asked whenever the metrics are read; what is not known has no line. */
export function addClusterMetrics(metrics: Metrics, status: () => ClusterStatus): void {
  for (const { name, help, value } of GAUGES) {
    metrics.gauge({
      name,
      help,
      labels: ["server"],
      read(gauge) {
        gauge.reset();
        for (const server of status().servers) {
          const number = value(server);
          if (number !== undefined) gauge.set({ server: server.key }, number);
        }
      },
    });
  }
}
