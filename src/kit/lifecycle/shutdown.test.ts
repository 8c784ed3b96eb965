import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { bundleScript } from "../../../test/support/bundle.ts";
import { makePipe } from "../../../test/support/pipe.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";

let script: string;
beforeAll(async () => {
  script = await bundleScript(fileURLToPath(new URL("../../../test/support/shutdown-child.ts", import.meta.url)));
});

/** A process that is ready for its signals. */
async function ready(how: "at-once" | "never" | "fails" | "echoed" | "hangs", limitMs: number, pipe = "") {
  const child = spawn(process.execPath, [script, how, String(limitMs), pipe], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout.on("data", (data: Buffer) => (output += data.toString()));
  const exited = once(child, "close").then(([code]) => ({ code: code as number | null, output }));
  await expect.poll(() => output).toContain("ready");
  return { child, exited, output: () => output };
}

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s stops everything and exits with 0", async (signal) => {
  const { child, exited } = await ready("at-once", 10_000);
  child.kill(signal);
  expect(await exited).toEqual({ code: 0, output: `ready\n${signal}: stopping\nstopped\n` });
});

test("a second signal does not wait", async () => {
  const { child, exited, output } = await ready("never", 60_000);
  child.kill("SIGTERM");
  await expect.poll(output).toContain("stopping");
  child.kill("SIGINT");
  expect((await exited).code).toBe(1);
});

test("the same signal twice at once, as under npm, is one signal", async () => {
  const { child, exited } = await ready("echoed", 60_000);
  child.kill("SIGINT");
  expect(await exited).toEqual({ code: 0, output: "ready\nSIGINT: stopping\nstopped\n" });
});

test("a process with a call to a disk that hangs ends all the same", async () => {
  const home = await temporaryFolder();
  onTestFinished(() => home.remove());
  const { child, exited } = await ready("hangs", 60_000, makePipe(join(home.path, "pipe")));
  child.kill("SIGTERM");
  const { output } = await exited;
  expect(output).toContain("stopped\na disk or share does not answer");
  expect(child.signalCode).toBe("SIGKILL");
});

test("a stop that takes too long is cut short, and one that fails says so", async () => {
  const slow = await ready("never", 50);
  slow.child.kill("SIGTERM");
  expect(await slow.exited).toEqual({ code: 1, output: "ready\nSIGTERM: stopping\nstopping took too long\n" });
  const failing = await ready("fails", 10_000);
  failing.child.kill("SIGTERM");
  expect(await failing.exited).toEqual({ code: 1, output: "ready\nSIGTERM: stopping\nstopping failed\n" });
});
