import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { shownTime, shownTimestamp } from "../../directory/index.ts";
import { endpoint } from "../../endpoint.ts";
import { opens } from "../../keys/index.ts";
import { isUnread, type ServerRow, type SourceState } from "../store.ts";

const source = Type.Union([
  Type.Object(
    {
      Ok: Type.Boolean({
        description:
          "Whether everything that it holds was read; false while a first read goes on, and where no process reads the server",
      }),
      Says: Type.String({
        description:
          "In plain words. Only keys of the scope `admin` see addresses of servers, and names of files that cannot be read",
      }),
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
    Reachable: Type.Boolean({
      description: "Whether the server itself answers, by RCON or query; false where no process asks it",
    }),
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
  async run({ system, clock }, { actor }) {
    const isAdmin = opens(actor.scope, "admin");
    const now = clock.now();
    return (await system.listServers()).map((row) => shownServer(row, isAdmin, isUnread(row, now)));
  },
});

/** What a process said that does not read the server any more. */
const UNREAD = "This is old: no process reads this server now.";

function shownServer(row: ServerRow, isAdmin: boolean, isOld: boolean) {
  const { saves, rcon, query } = row.sources;
  const shownSource = (state: SourceState | undefined) =>
    state
      ? {
          Ok: state.isGood && !isOld,
          Says: isOld ? `${saidOf(state, isAdmin)} ${UNREAD}` : saidOf(state, isAdmin),
          At: shownTime(state.at),
        }
      : null;
  return {
    Key: row.key,
    Name: row.name,
    Game: row.game,
    Invented: row.isInvented,
    Map: row.map,
    Version: row.version,
    Players: row.online,
    MaxPlayers: row.maxPlayers,
    Reachable: !isOld && (rcon?.isGood === true || query?.isGood === true),
    LastRead: row.readAt === null ? null : shownTime(row.readAt),
    Sources: { Saves: shownSource(saves), Rcon: shownSource(rcon), Query: shownSource(query) },
  };
}

function saidOf({ says, detail }: SourceState, isAdmin: boolean): string {
  return isAdmin && detail !== undefined ? `${says} ${detail}` : says;
}
