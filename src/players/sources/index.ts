/** The door of the sources area: it runs a cluster's servers, and tries them for the doctor. */
export { addClusterMetrics } from "./cluster-metrics.ts";
export { checkSavesPlace } from "./doctor/check-saves-place.ts";
export { findSaveFolders, findSavesIn, usualPlaces, type SaveFolder } from "./doctor/find-save-folders.ts";
export { doctorProbes } from "./doctor/probes.ts";
export { tryPlugins } from "./doctor/try-plugins.ts";
export { watchForsakenServers } from "./forsaken-servers.ts";
export { runCluster, type ClusterOptions, type ClusterRun } from "./run-cluster.ts";
export { DEFAULT_CLUSTER_FILE, sourceSettings } from "./settings.ts";
export type { SourceTiming } from "./timing.ts";
export { TendedCluster } from "./tended-cluster.ts";
