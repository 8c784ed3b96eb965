/** Half-written files of the tape: whose they are, and when they are removed. */
import { spawnSync } from "node:child_process";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { removeHalfWritten, spillFolder, temporaryFile } from "./publish.ts";

const NOW = Date.parse("2026-03-02T12:00:00Z");
/** A process that was, and is not any more. */
const DEAD = spawnSync("true").pid;

async function tape(): Promise<string> {
  const folder = await temporaryFolder("tripod-tape-");
  onTestFinished(() => folder.remove());
  return folder.path;
}

async function put(root: string, name: string, changedMs: number): Promise<void> {
  const path = join(root, name);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, "half");
  await utimes(path, changedMs / 1_000, changedMs / 1_000);
}

const left = async (root: string): Promise<string[]> =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => (parentPath.endsWith("writing") ? name : `${basename(parentPath)}/${name}`))
    .toSorted();

test("names hold the host, so that processes of one number in two containers do not write the same file", async () => {
  const root = await tape();
  const first = await temporaryFile(root);
  expect(first).not.toBe(await temporaryFile(root));
  const host = hostname()
    .slice(0, 64)
    .replaceAll(/[^\w-]/g, "_");
  expect(basename(first)).toMatch(new RegExp(`^${host}\\.${process.pid}-\\d+$`));
  expect(basename(spillFolder(root))).toBe(`${host}.${process.pid}-0`);
});

test("files of a process of this host are removed when it has ended, at once", async () => {
  const root = await tape();
  const own = basename(await temporaryFile(root));
  const dead = own.replace(`.${process.pid}-`, `.${DEAD}-`);
  const alive = own.replace(`.${process.pid}-`, `.${process.ppid}-`);
  for (const name of [own, dead, alive, `${DEAD}-7`, "not-ours"]) await put(root, `writing/${name}`, NOW);
  expect(await removeHalfWritten(root, NOW)).toBe(3);
  expect(await left(root)).toEqual([alive, "not-ours"].toSorted());
});

test("files of another host are removed a day after their last change, whatever the number of their process", async () => {
  const root = await tape();
  await put(root, `writing/other.${process.pid}-1`, NOW - DAY_MS / 2);
  await put(root, `writing/other.${DEAD}-2`, NOW - 2 * DAY_MS);
  await put(root, `spill/other.1-0/a`, NOW - 2 * DAY_MS);
  await put(root, `spill/third.1-0/a`, NOW - 2 * DAY_MS);
  await put(root, `spill/third.1-0/b`, NOW);
  await mkdir(join(root, "spill", "idle.1-0"));
  await utimes(join(root, "spill", "idle.1-0"), 0, 0);
  expect(await removeHalfWritten(root)).toBe(0);
  expect(await removeHalfWritten(root, NOW)).toBe(2);
  expect(await left(root)).toEqual([`other.${process.pid}-1`, "third.1-0/a", "third.1-0/b"]);
  expect(await readdir(join(root, "spill"))).toEqual(["idle.1-0", "third.1-0"]);
});
