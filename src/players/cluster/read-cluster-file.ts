/** The cluster of a `tripod.yaml`: its section `players`, read as a whole, with everything that is wrong named at once. */
import { resolve } from "node:path";
import { nearest } from "../../kit/config/nearest.ts";
import { readTree, TreePart } from "../../kit/config/read-tree.ts";
import { parseYamlTree, type Member, type Problem, type Tree } from "../../kit/config/yaml-tree.ts";
import type { Cluster } from "./core/cluster.ts";
import { clusterOf } from "./reading/cluster-of.ts";
import { clusterMembers, clusterSection, type ClusterEntry } from "./reading/cluster-section.ts";
import { noteMistakes } from "./reading/mistakes.ts";

export interface ClusterFileOptions {
  /** Absolute; relative paths in the file begin here. */
  readonly baseFolder: string;
  /** Names that may be in the same section and are read elsewhere: the service's settings. */
  readonly otherMembers?: readonly string[];
}

/** Problems are in the order of the file's lines. */
export type ReadCluster = { readonly cluster: Cluster } | { readonly problems: readonly Problem[] };

/** Of the section `players`, what describes the cluster. */
export const CLUSTER_MEMBERS: readonly string[] = Object.keys(clusterMembers);

const SECTION = "players";

/**
 * Reads a cluster's file. Other sections are passed over: they are settings. A file without the section, or without
 * servers, is a cluster without servers.
 */
export function readClusterFile(text: string, { baseFolder, otherMembers = [] }: ClusterFileOptions): ReadCluster {
  const parsed = parseYamlTree(text);
  if ("problems" in parsed) return parsed;
  const absolute = (path: string, below = baseFolder): string => resolve(below, path);
  const problems: Problem[] = [];
  const section = findSection(parsed.tree, problems);
  const right = section && readTree(clusterSection(otherMembers), section, problems);
  if (section && right) noteMistakes(right, section, absolute, problems);
  if (problems.length === 0) return { cluster: clusterOf((right ?? {}) as ClusterEntry, absolute) };
  return { problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) };
}

/** The section, unless it is not there or empty. */
function findSection(tree: Tree, problems: Problem[]): TreePart | undefined {
  if (tree.kind === "list" || tree.kind === "text") {
    problems.push({ ...tree.at, path: "", says: "the file must hold names and their values, such as `players:`" });
  }
  const members = tree.kind === "map" ? tree.members : [];
  const [section, second] = members.filter((member) => member.name === SECTION);
  if (second) problems.push({ ...second.at, path: SECTION, says: "is set twice; keep one" });
  if (!section) problems.push(...strayMembers(members));
  return section && section.value.kind !== "nothing" ? new TreePart(section.value, SECTION) : undefined;
}

/** Without the section, a name that was meant to be it, or to be in it, is likely a mistake. */
function strayMembers(members: readonly Member[]): Problem[] {
  return members.flatMap(({ name = "", at }): Problem[] => {
    if (CLUSTER_MEMBERS.includes(name)) {
      return [{ ...at, path: name, says: `must stand below \`${SECTION}:\`, indented by two blanks` }];
    }
    if (nearest(name.slice(0, 40), [SECTION]) === undefined) return [];
    return [{ ...at, path: "", says: `a name is not known here; did you mean ${SECTION}?` }];
  });
}
