import { describe, expect, test } from "vitest";
import { formatProblem } from "../../kit/config/yaml-tree.ts";
import { readClusterFile } from "./read-cluster-file.ts";

const FULL = `
databaseUrl: postgres://localhost/tripod
players:
  baseUrl: https://players.example.org
  cluster: Fjordur & Friends
  servers:
    - key: island
      name: "The Island #1"
      game: ase
      saves: { folder: island/SavedArks, tributeFolder: /srv/clusters/one }
      rcon: { host: ark.example.org, port: 32330, passwordFile: secrets/rcon }
      query: { port: 27016 }
      pollSeconds: 5
      gameLog: yes
      chat: true
    - key: aberration
      game: ASA
      saves:
        folder: 'C:\\ARK\\Saved\\Aberration_WP'
        store: world
        worldFile: Aberration_WP.ark
      rcon:
        password: &admin 00123
      query: { host: 203.0.113.7 }
    - key: only-rcon
      game: asa
      rcon: { port: 27021, password: *admin }
  plugins:
    permissions: { sqlite: ArkDB.db, tables: { players: PermPlayers } }
    arkShop:
      mysql: { user: ark, database: shop, passwordEnv: SHOP_PASSWORD }
`;

describe("a cluster's file", () => {
  test("says everything about the cluster, its paths from the file's own folder", () => {
    expect(read(FULL, ["baseUrl"])).toEqual({
      name: "Fjordur & Friends",
      servers: [
        {
          key: "island",
          name: "The Island #1",
          game: "ase",
          saves: {
            folder: "/base/island/SavedArks",
            store: "files",
            worldFile: undefined,
          },
          rcon: { host: "ark.example.org", port: 32_330, password: { from: "file", file: "/base/secrets/rcon" } },
          query: { host: "127.0.0.1", port: 27_016 },
          pollSeconds: 5,
          gameLog: true,
          chat: true,
        },
        {
          key: "aberration",
          name: "aberration",
          game: "asa",
          saves: {
            folder: "/base/C:\\ARK\\Saved\\Aberration_WP",
            store: "world",
            worldFile: "/base/C:\\ARK\\Saved\\Aberration_WP/Aberration_WP.ark",
          },
          // As it is written: a number would lose its zeros.
          rcon: { host: "127.0.0.1", port: 27_020, password: { from: "text", text: "00123" } },
          query: { host: "203.0.113.7", port: 7_777 },
          pollSeconds: 15,
          gameLog: false,
          chat: false,
        },
        expect.objectContaining({
          key: "only-rcon",
          saves: undefined,
          query: undefined,
          rcon: { host: "127.0.0.1", port: 27_021, password: { from: "text", text: "00123" } },
        }),
      ],
      plugins: {
        permissions: {
          database: { kind: "sqlite", file: "/base/ArkDB.db" },
          tables: { players: "PermPlayers" },
        },
        arkShop: {
          database: {
            kind: "mysql",
            host: "127.0.0.1",
            port: 3_306,
            user: "ark",
            password: { from: "environment", name: "SHOP_PASSWORD" },
            database: "shop",
          },
          tables: { players: "ArkShopPlayers" },
        },
      },
    });
  });

  test.each([
    ["nothing", ""],
    ["comments only", "# soon\n"],
    ["settings only", "databaseUrl: postgres://localhost/tripod\n"],
    ["an empty section", "players:\n"],
    ["an empty list", "players:\n  servers: []\n"],
  ])("with %s is a cluster without servers", (_what, text) => {
    expect(read(text)).toEqual({
      name: "ARK cluster",
      servers: [],
      plugins: { permissions: undefined, arkShop: undefined },
    });
  });

  test("has all its problems named at once, in order, by line, column and path", () => {
    const text = [
      "players:",
      "  cluster: ''",
      "  servers:",
      "    - key: Island",
      "      game: asse",
      "      saves: { folder: ~/saves }",
      "      rcon: { host: 'ark.example.org:27020', port: 0, pasword: secret }",
      "    - key: ragnarok",
      "      game: ase",
      "      chat: maybe",
      "      query: { port: 27015 }",
      "      query: { port: 27016 }",
      "    - just a text",
      "    - game: ase",
      "      rcon: 27020",
      "  plugin: {}",
    ].join("\n");
    expect(problems(text)).toEqual([
      "tripod.yaml:2:12: players.cluster must be 1 to 100 characters on one line",
      "tripod.yaml:4:12: players.servers[#1].key must be 1 to 32 lower-case letters, digits, - and _, " +
        "such as island-2, beginning with a letter or digit",
      "tripod.yaml:5:13: players.servers[#1].game must be ase or asa; did you mean ase?",
      "tripod.yaml:6:24: players.servers[#1].saves.folder must be written out: ~ means nothing here",
      "tripod.yaml:7:13: players.servers[#1].rcon.password is missing; " +
        "give `password`, `passwordEnv` (a variable) or `passwordFile` (a file)",
      "tripod.yaml:7:21: players.servers[#1].rcon.host must be the machine alone; its port is a member of its own, `port`",
      "tripod.yaml:7:52: players.servers[#1].rcon.port must be a whole number from 1 to 65535, such as 27020",
      "tripod.yaml:7:55: players.servers[#1].rcon.pasword is not known here; did you mean password?",
      "tripod.yaml:10:13: players.servers[ragnarok].chat must be true or false",
      "tripod.yaml:12:7: players.servers[ragnarok].query is set twice, here and at line 11; keep one",
      "tripod.yaml:13:7: players.servers[#3] must hold names and their values, beginning with `- key: island`",
      "tripod.yaml:14:7: players.servers[#4].key is missing; it must be 1 to 32 lower-case letters, digits, - and _, " +
        "such as island-2, beginning with a letter or digit",
      "tripod.yaml:15:13: players.servers[#4].rcon must hold names and their values, " +
        "such as `rcon: { port: 27020, passwordEnv: RCON_PASSWORD }`",
      "tripod.yaml:16:3: players.plugin is not known here; did you mean plugins?",
    ]);
  });
});

function read(text: string, otherMembers: string[] = []) {
  const result = readClusterFile(text, { baseFolder: "/base", otherMembers });
  return "cluster" in result ? result.cluster : result.problems;
}

function problems(text: string): string[] {
  const result = readClusterFile(text, { baseFolder: "/base" });
  return "problems" in result ? result.problems.map((problem) => formatProblem(problem, "tripod.yaml")) : [];
}
