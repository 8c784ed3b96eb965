/** What `npm pack` makes is what people install: it holds the program, and runs without any script of an installation. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { ScriptProcess } from "./support/child-process.ts";
import { freePort } from "./support/free-port.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MAX_BYTES = 3_000_000;
const folder = await temporaryFolder("tripod-package-");
afterAll(() => folder.remove());

const run = promisify(execFile);
const npm = async (...args: readonly string[]) => {
  const environment = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith("npm_"));
  return run("npm", args, { cwd: ROOT, env: Object.fromEntries(environment), maxBuffer: 50e6 });
};

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

// The program is built before the tests begin.
const packed = JSON.parse(
  (await npm("pack", "--json", "--ignore-scripts", "--pack-destination", folder.path)).stdout,
) as readonly Packed[];
const { filename, size, files } = packed[0] ?? { filename: "", size: Infinity, files: [] };

test("the package is small, and holds the program without its sources and tests", () => {
  const tops = new Set(files.map(({ path }) => path.split("/", 1)[0]));
  const wanted = "bin deploy dist docs examples migrations .env.example CHANGELOG.md LICENSE README.md package.json";
  expect(tops).toEqual(new Set(wanted.split(" ")));
  expect(files.filter(({ path }) => /\.test\.|\.ts$/.test(path))).toEqual([]);
  // They are for a clone: they build an image, or need the client, which is not packed.
  const forClones = new Set([
    "deploy/compose.scale.yaml",
    "examples/package.json",
    "examples/trading/paper-strategy.js",
  ]);
  expect(files.filter(({ path }) => forClones.has(path))).toEqual([]);
  expect(size).toBeLessThan(MAX_BYTES);
});

test("an installation of it serves the demo, and Node 20 is enough for all that it needs", async () => {
  const prefix = join(folder.path, "prefix");
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  const { stderr } = await npm("install", "--global", "--prefix", prefix, ...options, join(folder.path, filename));
  expect(stderr).not.toContain("EBADENGINE");

  const client = join(folder.path, "client");
  await run(process.execPath, [join(prefix, "bin", "tripod"), "client", "typescript", client], { cwd: folder.path });
  expect(existsSync(join(client, "dist", "index.d.ts"))).toBe(true);

  const [port, adminPort] = [await freePort(), await freePort()];
  const installed = join(prefix, "lib", "node_modules", "tripod");
  expect(existsSync(join(prefix, "bin", "tripod"))).toBe(true);
  const started = new ScriptProcess(
    join(installed, "bin", "tripod.js"),
    ["serve", "all", "--demo", "--port", String(port)],
    false,
    {
      PATH: process.env["PATH"] ?? "",
      TRIPOD_DATA_DIR: join(folder.path, "data"),
      TRIPOD_ADMIN_PORT: String(adminPort),
      TRIPOD_LOG_FORMAT: "json",
    },
  );
  onTestFinished(() => started.kill());
  await started.heardThat((told) => typeof told["url"] === "string", "its address");
  const shown = async (path: string): Promise<number> => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  for (const path of ["/health", "/docs/trading", "/v0.1/servers?limit=1", "/api/v2/system/timestamp"]) {
    expect([path, await shown(path)]).toEqual([path, 200]);
  }
  process.kill(started.pid, "SIGTERM");
  await started.ended();
});
