/** Several processes on one database, and what is left when any or all of them are killed. */
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { bundleScript } from "../support/bundle.ts";
import { RegistryProcesses } from "../support/registry-processes.ts";
import { RegistryWriters } from "../support/registry-writers.ts";

const script = await bundleScript(fileURLToPath(new URL("../support/registry-process.ts", import.meta.url)));
const processes = await RegistryProcesses.inTemporaryFolder([script]);
const writers = new RegistryWriters(0x7e57);

afterAll(() => processes.remove());

const settled = () => processes.problems(writers);

/** At each process: enough that a change is often followed by the next before another process has read it. */
const CLIENTS = 8;

describe("two processes on one database", () => {
  test("show the same after 2,000 random writes through both, and what the database holds", async () => {
    await processes.start(2);
    for (const target of processes.targets) writers.start(target, CLIENTS);
    await writers.until(2_000);
    await writers.stop();
    expect(writers.acknowledged.size).toBeGreaterThanOrEqual(2_000);
    expect([...writers.answers.keys()].filter((status) => ![200, 400, 404].includes(status))).toEqual([]);
    await expect.poll(settled).toEqual([]);
    const stored = await processes.stored();
    expect(stored.audit.length).toBe(writers.acknowledged.size);
  });

  test("show a write at once where it was written", () => {
    expect(writers.unseen).toEqual([]);
  });
});

describe.skipIf(process.platform !== "linux")("kill -9 during writes loses nothing that was acknowledged", () => {
  test.each([
    ["of one process", 93, async () => processes.kill(0)],
    [
      "of the database server, which the processes start again",
      178,
      async () => {
        await processes.killPostgres();
        await writers.until(writers.acknowledged.size + 100);
      },
    ],
    ["of everything", 57, async () => processes.killAll()],
    ["of both processes", 131, async () => Promise.all([processes.kill(0), processes.kill(1)])],
    ["of everything, again", 164, async () => processes.killAll()],
  ])("%s", async (_what, writesBefore, kill) => {
    await processes.start(2);
    for (const target of processes.targets) writers.start(target, CLIENTS);
    await writers.until(writers.acknowledged.size + writesBefore);
    await kill();
    await writers.stop();
    // As after a crash: whatever is left runs on, and what is gone starts again.
    await processes.start(2);
    await expect.poll(settled).toEqual([]);
    expect(writers.unseen).toEqual([]);
  });
});
