/**
 * Changes or removes a server in the text of a cluster's file. Comments and the order of names stay; the YAML writer
 * may indent lines differently.
 */
import { isMap, isSeq, parseDocument, type Document, type YAMLMap } from "yaml";
import type { Problem } from "../../kit/config/yaml-tree.ts";
import { WRITTEN, withLineEnds, type AddServerOptions } from "./add-server.ts";
import { CLUSTER_DEFAULTS } from "./core/cluster.ts";
import { addressOf } from "./core/collisions.ts";
import { readClusterFile } from "./read-cluster-file.ts";

/** The changes: null removes a member, so that its default applies; a missing member stays. */
export interface ServerChange {
  readonly name?: string | null;
  /** Without `password`, the one that the file names stays. */
  readonly rcon?: { readonly host?: string; readonly port?: number; readonly password?: string } | null;
  readonly query?: { readonly host?: string; readonly port?: number } | null;
  readonly pollSeconds?: number | null;
  readonly gameLog?: boolean | null;
  readonly chat?: boolean | null;
}

export type EditedServers =
  | { readonly text: string }
  /** `file`: it already had them. `server`: it would have them with the change, in the new text's lines. */
  | { readonly refused: "file" | "server"; readonly problems: readonly Problem[] }
  /** `unknown`: no server has this key. `password`: a new address, and no password for it. */
  | { readonly refused: "unknown" | "password" };

/**
 * The text with the change. The password goes to a new address only if it is given again: a caller who may change
 * addresses must not have the file's password sent to a machine of their own.
 */
export function editServer(
  text: string,
  key: string,
  change: ServerChange,
  options: AddServerOptions = {},
): EditedServers {
  return rewritten(text, key, options, (document, index) => {
    const server = document.getIn(["players", "servers", index]) as YAMLMap;
    const { rcon, query, ...plain } = change;
    for (const [name, value] of Object.entries(plain)) setMember(document, server, name, value);
    if (query !== undefined) setMember(document, server, "query", query);
    return rcon === undefined || setRcon(document, server, rcon);
  });
}

/** The text without the server. */
export function removeServer(text: string, key: string, options: AddServerOptions = {}): EditedServers {
  return rewritten(text, key, options, (document, index) => document.deleteIn(["players", "servers", index]));
}

/** @param apply answers false where a password is missing */
function rewritten(
  text: string,
  key: string,
  options: AddServerOptions,
  apply: (document: Document, index: number) => boolean,
): EditedServers {
  const reading = { ...options, baseFolder: "/" };
  const before = readClusterFile(text, reading);
  if ("problems" in before) return { refused: "file", problems: before.problems };
  const document = parseDocument(text, { uniqueKeys: false });
  const list: unknown = document.getIn(["players", "servers"], true);
  const index = isSeq(list) ? list.items.findIndex((item) => isMap(item) && item.get("key") === key) : -1;
  if (index < 0) return { refused: "unknown" };
  if (!apply(document, index)) return { refused: "password" };
  const after = document.toString(WRITTEN);
  const read = readClusterFile(after, reading);
  return "problems" in read ? { refused: "server", problems: read.problems } : { text: withLineEnds(after, text) };
}

function setMember(document: Document, map: YAMLMap, name: string, value: unknown): void {
  if (value === null) map.delete(name);
  else if (value !== undefined) map.set(name, document.createNode(value));
}

/** False, and nothing is to be written, where the address is another one and no password is given for it. */
function setRcon(document: Document, server: YAMLMap, rcon: NonNullable<ServerChange["rcon"]> | null): boolean {
  const old: unknown = server.get("rcon", true);
  if (rcon === null || !isMap(old)) {
    setMember(document, server, "rcon", rcon);
    return true;
  }
  const { host, port, password } = rcon;
  const isSame = placeOf(host, port) === placeOf(old.get("host"), old.get("port"));
  if (!isSame && password === undefined) return false;
  setMember(document, old, "host", host ?? null);
  setMember(document, old, "port", port ?? null);
  if (password !== undefined) {
    for (const name of ["passwordEnv", "passwordFile"]) old.delete(name);
    old.set("password", password);
  }
  return true;
}

function placeOf(host: unknown, port: unknown): string {
  const { host: usualHost, rconPort } = CLUSTER_DEFAULTS;
  return addressOf(typeof host === "string" ? host : usualHost, typeof port === "number" ? port : rconPort);
}
