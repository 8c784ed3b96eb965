/** `tripod init` as an operator runs it: the program itself, on a database of a test. */
import { execFile, spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commandLine, databaseUrl } from "../../../test/support/command-line.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { freePort } from "../../../test/support/free-port.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { writeProfile } from "../../players/demo/saves/profile-save.ts";

const { connection } = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });
// Of a reader with a key of their own.
const another = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });
const tripod = await commandLine(connection);
/** Sets up a terminal of its own for a command: part of util-linux. */
const hasTerminals = spawnSync("script", ["--version"]).status === 0;

async function emptyFolder() {
  const folder = await temporaryFolder("tripod-init-");
  onTestFinished(() => folder.remove());
  const [port, home] = [String(await freePort()), folder.path];
  // The database is in the answers, and in no variable.
  const env = { HOME: home, NO_COLOR: "1", TRIPOD_ADMIN_PORT: "0", PATH: process.env["PATH"] ?? "" };
  const given = ["--yes", "--port", port, "--database-url", databaseUrl(connection)];
  const run = (...args: readonly string[]) => {
    const [node, main] = tripod.program;
    return new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const child = execFile(node, [main, ...args], { cwd: folder.path, env }, (error, out, err) => {
        resolve({ code: error === null ? 0 : Number(error.code), out, err });
      });
      child.stdin?.end();
    });
  };
  return { path: folder.path, env, run, init: (...args: readonly string[]) => run("init", ...given, ...args) };
}

const mode = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

test("it writes settings and secrets, tries them, and makes what opens every service", async () => {
  const { path, init, run } = await emptyFolder();
  const done = await init("--email", "ada@example.com");
  expect(done).toMatchObject({ code: 0, err: expect.stringContaining("ok    database") });
  expect(await mode(join(path, "secrets"))).toBe(0o700);
  expect(await mode(join(path, "secrets", "database-url"))).toBe(0o600);
  expect(await readFile(join(path, "secrets", "database-url"), "utf8")).toBe(`${databaseUrl(connection)}\n`);
  const { password } = new URL(databaseUrl(connection));
  for (const text of [await readFile(join(path, "tripod.yaml"), "utf8"), done.out, done.err]) {
    expect(text).not.toContain(password);
  }
  const shown = [
    /^Registry token.*: \S+$/m,
    /^Players key.*: \S+$/m,
    /^Password of trader: \S+$/m,
    /^Trading key.*: \S+\.\S+$/m,
  ];
  for (const each of shown) expect(done.out).toMatch(each);
  expect(done.out).toContain("Next:  tripod serve all\n");

  expect(await run("check")).toMatchObject({ code: 0 });
  expect(JSON.parse((await run("registry", "token", "list", "--json")).out)).toMatchObject([
    { subject: "first token" },
  ]);
  expect(JSON.parse((await run("players", "key", "list", "--json")).out)).toMatchObject([{ scope: "history" }]);
  expect(JSON.parse((await run("trading", "user", "list", "--json")).out)).toMatchObject([
    { email: "ada@example.com" },
  ]);

  // Again: the same answers say the same, others are shown, and nothing is changed.
  const before = await readFile(join(path, "tripod.yaml"), "utf8");
  expect(await init("--email", "ada@example.com")).toMatchObject({
    code: 0,
    out: "tripod.yaml is there already, and says the same. Nothing was changed.\n",
  });
  expect(await init("--email", "ada@example.com", "--private-reads", "yes")).toEqual({
    code: 1,
    out: "--- tripod.yaml\n+++ with these answers\n-registry.privateReads: false\n+registry.privateReads: true\n",
    err: expect.stringContaining(
      "error: tripod.yaml is there already, and is not overwritten. Nothing was changed.\n",
    ) as string,
  });
  expect(await readFile(join(path, "tripod.yaml"), "utf8")).toBe(before);
});

test("what does not work is said, and nothing is left", async () => {
  const { path, run } = await emptyFolder();
  const away = ["--database-url", "postgres://tripod:hunter2@127.0.0.1:1/tripod", "--yes", "--service", "registry"];
  const failed = await run("init", ...away);
  expect(failed).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringMatching(/wrong database: .*\n[^]*Nothing was kept/),
  });
  expect(failed.err).not.toContain("hunter2");
  expect(await readdir(path)).toEqual([]);
});

test("a file of secrets that is there already is not overwritten, and nothing else is written", async () => {
  const { path, init } = await emptyFolder();
  await writeFile(join(path, "secrets"), "mine");
  expect(await init("--service", "registry")).toMatchObject({ code: 1, err: expect.stringContaining("error: ") });
  expect(await readdir(path)).toEqual(["secrets"]);
});

