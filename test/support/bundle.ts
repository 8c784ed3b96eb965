/** Makes a TypeScript file runnable by a plain `node`, for tests that need a process of their own. */
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/**
 * Bundles `tsPath` (absolute) with all our files that it imports, and answers the path of the result. Lazy imports
 * become separate files, so that a process starts with no more than it needs. npm packages stay outside: the result is
 * below `node_modules`, so that they are found.
 */
export async function bundleScript(tsPath: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [tsPath],
    outdir: ROOT,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    write: false,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    logLevel: "silent",
  });
  const name = basename(tsPath, ".ts");
  const digest = createHash("sha256");
  for (const { path, contents } of outputFiles) digest.update(basename(path)).update(contents);
  const parent = join(ROOT, "node_modules", ".cache", "tripod-test");
  // Named after its content and put in place whole, because several test files may want the same one at once.
  const folder = join(parent, `${name}-${digest.digest("hex").slice(0, 16)}`);
  if (!existsSync(folder)) {
    const draft = `${folder}.${randomBytes(6).toString("hex")}`;
    await mkdir(draft, { recursive: true });
    await Promise.all(outputFiles.map(({ path, contents }) => writeFile(join(draft, basename(path)), contents)));
    await rename(draft, folder).catch(async (error: unknown) => {
      await rm(draft, { recursive: true });
      if (!existsSync(folder)) throw error;
    });
  }
  return join(folder, `${name}.mjs`);
}
