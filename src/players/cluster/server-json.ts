/** Game servers as admins set them up over HTTP. */
import { Type, type Static } from "typebox";
import { CLUSTER_LIMITS, type GameServer } from "./core/cluster.ts";
import type { NewServer } from "./add-server.ts";
import type { ServerChange } from "./edit-server.ts";
import { CLUSTER_REASONS, clusterErrors } from "./errors.ts";

const { min, max } = CLUSTER_LIMITS.pollSeconds;

export const serverKey = Type.String({
  maxLength: 32,
  description: "Names the server for good: small letters, digits, `-` and `_`",
});

const host = Type.Optional(
  Type.String({ maxLength: 255, description: "Name or address of the machine; `127.0.0.1` without it" }),
);
const port = Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 }));

const rcon = Type.Object(
  {
    Host: host,
    Port: port,
    Password: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: "Written to the cluster's file, and never shown" }),
    ),
  },
  { additionalProperties: false, description: "`Port` is 27020 without one" },
);

const query = Type.Object(
  { Host: host, Port: port },
  {
    additionalProperties: false,
    description: "The query port of `ase` (27015), or the public address and game port of `asa` (7777)",
  },
);

/** Members that only the operator sets. They are read to be refused, and not passed over in silence. */
const operators = {
  Saves: Type.Optional(Type.Unknown({ description: "Refused: folders of saves are named by the operator" })),
};

export const newServerBody = Type.Object({
  Key: serverKey,
  Name: Type.Optional(Type.String({ maxLength: 100, description: "What people see; the key without it" })),
  Game: Type.Enum(["ase", "asa"], { description: "ARK: Survival Evolved or Ascended" }),
  Rcon: Type.Optional(rcon),
  Query: Type.Optional(query),
  PollSeconds: Type.Optional(Type.Integer({ minimum: min, maximum: max, description: "How often it is asked" })),
  GameLog: Type.Optional(Type.Boolean({ description: "Reads joins and leaves from the game log" })),
  Chat: Type.Optional(Type.Boolean({ description: "Sends chat to readers of `/Online/Events`" })),
  ...operators,
});

const orNone = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

export const serverChangeBody = Type.Object({
  Name: orNone(Type.String({ maxLength: 100 })),
  Rcon: orNone(rcon),
  Query: orNone(query),
  PollSeconds: orNone(Type.Integer({ minimum: min, maximum: max })),
  GameLog: orNone(Type.Boolean()),
  Chat: orNone(Type.Boolean()),
  ...operators,
});

const address = { Host: Type.String(), Port: Type.Integer() };

export const shownServer = Type.Object(
  {
    Key: Type.String(),
    Name: Type.String(),
    Game: Type.Enum(["ase", "asa"]),
    Saves: Type.Union([
      Type.Object({ Folder: Type.String(), Store: Type.Enum(["files", "world"]) }, { additionalProperties: false }),
      Type.Null(),
    ]),
    Rcon: Type.Union([
      Type.Object(
        {
          ...address,
          PasswordFrom: Type.Enum(["text", "environment", "file"], { description: "Where the password is" }),
        },
        { additionalProperties: false },
      ),
      Type.Null(),
    ]),
    Query: Type.Union([Type.Object(address, { additionalProperties: false }), Type.Null()]),
    PollSeconds: Type.Number(),
    GameLog: Type.Boolean(),
    Chat: Type.Boolean(),
  },
  { title: "ServerSetup", additionalProperties: false },
);

/** All of a server but its password. */
export function serverJson(server: GameServer): Static<typeof shownServer> {
  const { saves, rcon: asked, query: queried } = server;
  return {
    Key: server.key,
    Name: server.name,
    Game: server.game,
    Saves: saves ? { Folder: saves.folder, Store: saves.store } : null,
    Rcon: asked ? { Host: asked.host, Port: asked.port, PasswordFrom: asked.password.from } : null,
    Query: queried ? { Host: queried.host, Port: queried.port } : null,
    PollSeconds: server.pollSeconds,
    GameLog: server.gameLog,
    Chat: server.chat,
  };
}

/** @throws cluster.invalid (400) for members that only the operator sets. */
export function newServerOf({ Saves, Rcon, Query, ...body }: Static<typeof newServerBody>): NewServer {
  if (Saves !== undefined) throw clusterErrors.invalid({ reason: CLUSTER_REASONS.byOperator });
  return {
    key: body.Key,
    game: body.Game,
    ...given({
      name: body.Name,
      rcon: Rcon && given({ host: Rcon.Host, port: Rcon.Port, password: Rcon.Password }),
      query: Query && given({ host: Query.Host, port: Query.Port }),
      pollSeconds: body.PollSeconds,
      gameLog: body.GameLog,
      chat: body.Chat,
    }),
  };
}

/** @throws as `newServerOf`. */
export function serverChangeOf({ Saves, Rcon, Query, ...body }: Static<typeof serverChangeBody>): ServerChange {
  if (Saves !== undefined) throw clusterErrors.invalid({ reason: CLUSTER_REASONS.byOperator });
  return given({
    name: body.Name,
    rcon: Rcon && given({ host: Rcon.Host, port: Rcon.Port, password: Rcon.Password }),
    query: Query && given({ host: Query.Host, port: Query.Port }),
    pollSeconds: body.PollSeconds,
    gameLog: body.GameLog,
    chat: body.Chat,
  });
}

type Given<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };

/** The members that were given. */
function given<Members extends object>(members: Members): Given<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<Members>;
}
