import { mkdir, readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder, type TemporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { asaHeaderBytes, asaStoreBytes, writeAsaWorld } from "../../demo/world/asa-world.ts";
import { writeAseWorld } from "../../demo/world/ase-world.ts";
import { writeSqlite } from "../../sqlite/index.ts";
import { readAsaWorld, type WorldOptions } from "./asa-world.ts";
import { WorldError } from "./core/error.ts";
import { readWorld } from "./read-world.ts";

const HEADER = { gameTimeSeconds: 98_765.5, mapParts: ["TheIsland_WP"] };
const STORE = {
  profiles: [
    { entryId: 1n, bytes: new Uint8Array([7, 0, 0, 0, 1]) },
    { entryId: 0n, bytes: new Uint8Array([7, 0, 0, 0, 2]) },
  ],
  tribes: [{ id: 315_654_115, bytes: new Uint8Array(9000).fill(3) }],
};

let folder: TemporaryFolder;
let path: string;
let options: WorldOptions & { temporaryFolder: string };

beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder.path, "TheIsland_WP.ark");
  options = { temporaryFolder: join(folder.path, "copies") };
  await mkdir(options.temporaryFolder);
});

afterEach(() => folder.remove());

async function kindOf(reading: Promise<unknown>): Promise<string> {
  const error: unknown = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WorldError);
  expect((error as WorldError).message).not.toContain(folder.path);
  expect(await readdir(options.temporaryFolder)).toEqual([]);
  return (error as WorldError).kind;
}

describe("an ASA world", () => {
  test("gives its time, map, players and tribes, and is left as it was", async () => {
    await writeAsaWorld(path, { ...HEADER, store: STORE });
    const before = await readFile(path);
    const expected = {
      version: 14,
      ...HEADER,
      hasStore: true,
      profiles: [new Uint8Array([7, 0, 0, 0, 1])],
      tribes: [{ id: 315_654_115, bytes: new Uint8Array(9000).fill(3) }],
    };
    expect(await readAsaWorld(path, options)).toEqual(expected);
    expect(await readAsaWorld(before, options)).toEqual(expected);
    expect(await readWorld(path, options)).toEqual({ game: "asa", ...expected });
    expect(before.equals(await readFile(path))).toBe(true);
    expect((await readdir(folder.path)).toSorted()).toEqual(["TheIsland_WP.ark", "copies"]);
    expect(await readdir(options.temporaryFolder)).toEqual([]);
  });

  test.each([11, 12, 13])("is read in version %i", async (version) => {
    await writeAsaWorld(path, { ...HEADER, version, store: STORE });
    expect(await readAsaWorld(path, options)).toMatchObject({ version, ...HEADER, tribes: [{ id: 315_654_115 }] });
  });

  test("without a store says so, instead of having no players", async () => {
    await writeAsaWorld(path, HEADER);
    const none = { ...HEADER, hasStore: false, profiles: [], tribes: [] };
    expect(await readAsaWorld(path, options)).toMatchObject(none);
    await writeAsaWorld(path, { ...HEADER, store: { profiles: [], tribes: [] } });
    expect(await readAsaWorld(path, options)).toMatchObject({ ...none, hasStore: true });
  });

  test("tells its time although its store cannot be read, when only the time is wanted", async () => {
    await writeCustom([
      ["SaveHeader", asaHeaderBytes(HEADER)],
      ["GameModeCustomBytes", asaStoreBytes(STORE).subarray(0, 100)],
    ]);
    expect(await kindOf(readAsaWorld(path, options))).toBe("damaged");
    expect(await readAsaWorld(path, { ...options, store: "skip" })).toMatchObject({ ...HEADER, hasStore: false });
  });

  test("is refused when a part of the file is missing", async () => {
    await writeAsaWorld(path, { ...HEADER, store: STORE });
    await truncate(path, 4096 * 3);
    expect(await kindOf(readAsaWorld(path, options))).toBe("damaged");
    await truncate(path, 5000);
    expect(await kindOf(readWorld(path, options))).toBe("damaged");
  });

  test("is not what an SQLite database of something else is", async () => {
    await writeSqlite(path, [{ name: "Players", columns: ["Id"], rows: [] }]);
    expect(await kindOf(readWorld(path, options))).toBe("notWorld");
    await writeCustom([["ActorTransforms", new Uint8Array(8)]]);
    expect(await kindOf(readWorld(path, options))).toBe("notWorld");
    await writeCustom([["SaveHeader", "text"]]);
    expect(await kindOf(readWorld(path, options))).toBe("damaged");
  });

  test("is not read past the limit of bytes", async () => {
    await writeAsaWorld(path, { ...HEADER, store: STORE });
    expect(await kindOf(readAsaWorld(path, { ...options, maxFileBytes: 8192 }))).toBe("tooLarge");
  });
});

describe("an ASE world", () => {
  const ASE = { gameTimeSeconds: 98_765.5, saveCount: 12, mapParts: ["TheIsland"] };

  test("gives its time and map", async () => {
    await writeAseWorld(path, ASE);
    const expected = { game: "ase", version: 9, ...ASE };
    expect(await readWorld(path, options)).toMatchObject(expected);
    expect(await readWorld(await readFile(path), options)).toMatchObject(expected);
  });

  test("refuses to be asked for players and tribes, instead of having none", async () => {
    await writeAseWorld(path, ASE);
    expect(await kindOf(readWorld(path, { ...options, store: "read" }))).toBe("unsupported");
  });

  test("is refused when the end of the file is missing", async () => {
    await writeAseWorld(path, ASE);
    const { length } = await readFile(path);
    await truncate(path, length - 1);
    expect(await kindOf(readWorld(path, options))).toBe("damaged");
  });
});

test("a file that is missing, still empty, or not a world is recognised", async () => {
  expect(await kindOf(readWorld(path, options))).toBe("unreadable");
  expect(await kindOf(readAsaWorld(path, options))).toBe("unreadable");
  await writeFile(path, "");
  expect(await kindOf(readWorld(path, options))).toBe("busy");
  await writeFile(path, "PK not a world");
  expect(await kindOf(readWorld(path, options))).toBe("notWorld");
  expect(await kindOf(readAsaWorld(path, options))).toBe("notWorld");
  expect(await kindOf(readWorld(folder.path, options))).toBe("notWorld");
});

const writeCustom = (rows: readonly (readonly [string, Uint8Array | string])[]): Promise<void> =>
  writeSqlite(path, [{ name: "custom", columns: ["key VARCHAR PRIMARY KEY", "value BLOB"], rows }]);
