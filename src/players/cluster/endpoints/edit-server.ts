import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { clusterErrors } from "../errors.ts";
import { serverChangeBody, serverChangeOf, serverJson, serverKey, shownServer } from "../server-json.ts";

/** Changes how a game server is read. Its key and game stay: another one is another server. */
export const editServer = endpoint({
  id: "cluster.editServer",
  method: "PATCH",
  path: "/Server/:key",
  auth: "admin",
  beyondSpec: true,
  summary: "Change a game server",
  description:
    "Null takes a member away; what is left out stays as it is. `Rcon` and `Query` are replaced as a whole, but the password " +
    "stays without a new one. It does not go to a new address: that needs the password, too.",
  input: { path: Type.Object({ key: serverKey }), body: serverChangeBody },
  limits: { bodyBytes: 4_096 },
  output: json(shownServer),
  errors: [clusterErrors.notFound, clusterErrors.invalid, clusterErrors.passwordNeeded, clusterErrors.fixed],
  examples: [
    { name: "a name", path: { key: "island" }, body: { Name: "The Island", PollSeconds: 30 } },
    { name: "another address", path: { key: "island" }, body: { Rcon: { Host: "198.51.100.9" } }, status: 400 },
    { name: "its only source", path: { key: "island" }, body: { Rcon: null }, status: 400 },
    { name: "an unknown server", path: { key: "nowhere" }, body: { Name: "Nowhere" }, status: 404 },
  ],

  async run({ cluster, change }, { input: { path, body }, actor, requestId }) {
    const { key } = path;
    const edited = await cluster.edit(key, serverChangeOf(body), (write) =>
      change({ actor, requestId }, async ({ audit }) => {
        await audit({ action: "server.edit", subject: key, detail: { members: Object.keys(body) } });
        await write();
      }),
    );
    return serverJson(edited);
  },
});
