/** `tripod serve` that is stopped before its code is loaded: by a supervisor that has changed its mind. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "./support/temporary-folder.ts";

const folder = await temporaryFolder();
afterAll(() => folder.remove());
await cp(fileURLToPath(new URL("../bin", import.meta.url)), join(folder.path, "bin"), { recursive: true });
await mkdir(join(folder.path, "dist"));
await writeFile(join(folder.path, "dist", "package.json"), '{"type":"module"}');

/** What is loaded says so, and goes on for ever. */
const LOADING = 'console.log("loading"); setInterval(() => undefined, 1000);';
const LISTENING = `process.on("SIGTERM", () => { console.log("closed"); process.exit(3); }); ${LOADING}`;

async function stopped(main: string, args: readonly string[], signal: NodeJS.Signals) {
  await writeFile(join(folder.path, "dist", "main.js"), main);
  const child = spawn(process.execPath, [join(folder.path, "bin", "tripod.js"), ...args]);
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  child.stdout.on("data", (data: Buffer) => (out += data.toString()));
  const ended = once(child, "close");
  await expect.poll(() => out).toContain("loading");
  child.kill(signal);
  const [code, by] = (await ended) as [number | null, NodeJS.Signals | null];
  return { code, by, out };
}

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s while the code is loaded is a clean end", async (signal) => {
  const clean = { code: 0, by: null, out: "loading\n" };
  expect(await stopped(LOADING, ["serve", "registry"], signal)).toEqual(clean);
  expect(await stopped(LOADING, ["--config", "a.yaml", "serve", "all"], signal)).toEqual(clean);
});

test("the program that was loaded closes what it has opened", async () => {
  expect(await stopped(LISTENING, ["serve", "all"], "SIGTERM")).toEqual({
    code: 3,
    by: null,
    out: "loading\nclosed\n",
  });
});

test("another command that was stopped is not done", async () => {
  expect(await stopped(LOADING, ["migrate"], "SIGTERM")).toMatchObject({ code: null, by: "SIGTERM" });
});
