import { describe, expect, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { UserError } from "../../kit/errors/user-error.ts";
import { systemClock } from "../../kit/time/clock.ts";
import type { Cluster, GameServer } from "./core/cluster.ts";
import { renderDoctorReport, type Finding } from "./core/doctor-report.ts";
import { examineCluster, type DoctorProbes } from "./doctor.ts";

const ISLAND: GameServer = {
  key: "island",
  name: "The Island",
  game: "ase",
  saves: { folder: "/saves", store: "files", worldFile: undefined },
  rcon: { host: "127.0.0.1", port: 27_020, password: { from: "text", text: "hunter2" } },
  query: { host: "127.0.0.1", port: 27_015 },
  pollSeconds: 15,
  gameLog: false,
  chat: false,
};
const ONLY_RCON: GameServer = { ...ISLAND, key: "far", saves: undefined, query: undefined };
const PLUGINS = {
  permissions: { database: { kind: "sqlite", file: "/db" }, tables: { players: "" } },
  arkShop: undefined,
} as const;

const NO_PLUGINS = { permissions: undefined, arkShop: undefined };

const works = (says: string) => (): Promise<Finding> => Promise.resolve({ ok: true, says });
const WORKING: DoctorProbes = {
  savesFolder: works("12 players and 3 tribes can be read."),
  rcon: works("2 players are online."),
  query: works("The Island answers, 2 of 70 play."),
  plugins: works("Permissions knows 12 players."),
  steam: works("Steam answers."),
};

describe("the doctor", () => {
  test("lists each source that is set up, and what the others would bring", async () => {
    const report = await examine([ISLAND, ONLY_RCON], { steam: undefined });
    expect(report.exitCode).toBe(0);
    expect(renderDoctorReport(report)).toBe(
      `Cluster: Friends

ok    island saves  12 players and 3 tribes can be read.
ok    island RCON   2 players are online.
ok    island query  The Island answers, 2 of 70 play.
off   far saves     Not set up: characters, levels and tribes of this server are unknown.
ok    far RCON      2 players are online.
off   far query     Not set up: without it the server's map, version and number of players are not known.
off   plugins       Not set up: groups and points of plugins are not shown.
off   Steam         Not set up: names, pictures and bans are not fetched from Steam.

Every source that is set up works.
`,
    );
  });

  test("says what to do about what does not work, and ends with 1", async () => {
    const rcon = (): Promise<Finding> =>
      Promise.resolve({ ok: false, says: "The password is wrong.", doThis: "Compare it with ServerAdminPassword." });
    const report = await examine([ISLAND], { rcon }, PLUGINS);
    expect(report.exitCode).toBe(1);
    expect(renderDoctorReport(report)).toContain(
      "wrong island RCON   The password is wrong.\n                    -> Compare it with ServerAdminPassword.\nok    island query",
    );
    expect(renderDoctorReport(report)).toMatch(/\n1 of 5 sources do not work\.\n$/);
  });

  test("tries everything at the same time", async () => {
    let waiting = 0;
    let release: () => void = () => {};
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    const together = async (): Promise<Finding> => {
      waiting++;
      if (waiting === 8) release();
      await all;
      return { ok: true, says: "Met the others." };
    };
    const probes = { savesFolder: together, rcon: together, query: together, plugins: together, steam: together };
    const report = await examine([ISLAND, { ...ISLAND, key: "other" }], probes, PLUGINS);
    expect([waiting, report.exitCode]).toEqual([8, 0]);
  });

  test("gives up on what takes too long, and tells it to stop", async () => {
    let stopped = false;
    const query = (_server: GameServer, signal: AbortSignal): Promise<Finding> =>
      new Promise(() => {
        signal.addEventListener("abort", () => {
          stopped = true;
        });
      });
    const report = await examine([ISLAND], { query });
    expect(report.lines.find((line) => line.source === "query")?.outcome).toMatchObject({
      ok: false,
      says: "There was no result within 1 s.",
    });
    expect([stopped, report.exitCode]).toEqual([true, 1]);
  });

  test("counts the files of all folders together, and gives a folder time for as long as it goes on", async () => {
    const told: string[] = [];
    const ends: (() => void)[] = [];
    const savesFolder: DoctorProbes["savesFolder"] = (server, signal, onRead) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("it was given up")));
        let done = 0;
        // Each step takes less than the limit, and all of them take more.
        const step = (): void => {
          onRead(++done, 4);
          if (done === 4) resolve({ ok: true, says: `${server.key} was read.` });
          else ends.push(step);
        };
        ends.push(step);
      });
    const clock = manualClock();
    const cluster: Cluster = {
      name: "Friends",
      servers: [ISLAND, { ...ISLAND, key: "other" }],
      plugins: NO_PLUGINS,
    };
    const report = examineCluster({
      cluster,
      probes: { ...WORKING, savesFolder },
      clock,
      limitMs: 1_000,
      onProgress: (done, of) => told.push(`${done}/${of}`),
    });
    while (ends.length > 0) {
      for (const step of ends.splice(0)) step();
      await clock.advance(900);
    }
    expect(await report).toMatchObject({ exitCode: 0 });
    expect(told).toEqual(["1/4", "2/8", "3/8", "4/8", "5/8", "6/8", "7/8", "8/8"]);
  });

  test("reports a trial that fails in its own way, with nothing of what it threw", async () => {
    const report = await examine([ISLAND], {
      rcon: () => Promise.reject(new Error("hunter2")),
      savesFolder: () => {
        throw new UserError("The folder cannot be read.");
      },
    });
    const text = renderDoctorReport(report);
    expect(text).toContain("The folder cannot be read.");
    expect(text).toContain("It could not be tried: something unexpected happened.");
    expect(text).not.toContain("hunter2");
  });

  test("finds a cluster without servers wanting", async () => {
    const report = await examine([], {}, PLUGINS);
    expect(report.exitCode).toBe(1);
    expect(renderDoctorReport(report)).toMatch(/no servers yet\. Add one: tripod players add-server\n$/);
  });

  test("lets no server write on the terminal, and may colour its marks", async () => {
    const report = await examine([ISLAND], { query: works(`\u001B[2J${"x".repeat(2_000)}\nok`) });
    const text = renderDoctorReport(report, (mark, word) => `<${mark}:${word}>`);
    expect(text).toContain(`<ok:ok>    island query   [2J${"x".repeat(100)}`);
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(550);
  });
});

function examine(
  servers: readonly GameServer[],
  probes: Partial<DoctorProbes>,
  plugins: Cluster["plugins"] = NO_PLUGINS,
) {
  const cluster: Cluster = { name: "Friends", servers, plugins };
  return examineCluster({ cluster, probes: { ...WORKING, ...probes }, clock: systemClock(), limitMs: 1_000 });
}
