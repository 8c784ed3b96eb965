import { describe, expect, test } from "vitest";
import { formatProblem } from "../../kit/config/yaml-tree.ts";
import { readClusterFile } from "./read-cluster-file.ts";

const SERVER = "players:\n  servers:\n    - key: a\n      game: ase\n";

describe("a mistake", () => {
  test.each([
    [
      "a key that two have",
      `${SERVER}      query: {}\n    - key: a\n      game: ase\n      query: { port: 1 }\n`,
      "6:12: players.servers[a].key has the same key as the server at line 3; each server needs its own",
    ],
    [
      "an RCON address that two have",
      `${SERVER}      rcon: { password: x }\n    - key: b\n      game: ase\n      rcon: { host: localhost, port: 27020, password: x }\n`,
      "8:38: players.servers[b].rcon.port has the same RCON address as the server at line 5; each server needs its own",
    ],
    [
      "a folder that two have",
      `${SERVER}      saves: { folder: x }\n    - key: b\n      game: ase\n      saves: { folder: ./x/ }\n`,
      "8:24: players.servers[b].saves.folder has the same folder of saves as the server at line 5; each server needs its own",
    ],
    [
      "a wrong host, which is not compared with the address of another",
      `${SERVER}      query: {}\n    - key: b\n      game: ase\n      query: { host: 'a b' }\n`,
      "8:22: players.servers[b].query.host must be a machine's name such as ark.example.org, or its address such as 192.0.2.10",
    ],
    [
      "a wrong store, whose folder is not compared with that of another",
      `${SERVER}      saves: { folder: x }\n    - key: b\n      game: ase\n      saves: { folder: x, store: word }\n`,
      "8:34: players.servers[b].saves.store must be files or world; did you mean world?",
    ],
    [
      "a server without any source",
      SERVER,
      "3:7: players.servers[a].saves is missing, and `rcon` and `query` too; give at least one source of what to know",
    ],
    [
      "two passwords",
      `${SERVER}      rcon: { password: x, passwordEnv: Y }\n`,
      "5:41: players.servers[a].rcon.passwordEnv is one too many: keep one of password, passwordEnv",
    ],
    [
      "chat without RCON",
      `${SERVER}      query: {}\n      chat: on\n`,
      "6:13: players.servers[a].chat is read through RCON; set up `rcon` as well",
    ],
    [
      "a world without its file",
      `${SERVER}      saves: { folder: x, store: world }\n`,
      "5:14: players.servers[a].saves.worldFile is missing; with `store: world` it names the file in the folder, such as TheIsland.ark",
    ],
    [
      "a path to the world's file",
      `${SERVER}      saves: { folder: x, worldFile: y/z.ark }\n`,
      "5:38: players.servers[a].saves.worldFile must be the name of a file in the folder of the saves, such as TheIsland.ark, without its path",
    ],
    [
      "a query of Epic's list by nothing",
      "players: { servers: [{ key: a, game: asa, query: { port: 7777 } }] }",
      "1:50: players.servers[a].query.host is missing; for `asa` it is the address that players outside see, by which Epic lists the server",
    ],
    [
      "a plugin without a database",
      "players: { plugins: { arkShop: { tables: {} } } }",
      "1:32: players.plugins.arkShop.sqlite is missing, and `mysql` too; give the file of the one or the address of the other",
    ],
    [
      "a plugin with two",
      "players: { plugins: { arkShop: { sqlite: x, mysql: { user: x, database: x } } } }",
      "1:52: players.plugins.arkShop.mysql is one too many: keep `sqlite` or `mysql`",
    ],
    [
      "a database with two passwords",
      "players: { plugins: { arkShop: { mysql: { user: x, database: x, password: y, passwordFile: z } } } }",
      "1:92: players.plugins.arkShop.mysql.passwordFile is one too many: keep one of password, passwordFile",
    ],
    [
      "a certificate that nothing reads",
      "players: { plugins: { arkShop: { mysql: { user: x, database: x, host: db.lan, caFile: ca.pem } } } }",
      "1:87: players.plugins.arkShop.mysql.caFile needs `tls: required` beside it",
    ],
    [
      "a name of the database's server that is missing",
      "players: { plugins: { arkShop: { mysql: { user: x, database: x, tls: required } } } }",
      "1:41: players.plugins.arkShop.mysql.host is missing; with `tls: required` it is the name for which the server's certificate was made",
    ],
    [
      "an address of a database with TLS",
      "players: { plugins: { arkShop: { mysql: { user: x, database: x, host: 10.0.0.5, tls: required } } } }",
      "1:71: players.plugins.arkShop.mysql.host must not be an IP address; with `tls: required` it is the name for which the server's certificate was made",
    ],
    [
      "an unknown word for TLS",
      "players: { plugins: { arkShop: { mysql: { user: x, database: x, host: db.lan, tls: maybe } } } }",
      "1:84: players.plugins.arkShop.mysql.tls must be off or required",
    ],
    [
      "a table with an invalid name",
      "players: { plugins: { arkShop: { sqlite: x, tables: { players: 'a; b' } } } }",
      "1:64: players.plugins.arkShop.tables.players must be a table's name: 1 to 64 letters, digits, _ and $",
    ],
    [
      "a table that nothing reads",
      "players: { plugins: { permissions: { sqlite: x, tables: { players: P, tribes: T, groups: G } } } }",
      "1:71: players.plugins.permissions.tables.tribes is not known here",
      "1:82: players.plugins.permissions.tables.groups is not known here",
    ],
    [
      "another name for the section",
      "player:\n  servers: []\n",
      "1:1: a name is not known here; did you mean players?",
    ],
    ["no section around", "servers: []\n", "1:1: servers must stand below `players:`, indented by two blanks"],
    ["two sections", "players:\nplayers:\n", "2:1: players is set twice; keep one"],
    ["no names at all", "- players\n", "1:1: the file must hold names and their values, such as `players:`"],
    ["an invalid list", "players: { servers: 3 }", "1:21: players.servers must be a list: lines that begin with `- `"],
    ["a tab", "players:\n\tservers: []\n", "2:1: this line is indented with a tab; use blanks"],
    [
      "a backslash in double quotes",
      'players:\n  cluster: "C:\\Games"\n',
      "2:15: this line has a backslash in double quotes, where it means something else; use single quotes",
    ],
    ["a missing quote", "players:\n  cluster: 'mine\n", "3:1: this line misses a quote, a bracket, a comma or a colon"],
    [
      "a reference to nothing",
      "players:\n  cluster: *mine\n",
      "2:12: this line refers to something that has not been given a name with &",
    ],
    [
      "too deep a nesting",
      `players: ${"[".repeat(20)}${"]".repeat(20)}`,
      "1:1: the file is nested or repeated too much",
    ],
    ["references that unfold without end", bomb(), "1:1: the file is nested or repeated too much"],
    ["too large a file", "#".repeat(1_048_577), "1:1: the file is larger than 1 MiB"],
  ])("such as %s is explained", (_what, text, ...found) => {
    expect(problems(text)).toEqual(found.map((problem) => `tripod.yaml:${problem}`));
  });

  test("in a repeated value is named where it is repeated", () => {
    const text = "x: &port 0\nplayers: { servers: [{ key: a, game: ase, query: { port: *port } }] }";
    expect(problems(text)).toEqual([expect.stringMatching(/^tripod\.yaml:2:58: players\.servers\[a\]\.query\.port /)]);
  });

  test.each([
    ["no blank behind the colon", "{ password:hunter2 }"],
    ["the password alone", "{ hunter2 }"],
    ["the password as the member's value of another kind", "{ password: [hunter2] }"],
    ["the password as the port", "{ password: x, port: hunter2 }"],
    ["the password as the variable", "{ passwordEnv: hunter2- }"],
    ["the password without its member", "hunter2"],
    ["a quote that is missing", "{ password: 'hunter2 }"],
    ["a bracket that is missing", "{ password: hunter2"],
  ])("never shows a password: %s", (_what, rcon) => {
    const found = problems(`${SERVER}      rcon: ${rcon}\n`);
    expect(found.length).toBeGreaterThan(0);
    expect(found.join("\n")).not.toContain("hunter2");
  });
});

function problems(text: string): string[] {
  const result = readClusterFile(text, { baseFolder: "/base" });
  return "problems" in result ? result.problems.map((problem) => formatProblem(problem, "tripod.yaml")) : [];
}

function bomb(): string {
  const names = Array.from({ length: 9 }, (_, n) => `n${n}`);
  const lines = names.map(
    (name, n) =>
      `${name}: &${name} [${Array(10)
        .fill(n === 0 ? "x" : `*n${n - 1}`)
        .join(", ")}]`,
  );
  return `${lines.join("\n")}\nplayers: {}\n`;
}
