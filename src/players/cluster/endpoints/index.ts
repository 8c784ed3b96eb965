/** The endpoints of the cluster area. */
import { addServer } from "./add-server.ts";
import { editServer } from "./edit-server.ts";
import { examineSources } from "./examine-sources.ts";
import { getCluster } from "./get-cluster.ts";
import { removeServer } from "./remove-server.ts";

export const clusterEndpoints = [getCluster, examineSources, addServer, editServer, removeServer] as const;
