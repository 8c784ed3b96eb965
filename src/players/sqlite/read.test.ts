import { mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder, type TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import { openDatabase } from "./engine.ts";
import { SqliteError } from "./error.ts";
import { readSqlite, type SqliteReader, type SqliteValue } from "./read.ts";
import { writeSqlite } from "./write.ts";

const PLENTY = { maxRows: 1000, maxBytes: 1_000_000 };
const STEAM_ID = 76_561_198_000_000_001n;

let folder: TemporaryFolder;
let path: string;
let copies: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder.path, "given", "players.db");
  copies = join(folder.path, "copies");
  await Promise.all([mkdir(join(folder.path, "given")), mkdir(copies)]);
});

afterEach(() => folder.remove());

const read = <Result>(work: (reader: SqliteReader) => Result, source: string | Uint8Array = path): Promise<Result> =>
  readSqlite(source, work, { temporaryFolder: copies });

const writeRows = (rows: readonly (readonly SqliteValue[])[]): Promise<void> =>
  writeSqlite(path, [{ name: "Players", columns: ["Id INTEGER PRIMARY KEY", "SteamId INTEGER", "Data"], rows }]);

/** The causes of a failed reading; the private copy must be gone then too. */
async function kindOf(reading: Promise<unknown>): Promise<string> {
  const error: unknown = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SqliteError);
  expect(await readdir(copies)).toEqual([]);
  return (error as SqliteError).kind;
}

describe("the rows of a database", () => {
  test("are read exactly, integers past 2^53 too", async () => {
    const blob = new Uint8Array([0, 1, 255]);
    await writeRows([
      [1, STEAM_ID, blob],
      [2, null, "Zoë 狼"],
      [3, -(2n ** 63n), 1.5],
    ]);
    expect(await read((reader) => reader.rows("players", ["Id", "steamid", "Data"], PLENTY))).toEqual([
      { Id: 1, steamid: STEAM_ID, Data: blob },
      { Id: 2, steamid: null, Data: "Zoë 狼" },
      { Id: 3, steamid: -(2n ** 63n), Data: 1.5 },
    ]);
  });

  test("can be chosen by the value of a column", async () => {
    await writeRows([
      [1, 7, "a"],
      [2, 8, "b"],
    ]);
    const chosen = await read((reader) => reader.rows("Players", ["Data"], PLENTY, { column: "SteamId", equals: 8 }));
    expect(chosen).toEqual([{ Data: "b" }]);
  });

  test("are read from bytes as from a file", async () => {
    await writeRows([[1, STEAM_ID, "a"]]);
    const bytes = await readFile(path);
    expect(await read((reader) => reader.rows("Players", ["SteamId"], PLENTY), bytes)).toEqual([{ SteamId: STEAM_ID }]);
  });

  test("are never fewer than there are: past a limit, reading fails", async () => {
    await writeRows([
      [1, 1, "x".repeat(50)],
      [2, 2, "x".repeat(50)],
    ]);
    const within = { maxRows: 2, maxBytes: 100 };
    expect(await read((reader) => reader.rows("Players", ["Data"], within))).toHaveLength(2);
    expect(await kindOf(read((reader) => reader.rows("Players", ["Data"], { ...within, maxRows: 1 })))).toBe(
      "tooLarge",
    );
    expect(await kindOf(read((reader) => reader.rows("Players", ["Data"], { ...within, maxBytes: 99 })))).toBe(
      "tooLarge",
    );
  });

  test("keep names from becoming SQL", async () => {
    const name = 'a" from x; drop table x --';
    await writeRows([[1, 1, "a"]]);
    expect(await kindOf(read((reader) => reader.rows(name, ["Id"], PLENTY)))).toBe("missingTable");
    expect(await kindOf(read((reader) => reader.rows("Players", [name], PLENTY)))).toBe("missingColumn");
  });
});

