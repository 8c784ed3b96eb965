/** Makes one of our TypeScript files runnable by plain Node, for the other scripts. */
import { rm } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { BUNDLE } from "./build.js";

export const ROOT = path.resolve(import.meta.dirname, "..");

/**
 * Bundles `file` (relative to the repository), gives the path of the result to `use`, and removes it afterwards. The
 * result is below `node_modules/`, where npm packages are found.
 */
export async function withBundle(file, use) {
  const name = path.basename(file, ".ts");
  const outfile = path.join(ROOT, "node_modules", ".cache", "tripod", `${name}-${process.pid}.mjs`);
  try {
    await build({ ...BUNDLE, absWorkingDir: ROOT, entryPoints: [file], outfile, sourcemap: "inline" });
    return await use(outfile);
  } finally {
    await rm(outfile, { force: true });
  }
}
