/** From answers to settings: what is asked, what is written, and how a second setup would differ. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { loadConfig } from "../../kit/config/load-config.ts";
import { UserError } from "../../kit/errors/user-error.ts";
import { addServer } from "../../players/cluster/index.ts";
import { writeProfile } from "../../players/demo/saves/profile-save.ts";
import { askedFlags, collectAnswers } from "./collect-answers.ts";
import { chooseServers } from "./game-servers.ts";
import { programName } from "./program-name.ts";
import { settingDifferences } from "./setting-differences.ts";
import { loadSections, planSetup } from "./setup-plan.ts";
import type { Terminal } from "./terminal.ts";

const sections = await loadSections();

const folder = await temporaryFolder();
afterAll(() => folder.remove());

/** A person who answers in this order; what was asked and told is kept. */
function person(...typed: readonly string[]): Terminal & { readonly seen: string[] } {
  const left = [...typed];
  const seen: string[] = [];
  const ask = async (question: string): Promise<string> => {
    seen.push(question);
    const answer = left.shift();
    if (answer === undefined) throw new Error(`no answer to: ${question}`);
    return answer;
  };
  return { seen, ask, askSecret: ask, tell: (line) => void seen.push(line) };
}

async function settingsOf(text: string) {
  const file = join(folder.path, "tripod.yaml");
  await writeFile(file, text);
  return loadConfig({ sections, environment: {}, file }).config;
}

describe("questions", () => {
  test("pressing only Enter gives the defaults, and only the chosen service is asked about", async () => {
    const someone = person("registry", "", "", "", "", "", "");
    expect(await collectAnswers({}, someone)).toEqual({
      service: "registry",
      port: "8080",
      data: "./data",
      "database-url": "",
      "public-url": "",
      "private-reads": "no",
      issuer: "",
    });
    expect(someone.seen.join("\n")).not.toMatch(/exchange|mail/i);
  });

  test("an answer that cannot be used is asked for again, and an issuer brings more questions", async () => {
    const issuer = "https://login.example.com";
    const someone = person(
      "players and registry",
      "registry",
      "99999",
      "9000",
      "",
      "mysql://x",
      "",
      "https://tripod.example.com/tools",
      "https://tripod.example.com/",
      "yes",
      issuer,
      "",
      "tripod",
      "a/*,b/*",
    );
    expect(await collectAnswers({}, someone)).toMatchObject({
      port: "9000",
      "public-url": "https://tripod.example.com",
      "private-reads": "yes",
      issuer,
      "issuer-client-id": "tripod",
      "issuer-publishes": "a/*,b/*",
    });
    expect(someone.seen.filter((line) => line.startsWith("That "))).toEqual([
      "That must be one of registry, players, trading, all.",
      "That must be a number from 0 to 65535.",
      "That must begin with postgres://.",
      "That must be a URL without a path, such as https://tripod.example.com.",
      "That must have 1 to 1000 characters.",
    ]);
  });

  test("options answer questions, and the defaults the others; what has none is named, all at once", async () => {
    expect(
      await collectAnswers({ service: "trading", email: "a@example.com", exchanges: "binance" }, undefined),
    ).toEqual({
      service: "trading",
      port: "8080",
      data: "./data",
      "database-url": "",
      "public-url": "",
      exchanges: "binance",
      mode: "paper",
      user: "trader",
      email: "a@example.com",
    });
    await expect(collectAnswers({ issuer: "https://login.example.com" }, undefined)).rejects.toThrow(
      new UserError(
        "These options have no default and must be given: --issuer-client-id, --issuer-publishes, --email.",
      ),
    );
    await expect(collectAnswers({ port: "http" }, undefined)).rejects.toThrow(
      "--port must be a number from 0 to 65535.",
    );
  });

  test("without a terminal the options that would be asked for are named", () => {
    expect(askedFlags({ service: "registry", port: "1" })).toEqual([
      "--data",
      "--database-url",
      "--public-url",
      "--private-reads",
      "--issuer",
    ]);
  });
});

