/** Which account the server runs as. PostgreSQL refuses to run as root. */
import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf } from "../../errors/code-of.ts";
import { UserError } from "../../errors/user-error.ts";

export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Accounts that may do nothing else, best first. */
const CANDIDATES: readonly string[] = ["postgres", "_postgres", "nobody"];

/**
 * The account that the server drops to when this process is root; undefined when it is not, for then the server runs as
 * what we are. A folder that a lesser account already owns stays with it, so that a single start as root does not lock
 * that account out.
 *
 * @throws UserError when root has no account to drop to.
 */
export async function serverAccount(
  folder: string,
  candidates: readonly string[] = CANDIDATES,
): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = parsePasswd(await readFile("/etc/passwd", "utf8").catch(() => ""));
  const owner = await stat(folder).catch(() => undefined);
  if (owner && owner.uid !== 0) {
    const known = accounts.find((account) => account.uid === owner.uid);
    return { name: known?.name ?? String(owner.uid), uid: owner.uid, gid: owner.gid };
  }
  for (const name of candidates) {
    const account = accounts.find((candidate) => candidate.name === name && candidate.uid !== 0);
    if (account) return account;
  }
  throw new UserError(
    "PostgreSQL does not run as root, and this machine has no account `postgres` or `nobody` to run it as. " +
      "Start tripod as an ordinary user, or set TRIPOD_DATABASE_URL to a PostgreSQL of your own.",
  );
}

function parsePasswd(text: string): Account[] {
  return text.split("\n").flatMap((line) => {
    const [name = "", , uid = "", gid = ""] = line.split(":");
    // macOS writes the account nobody as -2.
    return name === "" || line.startsWith("#") ? [] : [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }];
  });
}

/** The options of `spawn` that make a child that account. */
export function asAccount(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/**
 * The first folder on the way from the root to `folder` that the account may not pass, or undefined. Asked of the
 * system itself, because access lists and mounts have their say beside the mode bits.
 */
export async function firstClosedFolder(folder: string, account: Account): Promise<string | undefined> {
  const way: string[] = [];
  for (let step = folder; ; step = dirname(step)) {
    way.unshift(step);
    if (step === dirname(step)) break;
  }
  const script = 'for step in "$@"; do cd -- "$step" 2>/dev/null || { printf %s "$step"; exit 0; }; done';
  return new Promise((resolve, reject) => {
    execFile("/bin/sh", ["-c", script, "sh", ...way], { ...asAccount(account), cwd: "/" }, (error, stdout) => {
      // A machine without a shell: the folder is then found closed by the server itself.
      if (codeOf(error) === "ENOENT") resolve(undefined);
      else if (error) reject(noSuchAccount(account, error));
      else resolve(stdout === "" ? undefined : stdout);
    });
  });
}

/** Root in a container may lack the right to become another account. */
function noSuchAccount(account: Account, cause: Error): UserError {
  return new UserError(
    `PostgreSQL does not run as root, and this process may not start one as the account ${account.name} ` +
      `(uid ${account.uid}). Start tripod as an ordinary user, or set TRIPOD_DATABASE_URL to a PostgreSQL of your own.`,
    { cause },
  );
}
