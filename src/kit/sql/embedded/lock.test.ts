import { spawn } from "node:child_process";
import { readdir, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { UserError } from "../../errors/user-error.ts";
import { withLock } from "./lock.ts";
import { startMark } from "./processes.ts";

const folder = await temporaryFolder();
const path = join(folder.path, "lock");
afterAll(folder.remove);

/** Leaves no file of its own behind, whatever happened. */
afterEach(async () => expect(await readdir(folder.path)).toEqual([]));

const held = (holder: object) => writeFile(path, JSON.stringify({ host: hostname(), token: "other", ...holder }));

describe("withLock", () => {
  test("lets one work at a time", async () => {
    let inside = 0;
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        withLock(path, 10_000, async () => {
          expect(++inside).toBe(1);
          await new Promise((resolve) => setImmediate(resolve));
          inside--;
          return index;
        }),
      ),
    );
    expect(results).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test("is waited for until the signal is aborted", async () => {
    await held({ pid: process.pid, mark: await startMark(process.pid) });
    const stop = new AbortController();
    const waiting = withLock(path, 120_000, async () => "taken", stop.signal);
    stop.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
    await rm(path);
  });

  test("is given back when the work fails", async () => {
    await expect(withLock(path, 1_000, () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(await withLock(path, 0, async () => "next")).toBe("next");
  });

  test("is taken over, by one of many, from a process that has ended", async () => {
    const ended = spawn("true", { stdio: "ignore" });
    const pid = ended.pid ?? -1;
    await new Promise((resolve) => ended.once("exit", resolve));
    let inside = 0;
    const work = async () => {
      expect(++inside).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
    };
    for (let round = 0; round < 20; round++) {
      await held({ pid, mark: "then" });
      await Promise.all(Array.from({ length: 6 }, () => withLock(path, 10_000, work)));
    }
  });

  test.skipIf(process.platform === "win32")("is taken over when another process has the holder's number", async () => {
    await held({ pid: process.pid, mark: "an earlier process" });
    expect(await withLock(path, 1_000, async () => "taken")).toBe("taken");
  });

  test.each([
    ["a living process", async () => ({ pid: process.pid, mark: await startMark(process.pid) })],
    ["another machine", async () => ({ pid: 1, mark: "?", host: "elsewhere" })],
  ])("is not taken from %s; the refusal says what to do", async (_, holder) => {
    await held(await holder());
    const failure = await withLock(path, 50, async () => "taken").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UserError);
    expect(String(failure)).toContain(`delete ${path}`);
    await rm(path);
  });
});
