/** Writes a part of `dist/clients.json.br` into a folder. */
import { readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { packageRoot } from "../kit/config/package-root.ts";
import { codeOf } from "../kit/errors/code-of.ts";
import { UserError } from "../kit/errors/user-error.ts";
import { makeFolder } from "../kit/files/make-folder.ts";
import { counted } from "../kit/text/counted.ts";
import { CLIENT_PARTS, type ClientPart } from "./client-parts.ts";

type Texts = Readonly<Record<string, string>>;

/** @throws UserError when the folder holds something, or cannot be written */
export async function writeClient(part: ClientPart, folder: string): Promise<void> {
  const texts = await readPart(part);
  const target = resolve(folder);
  try {
    await makeFolder(target);
    if ((await readdir(target)).length > 0) {
      throw new UserError(`${target} is not empty. Name a folder that is empty, or does not exist yet.`);
    }
    for (const [path, text] of Object.entries(texts)) {
      await makeFolder(join(target, dirname(path)));
      await writeFile(join(target, path), text, { flag: "wx" });
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${target} cannot be written (${codeOf(error) ?? "unknown"}).`, { cause: error });
  }
  process.stdout.write(`Wrote ${counted(Object.keys(texts).length, "file")} to ${target}.\n`);
  // The whole path: npm would take `client/typescript` for a repository at GitHub.
  process.stdout.write(`${CLIENT_PARTS[part](target)}\n`);
}

async function readPart(part: ClientPart): Promise<Texts> {
  const packed = await readFile(join(packageRoot(), "dist", "clients.json.br"));
  const text = (await promisify(brotliDecompress)(packed)).toString("utf8");
  return (JSON.parse(text) as Readonly<Record<ClientPart, Texts>>)[part];
}
