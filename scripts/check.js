/**
 * Every check of the repository but its tests, two at a time. A step that fails shows its output.
 *
 *   node scripts/check.js [step...]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..");
const AT_ONCE = 2;

/** The slowest first, so that none of them is waited for alone at the end. */
const STEPS = {
  types: ["tsc", "-p", "."],
  lint: ["oxlint"],
  unused: ["knip"],
  imports: ["depcruise", "--config", ".dependency-cruiser.mjs", "src"],
  generated: [process.execPath, "scripts/generate.js", "--check"],
  format: ["oxfmt", "--check"],
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(STEPS, name));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(", ")}. These are here: ${Object.keys(STEPS).join(", ")}`);
  process.exitCode = 1;
} else {
  const waiting = asked.length > 0 ? asked : Object.keys(STEPS);
  const failed = [];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      if (!(await runStep(name))) failed.push(name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failed.length > 0) {
    console.error(`failed: ${failed.join(", ")}`);
    process.exitCode = 1;
  }
}

async function runStep(name) {
  const [command, ...args] = STEPS[name];
  const startMs = performance.now();
  const binaries = path.join(ROOT, "node_modules", ".bin");
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, PATH: `${binaries}${path.delimiter}${process.env.PATH}`, FORCE_COLOR: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => output.push(data));
  const ended = await once(child, "close").catch((error) => [error.message]);
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  const passed = ended[0] === 0;
  console.log(`${passed ? "ok    " : "FAILED"} ${name.padEnd(10)} ${seconds.padStart(5)} s`);
  if (!passed) console.log(`${Buffer.concat(output).toString().trimEnd() || ended[0]}\n`);
  return passed;
}
