/** A file that is not a whole backup is refused before anything is done with it. */
import { appendFile, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backUpInto } from "../../../test/support/backup-copy.ts";
import { migrationRooms, testDatabase } from "../../../test/support/database.ts";
import { makePipe } from "../../../test/support/pipe.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { UserError } from "../errors/user-error.ts";
import { tarHeader, tarPadding } from "../files/tar.ts";
import { backupSeal, SEAL_BYTES } from "./archive-names.ts";
import { ArchiveReader } from "./archive-reader.ts";
import { verifyArchive } from "./verify-archive.ts";
import { createHash } from "node:crypto";

const folder = await temporaryFolder();
afterAll(folder.remove);
const { connection, db } = await testDatabase({ rooms: ["kit"] });
const copy = join(folder.path, "copy.tar");

let whole: Buffer;
beforeAll(async () => {
  await db.execute({ name: "test.key", text: "insert into kit.secret_keys (id) values ('0123456789ab')" });
  const { path } = await backUpInto(folder.path, connection, migrationRooms(["kit"]));
  whole = await readFile(path);
});

/** The refusal of a file; undefined where it is accepted. */
async function refusalOf(content: Buffer): Promise<string | undefined> {
  await writeFile(copy, content);
  try {
    const archive = await ArchiveReader.open(copy);
    try {
      await verifyArchive(archive);
    } finally {
      await archive.close();
    }
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    return String(error);
  }
}

test("a whole one is accepted", async () => {
  expect(await refusalOf(whole)).toBeUndefined();
});

describe("a backup is refused", () => {
  test("with any bit of it changed, in whatever part of the file", async () => {
    const step = 61;
    for (let place = 0; place < whole.length; place += place < 2_048 || place > whole.length - 3_000 ? 7 : step) {
      const changed = Buffer.from(whole);
      changed[place] = (changed[place] ?? 0) ^ (1 << (place % 8));
      expect(await refusalOf(changed), `byte ${place} of ${whole.length}`).toMatch(
        /is damaged|is not a backup of Tripod/,
      );
    }
  });

  test("that is a pipe, which is not waited for", async () => {
    const pipe = makePipe(join(folder.path, "pipe.tar"));
    await expect(ArchiveReader.open(pipe)).rejects.toThrow(new UserError(`${pipe} is not a file.`));
  });

  test("that was cut off anywhere", async () => {
    for (let size = 0; size < whole.length; size += 511) {
      expect(await refusalOf(whole.subarray(0, size)), `${size} bytes`).toMatch(/is damaged|is not a backup of Tripod/);
    }
    expect(await refusalOf(whole.subarray(0, -1))).toMatch(/is damaged/);
  });

  test("that something was added to, or a part was taken out of", async () => {
    await writeFile(copy, whole);
    await appendFile(copy, Buffer.alloc(512));
    expect(await refusalOf(await readFile(copy))).toMatch(/is damaged/);
    expect(await refusalOf(Buffer.concat([whole.subarray(0, 1_024), whole.subarray(1_536)]))).toMatch(/is damaged/);
    await truncate(copy, whole.length - SEAL_BYTES);
    expect(await refusalOf(await readFile(copy))).toMatch(/is damaged/);
  });

  test("of a newer form, by the release that reads it", async () => {
    const head = Buffer.from(JSON.stringify({ format: 2, version: "9.9.9", takenAt: "2030-01-01T00:00:00Z" }));
    const name = "tripod-backup.json";
    const body = Buffer.concat([
      tarHeader({ name, size: head.length }, 0),
      head,
      Buffer.alloc(tarPadding(head.length)),
    ]);
    const newer = Buffer.concat([body, backupSeal(createHash("sha256").update(body).digest("hex"))]);
    expect(await refusalOf(newer)).toContain("was made by a newer release (9.9.9)");
  });

  test.each([
    ["nothing", Buffer.alloc(0)],
    ["zeros", Buffer.alloc(10_000)],
    ["a text", Buffer.from("create table a (b int);\n".repeat(1_000))],
  ])("that is %s", async (_, content) => {
    expect(await refusalOf(content)).toContain("is not a backup of Tripod");
  });
});

test("a folder and a name that is not there are refused in plain words", async () => {
  await expect(ArchiveReader.open(folder.path)).rejects.toThrow(/is not a file/);
  await expect(ArchiveReader.open(join(folder.path, "nothing"))).rejects.toThrow(/The file .* does not exist/);
  expect((await stat(folder.path)).isDirectory()).toBe(true);
});
