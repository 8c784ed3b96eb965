/**
 * Builds the TypeScript client: `clients/typescript/dist/`, one module a source file, with its types. So a bundler takes
 * only what a program imports.
 *
 *   node scripts/build-client.js [--pack FOLDER]
 *
 * `--pack` makes the npm package in that folder too.
 */
import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = path.resolve(import.meta.dirname, "..");
const CLIENT = path.join(ROOT, "clients", "typescript");

/** @param packInto a folder for the npm package; none is made without one */
export async function buildClient(packInto) {
  await rm(path.join(CLIENT, "dist"), { recursive: true, force: true });
  run(path.join(ROOT, "node_modules", ".bin", "tsc"), ["-p", "."]);
  if (packInto !== undefined) run("npm", ["pack", "--ignore-scripts", "--pack-destination", path.resolve(packInto)]);
}

function run(command, parameters) {
  const { status, error } = spawnSync(command, parameters, { cwd: CLIENT, stdio: ["ignore", "inherit", "inherit"] });
  if (error) throw error;
  if (status !== 0) throw new Error(`${path.basename(command)} ended with ${status}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const at = process.argv.indexOf("--pack");
  await buildClient(at < 0 ? undefined : (process.argv[at + 1] ?? "."));
}