describe("the written settings", () => {
  test("are the answers, and the secrets stand apart", async () => {
    const plan = planSetup(
      sections,
      {
        service: "all",
        port: "9000",
        data: "/srv/tripod: data",
        "database-url": "postgres://tripod:hunter2@db/tripod",
        "public-url": "https://tripod.example.com",
        "private-reads": "yes",
        issuer: "https://login.example.com",
        "issuer-client-id": "tripod",
        "issuer-publishes": "io.example/*, com.example/x",
        exchanges: "binance,simulated",
        mode: "paper",
      },
      "players:\n  servers: []\n",
      [{ file: "rcon-island", text: "hunter3" }],
    );
    expect(plan.text).not.toMatch(/hunter/);
    expect(plan.secrets).toEqual([
      { file: "database-url", text: "postgres://tripod:hunter2@db/tripod" },
      { file: "rcon-island", text: "hunter3" },
    ]);
    await mkdir(join(folder.path, "secrets"), { recursive: true });
    await writeFile(join(folder.path, "secrets", "database-url"), `${plan.secrets[0]?.text}\n`);
    const { shared, registry, trading } = await settingsOf(plan.text);
    expect(shared).toMatchObject({
      port: 9000,
      dataDir: "/srv/tripod: data",
      databaseUrl: "postgres://tripod:hunter2@db/tripod",
      publicUrl: "https://tripod.example.com",
    });
    expect(registry).toMatchObject({
      privateReads: true,
      oidcIssuer: "https://login.example.com",
      oidcClientId: "tripod",
      oidcPublishPatterns: ["io.example/*", "com.example/x"],
    });
    expect(trading).toMatchObject({ exchanges: "paper:binance,simulated" });
  });

  test("are accepted by the program, for every address that the questions accept", async () => {
    const samples = [
      "https://tripod.example.com",
      "https://tripod.example.com/",
      "http://127.0.0.1:8080//",
      "https://tripod.example.com/tools",
      "https://ada@tripod.example.com",
      "https://tripod.example.com?a",
      "https://",
      "https:///",
      `https://${"a".repeat(400)}.example.com`,
    ];
    const taken: string[] = [];
    for (const sample of samples) {
      const ofIssuer = { issuer: sample, "issuer-client-id": "a", "issuer-publishes": "a/*" };
      for (const given of [{ "public-url": sample }, ofIssuer]) {
        const answers = await collectAnswers({ service: "registry", ...given }, undefined).catch(() => undefined);
        if (!answers) continue;
        await settingsOf(planSetup(sections, answers, "", []).text);
        taken.push(`${answers["public-url"]} ${answers["issuer"]}`.trim());
      }
    }
    expect(taken.slice(0, 4)).toEqual([
      "https://tripod.example.com",
      "https://tripod.example.com",
      "https://tripod.example.com",
      "https://tripod.example.com/",
    ]);
  });

  test("name what was not set, with what it means, and can be read without it", async () => {
    const { text } = planSetup(
      sections,
      { service: "registry", port: "8080", data: "./data", "private-reads": "no" },
      "",
      [],
    );
    expect(text).toContain("# databaseUrl:\n");
    expect(text).toContain("  # Issuer whose id tokens are accepted. Empty turns this login off.\n  # oidcIssuer:\n");
    expect(text).not.toContain("trading:");
    expect((await settingsOf(text)).shared.databaseUrl).toBeUndefined();
  });
});

describe("game servers", () => {
  test("are named after their maps, with the RCON from the answers", async () => {
    const saves = join(folder.path, "TheIsland_WP");
    await mkdir(saves);
    await writeFile(join(saves, "1.arkprofile"), savedByAscended());
    const someone = person("27020", "127.0.0.1:27020", "hunter2");
    const { servers, secrets } = await chooseServers({ saves: [saves] }, someone);
    expect(servers).toEqual([
      {
        key: "theisland",
        game: "asa",
        saves: { folder: saves },
        rcon: { host: "127.0.0.1", port: 27020, passwordFile: "./secrets/rcon-theisland" },
      },
    ]);
    expect(secrets).toEqual([{ file: "rcon-theisland", text: "hunter2" }]);
    const [server] = servers;
    expect(server && addServer("", server)).toMatchObject({ text: expect.stringContaining("key: theisland") });
  });

  test("without saves are refused, and so is RCON for several", async () => {
    await expect(chooseServers({ saves: [dirname(folder.path)] }, undefined)).rejects.toThrow(
      "which holds no ARK saves",
    );
    const missing = join(folder.path, "Gone_WP");
    await expect(chooseServers({ saves: [missing] }, undefined)).rejects.toThrow(`${missing}, which is not there`);
    const saves = join(folder.path, "TheIsland_WP");
    await expect(chooseServers({ saves: [saves, saves], rcon: "127.0.0.1:1" }, undefined)).rejects.toThrow(
      "--rcon is for one server, and here are 2",
    );
    await expect(chooseServers({ saves: [saves], rcon: "127.0.0.1:1" }, undefined)).rejects.toThrow(
      "RCON needs a password: --rcon-password-file FILE.",
    );
  });
});

test("the next command is given as this one was, and never fetches another package of the name", () => {
  expect(programName({})).toBe("tripod");
  expect(programName({ npm_command: "run-script" })).toBe("tripod");
  expect(programName({ npm_command: "exec" })).toBe("npx tripod");
  const exec = (named: string) => programName({ npm_command: "exec", npm_config_package: named });
  expect(exec("./tripod-0.1.0.tgz")).toBe("npx --package=./tripod-0.1.0.tgz tripod");
  expect(exec("/srv/our tools/it's.tgz\n\nother")).toBe(
    "npx --package='/srv/our tools/it'\\''s.tgz' --package=other tripod",
  );
});

test("a second setup shows setting by setting what would change, without secrets", () => {
  const before =
    "# a comment\nport: 8080\ndatabaseUrl: postgres://u:hunter2@h/d\nplayers:\n  servers:\n    - key: a\n      rcon: { password: hunter3 }\n";
  const after = "databaseUrl: { file: ./secrets/database-url }\nport: 9000\nregistry:\n  privateReads: true\n";
  expect(settingDifferences(before, after, Object.values(sections))).toEqual([
    "-port: 8080",
    "+port: 9000",
    "-databaseUrl: (secret)",
    "-players.servers[1].key: a",
    "-players.servers[1].rcon.password: (secret)",
    "+databaseUrl.file: ./secrets/database-url",
    "+registry.privateReads: true",
  ]);
  expect(settingDifferences(before, `${before}# another comment\n`, Object.values(sections))).toEqual([]);
  expect(settingDifferences("a: [", after, Object.values(sections))).toBeUndefined();
});

function savedByAscended(): Uint8Array {
  return writeProfile({ id: 1n, platformName: "Ann", characterName: "Ann the survivor" }, 7);
}
