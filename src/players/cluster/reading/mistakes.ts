/** Mistakes among the members of a cluster's file, each of which may be right alone. */
import { isIP } from "node:net";
import type { RightOf, TreePart } from "../../../kit/config/read-tree.ts";
import type { Problem } from "../../../kit/config/yaml-tree.ts";
import { addressOf, findCollisions, type Claim } from "../core/collisions.ts";
import { addressesOf, type Resolve } from "./cluster-of.ts";
import type { ClusterEntry, ServerEntry } from "./cluster-section.ts";

/** Adds to the problems of single members. Members that are wrong already are not compared. */
export function noteMistakes(
  { servers = [], plugins = {} }: RightOf<ClusterEntry>,
  section: TreePart,
  resolve: Resolve,
  problems: Problem[],
): void {
  const isRight = ({ path }: TreePart): boolean => !problems.some((each) => each.path === path);
  const parts = section.member("servers").items(servers.length);
  const claims = parts.flatMap((part, index) => {
    const entry = servers[index] ?? {};
    if (part.tree.kind === "map") problems.push(...serverMistakes(entry, part));
    return claimsOf(entry, part, resolve, isRight);
  });
  problems.push(...findCollisions(claims));
  for (const name of ["permissions", "arkShop"] as const) {
    const plugin = section.member("plugins").member(name);
    if (plugins[name]) problems.push(...databaseMistakes(plugin));
    const mysql = plugins[name]?.mysql;
    if (!mysql) continue;
    problems.push(
      ...passwordMistakes(plugin.member("mysql"), "optional"),
      ...tlsMistakes(mysql, plugin.member("mysql")),
    );
  }
}

function serverMistakes(entry: RightOf<ServerEntry>, server: TreePart): Problem[] {
  const [saves, rcon, query] = [server.member("saves"), server.member("rcon"), server.member("query")];
  const [worldFile, queryHost] = [saves.member("worldFile"), query.member("host")];
  const problems = entry.rcon ? passwordMistakes(rcon, "required") : [];
  if (!saves.isThere && !rcon.isThere && !query.isThere) {
    problems.push(saves.problem("is missing, and `rcon` and `query` too; give at least one source of what to know"));
  }
  for (const name of ["gameLog", "chat"] as const) {
    if (entry[name] !== true || rcon.isThere) continue;
    problems.push(server.member(name).problem("is read through RCON; set up `rcon` as well"));
  }
  if (entry.saves?.store === "world" && !worldFile.isThere) {
    const what = "it names the file in the folder, such as TheIsland.ark";
    problems.push(worldFile.problem(`is missing; with \`store: world\` ${what}`));
  }
  if (entry.query && entry.game === "asa" && !queryHost.isThere) {
    const what = "it is the address that players outside see, by which Epic lists the server";
    problems.push(queryHost.problem(`is missing; for \`asa\` ${what}`));
  }
  return problems;
}

/** The server's own needs. */
function claimsOf(
  entry: RightOf<ServerEntry>,
  server: TreePart,
  resolve: Resolve,
  isRight: (part: TreePart) => boolean,
): Claim[] {
  const { key, saves } = entry;
  const claims: Claim[] = key === undefined ? [] : [{ what: "key", value: key, part: server.member("key") }];
  if (saves?.folder !== undefined) {
    const [part, folder] = [server.member("saves"), resolve(saves.folder)];
    // Worlds may lie side by side; files of players do not say which server's they are.
    if (saves.store !== "world" && isRight(part.member("store"))) {
      claims.push({ what: "folder of saves", value: folder, part: part.member("folder") });
    } else if (saves.worldFile !== undefined) {
      claims.push({ what: "world file", value: resolve(saves.worldFile, folder), part: part.member("worldFile") });
    }
  }
  const addresses = addressesOf(entry);
  for (const name of ["rcon", "query"] as const) {
    const address = addresses[name];
    const [host, port] = [server.member(name).member("host"), server.member(name).member("port")];
    if (!address || !isRight(host) || !isRight(port)) continue;
    const what = name === "rcon" ? "RCON address" : "query address";
    claims.push({ what, value: addressOf(address.host, address.port), part: port });
  }
  return claims;
}

function databaseMistakes(plugin: TreePart): Problem[] {
  const [sqlite, mysql] = [plugin.member("sqlite"), plugin.member("mysql")];
  if (sqlite.isThere !== mysql.isThere) return [];
  if (mysql.isThere) return [mysql.problem("is one too many: keep `sqlite` or `mysql`")];
  return [sqlite.problem("is missing, and `mysql` too; give the file of the one or the address of the other")];
}

function tlsMistakes({ tls, host }: { readonly tls?: string; readonly host?: string }, mysql: TreePart): Problem[] {
  const [caFile, hostPart] = [mysql.member("caFile"), mysql.member("host")];
  if (tls !== "required") return caFile.isThere ? [caFile.problem("needs `tls: required` beside it")] : [];
  const why = "with `tls: required` it is the name for which the server's certificate was made";
  if (!hostPart.isThere) return [hostPart.problem(`is missing; ${why}`)];
  return host !== undefined && isIP(host) !== 0 ? [hostPart.problem(`must not be an IP address; ${why}`)] : [];
}

function passwordMistakes(holder: TreePart, need: "required" | "optional"): Problem[] {
  const given = ["password", "passwordEnv", "passwordFile"].filter((name) => holder.member(name).isThere);
  const [first, second] = given;
  if (second !== undefined) return [holder.member(second).problem(`is one too many: keep one of ${given.join(", ")}`)];
  if (first !== undefined || need === "optional") return [];
  const ways = "`password`, `passwordEnv` (a variable) or `passwordFile` (a file)";
  return [holder.member("password").problem(`is missing; give ${ways}`)];
}
