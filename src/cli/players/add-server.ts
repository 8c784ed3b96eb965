/** `tripod players add-server`. */
import { existsSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";
import { UserError } from "../../kit/errors/user-error.ts";
import type { NewServer } from "../../players/cluster/index.ts";
import { clusterPlace } from "./cluster-place.ts";

export interface AddServerOptions {
  readonly game: "ase" | "asa";
  readonly saves?: string;
  readonly worldFile?: string;
  readonly name?: string;
  readonly rcon?: string;
  readonly rconPasswordEnv?: string;
  readonly rconPasswordFile?: string;
  readonly query?: string;
  readonly cluster?: string;
  /** Whether the server is added although a folder or file is not there, or is not the right one. */
  readonly unchecked?: boolean;
}

/** Nothing is read but names, and the first bytes of some files. */
const CHECK_LIMIT_MS = 10_000;

export async function addServer(key: string, options: AddServerOptions): Promise<void> {
  const { addServerToFile } = await import("../../players/cluster/index.ts");
  const { file, otherMembers } = await clusterPlace(options.cluster);
  const server = newServer(key, options, file);
  if (options.unchecked !== true) await checkPlaces(server, dirname(resolve(file)));
  const done = await addServerToFile(file, server, { otherMembers });
  const what = done === "created" ? `${file} was made, with the server ${key}.` : `${key} was added to ${file}.`;
  process.stdout.write(`${what}\nSee whether it works: tripod players doctor\n`);
}

/** @throws UserError for options that do not go together. */
export function newServer(key: string, options: AddServerOptions, file: string): NewServer {
  const { game, name, saves, worldFile, rcon, query } = options;
  const hasPassword = options.rconPasswordEnv !== undefined || options.rconPasswordFile !== undefined;
  if (rcon === undefined && hasPassword) throw new UserError("Say where RCON listens too: --rcon 127.0.0.1:27020.");
  if (rcon !== undefined && !hasPassword) {
    throw new UserError("RCON needs a password: --rcon-password-env NAME or --rcon-password-file FILE.");
  }
  if (worldFile !== undefined && saves === undefined) throw new UserError("--world-file goes with --saves FOLDER.");
  const password = {
    ...(options.rconPasswordEnv === undefined ? {} : { passwordEnv: options.rconPasswordEnv }),
    ...(options.rconPasswordFile === undefined ? {} : { passwordFile: fromFile(options.rconPasswordFile, file) }),
  };
  const world = worldFile === undefined ? {} : ({ store: "world", worldFile } as const);
  return {
    key,
    game,
    ...(name === undefined ? {} : { name }),
    ...(saves === undefined ? {} : { saves: { folder: fromFile(saves, file), ...world } }),
    ...(rcon === undefined ? {} : { rcon: { ...addressOf(rcon, "--rcon"), ...password } }),
    ...(query === undefined ? {} : { query: addressOf(query, "--query") }),
  };
}

/** @throws UserError when a folder or file is not there, holds no saves though one near it does, or is the other game's. */
async function checkPlaces({ game, saves, rcon }: NewServer, base: string): Promise<void> {
  const { checkSavesPlace } = await import("../../players/sources/index.ts");
  if (saves) {
    const folder = resolve(base, saves.folder);
    const worldFile = saves.worldFile === undefined ? undefined : resolve(folder, saves.worldFile);
    const place = { folder, store: saves.store ?? "files", worldFile };
    const fault = await checkSavesPlace({ game, saves: place }, AbortSignal.timeout(CHECK_LIMIT_MS));
    if (fault) throw refusal(inOptions(fault.says), inOptions(fault.doThis));
  }
  const passwordFile = rcon?.passwordFile === undefined ? undefined : resolve(base, rcon.passwordFile);
  if (passwordFile !== undefined && !existsSync(passwordFile)) {
    throw refusal("The file of --rcon-password-file is not there.", "Make it, or name another one.");
  }
}

function refusal(says: string, doThis: string): UserError {
  return new UserError(`${says} ${doThis}\nNothing was added. To add the server as it is: --unchecked`);
}

/** The members of the cluster's file, as the options of this command. */
function inOptions(text: string): string {
  return text
    .replaceAll("`saves.folder`", "--saves")
    .replaceAll("`saves.worldFile`", "--world-file")
    .replaceAll(/`game: (ase|asa)`/g, "--game $1")
    .replaceAll(" in the cluster's file", "");
}

/** A path that was given from the working folder, as the file must have it: paths in it begin at its own folder. */
function fromFile(path: string, file: string): string {
  return isAbsolute(path) || dirname(resolve(file)) === process.cwd() ? path : resolve(path);
}

const ADDRESS = /^(?:(\[[0-9A-Fa-f:.]+\]|[^\s:/[\]]+):)?(\d{1,5})$/;

function addressOf(text: string, option: string): { host?: string; port: number } {
  const [whole, host, port] = ADDRESS.exec(text) ?? [];
  if (whole === undefined) throw new UserError(`${option} must be a host and a port, such as 127.0.0.1:27020.`);
  return { ...(host === undefined ? {} : { host: host.replaceAll(/[[\]]/g, "") }), port: Number(port) };
}
