/** Rules of every command: the named settings' file, exit codes, lists as JSON, completion. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { commandHere } from "../../test/support/command-here.ts";
import { testDatabase } from "../../test/support/database.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { tripodProgram } from "./program.ts";
import { commandTable } from "./reference/command-table.ts";

const { connection } = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });
const folder = await temporaryFolder();
afterAll(() => folder.remove());
const tripod = await commandHere(connection, { TRIPOD_CONFIG: join(folder.path, "other.yaml") });

test("--config names the settings' file, before or after the command, and comes before TRIPOD_CONFIG", async () => {
  await writeFile(join(folder.path, "other.yaml"), "port: 70000\n");
  await writeFile(join(folder.path, "mine.yaml"), "logLevel: warn\n");
  const mine = ["--config", join(folder.path, "mine.yaml")];
  expect(await tripod("players", "key", "list")).toMatchObject({
    code: 1,
    err: expect.stringContaining("other.yaml:1"),
  });
  expect(await tripod("players", "key", "list", ...mine)).toMatchObject({ code: 0 });
  expect(await tripod(...mine, "players", "key", "list")).toMatchObject({ code: 0 });
  expect(await tripod("players", "key", "list", "--config", "/nowhere/tripod.yaml")).toEqual({
    code: 1,
    out: "",
    err: "error: The settings' file /nowhere/tripod.yaml, named by --config or TRIPOD_CONFIG, is not there.\n",
  });
});

test("a TRIPOD_CONFIG that is empty names no file, and an empty --config is refused", async () => {
  const unnamed = await commandHere(connection, { TRIPOD_CONFIG: "" });
  expect(await unnamed("trading", "tape", "info")).toEqual({ code: 0, out: "0 markets\n", err: "" });
  expect(await unnamed("trading", "tape", "info", "--config", "")).toEqual({
    code: 1,
    out: "",
    err: "error: --config is without a file. Name one, or leave the option out.\n",
  });
});

test("the cluster is read from the settings' file that is named", async () => {
  const saves = join(folder.path, "saves");
  await mkdir(saves);
  const file = join(folder.path, "cluster.yaml");
  await writeFile(file, "logLevel: warn\n");
  const added = await tripod("players", "add-server", "island", "--game", "asa", "--saves", saves, "--config", file);
  expect(added).toMatchObject({ code: 0, out: expect.stringContaining(`island was added to ${file}.`) });
  const { out } = await tripod("players", "doctor", "--json", "--config", file);
  expect(JSON.parse(out)).toMatchObject({
    lines: expect.arrayContaining([expect.objectContaining({ server: "island" })]),
  });
});

test.each(["registry", "players"])("deliveries of an unknown webhook of %s are refused", async (service) => {
  const named = ["--config", join(folder.path, "mine.yaml")];
  expect(await tripod(...named, service, "webhook", "deliveries")).toMatchObject({ code: 0 });
  expect(await tripod(...named, service, "webhook", "deliveries", "nope")).toEqual({
    code: 1,
    out: "",
    err: `error: There is no webhook nope. "tripod ${service} webhook list" shows all.\n`,
  });
});

test.each([
  [["serv"], "error: unknown command 'serv'"],
  [["serve", "everything"], "is invalid for argument 'service'. Allowed choices are registry, players, trading, all."],
  [["serve", "--port", "70000"], "A port is a number from 0 to 65535."],
  [["registry"], "Usage: tripod registry"],
  [["players", "key", "create"], "required option '--name <name>' not specified"],
  [
    ["trading", "halt", "--account", "1", "--account", "2", "--reason", "why"],
    "option '--account <uid>' is given twice",
  ],
  [["--config", "one.yaml", "check", "--config", "two.yaml"], "option '--config <file>' is given twice"],
])("%j is a mistake of the command line: exit code 2", async (words, says) => {
  expect(await tripod(...words)).toMatchObject({ code: 2, out: "", err: expect.stringContaining(says) });
});

test.each([["--help"], ["--version"], ["help", "registry"], ["registry", "token", "--help"]])(
  "%j %j is an answer: exit code 0",
  async (...words) => {
    expect(await tripod(...words)).toMatchObject({ code: 0, err: "" });
  },
);

const settings = join(folder.path, "empty.yaml");
const lists = commandTable(tripodProgram())
  .filter(({ words, options }) => words.length > 0 && options.some(({ long }) => long === "json"))
  .map(({ words }) => words.join(" "))
  .filter(
    (name) =>
      !["backup", "check", "players doctor", "players key create", "restore", "trading news doctor"].includes(name),
  );

test.each(lists)("`tripod %s --json` of an empty installation is an empty list", async (name) => {
  await writeFile(settings, "");
  const { code, out, err } = await tripod(...name.split(" "), "--json", "--config", settings);
  expect({ name, code, err }).toEqual({ name, code: 0, err: "" });
  const list = JSON.parse(out) as readonly unknown[];
  // The installation has sealing keys from its first start on.
  expect(list).toHaveLength(name === "keys list" ? 1 : 0);
});

test("lists as JSON hold what the lists show, with times and without secrets", async () => {
  await writeFile(settings, "");
  const run = async (...words: readonly string[]) => tripod(...words, "--config", settings);
  const json = async (...words: readonly string[]): Promise<unknown> =>
    JSON.parse((await run(...words, "--json")).out) as unknown;
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown;

  const { out: uid } = await run("trading", "user", "create", "ada", "--email", "ada@example.com", "--name", "Ada");
  expect(await json("trading", "user", "list")).toEqual([
    {
      uid: Number(uid),
      ownerUid: null,
      role: "user",
      username: "ada",
      email: "ada@example.com",
      isActive: true,
      isClosed: false,
      createdAt: at,
      lastLoginAt: null,
      referralCode: expect.any(String),
    },
  ]);

  const { out: token } = await run("registry", "token", "--publish", "io.example/*", "--subject", "build");
  const tokens = await json("registry", "token", "list");
  expect(tokens).toEqual([
    {
      tokenId: expect.any(String),
      subject: "build",
      permissions: [{ action: "publish", resource: "io.example/*" }],
      issuedAt: at,
      expiresAt: at,
      revokedAt: null,
    },
  ]);
  expect(JSON.stringify(tokens)).not.toContain(token.trim());
  expect(await json("registry", "keys", "list")).toMatchObject([
    { isFromSettings: false, createdAt: at, retiredAt: null },
  ]);

  const url = "https://hooks.example.com/x";
  const { out: secret } = await run("players", "webhook", "add", url, "--events", "join");
  const webhooks = await json("players", "webhook", "list");
  expect(webhooks).toEqual([
    { id: expect.any(String), enabled: true, pattern: "*", events: ["join"], format: "signed", url, createdAt: at },
  ]);
  expect(JSON.stringify(webhooks)).not.toContain(secret.trim());

  await run("trading", "halt", "--reason", "a test");
  expect(await json("trading", "halts")).toMatchObject([{ mode: "halted", reason: "a test", setAt: at }]);
});

test("a signing key whose id begins with a hyphen is taken for one", async () => {
  const { code, err } = await tripod("registry", "keys", "revoke", "-Xab_c", "--config", settings);
  expect([code, err]).toEqual([1, expect.stringContaining("-Xab_c")]);
  expect(err).not.toContain("unknown option");
});

test.each(["bash", "zsh", "fish"])("`tripod completion %s` prints a script that knows every command", async (shell) => {
  const { code, out } = await tripod("completion", shell, "--config", settings);
  expect(code).toBe(0);
  for (const { words } of commandTable(tripodProgram()).slice(1)) expect(out).toContain(words.at(-1));
});

test.each([
  ["an empty text", ""],
  ["blanks", "  "],
  ["a pair without its exchange", "btcusdt"],
])("`tripod trading tape info` refuses %s as the code of a market", async (_what, given) => {
  const { code, out, err } = await tripod("trading", "tape", "info", "--code", given);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(`option '--code <code>' argument '${given}' is invalid`);
});

test.each([
  ["folder", ["client", "typescript", ""]],
  ["source", ["registry", "import", ""]],
  ["files", ["trading", "tape", "import", "a.csv", "", "--layout", "parquet", "--code", "binance-btcusdt"]],
])("an empty argument '%s', as of a shell variable that is not set, does nothing", async (name, args) => {
  const { code, out, err } = await tripod(...args);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(`error: command-argument value '' is invalid for argument '${name}'. It must not be empty.`);
});
