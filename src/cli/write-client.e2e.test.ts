/** What an installation hands out can be used as it is. */
import { execFile } from "node:child_process";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { filesBelow } from "../../test/architecture/source-files.ts";
import { programScript } from "../../test/support/command-line.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";

const ROOT = join(import.meta.dirname, "../..");
const run = promisify(execFile);
const folder = await temporaryFolder("tripod-handed-out-");
afterAll(() => folder.remove());

/** Runs the program in the test's folder, without any setting. */
async function tripod(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const options = { cwd: folder.path, env: { PATH: process.env["PATH"] ?? "", NO_COLOR: "1" } };
  return new Promise((done) => {
    execFile(process.execPath, [programScript(), ...args], options, (error, out, err) => {
      done({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

const filesIn = async (path: string) =>
  (await readdir(join(folder.path, path), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder.path, path).length + 1))
    .toSorted();

describe("tripod client", () => {
  test("typescript makes a package that a program installs and imports", async () => {
    const { code, out } = await tripod("client", "typescript", "vendor/tripod-client");
    expect([code, out]).toEqual([
      0,
      expect.stringContaining(`npm install ${join(folder.path, "vendor/tripod-client")} `),
    ]);
    const files = await filesIn("vendor/tripod-client");
    expect(files).toEqual(
      expect.arrayContaining(["LICENSE", "README.md", "dist/index.d.ts", "dist/index.js", "package.json"]),
    );
    expect(files.filter((file) => !/^(?:LICENSE|README\.md|package\.json|dist\/.*\.(?:js|d\.ts))$/.test(file))).toEqual(
      [],
    );
    await writeFile(join(folder.path, "package.json"), '{"type":"module"}');
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--offline"];
    await run("npm", ["install", ...options, "./vendor/tripod-client"], { cwd: folder.path });
    await writeFile(
      join(folder.path, "main.ts"),
      `import { registryClient, type ServerResponse } from "@tripod/client/registry";
       const shown = ({ server }: ServerResponse): string => server.name;
       console.log(typeof registryClient({ baseUrl: "http://127.0.0.1:9" }).servers.listServers.each, typeof shown);`,
    );
    const compilerOptions = { module: "NodeNext", target: "ES2022", lib: ["ES2023", "DOM"], strict: true, types: [] };
    await writeFile(join(folder.path, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
    await run(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder.path]);
    const { stdout } = await run(process.execPath, ["main.js"], { cwd: folder.path });
    expect(stdout).toBe("function function\n");
  });

  test.each([
    ["python", "clients/python", "pip install"],
    ["bruno", "clients/bruno", "in Bruno"],
    ["publish-action", "actions/publish", "gitlab.yml"],
  ])("%s writes every file as the repository has it, and the license", async (part, source, next) => {
    const { code, out } = await tripod("client", part, part);
    expect([code, out]).toEqual([0, expect.stringContaining(next)]);
    const own = filesBelow(source)
      .filter((file) => !/__pycache__|\.egg-info/.test(file))
      .map((file) => file.slice(source.length + 1));
    expect(await filesIn(part)).toEqual([...own, "LICENSE"].toSorted());
    for (const file of own) {
      expect(await readFile(join(folder.path, part, file), "utf8"), file).toBe(
        await readFile(join(ROOT, source, file), "utf8"),
      );
    }
  });

  test("touches no folder that holds something, and says why it cannot write", async () => {
    await mkdir(join(folder.path, "mine"));
    await writeFile(join(folder.path, "mine", "notes"), "x");
    const { code, err } = await tripod("client", "bruno", "mine");
    expect([code, err]).toEqual([1, expect.stringContaining("mine is not empty. Name a folder that is empty")]);
    expect(await filesIn("mine")).toEqual(["notes"]);
    const below = await tripod("client", "bruno", "mine/notes/below");
    expect([below.code, below.err]).toEqual([1, expect.stringMatching(/below cannot be written \(\w+\)\.\n$/)]);
    expect(await tripod("client", "cobol", "x")).toMatchObject({ code: 2 });
  });

  test.skipIf(process.platform !== "linux")("ends where no folder can be made", async () => {
    const { code, err } = await tripod("client", "bruno", "/proc/tripod/client");
    expect([code, err]).toEqual([1, "error: /proc/tripod/client cannot be written (ENOENT).\n"]);
  });
});
