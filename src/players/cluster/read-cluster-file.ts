/** The cluster of a `tripod.yaml`: its section `players`, read as a whole, with everything that is wrong named at once. */
import { resolve } from "node:path";
import { nearest } from "../../kit/config/nearest.ts";
import { parseYamlTree, type MapTree, type Member, type Problem, type Tree } from "../../kit/config/yaml-tree.ts";
import { CLUSTER_DEFAULTS, CLUSTER_LIMITS, type Cluster, type GameServer } from "./core/cluster.ts";
import { findCollisions, type Claim } from "./core/collisions.ts";
import { titleRule } from "./core/text-rules.ts";
import { Members } from "./reading/members.ts";
import { readPlugins } from "./reading/read-plugins.ts";
import { readServer } from "./reading/read-server.ts";

export interface ClusterFileOptions {
  /** Absolute; relative paths in the file begin here. */
  readonly baseFolder: string;
  /** Names that may stand in the same section and are read elsewhere: the service's settings. */
  readonly otherMembers?: readonly string[];
}

/** Problems are in the order of the file's lines. */
export type ReadCluster = { readonly cluster: Cluster } | { readonly problems: readonly Problem[] };

/** Of the section `players`, what describes the cluster. */
export const CLUSTER_MEMBERS = ["cluster", "servers", "plugins"] as const;

const SECTION = "players";
/** What `{ key }` in the path of a server shows. */
const SHOWABLE_KEY = /^[a-z0-9][a-z0-9_-]{0,31}$/;

/**
 * Reads a cluster's file. Other sections are passed over: they are settings. A file without the section, or without
 * servers, is a cluster without servers.
 */
export function readClusterFile(text: string, options: ClusterFileOptions): ReadCluster {
  const parsed = parseYamlTree(text);
  if ("problems" in parsed) return parsed;
  const problems: Problem[] = [];
  const cluster = readFile(parsed.tree, options, problems);
  if (problems.length === 0 && cluster) return { cluster };
  return { problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) };
}

function readFile(tree: Tree, options: ClusterFileOptions, problems: Problem[]): Cluster | undefined {
  if (tree.kind === "nothing") return emptyCluster();
  if (tree.kind !== "map") {
    problems.push({ ...tree.at, path: "", says: "the file must hold names and their values, such as `players:`" });
    return undefined;
  }
  const sections = tree.members.filter((member) => member.name === SECTION);
  const [section, second] = sections;
  if (second) problems.push({ ...second.at, path: SECTION, says: "is set twice; keep one" });
  if (!section) {
    problems.push(...strayMembers(tree));
    return emptyCluster();
  }
  if (section.value.kind === "nothing") return emptyCluster();
  if (section.value.kind !== "map") {
    problems.push({ ...section.value.at, path: SECTION, says: "must hold names and their values, such as `servers:`" });
    return undefined;
  }
  return readSection(new Members(section.value, SECTION, problems), options, problems);
}

function emptyCluster(): Cluster {
  return { name: CLUSTER_DEFAULTS.name, servers: [], plugins: { permissions: undefined, arkShop: undefined } };
}

/** Without the section, a name that was meant to be it, or to stand in it, is likely a mistake. */
function strayMembers(file: MapTree): Problem[] {
  return file.members.flatMap(({ name = "", at }: Member): Problem[] => {
    if (CLUSTER_MEMBERS.some((member) => member === name)) {
      return [{ ...at, path: name, says: `must stand below \`${SECTION}:\`, indented by two blanks` }];
    }
    if (nearest(name.slice(0, 40), [SECTION]) === undefined) return [];
    return [{ ...at, path: "", says: `a name is not known here; did you mean ${SECTION}?` }];
  });
}

function readSection(players: Members, options: ClusterFileOptions, problems: Problem[]): Cluster {
  const absolute = (path: string, below = options.baseFolder): string => resolve(below, path);
  const name = players.text("cluster", titleRule, CLUSTER_DEFAULTS.name);
  const servers = readServers(players, absolute, problems);
  const plugins = readPlugins(players, (path) => absolute(path));
  players.finish(options.otherMembers);
  return { name, servers, plugins };
}

function readServers(
  players: Members,
  absolute: (path: string, below?: string) => string,
  problems: Problem[],
): GameServer[] {
  const list = players.list("servers");
  if (!list) return [];
  if (list.items.length > CLUSTER_LIMITS.servers) {
    players.refuse("servers", `has more than ${CLUSTER_LIMITS.servers} servers`);
  }
  const claims: Claim[] = [];
  const servers = list.items.slice(0, CLUSTER_LIMITS.servers).flatMap((item, index): GameServer[] => {
    const path = `${players.pathOf("servers")}[${keyOf(item) ?? `#${index + 1}`}]`;
    if (item.kind !== "map") {
      problems.push({ ...item.at, path, says: "must hold names and their values, beginning with `- key: island`" });
      return [];
    }
    const read = readServer(new Members(item, path, problems), absolute);
    claims.push(...read.claims);
    return read.server ? [read.server] : [];
  });
  problems.push(...findCollisions(claims));
  return servers;
}

function keyOf(item: Tree): string | undefined {
  const key = item.kind === "map" ? item.members.find((member) => member.name === "key")?.value : undefined;
  return key?.kind === "text" && SHOWABLE_KEY.test(key.text) ? key.text : undefined;
}
