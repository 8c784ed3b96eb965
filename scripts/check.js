/**
 * Every check of the repository but its tests, two at a time. A step that fails shows its output.
 *
 *   node scripts/check.js [step...]
 *   node scripts/check.js --changed      quick: types of what changed, lint and format of changed files
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..");
const AT_ONCE = 2;

/** The slowest first, so that none of them is waited for alone at the end. */
const STEPS = {
  types: ["tsc", "-p", "."],
  console: ["tsc", "-p", "src/console"],
  lint: ["oxlint"],
  unused: ["knip"],
  // The same for what only tests use.
  production: ["knip", "--production", "--config", "knip.production.json"],
  imports: ["depcruise", "--config", ".dependency-cruiser.mjs", "src", "clients/typescript/src"],
  generated: [process.execPath, "scripts/generate.js", "--check"],
  format: ["oxfmt", "--check"],
};

const args = process.argv.slice(2);
const isQuick = args.includes("--changed");
const steps = isQuick ? quickSteps() : STEPS;
const asked = args.filter((name) => name !== "--changed");
const unknown = asked.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(", ")}. These are here: ${Object.keys(steps).join(", ")}`);
  process.exitCode = 1;
} else {
  const waiting = asked.length > 0 ? asked : Object.keys(steps);
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

/** Checks of the files that differ from `main`, and of those that are new. */
function quickSteps() {
  const git = (...parameters) =>
    spawnSync("git", parameters, { cwd: ROOT, encoding: "utf8" }).stdout.split("\n").filter(Boolean);
  const base = git("merge-base", "HEAD", "main")[0] ?? "HEAD";
  const changed = [...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")].filter(
    (file) => existsSync(path.join(ROOT, file)),
  );
  const code = changed.filter((file) => /\.(?:tsx?|js|mjs)$/.test(file));
  return {
    types: ["tsc", "-p", ".", "--incremental", "--tsBuildInfoFile", "node_modules/.cache/tripod/types.tsbuildinfo"],
    ...(code.some((file) => file.startsWith("src/console/")) ? { console: STEPS.console } : {}),
    ...(code.length > 0 ? { lint: ["oxlint", ...code] } : {}),
    ...(changed.length > 0 ? { format: ["oxfmt", "--check", "--no-error-on-unmatched-pattern", ...changed] } : {}),
  };
}

async function runStep(name) {
  const [command, ...parameters] = steps[name];
  const startMs = performance.now();
  const binaries = path.join(ROOT, "node_modules", ".bin");
  const child = spawn(command, parameters, {
    cwd: ROOT,
    env: { ...process.env, PATH: `${binaries}${path.delimiter}${process.env.PATH}`, FORCE_COLOR: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => output.push(data));
  let ended;
  try {
    ended = await once(child, "close");
  } catch (error) {
    ended = [error.message];
  }
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  const passed = ended[0] === 0;
  console.log(`${passed ? "ok    " : "FAILED"} ${name.padEnd(10)} ${seconds.padStart(5)} s`);
  if (!passed) console.log(`${Buffer.concat(output).toString().trimEnd() || ended[0]}\n`);
  return passed;
}