describe("the given file", () => {
  test("is not changed, nothing is put beside it, and the copy is removed", async () => {
    await writeRows([[1, STEAM_ID, "a"]]);
    const before = { bytes: await readFile(path), stat: await stat(path) };
    await read((reader) => expect(reader.tables()).toEqual(["Players"]));
    expect(await readFile(path)).toEqual(before.bytes);
    expect((await stat(path)).mtimeMs).toBe(before.stat.mtimeMs);
    expect(await readdir(join(folder.path, "given"))).toEqual(["players.db"]);
    expect(await readdir(copies)).toEqual([]);
  });

  test("is read with the committed part of its open writer's write-ahead log, and left to that writer", async () => {
    const writer = await openDatabase(path);
    try {
      writer.exec("pragma locking_mode = exclusive; pragma journal_mode = wal; create table Players (SteamId)");
      writer.run("insert into Players values (?)", [STEAM_ID]);
      const beside = (await readdir(join(folder.path, "given"))).toSorted();
      expect(beside).toContain("players.db-wal");
      writer.exec("begin; insert into Players values (1)");
      expect(await read((reader) => reader.rows("Players", ["SteamId"], PLENTY))).toEqual([{ SteamId: STEAM_ID }]);
      expect((await readdir(join(folder.path, "given"))).toSorted()).toEqual(beside);
      writer.exec("commit");
      expect(await read((reader) => reader.rows("Players", ["SteamId"], PLENTY))).toHaveLength(2);
    } finally {
      writer.close();
    }
  });
});

describe("a file is refused", () => {
  test("that is not a database", async () => {
    await writeFile(path, "Players,SteamId\n1,2\n".repeat(100));
    expect(await kindOf(read((reader) => reader.tables()))).toBe("notDatabase");
    expect(await kindOf(read((reader) => reader.tables(), new Uint8Array(5000)))).toBe("notDatabase");
    expect(await kindOf(read((reader) => reader.tables(), join(folder.path, "given")))).toBe("notDatabase");
  });

  test("that is missing", async () => {
    expect(await kindOf(read((reader) => reader.tables()))).toBe("unreadable");
  });

  test("that is empty yet", async () => {
    await writeFile(path, "");
    expect(await kindOf(read((reader) => reader.tables()))).toBe("busy");
  });

  test("that is larger than it may be", async () => {
    await writeRows([]);
    expect(await kindOf(readSqlite(path, () => 0, { maxFileBytes: 4096, temporaryFolder: copies }))).toBe("tooLarge");
  });

  test("that is half copied, wherever the copy ends", async () => {
    await writeRows(Array.from({ length: 100 }, (_, index) => [index + 1, STEAM_ID, "x".repeat(500)]));
    const whole = await readFile(path);
    const { length } = whole;
    for (const bytes of [15, 16, 17, 99, 100, 4095, 4096, 4097, 8192, length >> 1, length - 4096, length - 1]) {
      const kinds = bytes < 16 ? "notDatabase" : "damaged";
      await writeFile(path, whole.subarray(0, bytes));
      expect([bytes, await kindOf(read((reader) => reader.tables()))]).toEqual([bytes, kinds]);
      expect([bytes, await kindOf(read((reader) => reader.tables(), whole.subarray(0, bytes)))]).toEqual([
        bytes,
        kinds,
      ]);
    }
  });

  test("that is in the middle of a transaction, until that ends", async () => {
    await writeRows(Array.from({ length: 200 }, (_, index) => [index + 1, 1, "x".repeat(400)]));
    const writer = await openDatabase(path);
    const chosen = (): Promise<unknown[]> => read((reader) => reader.rows("Players", ["SteamId"], PLENTY));
    try {
      // So small a cache spills changed pages into the file long before the commit.
      writer.exec("pragma cache_size = 2; pragma journal_mode = persist; begin; update Players set SteamId = 2");
      expect(await kindOf(chosen())).toBe("busy");
      writer.exec("commit");
      expect(await readdir(join(folder.path, "given"))).toContain("players.db-journal");
      expect(await chosen()).toEqual(Array.from({ length: 200 }, () => ({ SteamId: 2 })));
    } finally {
      writer.close();
    }
  });

  test("that is being written to while it is copied", async () => {
    const large = Buffer.alloc(16 * 1024 * 1024);
    large.write("SQLite format 3\0\x10", "latin1");
    await writeFile(path, large);
    let wrote = 0;
    let done = false;
    const reading = kindOf(read((reader) => reader.tables())).finally(() => {
      done = true;
    });
    while (!done) await utimes(path, new Date(), new Date((wrote += 1000)));
    expect(await reading).toBe("busy");
  });
});

test("a failure of the work itself comes out unchanged", async () => {
  await writeRows([]);
  const failure = new Error("mine");
  const reading = read(() => {
    throw failure;
  });
  await expect(reading).rejects.toBe(failure);
  expect(await readdir(copies)).toEqual([]);
});
