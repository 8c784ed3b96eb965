/** The systemd units: systemd accepts them, and they give a process as few rights as it needs. */
import { execFile, spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { ROOT, readText } from "../architecture/source-files.ts";
import { problemsOfSettings } from "../support/deployment.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const run = promisify(execFile);
const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
const unit = readText("deploy/systemd/tripod@.service");
const backupUnit = readText("deploy/systemd/tripod-backup@.service");
const credentials = readText("deploy/systemd/credentials.conf");

/** The values of a setting that may be repeated. */
function valuesOf(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);
}

/** The variables that a unit sets, with systemd's folders as they are for a system service. */
function environmentOf(text: string): Record<string, string> {
  const pairs = valuesOf(text, "Environment").flatMap((line) =>
    line.startsWith('"') ? [line.slice(1, -1)] : line.split(" "),
  );
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

describe("the unit of backups", () => {
  /** What a unit that ends differs in from one that serves. */
  const OF_ONE = new Set(
    "Type StateDirectory Environment ExecStart ExecStartPost Restart RestartSec TimeoutStopSec LimitNOFILE Nice IOSchedulingClass ReadWritePaths".split(
      " ",
    ),
  );
  const settingsOf = (text: string): string[] => {
    const [, service = ""] = text.split("[Service]");
    const lines = service.split("[Install]", 1)[0]?.split("\n") ?? [];
    return lines.filter((line) => /^[A-Z]/.test(line) && !OF_ONE.has(line.split("=", 1)[0] ?? "")).toSorted();
  };

  test("has the account, the settings and the limits of the service", () => {
    expect(settingsOf(backupUnit)).toEqual(settingsOf(unit));
    expect(settingsOf(unit)).toEqual(
      expect.arrayContaining(["User=tripod", "EnvironmentFile=-%E/tripod/%i.env", "SystemCallErrorNumber=EPERM"]),
    );
    const { ROLE: _role, TRIPOD_OPERATOR_COMMAND: _hint, ...ofService } = environmentOf(unit);
    expect(environmentOf(backupUnit)).toEqual(ofService);
  });

  test("writes into a folder of its own, and into the data folder of the service, where the database may have to start", () => {
    expect(valuesOf(backupUnit, "StateDirectory")).toEqual(["tripod-backup/%i"]);
    expect(valuesOf(backupUnit, "ReadWritePaths")).toEqual([`-%S/${valuesOf(unit, "StateDirectory")[0]}`]);
  });
});

describe("tripod-as", () => {
  /** Runs the script with its folder of settings elsewhere, and a `systemd-run` that shows what it is given. */
  async function given(secrets: readonly string[], ...args: readonly string[]) {
    const folder = await temporaryFolder("tripod-as-");
    onTestFinished(() => folder.remove());
    const script = readText("deploy/systemd/tripod-as").replaceAll("/etc/tripod/cred", `${folder.path}/cred`);
    await mkdir(join(folder.path, "credentials"));
    for (const name of secrets) await writeFile(join(folder.path, "credentials", name), "secret");
    await writeFile(join(folder.path, "tripod-as"), script);
    await writeFile(join(folder.path, "systemd-run"), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    const env = { PATH: `${folder.path}:/usr/bin:/bin` };
    const { stdout } = await run("sh", [join(folder.path, "tripod-as"), ...args], { env });
    const words = stdout.trimEnd().split("\n");
    const values = (option: string): string[] =>
      words.flatMap((word) => (word.startsWith(`--${option}=`) ? [word.slice(option.length + 3)] : []));
    return { values, command: words.slice(words.indexOf("tripod")), folder: folder.path };
  }

  test("runs a command with the account, the folders and the settings of the service", async () => {
    const { values, command } = await given([], "registry", "registry", "token", "--publish", "io.example/*");
    expect(command).toEqual(["tripod", "registry", "token", "--publish", "io.example/*"]);
    const wanted = ["User", "Group", "UMask", "WorkingDirectory", "EnvironmentFile"].map((name) => {
      const [value = ""] = valuesOf(unit, name);
      return `${name}=${value.replace("%E", "/etc").replace("%i", "registry")}`;
    });
    expect(values("property").toSorted()).toEqual(wanted.toSorted());
    expect(values("setenv")).toEqual([`TRIPOD_DATA_DIR=${environmentOf(unit)["TRIPOD_DATA_DIR"]}`]);
  });

  test("hands over the secrets of credentials.conf that are there", async () => {
    const all = valuesOf(credentials, "LoadCredential").map((line) => line.split(":", 1)[0] ?? "");
    const { values, folder } = await given(all, "registry", "migrate");
    const place = `/run/credentials/${values("unit")[0]}.service`;
    expect(values("property").filter((each) => each.startsWith("LoadCredential"))).toEqual(
      all.map((name) => `LoadCredential=${name}:${folder}/credentials/${name}`),
    );
    expect(values("setenv").slice(1)).toEqual(
      valuesOf(credentials, "Environment").map((each) => each.replace("%d", place)),
    );
    const one = await given(["secret-key"], "trading", "trading", "user", "list");
    expect(one.values("setenv")).toEqual([
      "TRIPOD_DATA_DIR=/var/lib/tripod/trading",
      `TRIPOD_SECRET_KEY_FILE=/run/credentials/${one.values("unit")[0]}.service/secret-key`,
    ]);
  });

  test("refuses a command without an instance", async () => {
    await expect(given([], "registry")).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("usage:") });
    await expect(given([], "../x", "check")).rejects.toMatchObject({ code: 2 });
  });
});

describe.skipIf(!hasSystemd)("systemd", () => {
  /** The units in a folder of their own, with a program that exists here. */
  async function installed(): Promise<{ readonly service: string; readonly backup: string; readonly timer: string }> {
    const folder = await temporaryFolder("tripod-units-");
    onTestFinished(() => folder.remove());
    const program = join(ROOT, "bin", "tripod.js");
    const path = (name: string): string => join(folder.path, name);
    const [service, backup, timer] = ["tripod@.service", "tripod-backup@.service", "tripod-backup@.timer"].map(
      path,
    ) as [string, string, string];
    await writeFile(service, `${unit.replace("ExecStart=tripod ", `ExecStart=${program} `)}\n${credentials}`);
    await writeFile(backup, `${backupUnit}\n${credentials}`);
    await writeFile(timer, readText("deploy/systemd/tripod-backup@.timer"));
    return { service, backup, timer };
  }

  test("accepts them", async () => {
    const { service, backup, timer } = await installed();
    const { stdout, stderr } = await run("systemd-analyze", ["verify", "--man=no", service, backup, timer]);
    expect(`${stdout}${stderr}`.split("\n").filter((line) => line.includes("tripod"))).toEqual([]);
  });

  test("finds what is wrong with one that is wrong", async () => {
    const { service } = await installed();
    await writeFile(service, unit.replace("ExecStart=tripod ", "ExecStart=/nowhere/tripod "));
    const { stderr } = await run("systemd-analyze", ["verify", "--man=no", service]).catch(
      (error: unknown) => error as { readonly stderr: string },
    );
    expect(stderr).toContain("/nowhere/tripod");
  });

  test.each(["service", "backup"] as const)(
    "calls the exposure of the unit for the %s less than 3.0",
    async (which) => {
      const units = await installed();
      const args = ["security", "--offline=true", "--threshold=30", "--no-pager", units[which]];
      const { stdout } = await run("systemd-analyze", args);
      expect(Number(/exposure level for tripod\S*@\S*\.service: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(3);
    },
  );
});
