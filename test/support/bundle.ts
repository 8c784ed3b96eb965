/** Makes a TypeScript file runnable by a plain `node`, for tests that need a process of their own. */
import { createHash, randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/**
 * Bundles `tsPath` (absolute) with all files of ours that it imports, and answers where the result lies. npm packages
 * stay outside: the result lies below `node_modules`, so that they are found.
 */
export async function bundleScript(tsPath: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [tsPath],
    outdir: ROOT,
    bundle: true,
    write: false,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    logLevel: "silent",
  });
  const text = outputFiles[0]?.contents ?? new Uint8Array();
  const folder = join(ROOT, "node_modules", ".cache", "tripod-test");
  await mkdir(folder, { recursive: true });
  // Named after its content and put in place whole, because several test files may want the same one at once.
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const outfile = join(folder, `${basename(tsPath, ".ts")}-${digest}.mjs`);
  const draft = `${outfile}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, text);
  await rename(draft, outfile);
  return outfile;
}
