/** The cluster's file, and what admins do with it over HTTP. */
import { existsSync } from "node:fs";
import { readEnvironment } from "../kit/config/environment.ts";
import type { Outbound } from "../kit/outbound/outbound.ts";
import type { Platform } from "../kit/platform.ts";
import { LeaseHolder } from "../kit/sql/hold-lease.ts";
import { MINUTE_MS } from "../kit/time/spans.ts";
import type { PlayersConfig } from "./build.ts";
import { loadClusterFile, managedCluster, readSecret, type Cluster, type ManagedCluster } from "./cluster/index.ts";
import { playersSettings } from "./config.ts";
import { openSteam } from "./platform/index.ts";
import { doctorProbes, type TendedCluster } from "./sources/index.ts";

const otherMembers = Object.keys(playersSettings.schema.properties);

/** The cluster of the settings' file; undefined without one. */
export function clusterOfFile({ clusterFile }: Pick<PlayersConfig, "clusterFile">): Cluster | undefined {
  return existsSync(clusterFile) ? loadClusterFile(clusterFile, { otherMembers }) : undefined;
}

export function managedClusterOf(
  { db, clock, random, log, node, role }: Platform,
  config: PlayersConfig,
  { steam }: { readonly steam: Outbound },
  tended: TendedCluster,
): ManagedCluster {
  const environment = readEnvironment();
  const leases = new LeaseHolder({ db, clock, log, owner: node, ttlMs: MINUTE_MS });
  return managedCluster({
    file: config.clusterFile,
    otherMembers,
    readsServers: role !== "http",
    mayChange: config.clusterChanges,
    tended,
    alone: (work) => leases.whileHeld("players cluster file", work),
    probes: doctorProbes({
      clock,
      random,
      readSecret: (secret, what) => readSecret(secret, environment, what),
      epicAllowed: config.epicQueries,
      steam: openSteam(config, { outbound: steam, clock }),
    }),
    clock,
  });
}
