import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { clusterErrors } from "../errors.ts";
import { newServerBody, newServerOf, serverJson, shownServer } from "../server-json.ts";

/** Adds a game server to the cluster's file, and begins to read it. */
export const addServer = endpoint({
  id: "cluster.addServer",
  method: "POST",
  path: "/Servers",
  auth: "admin",
  beyondSpec: true,
  summary: "Add a game server",
  description:
    "With RCON, a query address, or both. The file keeps its comments, is checked as at a start, and is replaced as a whole. " +
    "The server is read at once; other processes that share the file follow within seconds. Folders of saves are named by " +
    "the operator: `tripod players add-server --saves`. `/Doctor` tells whether the server answers.",
  input: { body: newServerBody },
  limits: { bodyBytes: 4_096 },
  output: json(shownServer, { status: 201 }),
  errors: [clusterErrors.invalid, clusterErrors.fixed],
  examples: [
    {
      name: "with RCON",
      body: { Key: "island", Game: "ase", Rcon: { Host: "192.0.2.7", Port: 27_020, Password: "a secret of yours" } },
    },
    { name: "without a source", body: { Key: "center", Game: "ase" }, status: 400 },
    { name: "a folder of saves", body: { Key: "center", Game: "ase", Saves: { Folder: "/srv" } }, status: 400 },
  ],

  async run({ cluster, change }, { input: { body }, actor, requestId }) {
    const server = newServerOf(body);
    const added = await cluster.add(server, (write) =>
      change({ actor, requestId }, async ({ audit }) => {
        const detail = { sources: [...(server.rcon ? ["rcon"] : []), ...(server.query ? ["query"] : [])] };
        await audit({ action: "server.add", subject: server.key, detail });
        await write();
      }),
    );
    return serverJson(added);
  },
});
