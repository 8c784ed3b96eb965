import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { clusterErrors } from "../errors.ts";
import { serverKey } from "../server-json.ts";

const removedServer = Type.Object({ Key: Type.String() }, { title: "RemovedServer", additionalProperties: false });

/** Takes a game server out of the cluster's file. The data about its players stay. */
export const removeServer = endpoint({
  id: "cluster.removeServer",
  method: "DELETE",
  path: "/Server/:key",
  auth: "admin",
  beyondSpec: true,
  summary: "Remove a game server",
  description: "It is read no longer, and the sessions on it end. Players, tribes and past sessions stay.",
  input: { path: Type.Object({ key: serverKey }) },
  output: json(removedServer),
  errors: [clusterErrors.notFound, clusterErrors.fixed],
  examples: [
    { name: "a server", path: { key: "island" } },
    { name: "an unknown server", path: { key: "nowhere" }, status: 404 },
  ],

  async run({ cluster, change }, { input: { path }, actor, requestId }) {
    const { key } = path;
    await cluster.remove(key, (write) =>
      change({ actor, requestId }, async ({ audit }) => {
        await audit({ action: "server.remove", subject: key, detail: {} });
        await write();
      }),
    );
    return { Key: key };
  },
});
