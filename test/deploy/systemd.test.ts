/** The systemd units: systemd accepts them, and they give a process as few rights as it needs. */
import { execFile, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { ROOT, readText } from "../architecture/source-files.ts";
import { problemsOfSettings } from "../support/deployment.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const run = promisify(execFile);
const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
const unit = readText("deploy/systemd/tripod@.service");
const credentials = readText("deploy/systemd/credentials.conf");

/** The values of a setting that may be repeated. */
function valuesOf(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);
}

/** The variables that a unit sets, with systemd's folders as they are for a system service. */
function environmentOf(text: string): Record<string, string> {
  const pairs = valuesOf(text, "Environment").flatMap((line) => line.split(" "));
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = "", value = ""] = pair.split("=", 2);
      return [name, value.replace("%S", "/var/lib").replace("%i", "registry").replace("%d", "/run/credentials")];
    }),
  );
}

describe("the unit", () => {
  test("sets only what the program accepts, and its data folder is the one that systemd makes", () => {
    const { ROLE: role, ...settings } = environmentOf(unit);
    expect(role).toBe("all");
    expect(problemsOfSettings(settings)).toEqual([]);
    expect(settings["TRIPOD_DATA_DIR"]).toBe(
      `/var/lib/${valuesOf(unit, "StateDirectory")[0]?.replace("%i", "registry")}`,
    );
  });

  test("gives the program every secret that it names", () => {
    expect(problemsOfSettings(environmentOf(credentials))).toEqual([]);
    const loaded = valuesOf(credentials, "LoadCredential").map((line) => line.split(":", 1)[0]);
    const named = Object.values(environmentOf(credentials)).map((path) => path.replace("/run/credentials/", ""));
    expect(named).toEqual(loaded);
  });

  test("belongs to the account that is made for it", () => {
    const account = /^u (\S+)/m.exec(readText("deploy/systemd/tripod.sysusers.conf"))?.[1];
    expect(valuesOf(unit, "User")).toEqual([account]);
  });
});

describe.skipIf(!hasSystemd)("systemd", () => {
  /** The units in a folder of their own, with a program that exists here. */
  async function installed(): Promise<string> {
    const folder = await temporaryFolder("tripod-units-");
    onTestFinished(() => folder.remove());
    const program = join(ROOT, "bin", "tripod.js");
    const path = join(folder.path, "tripod@.service");
    await writeFile(path, `${unit.replace("ExecStart=tripod ", `ExecStart=${program} `)}\n${credentials}`);
    return path;
  }

  test("accepts them", async () => {
    const { stdout, stderr } = await run("systemd-analyze", ["verify", "--man=no", await installed()]);
    expect(`${stdout}${stderr}`.split("\n").filter((line) => line.includes("tripod"))).toEqual([]);
  });

  test("finds what is wrong with one that is wrong", async () => {
    const path = await installed();
    await writeFile(path, unit.replace("ExecStart=tripod ", "ExecStart=/nowhere/tripod "));
    const { stderr } = await run("systemd-analyze", ["verify", "--man=no", path]).catch(
      (error: unknown) => error as { readonly stderr: string },
    );
    expect(stderr).toContain("/nowhere/tripod");
  });

  test("calls the exposure of the service less than 3.0", async () => {
    const args = ["security", "--offline=true", "--threshold=30", "--no-pager", await installed()];
    const { stdout } = await run("systemd-analyze", args);
    expect(Number(/exposure level for tripod@\S*\.service: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(3);
  });
});
