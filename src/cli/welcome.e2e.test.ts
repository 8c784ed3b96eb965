/** The box of a first start, on a terminal of its own. */
import { execFile, spawn, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { commandLine } from "../../test/support/command-line.ts";
import { testDatabase } from "../../test/support/database.ts";

const { connection } = await testDatabase({ rooms: [] });
const hasTools = ["script", "curl"].every((tool) => spawnSync(tool, ["--version"]).status === 0);

test.skipIf(!hasTools)(
  "the first start on a terminal shows a box whose three requests work when they are pasted, and the second has none",
  async () => {
    const tripod = await commandLine(connection, {
      TRIPOD_PORT: "0",
      TRIPOD_ADMIN_PORT: "0",
      PATH: process.env["PATH"] ?? "",
    });
    const start = async () => {
      const command = [...tripod.program, "serve", "all", "--demo"].join(" ");
      const child = spawn("script", ["-qec", command, "/dev/null"], {
        env: tripod.env,
        cwd: tripod.env["TRIPOD_DATA_DIR"],
      });
      let shown = "";
      child.stdout.on("data", (data: Buffer) => (shown += data.toString()));
      const ended = new Promise((resolve) => child.once("close", resolve));
      onTestFinished(() => void child.kill("SIGKILL"));
      return { child, ended, shown: () => shown.replaceAll("\r", "") };
    };
    const first = await start();
    // Its output comes in pieces, and work that begins then writes its own lines after the box.
    await expect.poll(first.shown).toMatch(/─{20,}\n[^]*?\n─{20,}\n/);
    const [, box = ""] = /─{20,}\n([^]*?)\n─{20,}\n/.exec(first.shown()) ?? [];
    const lines = box.split("\n");
    expect(lines).toContainEqual(expect.stringMatching(/^Address +http:\/\/127\.0\.0\.1:\d+$/));
    expect(lines).toContainEqual(expect.stringMatching(/^Players key \(invented players\) +demo$/));
    expect(lines).toContainEqual(expect.stringMatching(/^Trading password +\S{16}$/));
    expect(lines).toContainEqual(expect.stringMatching(/^Trading key +\S+\.\S+$/));
    expect(first.shown().match(/applied \d+ migrations/g)).toHaveLength(1);
    const requests = lines.filter((line) => line.startsWith("curl "));
    expect(requests).toHaveLength(3);
    for (const request of requests) {
      const { stdout } = await promisify(execFile)("sh", ["-c", `${request} -s -o /dev/null -w '%{http_code}'`]);
      expect([request, stdout]).toEqual([request, "200"]);
    }
    first.child.kill("SIGTERM");
    await first.ended;
    const second = await start();
    await expect.poll(second.shown).toContain("is ready");
    expect(second.shown()).not.toContain("Trading password");
    second.child.kill("SIGTERM");
    await second.ended;
  },
);
