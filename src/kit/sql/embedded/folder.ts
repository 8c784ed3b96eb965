/** The server's folder below the data folder: where everything lies, and whether we may use it. */
import { chmod, chown, mkdir, readdir, readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { codeOf } from "../../errors/code-of.ts";
import { UserError } from "../../errors/user-error.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { firstClosedFolder, serverAccount, type Account } from "./account.ts";
import { moveElsewhere } from "./elsewhere.ts";

export interface ServerFolder {
  /** `<dataDir>/postgres`, without symbolic links. Everything below belongs to the server's account, mode 0700. */
  readonly root: string;
  /** PostgreSQL's own data folder. */
  readonly cluster: string;
  /** Holds the superuser's password, mode 0600. Inside the cluster, so that the two come into being together. */
  readonly password: string;
  /** Holds the Unix socket. */
  readonly run: string;
  readonly binaries: string;
  readonly lock: string;
  readonly log: string;
  /** The account that the server runs as, where that is not this process's own account. */
  readonly account: Account | undefined;
  /** True when this call moved the folder away from the data folder, because the account cannot reach that one. */
  readonly isMoved: boolean;
}

/** What may be in the folder before there is a cluster in it. */
const OURS = /^(cluster|new-.*|run|binaries|start\.lock.*|server\.log.*)$/;

/**
 * Makes `<dataDir>/postgres` where it is missing and checks that the server can use it.
 *
 * @param elsewhere a folder for the server's files where its account cannot reach `dataDir`; `<dataDir>/postgres` is then
 *   a link to a new folder in there. Without it such a data folder is refused.
 * @throws UserError that says what to do, when it cannot.
 */
export async function prepareFolder(dataDir: string, elsewhere?: string): Promise<ServerFolder> {
  const parent = await makeParent(resolve(dataDir));
  const path = join(parent, "postgres");
  const isMoved = elsewhere !== undefined && (await moveElsewhere(path, elsewhere));
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw cannotUse(path, error);
  });
  const root = await realpath(path);
  const account = await serverAccount(root);
  await takeOver(root, account);

  const cluster = join(root, "cluster");
  const folder: ServerFolder = {
    root,
    cluster,
    password: join(cluster, "tripod.password"),
    run: join(root, "run"),
    binaries: join(root, "binaries"),
    lock: join(root, "start.lock"),
    log: join(root, "server.log"),
    account,
    isMoved,
  };
  await checkContents(folder);
  return folder;
}

/** An existing cluster must be ours, and of our version. */
export async function checkVersion(folder: ServerFolder, major: number): Promise<void> {
  const found = await readFile(join(folder.cluster, "PG_VERSION"), "utf8").catch(() => undefined);
  if (found === undefined || found.trim() === String(major)) return;
  throw new UserError(
    `The database in ${folder.root} was made by PostgreSQL ${found.trim()}; this release of tripod brings PostgreSQL ` +
      `${major}, which cannot read it. Make a backup with the release that made it (tripod backup FILE), and restore it ` +
      "with this release into a new data folder (tripod restore FILE --nothing-lost).",
  );
}

async function makeParent(dataDir: string): Promise<string> {
  try {
    const first = await makeFolder(dataDir);
    // The server's account must be able to enter folders that root makes here, whatever the umask is.
    if (first !== undefined && process.getuid?.() === 0) {
      for (let step = dataDir; step.length >= first.length; step = dirname(step)) await chmod(step, 0o755);
    }
    return await realpath(dataDir);
  } catch (error) {
    throw cannotUse(dataDir, error);
  }
}

/** Makes the folder private to the account that the server runs as. */
async function takeOver(root: string, account: Account | undefined): Promise<void> {
  const found = await stat(root).catch((error: unknown) => {
    throw cannotUse(root, error);
  });
  if (!found.isDirectory())
    throw new UserError(`${root} is not a folder. Move it away, or choose another data folder.`);
  const self = process.getuid?.();
  if (self !== undefined && self !== 0 && found.uid !== self) {
    throw new UserError(
      `${root} belongs to another account (uid ${found.uid}; this process is uid ${self}). Start tripod as that ` +
        "account, choose another data folder, or hand this one over with chown while nothing uses it.",
    );
  }
  try {
    if (account && found.uid !== account.uid) await chown(root, account.uid, account.gid);
    if (process.platform !== "win32" && (found.mode & 0o777) !== 0o700) await chmod(root, 0o700);
  } catch (error) {
    throw cannotUse(root, error);
  }
  const closed = account && (await firstClosedFolder(root, account));
  if (account && closed !== undefined) {
    throw new UserError(
      `PostgreSQL does not run as root, and the account ${account.name} that it runs as instead cannot reach ${root}: ` +
        `${closed} is closed to it. Open that folder (chmod o+x ${closed}), choose a data folder that it can reach, ` +
        "or start tripod as an ordinary user.",
    );
  }
}

async function checkContents(folder: ServerFolder): Promise<void> {
  const names = await readdir(folder.root).catch((error: unknown) => {
    throw cannotUse(folder.root, error);
  });
  const foreign = names.find((name) => !OURS.test(name));
  if (!names.includes("cluster")) {
    if (foreign === undefined) return;
    throw new UserError(
      `${folder.root} is not empty and holds no database of tripod (it holds ${foreign}). ` +
        "Move its content away, or choose another data folder.",
    );
  }
  const owner = folder.account?.uid ?? process.getuid?.();
  const found = await stat(folder.cluster);
  if (owner !== undefined && found.uid !== owner) {
    throw new UserError(
      `${folder.cluster} belongs to another account (uid ${found.uid}; the server runs as uid ${owner}). ` +
        `Make it one account's with chown -R while nothing uses it, or choose another data folder.`,
    );
  }
}

function cannotUse(path: string, cause: unknown): UserError {
  const why = WHY[codeOf(cause) ?? ""] ?? (cause instanceof Error ? cause.message : "unknown reason");
  return new UserError(`The data folder cannot be used: ${path}: ${why}. Mend that, or choose another data folder.`, {
    cause,
  });
}

const WHY: Readonly<Record<string, string>> = {
  EACCES: "this account may not write there",
  EPERM: "this account may not change it",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  ENOENT: "no folder can be made there",
  ENOTDIR: "a part of the path is a file",
  EEXIST: "a file is in its place",
};
