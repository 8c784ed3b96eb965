/** The npm package of the TypeScript client: small, typed, and the same in Node and in a browser. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { loopbackServer } from "../support/loopback-server.ts";
import { registryWorld } from "../support/registry-world.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CLIENT = join(ROOT, "clients", "typescript");
const CHROMIUM = "/usr/bin/chromium";
const MAX_BYTES = 30_000;
const run = promisify(execFile);
const folder = await temporaryFolder("tripod-client-");
afterAll(() => folder.remove());

/** As a program that imports these takes them. */
async function bundled(text: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: text, resolveDir: CLIENT },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

describe("a bundle", () => {
  test("of everything is small", async () => {
    const everything = 'export * from "./src/index.ts"; export * from "./src/trading.ts";';
    expect(gzipSync(await bundled(everything)).length).toBeLessThan(MAX_BYTES);
  });

  test.each([
    ["registry", ["/v0.1/servers"], ["/api/v2/", "/Online"]],
    ["players", ["/Online"], ["/api/v2/", "/v0.1/"]],
    ["trading", ["/api/v2/"], ["/v0.1/", "/Online"]],
  ])("of %s holds no other service", async (service, own, others) => {
    for (const text of [
      await bundled(`export { ${service}Client } from "./src/${service}.ts";`),
      await bundled(`export { ${service}Client } from "./src/index.ts";`),
    ]) {
      expect(own.filter((path) => !text.includes(path))).toEqual([]);
      expect(others.filter((path) => text.includes(path))).toEqual([]);
    }
  });
});

test("the package installs, has types for its four doors, and calls a server from plain Node", async () => {
  const world = await registryWorld();
  await run(process.execPath, [join(ROOT, "scripts/build-client.js"), "--pack", folder.path], { cwd: ROOT });
  const app = join(folder.path, "app");
  await mkdir(app);
  await writeFile(join(app, "package.json"), '{"type":"module"}');
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--offline"];
  const environment = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith("npm_"));
  const env = Object.fromEntries(environment);
  await run("npm", ["install", ...options, join(folder.path, "tripod-client-0.1.0.tgz")], { cwd: app, env });
  expect(existsSync(join(app, "node_modules/@tripod/client/src"))).toBe(false);

  const program = `
import { TripodError as AnyError } from "@tripod/client";
import { playersClient } from "@tripod/client/players";
import { registryClient, type ServerResponse } from "@tripod/client/registry";
import { signed, tradingClient, TripodError, type CheckedOrder } from "@tripod/client/trading";
const baseUrl = "${world.url}";
const names: string[] = [];
const nameOf = ({ server }: ServerResponse): string => server.name;
for await (const each of registryClient({ baseUrl }).servers.listServers.each()) names.push(nameOf(each));
const error = await tradingClient({ baseUrl, auth: signed({ key: "k", secret: "s" }) }).system.ping().catch((caught: unknown) => caught);
playersClient({ baseUrl });
const order: CheckedOrder | undefined = undefined;
console.log(JSON.stringify({ names, same: TripodError === AnyError, status: (error as TripodError).status, order }));
`;
  await writeFile(join(app, "main.ts"), program);
  await writeFile(
    join(app, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: { module: "NodeNext", target: "ES2022", lib: ["ES2023", "DOM"], strict: true, types: [] },
      files: ["main.ts"],
    }),
  );
  await run(join(ROOT, "node_modules/.bin/tsc"), ["-p", app]);
  const { stdout } = await run(process.execPath, [join(app, "main.js")]);
  expect(JSON.parse(stdout)).toEqual({ names: [], same: true, status: 404 });
});

describe.skipIf(!existsSync(CHROMIUM))("in a browser (skipped where Chromium is not installed)", () => {
  test("a page of another origin reads the registry, and what a page signs is what Node signs", async () => {
    const world = await registryWorld();
    const text = await bundled(
      'export * from "./src/registry.ts"; export { importSecret, tokenOf } from "./src/signing.ts";',
    );
    const site = await loopbackServer(({ path }, response) => {
      response.writeHead(200, { "content-type": path === "/client.js" ? "text/javascript" : "text/html" });
      response.end(path === "/client.js" ? text : "<!doctype html><title>A page</title>");
    });
    onTestFinished(() => site.close());
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto(site.url);
    const seen = await page.evaluate(`(async () => {
      const { importSecret, registryClient, tokenOf } = await import("/client.js");
      const registry = registryClient({ baseUrl: ${JSON.stringify(world.url)} });
      const error = await registry.servers.getVersion({ serverName: "com.example/none", version: "latest" }).catch((caught) => caught);
      const signed = await tokenOf(await importSecret("secret"), { path: "/ü", body: "ü", nonce: "1", exp: 2 }, true);
      return { ping: await registry.system.ping(), status: error.status, requestId: error.requestId, signed };
    })()`);
    const { importSecret, tokenOf } = await import("../../clients/typescript/src/signing.ts");
    const here = await tokenOf(await importSecret("secret"), { path: "/ü", body: "ü", nonce: "1", exp: 2 }, true);
    expect(seen).toEqual({
      ping: { pong: true },
      status: 404,
      requestId: expect.stringMatching(/^req_/),
      signed: here,
    });
  });
});
