/**
 * Adds a server to the text of a cluster's file. Existing text stays unchanged, comments and layout too: where the
 * list of servers is written line by line, the new lines are added after it and no other byte changes.
 */
import { Document, isMap, isSeq, LineCounter, parseDocument, type YAMLMap, type YAMLSeq } from "yaml";
import type { Problem } from "../../kit/config/yaml-tree.ts";
import { firstClusterText } from "./first-text.ts";
import { readClusterFile } from "./read-cluster-file.ts";
import { serverEntry, type ServerEntry } from "./reading/cluster-section.ts";

/** As the file writes it; what is left out has its default. Paths may be relative to the file. */
export type NewServer = ServerEntry;

export type AddedServer =
  | { readonly text: string }
  /** `file`: it already had them, in its own lines. `server`: it would have them with the server, in the new text's lines. */
  | { readonly refused: "file" | "server"; readonly problems: readonly Problem[] };

export interface AddServerOptions {
  /** Names that may be in the same section and are read elsewhere. */
  readonly otherMembers?: readonly string[];
}

/** In this order they are written. */
const MEMBERS = Object.keys(serverEntry.properties) as (keyof ServerEntry)[];
/** How YAML is written: long values stay on their line. */
export const WRITTEN = { lineWidth: 0, indent: 2 } as const;

/** The text with the server; of an empty text, a whole file with comments that help. Nothing is added to a file with problems. */
export function addServer(text: string, server: NewServer, options: AddServerOptions = {}): AddedServer {
  const reading = { ...options, baseFolder: "/" };
  const before = readClusterFile(text, reading);
  if ("problems" in before) return { refused: "file", problems: before.problems };
  const added = withServer(text, server);
  const after = readClusterFile(added, reading);
  return "problems" in after ? { refused: "server", problems: after.problems } : { text: added };
}

function withServer(text: string, server: NewServer): string {
  const entry = Object.fromEntries(
    MEMBERS.flatMap((member) => (server[member] === undefined ? [] : [[member, server[member]] as const])),
  );
  if (text.trim() === "") return firstClusterText(linesOf(entry).join("\n"));
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, keepSourceTokens: true, uniqueKeys: false });
  const list: unknown = document.getIn(["players", "servers"], true);
  if (isSeq(list) && list.srcToken?.type === "block-seq" && list.items.length > 0) {
    return insertBehind(text, list, lines, linesOf(entry));
  }
  if (isSeq(list)) {
    // Within brackets, or an empty pair of them, which becomes a list of lines.
    list.flow = list.items.length > 0;
    list.add(document.createNode(entry));
  } else {
    const players: unknown = document.get("players", true);
    if (isMap(players)) players.flow = false;
    document.setIn(
      isMap(players) ? ["players", "servers"] : ["players"],
      document.createNode(isMap(players) ? [entry] : { servers: [entry] }),
    );
  }
  return withLineEnds(document.toString(WRITTEN), text);
}

function linesOf(entry: Readonly<Record<string, unknown>>): string[] {
  return new Document([entry]).toString(WRITTEN).trimEnd().split("\n");
}

function insertBehind(text: string, list: YAMLSeq, lines: LineCounter, entry: readonly string[]): string {
  const dash = lines.linePos(list.range?.[0] ?? 0).col - 1;
  const all = text.split("\n");
  let last = lines.linePos(Math.max(contentEnd(list) - 1, 0)).line;
  // A comment that is indented further than the list's own lines belongs to the last server.
  for (let next = last; next < all.length; next++) {
    const line = (all[next] ?? "").trimEnd();
    if (line === "") continue;
    if (!line.trimStart().startsWith("#") || line.length - line.trimStart().length <= dash) break;
    last = next + 1;
  }
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const head = all.slice(0, last).join("\n");
  const added = entry.map((line) => " ".repeat(dash) + line).join(lineEnd);
  // A last line without an end gets one.
  if (last >= all.length) return `${head}${lineEnd}${added}${lineEnd}`;
  return `${head}\n${added}${lineEnd}${all.slice(last).join("\n")}`;
}

/** Where the last value or name of a list ends; what follows are blanks and comments. */
function contentEnd(list: YAMLSeq | YAMLMap): number {
  const last: unknown = list.items.at(-1);
  const nodes = isMap(list) ? [list.items.at(-1)?.key, list.items.at(-1)?.value] : [last];
  const ends = nodes.map((node) => {
    if ((isMap(node) || isSeq(node)) && node.flow !== true && node.items.length > 0) return contentEnd(node);
    const range = (node as { range?: readonly [number, number, number] | null } | null | undefined)?.range;
    return range?.[1] ?? 0;
  });
  return Math.max(...ends);
}

/** The text with the ends of lines that another one has. */
export function withLineEnds(text: string, like: string): string {
  return like.includes("\r\n") ? text.replaceAll(/\r?\n/g, "\r\n") : text;
}
