/** The settings of a cluster's sources: members of the players section. */
import { Type } from "typebox";

/** Looked for in the working folder when no file of the cluster is named. */
export const DEFAULT_CLUSTER_FILE = "tripod.yaml";

/** Properties to be spread into the players' settings. */
export const sourceSettings = {
  clusterFile: Type.String({
    minLength: 1,
    maxLength: 4_096,
    default: DEFAULT_CLUSTER_FILE,
    description:
      "The file that describes the cluster: its game servers and plugins. Where `--config` or `TRIPOD_CONFIG` names the settings' file, it is that file by default. `tripod players add-server` makes one.",
  }),
  clusterChanges: Type.Boolean({
    default: true,
    description:
      "Whether keys of the scope `admin` may add, change and remove game servers over HTTP. They then choose addresses, private ones too, that this machine connects to.",
  }),
  epicQueries: Type.Boolean({
    default: true,
    description:
      "Whether Epic's list of servers on the internet may be asked about the servers of ARK: Survival Ascended that have a `query`.",
  }),
};
