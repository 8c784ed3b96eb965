import { readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { makeFolder } from "./make-folder.ts";

async function place(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  return folder.path;
}

test("what is missing is made, with the mode, and the first of it is answered", async () => {
  const root = await place();
  expect(await makeFolder(join(root, "a", "b", "c"), 0o700)).toBe(join(root, "a"));
  expect((await stat(join(root, "a", "b", "c"))).mode & 0o777).toBe(0o700);
  expect(await makeFolder(join(root, "a", "b"))).toBeUndefined();
});

test("many at the same time make it once", async () => {
  const root = await place();
  await Promise.all(Array.from({ length: 20 }, () => makeFolder(join(root, "a", "b", "c"))));
  expect(await readdir(join(root, "a", "b"))).toEqual(["c"]);
});

test("a file, a link to what is not there and a part that is a file are refused with the system's error", async () => {
  const root = await place();
  await writeFile(join(root, "file"), "");
  await symlink(join(root, "gone", "away"), join(root, "link"));
  await expect(makeFolder(join(root, "file"))).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeFolder(join(root, "link"))).rejects.toMatchObject({ code: "ENOENT" });
  await expect(makeFolder(join(root, "file", "in"))).rejects.toMatchObject({ code: "ENOTDIR" });
  await expect(makeFolder(join(root, "link", "in"))).rejects.toMatchObject({ code: "ENOENT" });
});

test.skipIf(process.platform !== "linux")(
  "a file system that takes no folders is refused, and not tried for ever",
  async () => {
    await expect(makeFolder("/proc/tripod/data")).rejects.toMatchObject({ code: "ENOENT" });
  },
);
