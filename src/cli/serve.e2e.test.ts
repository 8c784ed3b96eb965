/** A start that is refused ends, whatever was open by then. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { databaseUrl, programScript } from "../../test/support/command-line.ts";
import { testDatabase } from "../../test/support/database.ts";
import { freePort } from "../../test/support/free-port.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";

const { connection } = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });

/** For hangs only: until then the process must have ended. */
const LIMIT_MS = 120_000;

const SECRET_KEY = "5e".repeat(32);

const script = programScript();

/** Serves with a Redis where nothing listens: its connections are tried again for as long as the process lives. */
async function refused(args: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const env = {
    TRIPOD_DATABASE_URL: databaseUrl(connection),
    TRIPOD_DATA_DIR: folder.path,
    // Each has a data folder of its own, but they share a database and what is sealed in it.
    TRIPOD_SECRET_KEY: SECRET_KEY,
    TRIPOD_REDIS_URL: "redis://127.0.0.1:1",
    TRIPOD_ADMIN_PORT: "0",
    NO_COLOR: "1",
    ...settings,
  };
  const options = { cwd: folder.path, env, timeout: LIMIT_MS, killSignal: "SIGKILL" } as const;
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script, "serve", ...args], options, (error, out, err) => {
      if (error?.code === 1 && !out.includes("is ready")) resolve(err);
      else reject(new Error(`it did not end with 1, but with ${error?.code ?? error?.signal}: ${err}`));
    });
  });
}

async function takenPort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

test.each(["registry", "trading"])(
  "the start of %s on a port that is taken ends, also where Redis is named and away",
  async (service) => {
    const port = await takenPort();
    expect(await refused([service, "--port", port])).toMatch(new RegExp(`^error: .*${port}.*\n$`));
  },
);

test("the start on a metrics port that is taken ends before it says that it is ready", async () => {
  const port = await takenPort();
  expect(await refused(["registry", "--port", "0"], { TRIPOD_ADMIN_PORT: port })).toBe(
    `error: 127.0.0.1:${port} is taken by another program (or by Tripod itself). ` +
      "Choose another one with TRIPOD_ADMIN_PORT.\n",
  );
});

test.each([
  ["TRIPOD_HOST", "192.0.2.1", "cannot be opened: this machine does not have the address (EADDRNOTAVAIL)"],
  ["TRIPOD_HOST", "nowhere.invalid", "cannot be opened: "],
  ["TRIPOD_ADMIN_HOST", "192.0.2.1", "cannot be opened: this machine does not have the address (EADDRNOTAVAIL)"],
])("a start with %s set to %s says which setting to change", async (setting, host, says) => {
  const settings = { TRIPOD_ADMIN_PORT: String(await freePort()), [setting]: host };
  const err = await refused(["registry", "--port", String(await freePort())], settings);
  expect(err).toMatch(/^error: [^\n]+\n$/);
  expect(err).toContain(says);
  expect(err).toContain(`Choose another one with ${setting}.`);
});

test.each([
  [
    "that nothing serves",
    "postgres://joe:hunter2@127.0.0.1:1/db",
    "The database at 127.0.0.1:1 does not answer: nothing",
  ],
  ["on an unknown host", "postgres://joe:hunter2@nowhere.invalid/db", "The database at nowhere.invalid:5432 does not"],
  ["with a bad character", "postgres://joe:hun/ter2@127.0.0.1:1/db", "TRIPOD_DATABASE_URL must be an address such as"],
])("a start with a database %s names where it is, and not the password", async (_what, url, says) => {
  const err = await refused(["registry", "--port", "0"], { TRIPOD_DATABASE_URL: url });
  expect(err).toMatch(/^error: [^\n]+\n$/);
  expect(err).toContain(says);
  expect(err).not.toMatch(/hun|ter2/);
});

test.each([
  ["a key of wallets that cannot be read", { TRIPOD_TRADING_BITCOIN_ACCOUNT_KEY: "nonsense" }],
  ["an exchange that is not known", { TRIPOD_TRADING_EXCHANGES: "nowhere" }],
])("a start with %s ends with one sentence", async (_what, settings) => {
  expect(await refused(["trading", "--port", "0"], settings)).toMatch(/^error: [^\n]+\n$/);
});
