/** Commands in a folder without an installation: one that is misspelt must not become a new one without a word. */
import { execFile } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { commandHere } from "../../test/support/command-here.ts";
import { programScript } from "../../test/support/command-line.ts";
import { testDatabase } from "../../test/support/database.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";

const { connection } = await testDatabase({ rooms: [] });

async function emptyFolder() {
  const { path, remove } = await temporaryFolder("tripod-none-");
  onTestFinished(() => remove());
  return { path, run: await commandHere(connection, { TRIPOD_DATABASE_URL: "", TRIPOD_DATA_DIR: path }) };
}

test("a command for an installation refuses a folder without one, names the folder and makes nothing", async () => {
  const { path, run } = await emptyFolder();
  const commands = [
    "registry token --publish io.example/*",
    "registry token list",
    "registry audit",
    "registry keys rotate",
    "registry webhook list",
    "players key create --name bot",
    "players webhook list",
    "trading user list",
    "trading ledger check",
    "trading halt --reason test",
    "trading tape info",
    "keys list",
    "keys rotate",
    "backup backup.tar",
  ];
  for (const command of commands) {
    const { code, out, err } = await run(...command.split(" "));
    expect([command, code, out, err]).toEqual([
      command,
      1,
      "",
      `error: There is no installation in ${path}. Set TRIPOD_DATA_DIR or TRIPOD_DATABASE_URL as the service has it, or run ` +
        "the command in the folder of its tripod.yaml.\n",
    ]);
  }
  expect(await readdir(path)).toEqual([]);
});

test("the trial of a start and the import of a dump may begin an installation, and say that they do", async () => {
  const [{ path }, { path: other }] = [await emptyFolder(), await emptyFolder()];
  await writeFile(join(other, "servers.ndjson"), "");
  const tripod = async (cwd: string, ...args: readonly string[]) => {
    const env = { PATH: process.env["PATH"], TRIPOD_DATA_DIR: cwd, TRIPOD_PORT: "0", TRIPOD_ADMIN_PORT: "0" };
    return promisify(execFile)(process.execPath, [programScript(), ...args], { cwd, env });
  };
  expect((await tripod(path, "check", "registry")).stdout).toContain(
    `database: there is none in ${path}: a new one is made\n`,
  );
  expect((await tripod(path, "check", "registry")).stdout).not.toContain("a new one is made");
  expect((await tripod(other, "registry", "import", "servers.ndjson")).stderr).toContain(
    `There was no installation in ${other}: a new one is begun.\n`,
  );
});
