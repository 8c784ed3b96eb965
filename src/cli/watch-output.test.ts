/** Commands whose output goes to a reader that has gone, or to a full disk. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { programScript } from "../../test/support/command-line.ts";

const script = programScript();

/** A command that prints, and needs no installation. */
async function run(stdout: number | "pipe") {
  const env = { NO_COLOR: "1", PATH: "/usr/bin:/bin" };
  const child = spawn(process.execPath, [script, "completion", "bash"], { env, stdio: ["ignore", stdout, "pipe"] });
  child.stdout?.destroy();
  let err = "";
  child.stderr?.on("data", (data: Buffer) => (err += data.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, err };
}

test.skipIf(process.platform === "win32")("a reader that has seen enough is no failure", async () => {
  expect(await run("pipe")).toEqual({ code: 0, err: "" });
});

test.skipIf(process.platform !== "linux")("a full disk is told in one sentence, and by the exit code", async () => {
  const full = openSync("/dev/full", "w");
  onTestFinished(() => closeSync(full));
  const says =
    "error: Standard output cannot be written (ENOSPC). What the command shows is lost; what it changes is done.\n";
  expect(await run(full)).toEqual({ code: 1, err: says });
});
