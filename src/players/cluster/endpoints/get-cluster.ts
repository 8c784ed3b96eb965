import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { CLUSTER_DEFAULTS } from "../core/cluster.ts";
import { clusterErrors } from "../errors.ts";
import { serverJson, shownServer } from "../server-json.ts";

const cluster = Type.Object(
  {
    Name: Type.String(),
    Invented: Type.Boolean({ description: "Whether it is the invented cluster of `--demo`" }),
    WhyFixed: Type.Union([Type.String(), Type.Null()], {
      description: "Why servers cannot be added, changed and removed here; null where they can",
    }),
    Servers: Type.Array(shownServer),
  },
  { title: "Cluster", additionalProperties: false },
);

/** How the game servers are set up. `/Servers` shows what they report. */
export const getCluster = endpoint({
  id: "cluster.getCluster",
  method: "GET",
  path: "/Cluster",
  auth: "admin",
  beyondSpec: true,
  summary: "How game servers are set up",
  description: "As the cluster's file describes them, in its order, without passwords.",
  input: {},
  output: json(cluster),
  errors: [clusterErrors.notHere],
  examples: [{ name: "now" }],

  async run({ cluster: managed }) {
    const read = managed.read();
    return {
      Name: read?.name ?? CLUSTER_DEFAULTS.name,
      Invented: read?.isInvented === true,
      WhyFixed: (await managed.whyFixed()) ?? null,
      Servers: (read?.servers ?? []).map(serverJson),
    };
  },
});
