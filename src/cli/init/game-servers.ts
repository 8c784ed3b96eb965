/** The game servers of a new cluster: found on this machine or named, with what is asked about each. */
import { basename, dirname, isAbsolute, resolve } from "node:path";
import { UserError } from "../../kit/errors/user-error.ts";
import { isThere } from "../../kit/files/is-there.ts";
import type { NewServer } from "../../players/cluster/index.ts";
import type { SaveFolder } from "../../players/sources/index.ts";
import type { NewSecret } from "./setup-plan.ts";
import type { Terminal } from "./terminal.ts";

export interface ServerOptions {
  /** Folders of saves; without them the usual places of this machine are searched. */
  readonly saves?: readonly string[];
  /** Of the one server. */
  readonly rcon?: string;
  readonly rconPasswordFile?: string;
}

export interface ChosenServers {
  readonly servers: readonly NewServer[];
  readonly secrets: readonly NewSecret[];
}

const SEARCH_LIMIT_MS = 10_000;
const GAMES = { ase: "ARK: Survival Evolved", asa: "ARK: Survival Ascended" } as const;

/** @throws UserError for a folder without saves, and for options that do not go together. */
export async function chooseServers(options: ServerOptions, terminal: Terminal | undefined): Promise<ChosenServers> {
  const found = options.saves === undefined ? await searchMachine(terminal) : await readNamed(options.saves);
  const wanted: SaveFolder[] = [];
  for (const each of found) {
    const isWanted = options.saves !== undefined || !terminal || (await isAgreed(each, terminal));
    if (isWanted) wanted.push(each);
  }
  if (options.rcon !== undefined && wanted.length === 0) {
    throw new UserError("--rcon is for a game server, and no ARK saves were found: name their folder with --saves.");
  }
  if (options.rcon !== undefined && wanted.length !== 1) {
    throw new UserError(
      `--rcon is for one server, and here are ${wanted.length}: add others with \`tripod players add-server\`.`,
    );
  }
  const keys = keysOf(wanted);
  const servers: NewServer[] = [];
  const secrets: NewSecret[] = [];
  for (const [at, { folder, game }] of wanted.entries()) {
    const key = keys[at] ?? "";
    const rcon = terminal && options.rcon === undefined ? await askForRcon(key, terminal) : undefined;
    if (rcon) secrets.push(rcon.secret);
    const named = namedRcon(options);
    servers.push({ key, game, saves: { folder }, ...(rcon ? { rcon: rcon.entry } : named ? { rcon: named } : {}) });
  }
  return { servers, secrets };
}

async function searchMachine(terminal: Terminal | undefined): Promise<readonly SaveFolder[]> {
  const { findSaveFolders, usualPlaces } = await import("../../players/sources/index.ts");
  terminal?.tell("Looking for ARK saves on this machine ...");
  const { folders, isWhole } = await findSaveFolders(usualPlaces(), AbortSignal.timeout(SEARCH_LIMIT_MS));
  if (!isWhole) process.stderr.write("Not every folder was searched: name others with --saves FOLDER.\n");
  if (folders.length === 0) {
    process.stderr.write("No ARK saves were found. Add a server later: tripod players add-server --help\n");
  }
  return folders;
}

async function readNamed(folders: readonly string[]): Promise<readonly SaveFolder[]> {
  const { findSavesIn } = await import("../../players/sources/index.ts");
  const read = await Promise.all(folders.map((folder) => findSavesIn(resolve(folder))));
  const without = folders.find((_, at) => read[at] === undefined);
  if (without !== undefined) {
    const isMissing = !(await isThere(resolve(without)));
    throw new UserError(
      `--saves names ${resolve(without)}, which ${isMissing ? "is not there" : "holds no ARK saves"}. It takes the folder with the .arkprofile files, ` +
        "such as ShooterGame/Saved/SavedArks/TheIsland_WP.",
    );
  }
  return read.filter((each) => each !== undefined);
}

async function isAgreed({ folder, game, files }: SaveFolder, terminal: Terminal): Promise<boolean> {
  for (;;) {
    const answer = await terminal.ask(`${folder} (${GAMES[game]}, ${files} saves): look after it (yes, no)?`, "yes");
    if (["", "y", "yes"].includes(answer)) return true;
    if (["n", "no"].includes(answer)) return false;
    terminal.tell("That must be yes or no.");
  }
}

async function askForRcon(
  key: string,
  terminal: Terminal,
): Promise<{ readonly entry: NonNullable<NewServer["rcon"]>; readonly secret: NewSecret } | undefined> {
  for (;;) {
    const address = await terminal.ask(`Where does RCON of ${key} listen, such as 127.0.0.1:27020 (empty: none)?`);
    if (address === "") return undefined;
    const place = parsePlace(address);
    if (!place) {
      terminal.tell("That must be a host and a port.");
      continue;
    }
    const file = `rcon-${key}`;
    const text = await terminal.askSecret(`Password of RCON of ${key}?`);
    return { entry: { ...place, passwordFile: `./secrets/${file}` }, secret: { file, text } };
  }
}

/** @throws UserError for an address that is not one, or without its password. */
function namedRcon({ rcon, rconPasswordFile }: ServerOptions): NonNullable<NewServer["rcon"]> | undefined {
  if (rcon === undefined && rconPasswordFile === undefined) return undefined;
  const place = rcon === undefined ? undefined : parsePlace(rcon);
  if (!place) throw new UserError("--rcon must be a host and a port, such as 127.0.0.1:27020.");
  if (rconPasswordFile === undefined) throw new UserError("RCON needs a password: --rcon-password-file FILE.");
  const isHere = isAbsolute(rconPasswordFile) || dirname(resolve(rconPasswordFile)) === process.cwd();
  return { ...place, passwordFile: isHere ? rconPasswordFile : resolve(rconPasswordFile) };
}

function parsePlace(text: string): { readonly host: string; readonly port: number } | undefined {
  const [, host = "", port = ""] =
    (text.length <= 300 && /^(\[[0-9A-Fa-f:.]+\]|[^\s:/[\]]+):(\d{1,5})$/.exec(text)) || [];
  if (host === "" || Number(port) < 1 || Number(port) > 65_535) return undefined;
  return { host: host.replaceAll(/[[\]]/g, ""), port: Number(port) };
}

/** `TheIsland_WP` is `theisland`; a name that is taken gets a number. */
function keysOf(folders: readonly SaveFolder[]): readonly string[] {
  const taken = new Map<string, number>();
  return folders.map(({ folder, map }) => {
    const name = (map ?? basename(folder))
      .toLowerCase()
      .replace(/_wp$/, "")
      .replaceAll(/[^a-z0-9]+/g, "-")
      .slice(0, 30);
    const key = /^-?([a-z0-9-]*?)-?$/.exec(name)?.[1] ?? "";
    const used = key === "" ? "server" : key;
    const times = (taken.get(used) ?? 0) + 1;
    taken.set(used, times);
    return times === 1 ? used : `${used}-${times}`;
  });
}
