import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { tryRoom } from "./try-room.ts";

const home = await temporaryFolder();
afterAll(() => home.remove());
const MEGABYTE = 1024 * 1024;

const tried = (bytes: number, minimumFreeMegabytes = 2_048) =>
  tryRoom({ dataDir: home.path, minimumFreeMegabytes, freeBytes: async () => bytes });

test("a tape that pauses at once for want of room is refused, and one that records is not", async () => {
  await expect(tried(2_048 * MEGABYTE - 1)).rejects.toThrow(
    /^nothing would be recorded: only 2047 MB are free in .*, and .*_FREE_MEGABYTES asks for at least 2048 MB\. Free /,
  );
  expect(await tried(2_048 * MEGABYTE)).toBe("2048 MB are free, and recording pauses below 2048 MB");
  expect(await tried(0, 0)).toBe("0 MB are free, and recording pauses below 0 MB");
});

test("a folder of the tape on a disk of its own is the one that counts, and none is made", async () => {
  const asked: string[] = [];
  const freeBytes = async (folder: string) => asked.push(folder) * MEGABYTE;
  await tryRoom({ dataDir: home.path, minimumFreeMegabytes: 0, freeBytes });
  expect(existsSync(join(home.path, "tape"))).toBe(false);
  await mkdir(join(home.path, "tape"));
  await tryRoom({ dataDir: home.path, minimumFreeMegabytes: 0, freeBytes });
  expect(asked).toEqual([home.path, join(home.path, "tape")]);
});
