/** Commands look at the files that they are given before they make or open anything. */
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { commandHere } from "../../test/support/command-here.ts";
import { testDatabase } from "../../test/support/database.ts";
import { answered, fakeUpstream, sendJson } from "../../test/support/fake-upstream.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";

const { connection } = await testDatabase({ rooms: [] });
const folder = await temporaryFolder();
const dataDir = join(folder.path, "data");
const tripod = await commandHere(
  connection,
  { TRIPOD_DATABASE_URL: "", TRIPOD_DATA_DIR: dataDir },
  { "page.html": "<html>Not Found</html>" },
);
const site = await fakeUpstream();
site.misbehave = (_query, response) => answered(sendJson(response, { error: "Not Found" }, 404));
afterAll(async () => {
  await site.close();
  await folder.remove();
});

describe("no installation is begun by an import", () => {
  test.each([
    ["a file that does not exist", "servres.ndjson", "The file servres.ndjson does not exist."],
    ["a folder", ".", ". is a folder. Name a file."],
    ["an address that is not one", "http://[::1", "http://[::1 is not a valid URL."],
    [
      "an address of one page",
      "http://127.0.0.1:9/v0.1/servers?limit=100",
      "The base URL of a registry has nothing after its path: leave ?limit=100 out.",
    ],
    [
      "an address at which nothing listens",
      "http://127.0.0.1:9",
      "The servers could not be read: the upstream could not be read: The connection failed or was closed before the whole answer came.",
    ],
    [
      "an address with a wrong path",
      `${site.url}/regstry`,
      "The servers could not be read: the upstream answered 404.",
    ],
    [
      "the address of a file that is not there",
      `${site.url}/dump.ndjson`,
      "The file could not be read: the answer was 404.",
    ],
    [
      "a file of another kind",
      "page.html",
      `This is neither JSON nor NDJSON: Unexpected token '<', "<html>Not "... is not valid JSON`,
    ],
  ])("from %s", async (_what, source, says) => {
    expect(await tripod("registry", "import", source)).toEqual({ code: 1, out: "", err: `error: ${says}\n` });
    expect(existsSync(dataDir)).toBe(false);
  });
});

test("the database is not started for a backup whose place is taken, or has no folder", async () => {
  // As an installation whose cluster is still to be made: a start would make it.
  const cluster = join(dataDir, "postgres", "cluster");
  await mkdir(cluster, { recursive: true });
  const taken = join(folder.path, "taken.tar");
  await writeFile(taken, "");
  expect((await tripod("backup", taken)).err).toBe(
    `error: ${taken} is there already. Choose another name for the backup.\n`,
  );
  expect((await tripod("backup", join(folder.path, "none", "a.tar"))).err).toMatch(
    /^error: The folder .* does not exist\./,
  );
  expect(await readdir(cluster)).toEqual([]);
});
