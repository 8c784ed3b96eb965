/** One entry of `players.servers`. */
import { CLUSTER_DEFAULTS, CLUSTER_LIMITS, type Game, type GameServer } from "../core/cluster.ts";
import type { QuerySource, RconSource, SavesSource } from "../core/cluster.ts";
import { addressOf, type Claim } from "../core/collisions.ts";
import { fileNameRule, hostRule, pathRule, serverKeyRule, titleRule } from "../core/text-rules.ts";
import type { Members } from "./members.ts";
import { readPassword } from "./secret-member.ts";

type Resolve = (path: string, below?: string) => string;

const PORTS = { min: 1, max: 65_535 } as const;

export interface ReadServer {
  /** Undefined when something without which it is no server is missing or wrong. */
  readonly server: GameServer | undefined;
  /** What no other server may have as well. */
  readonly claims: readonly Claim[];
}

/** Reads a server; problems are noted by `members`. `resolve` makes a path absolute. */
export function readServer(members: Members, resolve: Resolve): ReadServer {
  const claims: Claim[] = [];
  const claim = (of: Members, member: string, what: string, value: string): void => {
    claims.push({ what, value, path: of.pathOf(member), at: of.placeOf(member) });
  };

  const key = members.requiredText("key", serverKeyRule);
  if (key !== undefined) claim(members, "key", "key", key);
  const name = members.text("name", titleRule, key ?? "");
  const game = members.choice("game", ["ase", "asa"]);
  const saves = readSaves(members, resolve, claim);
  const rcon = readRcon(members, resolve, claim);
  const query = readQuery(members, game, claim);
  const pollSeconds = members.whole("pollSeconds", CLUSTER_LIMITS.pollSeconds, CLUSTER_DEFAULTS.pollSeconds);
  const gameLog = members.flag("gameLog");
  const chat = members.flag("chat");

  if (!members.has("saves") && !members.has("rcon") && !members.has("query")) {
    members.refuse("saves", "is missing, and `rcon` and `query` too; give at least one source of what to know");
  }
  for (const [member, wanted] of Object.entries({ gameLog, chat })) {
    if (wanted && !members.has("rcon")) members.refuse(member, "is read through RCON; set up `rcon` as well");
  }
  members.finish();
  if (key === undefined || game === undefined) return { server: undefined, claims };
  return { server: { key, name, game, saves, rcon, query, pollSeconds, gameLog, chat }, claims };
}

type ClaimFor = (of: Members, member: string, what: string, value: string) => void;

function readSaves(server: Members, resolve: Resolve, claim: ClaimFor): SavesSource | undefined {
  const saves = server.map("saves", "{ folder: ./ShooterGame/Saved/SavedArks }");
  if (!saves) return undefined;
  const named = saves.requiredText("folder", pathRule);
  const store = saves.has("store") ? saves.choice("store", ["files", "world"]) : "files";
  const worldFile = saves.text("worldFile", fileNameRule, undefined);
  const tributeFolder = saves.text("tributeFolder", pathRule, undefined);
  if (store === "world" && !saves.has("worldFile")) {
    saves.refuse("worldFile", "is missing; with `store: world` it names the file in the folder, such as TheIsland.ark");
  }
  saves.finish();
  if (named === undefined) return undefined;
  const folder = resolve(named);
  // Worlds may lie side by side; files of players do not say which server's they are.
  if (store === "files") claim(saves, "folder", "folder of saves", folder);
  else if (worldFile !== undefined) claim(saves, "worldFile", "world file", resolve(worldFile, folder));
  return {
    folder,
    store: store ?? "files",
    worldFile: worldFile === undefined ? undefined : resolve(worldFile, folder),
    tributeFolder: tributeFolder === undefined ? undefined : resolve(tributeFolder),
  };
}

function readRcon(server: Members, resolve: Resolve, claim: ClaimFor): RconSource | undefined {
  const rcon = server.map("rcon", "{ port: 27020, passwordEnv: RCON_PASSWORD }");
  if (!rcon) return undefined;
  const host = rcon.text("host", hostRule, CLUSTER_DEFAULTS.host);
  const port = rcon.whole("port", PORTS, CLUSTER_DEFAULTS.rconPort);
  const password = readPassword(rcon, resolve, "required");
  rcon.finish();
  if (rcon.areRight("host", "port")) claim(rcon, "port", "RCON address", addressOf(host, port));
  return password && { host, port, password };
}

function readQuery(server: Members, game: Game | undefined, claim: ClaimFor): QuerySource | undefined {
  const isListedByEpic = game === "asa";
  const query = server.map("query", isListedByEpic ? "{ host: 203.0.113.7, port: 7777 }" : "{ port: 27015 }");
  if (!query) return undefined;
  if (isListedByEpic && !query.has("host")) {
    query.refuse(
      "host",
      "is missing; for `asa` it is the address that players outside see, by which Epic lists the server",
    );
  }
  const host = query.text("host", hostRule, CLUSTER_DEFAULTS.host);
  const port = query.whole("port", PORTS, isListedByEpic ? CLUSTER_DEFAULTS.gamePort : CLUSTER_DEFAULTS.queryPort);
  query.finish();
  if (query.areRight("host", "port")) claim(query, "port", "query address", addressOf(host, port));
  return { host, port };
}
