/** The door of the cluster area. */
export { addServer, type NewServer } from "./add-server.ts";
export { addServerToFile, loadClusterFile } from "./cluster-file.ts";
export type {
  Cluster,
  Game,
  GameServer,
  Plugin,
  PluginDatabase,
  Plugins,
  QuerySource,
  RconSource,
  SavesSource,
  Secret,
} from "./core/cluster.ts";
export { CLUSTER_DEFAULTS } from "./core/cluster.ts";
export { renderDoctorReport, type DoctorReport, type Finding, type Mark } from "./core/doctor-report.ts";
export { managedCluster, type ManagedCluster } from "./managed-cluster.ts";
export { examineCluster, type DoctorProbes } from "./doctor.ts";
export { CLUSTER_MEMBERS } from "./read-cluster-file.ts";
export { readCaFile } from "./read-ca-file.ts";
export { readSecret } from "./read-secret.ts";
