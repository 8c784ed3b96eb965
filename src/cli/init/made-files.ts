/** Files and folders that a setup makes, remembered so that a setup which fails leaves none of them. */
import { mkdir, open, readlink, rm, rmdir } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { codeOf } from "../../kit/errors/code-of.ts";
import { UserError } from "../../kit/errors/user-error.ts";

export const SECRET_MODE = 0o600;
const SECRET_FOLDER_MODE = 0o700;

export class MadeFiles {
  readonly #undo: (() => Promise<void>)[] = [];

  /** @throws UserError when it is there already, or cannot be written. */
  async write(path: string, text: string, mode: number): Promise<void> {
    await this.#makeFolder(dirname(path), mode === SECRET_MODE ? SECRET_FOLDER_MODE : undefined);
    try {
      // Fails where the file is there: nothing is ever overwritten.
      const file = await open(path, "wx", mode);
      this.#undo.push(() => rm(path, { force: true }));
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      const code = codeOf(error);
      if (code === "EEXIST")
        throw new UserError(`${path} is there already, and is not overwritten. Move it away first.`);
      throw new UserError(`${path} cannot be written (${code ?? "unknown error"}).`, { cause: error });
    }
  }

  /** Says that others make this folder from now on, where it is not there yet. */
  expectFolder(folder: string): void {
    const path = resolve(folder);
    if (existsSync(path)) return;
    let firstMissing = path;
    while (!existsSync(dirname(firstMissing))) firstMissing = dirname(firstMissing);
    this.#undo.push(async () => {
      // The database's files may lie elsewhere, where its account cannot reach this folder.
      const elsewhere = await readlink(join(path, "postgres")).catch(() => undefined);
      if (elsewhere !== undefined) await rm(elsewhere, { recursive: true, force: true });
      await rm(firstMissing, { recursive: true, force: true });
    });
  }

  /** Removes all of it, the newest first. */
  async remove(): Promise<void> {
    for (const undo of this.#undo.splice(0).toReversed()) await undo();
  }

  async #makeFolder(folder: string, mode: number | undefined): Promise<void> {
    if (existsSync(folder)) return;
    await this.#makeFolder(dirname(folder), undefined);
    await mkdir(folder, mode === undefined ? {} : { mode });
    // A folder that holds something of others by then stays.
    this.#undo.push(() => rmdir(folder).catch(() => undefined));
  }
}
