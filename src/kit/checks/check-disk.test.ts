import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { checkDisk } from "./check-disk.ts";

const home = await temporaryFolder();
afterAll(() => home.remove());

test("a data folder that is not there yet is tried where it would be made, and is not made", async () => {
  const folder = join(home.path, "not", "there");
  expect(await checkDisk(folder)).toContain(`${folder} can be made; `);
  expect(existsSync(join(home.path, "not"))).toBe(false);
});

test("a data folder that is there is written to, and nothing stays in it", async () => {
  expect(await checkDisk(home.path)).toContain(`${home.path} can be written to; `);
});

test("what is not a folder is named", async () => {
  await expect(checkDisk("/dev/null/data")).rejects.toThrow(/^\/dev\/null cannot be written to \(ENOTDIR\)$/);
});
