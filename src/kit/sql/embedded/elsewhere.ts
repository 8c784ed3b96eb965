/**
 * A place for the server's files where its account cannot reach the data folder: root's home folder, for example, is closed
 * to every other account, and PostgreSQL refuses to run as root.
 */
import { chmod, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isThere } from "../../files/is-there.ts";
import { firstClosedFolder, serverAccount } from "./account.ts";

/**
 * Makes `path` a link to a new folder below `elsewhere`, when `path` does not exist yet and the server's account could not
 * reach it. Returns whether it did so. A folder that exists already is never moved.
 */
export async function moveElsewhere(path: string, elsewhere: string): Promise<boolean> {
  if (process.getuid?.() !== 0 || (await isThere(path))) return false;
  const account = await serverAccount(path);
  if (account === undefined || (await firstClosedFolder(dirname(path), account)) === undefined) return false;

  const made = await makeReachable(elsewhere);
  // Where this place is closed too, the caller's own refusal says what to do.
  const isUseless = made === undefined || (await firstClosedFolder(made, account)) !== undefined;
  const isLinked = !isUseless && (await link(made, path));
  if (!isLinked && made !== undefined) await rm(made, { recursive: true, force: true });
  return isLinked;
}

/** A new folder that every account may pass, whatever the umask is; undefined where none can be made. */
async function makeReachable(elsewhere: string): Promise<string | undefined> {
  try {
    const first = await mkdir(elsewhere, { recursive: true });
    if (first !== undefined) await chmod(elsewhere, 0o755);
    const made = await mkdtemp(join(elsewhere, "postgres-"));
    await chmod(made, 0o755);
    return made;
  } catch {
    return undefined;
  }
}

/** False when another process was faster, and its link is there. */
async function link(target: string, path: string): Promise<boolean> {
  return symlink(target, path).then(
    () => true,
    () => false,
  );
}
