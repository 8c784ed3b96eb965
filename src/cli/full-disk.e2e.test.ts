/** A disk that is full when the program starts, and one that becomes full while it runs: a small file system of its own. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { chmod, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { programScript } from "../../test/support/command-line.ts";
import { freePort } from "../../test/support/free-port.ts";
import { canMount, fillDisk, smallDisk } from "../../test/support/small-disk.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";

const script = programScript();

async function start(disk: string, command: readonly string[]) {
  const port = String(await freePort());
  const env = {
    TRIPOD_DATA_DIR: join(disk, "data"),
    TRIPOD_PORT: port,
    TRIPOD_ADMIN_PORT: "0",
    NO_COLOR: "1",
    PATH: "/usr/bin:/bin",
  };
  const child = spawn(process.execPath, [script, ...command], { env, cwd: disk });
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  let err = "";
  child.stdout.on("data", (data: Buffer) => (out += data.toString()));
  child.stderr.on("data", (data: Buffer) => (err += data.toString()));
  const ended = once(child, "close").then(([code]) => code as number | null);
  return { child, ended, url: `http://127.0.0.1:${port}`, out: () => out, err: () => err };
}

test.skipIf(!canMount)("a first start without room for the database ends with one sentence that says so", async () => {
  const started = await start(await smallDisk("20m"), ["serve", "registry"]);
  expect(await started.ended).toBe(1);
  expect(started.err()).toMatch(/^error: No database could be made in [^\n]+: No space left on device[^\n]*\n$/);
});

test.skipIf(!canMount)(
  "a disk that fills up while the program runs costs changes until there is room, and the next start says why it ends",
  async () => {
    const disk = await smallDisk("120m");
    const first = await start(disk, ["serve", "registry"]);
    await expect.poll(first.out).toContain("is ready");
    const filler = await fillDisk(disk);
    expect((await fetch(`${first.url}/v0.1/servers`)).status).toBe(200);
    first.child.kill("SIGTERM");
    expect(await first.ended, first.err()).toBe(0);
    expect(first.err()).toBe("");
    await fillDisk(disk);
    const second = await start(disk, ["serve", "registry"]);
    expect(await second.ended).toBe(1);
    expect(second.err()).toMatch(/^error: [^\n]*(No space left on device|The disk is full)[^\n]*\n$/);
    await rm(filler);
    const third = await start(disk, ["migrate"]);
    expect(await third.ended, third.err()).toBe(0);
    expect(await readdir(join(disk, "data"))).toContain("postgres");
  },
);

test.skipIf(process.platform !== "linux")(
  "a log that goes to a full disk loses lines, and the command does its work",
  async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    await chmod(folder.path, 0o755);
    const full = openSync("/dev/full", "w");
    onTestFinished(() => closeSync(full));
    const env = { TRIPOD_DATA_DIR: join(folder.path, "data"), NO_COLOR: "1", PATH: "/usr/bin:/bin" };
    const child = spawn(process.execPath, [script, "migrate"], {
      env,
      cwd: folder.path,
      stdio: ["ignore", full, "pipe"],
    });
    let err = "";
    child.stderr?.on("data", (data: Buffer) => (err += data.toString()));
    const [code] = (await once(child, "close")) as [number | null];
    expect({ code, err }).toEqual({ code: 0, err: "" });
  },
);

test.skipIf(!canMount)("a check on a read-only disk says so, in words", async () => {
  const disk = await smallDisk("120m");
  const made = await start(disk, ["check", "registry"]);
  await made.ended;
  expect(spawnSync("mount", ["-o", "remount,ro", disk]).status).toBe(0);
  const checked = await start(disk, ["check", "registry"]);
  expect(await checked.ended).toBe(1);
  expect(checked.out()).toMatch(/^wrong database: The disk is read-only: [^\n]+ \(EROFS\)\. [^\n]+$/m);
});
