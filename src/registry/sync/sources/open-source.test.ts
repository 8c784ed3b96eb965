import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { openSource } from "./open-source.ts";

const folder = await temporaryFolder();
afterAll(() => folder.remove());
const DEPS = {} as Parameters<typeof openSource>[0];
const LINES = ["a/a", "b/b", "c/c"].map((name) => `${JSON.stringify({ server: { name } })}${" ".repeat(300_000)}\n`);

/** The names of all servers, with a pause after the first. */
async function namesOf(path: string, pausing: () => Promise<void> = async () => {}): Promise<string[]> {
  const names: string[] = [];
  const { items, pause } = await openSource(DEPS, path);
  for await (const item of items) {
    if (names.length === 0) {
      await pause?.();
      await pausing();
    }
    names.push((item as { server: { name: string } }).server.name);
  }
  return names;
}

test("a file is read on after a pause where it was left, and a pipe too, which cannot be opened again", async () => {
  const file = join(folder.path, "file.ndjson");
  await writeFile(file, LINES.join(""));
  expect(await namesOf(file)).toEqual(["a/a", "b/b", "c/c"]);
  const pipe = join(folder.path, "pipe");
  execFileSync("mkfifo", [pipe]);
  const written = writeFile(pipe, LINES.join(""));
  expect(await namesOf(pipe)).toEqual(["a/a", "b/b", "c/c"]);
  await written;
});

test("a file that is written to while it is read ends with a refusal", async () => {
  const file = join(folder.path, "changed.ndjson");
  await writeFile(file, LINES.join(""));
  const changed = namesOf(file, () => writeFile(file, LINES.toReversed().join("")));
  await expect(changed).rejects.toThrow(`${file} has changed since it was first read. Nothing of it was imported.`);
});
