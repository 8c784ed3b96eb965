/** Makes a TypeScript file runnable by a plain `node`, for tests that need a process of their own. */
import { mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/**
 * Bundles `tsPath` (absolute) with all files of ours that it imports, and answers where the result lies. npm packages
 * stay outside: the result lies below `node_modules`, so that they are found.
 */
export async function bundleScript(tsPath: string): Promise<string> {
  const folder = join(ROOT, "node_modules", ".cache", "tripod-test");
  await mkdir(folder, { recursive: true });
  const outfile = join(folder, `${basename(tsPath, ".ts")}-${process.pid}.mjs`);
  await build({
    entryPoints: [tsPath],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    logLevel: "silent",
  });
  return outfile;
}
