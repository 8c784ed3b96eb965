/** `tripod registry import` of a file that changes while the installation is opened. */
import { appendFile, readdir, readlink, rename, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { commandHere } from "../../../test/support/command-here.ts";
import { databaseUrl } from "../../../test/support/command-line.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { migrateJobs } from "../../kit/jobs/job-runner.ts";

const { connection } = await testDatabase({ rooms: ["kit", "registry"] });
await migrateJobs(connection);
const folder = await temporaryFolder();
afterAll(() => folder.remove());

const at = "2025-01-01T00:00:00Z";
const _meta = {
  "io.modelcontextprotocol.registry/official": { status: "active", publishedAt: at, updatedAt: at, isLatest: true },
};
/** Longer than what is read of a file at once. */
const entry = (name: string): string => {
  const server = { name: `com.example/${name}`, description: "A test.", version: "1.0.0" };
  return `${JSON.stringify({ server, _meta })}${" ".repeat(600_000)}\n`;
};

/** A way to the database that calls back when it is first used, and goes on afterwards. */
async function wayToDatabase(first: () => Promise<void>): Promise<string> {
  const target = new URL(databaseUrl(connection));
  const host = target.searchParams.get("host") ?? target.hostname;
  const port = Number(target.searchParams.get("port") ?? target.port);
  const open = new Set<Socket>();
  let called: Promise<void> | undefined;
  const server = createServer((caller) => {
    caller.pause();
    void (called ??= first()).then(() => {
      const out = host.startsWith("/") ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
      for (const [socket, other] of [
        [caller, out],
        [out, caller],
      ] as const) {
        open.add(socket);
        socket.on("error", () => {}).on("close", () => other.destroy());
        socket.pipe(other);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  target.search = "";
  target.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return target.href;
}

/** Imports the text of a file, to which something happens when the database is opened. */
async function importChanged(name: string, text: string, change: (file: string) => Promise<void>) {
  const file = join(folder.path, name);
  await writeFile(file, text);
  const url = await wayToDatabase(() => change(file));
  return (await commandHere(connection, { TRIPOD_DATABASE_URL: url, TRIPOD_SECRET_KEY: "11".repeat(32) }))(
    "registry",
    "import",
    file,
  );
}

test("a file is not open while the installation is, and is read to its end afterwards", async () => {
  let held: string[] = [];
  const ran = await importChanged("whole.ndjson", entry("one") + entry("two"), async (file) => {
    const open = await readdir("/proc/self/fd");
    const links = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")));
    held = links.filter((link) => link === file);
  });
  expect(ran).toMatchObject({ code: 0, out: "2 versions imported, 0 were there already, 0 left alone, 0 problems\n" });
  expect(held).toEqual([]);
});

test.each([
  ["that has grown", "grown", (file: string) => appendFile(file, entry("more")), "has changed since it was first read"],
  [
    "in whose place another is",
    "replaced",
    async (file: string) => {
      await writeFile(`${file}.new`, entry("other"));
      await rename(`${file}.new`, file);
    },
    "has changed since it was first read",
  ],
  ["that is gone", "gone", (file: string) => rm(file), "is not there any more"],
])("of a file %s by then nothing is imported, which one sentence says", async (_what, name, change, says) => {
  const ran = await importChanged(`${name}.ndjson`, entry(name) + entry(`${name}-two`), change);
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.err).toBe(`error: The file ${join(folder.path, name)}.ndjson ${says}. Nothing of it was imported.\n`);
  const again = await importChanged(`${name}.ndjson`, entry(name) + entry(`${name}-two`), async () => {});
  expect(again.out).toContain("2 versions imported, 0 were there already");
});
