/** The command on a Node that is too old. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

describe("a Node that is too old", () => {
  test("can read every file that it meets before it is refused", async () => {
    for (const name of ["tripod.js", "need-node.js"]) {
      const text = readFileSync(join(ROOT, "bin", name), "utf8").replaceAll(/^#!.*|\/\*.*\*\//gm, "");
      expect(text).not.toMatch(/=>|`|\bimport\b|\?\.|node:/);
      await transform(text, { target: "es5" });
    }
  });

  test.each(["20.18.3", "18.20.8", "8.17.0"])("of version %s is answered with one sentence", async (version) => {
    const old = `Object.defineProperty(process.versions, "node", { value: "${version}" });`;
    const started = run(process.execPath, ["-e", `${old} require("./bin/tripod.js")`, "--", "--version"], {
      cwd: ROOT,
    });
    const engines = (JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { engines: { node: string } })
      .engines;
    await expect(started).rejects.toMatchObject({
      code: 1,
      stdout: "",
      stderr:
        `error: Tripod needs Node ${engines.node.replace(">=", "")} or later, and this is Node ${version}. ` +
        "Install a later one: https://nodejs.org/en/download\n",
    });
  });
});
