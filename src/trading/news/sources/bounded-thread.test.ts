import { afterAll, expect, test } from "vitest";
import { BoundedThread, ThreadFailed } from "./bounded-thread.ts";
import { PATIENCE_MS } from "../../../../test/support/wait-until.ts";

/** Answers what it is given; hangs, dies or eats memory where it is asked to. */
const PROGRAM = `
const { parentPort } = require("node:worker_threads");
parentPort.on("message", (asked) => {
  if (asked === "hang") for (;;);
  if (asked === "end") process.exit(1);
  if (asked === "throw") throw new Error("thrown");
  const kept = [];
  while (asked === "eat") kept.push(Array.from({ length: 100_000 }, (_, at) => ({ at })));
  parentPort.postMessage(asked);
});
`;
const thread = new BoundedThread({
  program: PROGRAM,
  workerData: undefined,
  timeoutMs: PATIENCE_MS,
  maxMemoryMegabytes: 32,
});
const hasty = new BoundedThread({ program: PROGRAM, workerData: undefined, timeoutMs: 1, maxMemoryMegabytes: 32 });
afterAll(() => Promise.all([thread.close(), hasty.close()]));

test.each([
  ["eat", /could not be read/],
  ["end", /thread ended/],
  ["throw", /thrown/],
])("a message that makes it %s costs its answer, and the next one is answered", async (asked, reason) => {
  const [failed, next] = await Promise.allSettled([thread.ask(asked), thread.ask("next")]);
  expect(failed).toMatchObject({ status: "rejected", reason: expect.any(ThreadFailed) });
  expect(failed).toMatchObject({ reason: { message: expect.stringMatching(reason) } });
  expect(next).toEqual({ status: "fulfilled", value: "next" });
});

test("a message that takes longer than it may ends the thread", async () => {
  await expect(hasty.ask("hang")).rejects.toThrow("it could not be read within 0.001 s");
});

test("nothing is asked of it after it was closed", async () => {
  const closed = new BoundedThread({
    program: PROGRAM,
    workerData: undefined,
    timeoutMs: 1_000,
    maxMemoryMegabytes: 32,
  });
  await closed.close();
  await expect(closed.ask("next")).rejects.toThrow("the process is stopping");
});