test("without a terminal and without --yes it names the options, and with --yes those without a default", async () => {
  const { run } = await emptyFolder();
  expect(await run("init", "--service", "trading")).toEqual({
    code: 1,
    out: "",
    err:
      "error: This is not a terminal, so nothing can be asked. Give --yes to take the defaults, and what differs from " +
      "them by option: --port, --data, --database-url, --public-url, --exchanges, --user, --email.\n",
  });
  expect(await run("init", "--service", "trading", "--yes")).toMatchObject({
    code: 1,
    err: "error: These options have no default and must be given: --email.\n",
  });
});

test("a signal while the settings are tried leaves neither settings nor data", async () => {
  const { path, env } = await emptyFolder();
  const [node, main] = tripod.program;
  const port = String(await freePort());
  const code = await new Promise<number>((resolve) => {
    const options = { cwd: path, env };
    const child = execFile(node, [main, "init", "--yes", "--service", "registry", "--port", port], options, (error) => {
      resolve(error === null ? 0 : Number(error.code));
    });
    // The built-in database is being made by then.
    child.stderr?.on("data", (chunk: string) => chunk.includes("disk:") && child.kill("SIGINT"));
  });
  expect(code).toBe(130);
  expect(await readdir(path)).toEqual([]);
});

/** Answers what a command asks at a terminal: each answer is typed when its question is shown. Answers the exit code. */
async function talk(command: readonly string[], place: object, answers: readonly (readonly [string, string])[]) {
  const words = command.map((word) => `'${word}'`).join(" ");
  let shown = "";
  const code = await new Promise<number>((resolve) => {
    const child = execFile("script", ["-qec", words, "/dev/null"], place, (error) => {
      resolve(error === null ? 0 : Number(error.code));
    });
    const left = [...answers];
    let at = 0;
    child.stdout?.on("data", (chunk: string) => {
      shown += chunk;
      for (let [next] = left; next !== undefined; [next] = left) {
        const [question, answer] = next;
        const found = shown.indexOf(question, at);
        if (found < 0) return;
        at = found + question.length;
        left.shift();
        child.stdin?.write(answer);
      }
    });
  });
  return { code, shown };
}

test.skipIf(!hasTerminals)("Ctrl-C at a question leaves nothing and exits with 130", async () => {
  const { path, env } = await emptyFolder();
  const { code } = await talk([...tripod.program, "init"], { cwd: path, env }, [["Which service", "\u0003"]]);
  expect(code).toBe(130);
  expect(await readdir(path)).toEqual([]);
});

test.skipIf(!hasTerminals)(
  "a terminal asks all of it, again after an answer that cannot be used, and shows no secret",
  async () => {
    const { path, env } = await emptyFolder();
    const saves = join(path, "TheIsland_WP");
    await mkdir(saves);
    const survivor = { id: 1n, platformName: "Ann", characterName: "Ann the survivor" };
    await writeFile(join(saves, "1.arkprofile"), writeProfile(survivor, 7));
    const url = databaseUrl(another.connection);
    const command = [...tripod.program, "init", "--saves", saves];
    const { code, shown } = await talk(command, { cwd: path, env }, [
      ["Which service", "game servers\r"],
      ["That must be one of registry, players, trading, all.", ""],
      ["Which service", "players\r"],
      ["Port to listen on?", `${await freePort()}\r`],
      ["Folder for the data?", "\r"],
      ["Your own PostgreSQL", `${url}\r`],
      ["Where do browsers reach this server", "https://ark.example.com/\r"],
      ["Where does RCON of theisland listen", "127.0.0.1:27020\r"],
      ["Password of RCON of theisland?", "hunter2\r"],
    ]);
    expect([code, shown]).toEqual([0, expect.stringContaining("Players key (scope history): ")]);
    const settings = await readFile(join(path, "tripod.yaml"), "utf8");
    expect(settings).toContain("publicUrl: https://ark.example.com\n");
    expect(settings).toContain("passwordFile: ./secrets/rcon-theisland\n");
    expect(await readFile(join(path, "secrets", "rcon-theisland"), "utf8")).toBe("hunter2\n");
    expect(await readFile(join(path, "secrets", "database-url"), "utf8")).toBe(`${url}\n`);
    for (const secret of ["hunter2", url])
      expect([shown, settings].filter((text) => text.includes(secret))).toEqual([]);
  },
);
