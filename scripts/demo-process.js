/** The demo as a process with a database of its own, which is removed with it. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { build } from "./build.js";
import { ROOT } from "./bundle.js";

const PROGRAM = path.join(ROOT, "bin", "tripod.js");
const START_MS = 180_000;

/** Builds and starts all services with invented data. Answers where they are, and a token of the registry for everything. */
export async function startDemo() {
  await build();
  const folder = await mkdtemp(path.join(tmpdir(), "tripod-demo-"));
  // The database may run as another user.
  await chmod(folder, 0o755);
  const env = {
    ...process.env,
    TRIPOD_DATA_DIR: folder,
    TRIPOD_ADMIN_PORT: "0",
    TRIPOD_LOG_FORMAT: "json",
    // A browser whose requests are changed on their way keeps no files: it asks for all scripts of every page.
    TRIPOD_FRONT_REQUESTS_PER_MINUTE: "0",
  };
  const child = spawn(process.execPath, [PROGRAM, "serve", "all", "--demo", "--port", "0"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const said = [];
    child.stderr.on("data", (text) => said.push(String(text)));
    const url = await addressOf(child, said);
    const [, tradingKey = ""] = /Trading key (\S+?)(?:,|\s|$)/.exec(said.join("")) ?? [];
    const rights = ["--publish", "*", "--edit", "*", "--admin", "--ttl", "1h"];
    const made = spawnSync(process.execPath, [PROGRAM, "registry", "token", ...rights], { cwd: folder, env });
    if (made.status !== 0) throw new Error(String(made.stderr));
    return { url, tradingKey, registryToken: String(made.stdout).trim(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Once everything answers. */
async function addressOf(child, said) {
  const lines = createInterface(child.stdout);
  const url = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the demo does not start")), START_MS);
    child.once("exit", () => reject(new Error(`the demo ended: ${said.join("").slice(-2_000)}`)));
    lines.on("line", (line) => {
      const [, found] = /"url":"(http:\/\/127\.0\.0\.1:\d+)"/.exec(line) ?? [];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
  for (const endMs = Date.now() + START_MS; Date.now() < endMs;) {
    const { ok } = await fetch(`${url}/ready`);
    if (ok) return url;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the demo does not get ready");
}
