import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makePipe } from "../../../test/support/pipe.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import { UserError } from "../../kit/errors/user-error.ts";
import type { NewServer } from "./add-server.ts";
import { addServerToFile, loadClusterFile } from "./cluster-file.ts";
import { readSecret } from "./read-secret.ts";

const SERVER: NewServer = { key: "island", game: "ase", saves: { folder: "./saves" } };

let folder: TemporaryFolder;
let file: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder.path, "tripod.yaml");
});
afterEach(() => folder.remove());

describe("a file that is written", () => {
  test("is the owner's alone when it is new, and its paths begin at its folder", async () => {
    expect(await addServerToFile(file, SERVER)).toBe("created");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(loadClusterFile(file).servers[0]?.saves?.folder).toBe(join(folder.path, "saves"));
    expect(await readdir(folder.path)).toEqual(["tripod.yaml"]);
  });

  test("keeps its permissions, and stays a link where it is one", async () => {
    const real = join(folder.path, "real.yaml");
    await writeFile(real, "# ours\n");
    await chmod(real, 0o664);
    await symlink(real, file);
    expect(await addServerToFile(file, SERVER)).toBe("added");
    expect((await stat(real)).mode & 0o777).toBe(0o664);
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
    expect(await readFile(real, "utf8")).toMatch(/^# ours\n[^]*key: island/);
  });

  test("stays as it is when the server cannot be added", async () => {
    await addServerToFile(file, SERVER);
    const before = await readFile(file, "utf8");
    await expect(addServerToFile(file, SERVER)).rejects.toThrow(/players\.servers\[island\]\.key has the same key/);
    expect(await readFile(file, "utf8")).toBe(before);
  });

  test("that cannot be read or written is said to be so", async () => {
    await expect(addServerToFile(join(folder.path, "missing", "tripod.yaml"), SERVER)).rejects.toThrow(
      /cannot be written \(ENOENT\)/,
    );
    await mkdir(file);
    await expect(addServerToFile(file, SERVER)).rejects.toThrow(/cannot be read \(EISDIR\)/);
    expect(() => loadClusterFile(join(folder.path, "none.yaml"))).toThrow(/cannot be read \(ENOENT\)/);
  });

  test("that is a pipe or a device is refused, and not read", async () => {
    const pipe = makePipe(join(folder.path, "pipe.yaml"));
    for (const other of [pipe, "/dev/zero"]) {
      await expect(addServerToFile(other, SERVER)).rejects.toThrow(
        new UserError(`The cluster's file ${other} is not a regular file.`),
      );
    }
  });

  test("with problems names them all, each on a line with the file", async () => {
    await writeFile(file, "players:\n  cluster: ''\n  servers: 1\n");
    expect(() => loadClusterFile(file)).toThrow(
      new UserError(
        "The cluster's file cannot be used:\n" +
          `  ${file}:2:12: players.cluster must be 1 to 100 characters on one line\n` +
          `  ${file}:3:12: players.servers must be a list: lines that begin with \`- \``,
      ),
    );
  });
});

describe("a password", () => {
  const what = "The RCON password of island";

  test("is taken from the file, a variable, or a file of its own", async () => {
    const secret = join(folder.path, "secret");
    await writeFile(secret, "from file\n");
    expect(readSecret({ from: "text", text: "as it is" }, {}, what)).toBe("as it is");
    expect(readSecret({ from: "environment", name: "RCON" }, { RCON: "from variable" }, what)).toBe("from variable");
    expect(readSecret({ from: "file", file: secret }, {}, what)).toBe("from file");
  });

  test.each([
    [
      "a variable that is not set",
      { from: "environment", name: "HUNTER2" },
      /`passwordEnv` names is not set or empty\.$/,
    ],
    ["a file that is not there", { from: "file", file: "/hunter2" }, /cannot be opened \(ENOENT\)\.$/],
    ["a file that is a folder", { from: "file", file: "/" }, /cannot be opened \(EISDIR\)\.$/],
  ] as const)("from %s is refused without showing it", (_what, secret, says) => {
    const read = () => readSecret(secret, {}, what);
    expect(read).toThrow(UserError);
    expect(read).toThrow(says);
    expect(read).not.toThrow(/hunter2/i);
  });
});
