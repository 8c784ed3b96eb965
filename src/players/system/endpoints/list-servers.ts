import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { shownTime, shownTimestamp } from "../../directory/index.ts";
import { endpoint } from "../../endpoint.ts";
import type { ServerRow, SourceState } from "../store.ts";

const source = Type.Union([
  Type.Object(
    {
      Ok: Type.Boolean({ description: "Whether everything that it holds was read; false while a first read goes on" }),
      Says: Type.String({ description: "In plain words" }),
      At: shownTimestamp,
    },
    { title: "Source", additionalProperties: false },
  ),
  Type.Null(),
]);

const server = Type.Object(
  {
    Key: Type.String(),
    Name: Type.String(),
    Game: Type.Enum(["ase", "asa"]),
    Invented: Type.Boolean({ description: "Whether it belongs to the invented cluster of `--demo`" }),
    Map: Type.Union([Type.String(), Type.Null()]),
    Version: Type.Union([Type.String(), Type.Null()]),
    Players: Type.Integer({ minimum: 0, description: "Online now" }),
    MaxPlayers: Type.Union([Type.Integer(), Type.Null()]),
    Reachable: Type.Boolean({ description: "Whether the server itself answers, by RCON or query" }),
    LastRead: Type.Union([shownTimestamp, Type.Null()], { description: "When its saves were last read well" }),
    Sources: Type.Object({ Saves: source, Rcon: source, Query: source }, { additionalProperties: false }),
  },
  { title: "Server", additionalProperties: false },
);

/** The servers of the cluster, and what works of them. */
export const listServers = endpoint({
  id: "system.listServers",
  method: "GET",
  path: "/Servers",
  auth: "read",
  beyondSpec: true,
  summary: "Servers of the cluster",
  input: {},
  output: json(Type.Array(server)),
  errors: [],
  examples: [{ name: "now" }],
  run: async ({ system }) => (await system.listServers()).map(shownServer),
});

function shownServer(row: ServerRow) {
  const { saves, rcon, query } = row.sources;
  return {
    Key: row.key,
    Name: row.name,
    Game: row.game,
    Invented: row.isInvented,
    Map: row.map,
    Version: row.version,
    Players: row.online,
    MaxPlayers: row.maxPlayers,
    Reachable: rcon?.isGood === true || query?.isGood === true,
    LastRead: row.readAt === null ? null : shownTime(row.readAt),
    Sources: { Saves: shownSource(saves), Rcon: shownSource(rcon), Query: shownSource(query) },
  };
}

function shownSource(state: SourceState | undefined) {
  return state ? { Ok: state.isGood, Says: state.says, At: shownTime(state.at) } : null;
}
