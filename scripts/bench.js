/**
 * Runs one benchmark of `bench/`, from a bundle, as the program itself runs.
 *
 *   node scripts/bench.js NAME [arguments]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { build } from "./build.js";
import { ROOT, withBundle } from "./bundle.js";

const [name = "", ...rest] = process.argv.slice(2);
const file = `bench/${name}.ts`;

if (/^[\w-]+$/.test(name) && existsSync(path.join(ROOT, file))) {
  // Some benchmarks start the program itself: it must be the one of these sources.
  await build();
  process.exitCode = await withBundle(file, run);
} else {
  const known = readdirSync(path.join(ROOT, "bench")).filter((each) => each.endsWith(".ts"));
  console.error(name === "" ? "Which benchmark?" : `There is no benchmark ${name}.`);
  console.error(`These are here: ${known.map((each) => path.basename(each, ".ts")).join(", ") || "none"}`);
  process.exitCode = 1;
}

async function run(bundle) {
  const child = spawn(process.execPath, ["--enable-source-maps", "--expose-gc", bundle, ...rest], { stdio: "inherit" });
  // A terminal sends Ctrl-C to the child too; here it is only kept from ending us before the bundle is removed.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, "exit");
  return code ?? 1;
}
